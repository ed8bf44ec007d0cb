import type { HostStatus, LoggedRefusal } from '../../../shared/control.ts';
import { keepsNothing } from '../../../shared/settings.ts';
import { expectedText } from '../../../shared/words/expectations.ts';
import { hrefOf } from '../../app/route.ts';
import { EventIcon } from '../../components/event-icon.tsx';
import { cut, MaskedText } from '../../components/masked-text.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Callout } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { useSettings } from '../../control/use-settings.ts';
import { messages } from '../../messages/index.ts';

const pointerName = (pointer: string): string =>
  pointer === '' ? messages.wholeEvent : pointer.slice(1).replaceAll('/', '.');

/** The exact cause of a refused request, in plain words. */
export function RefusalText({ refusal }: { refusal: Pick<LoggedRefusal, 'code' | 'errors'> }) {
  return (
    <>
      <span>{messages.refusals[refusal.code]}</span>
      {refusal.errors.length > 0 && (
        <ul className="refusal-errors">
          {refusal.errors.map((error) => (
            <li key={`${error.pointer} ${error.code}`}>
              <code>{pointerName(error.pointer)}</code> {messages.validation[error.code]}
              <Expected text={expectedText(error)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Expected({ text }: { text: string | undefined }) {
  return text === undefined ? null : <span className="secondary"> {messages.expected(text)}</span>;
}

/** The newest refusal since `since` of this integration, or of a request without a valid token. */
export function newestRefusal(
  refusals: readonly LoggedRefusal[],
  integrationId: string,
  since: string,
): LoggedRefusal | undefined {
  return refusals
    .filter(({ at }) => at >= since)
    .filter((each) => each.integrationId === integrationId || each.integrationId === null)
    .sort((a, b) => (a.at < b.at ? 1 : -1))[0];
}

interface FirstEventProps {
  integrationId: string;
  /** The time when the token was generated. Earlier events and refusals do not count. */
  since: string;
  status: HostStatus | undefined;
  /** True when the integration has reported before. */
  again?: boolean;
  /** Opens the receipt if a link is not enough to show it. */
  onOpen?: ((receiptId: string) => void) | undefined;
}

/** Waits for the first event of a token. Then shows its receipt, or the cause if a request is refused. */
export function FirstEvent({ integrationId, since, status, again = false, onOpen }: FirstEventProps) {
  const { settings } = useSettings();
  const receipts = useQuery('receipts.query', { filter: { integrationId, since }, limit: 1 }, ['receipts']);
  const refusals = useQuery('refusals.list', { limit: 50 }, ['refusal']);
  const receipt = receipts.value?.receipts[0];
  const refusal = newestRefusal(refusals.value?.refusals ?? [], integrationId, since);

  if (receipt !== undefined && (refusal === undefined || receipt.receivedAt >= refusal.at)) {
    return (
      <Callout live="status" icon={<EventIcon type={receipt.event} />}>
        <strong>{again ? messages.firstEvent.arrivedAgain : messages.firstEvent.arrived}</strong>
        <span className="truncate">
          {receipt.summary === '' ? (
            messages.withoutText[receipt.event]
          ) : (
            <MaskedText pieces={cut(receipt.summary, receipt.masks)} />
          )}
        </span>
        <span className="secondary">
          {messages.eventTypes[receipt.event]} · <RelativeTime instant={receipt.receivedAt} /> ·{' '}
          <a
            href={hrefOf({ screen: 'activity', receiptId: receipt.id })}
            onClick={(event) => {
              if (onOpen === undefined) return;
              event.preventDefault();
              onOpen(receipt.id);
            }}
          >
            {messages.firstEvent.open}
          </a>
        </span>
      </Callout>
    );
  }
  if (refusal !== undefined) {
    return (
      <Callout tone="attention" live="status">
        <strong>
          {refusal.integrationId === null
            ? messages.firstEvent.strangerTitle
            : messages.firstEvent.refusedTitle}
        </strong>
        <RefusalText refusal={refusal} />
        <span className="secondary callout__fact">
          {messages.firstEvent.status(refusal.status, refusal.code)} {messages.firstEvent.stillWaiting}
        </span>
      </Callout>
    );
  }
  // Neither text is known to be true before the first answer.
  if (receipts.value === undefined && receipts.failure === undefined) return null;
  if (status?.baseUrl === null) {
    return <Callout tone="attention">{messages.firstEvent.notListening}</Callout>;
  }
  if (status?.recording.state === 'paused') {
    return <Callout tone="attention">{messages.firstEvent.waitingPaused}</Callout>;
  }
  if (settings !== undefined && keepsNothing(settings.privacy, integrationId)) {
    return (
      <Callout tone="attention">
        {messages.firstEvent.keepsNothing}{' '}
        <a href={hrefOf({ screen: 'privacy' })}>{messages.firstEvent.toPrivacy}</a>
      </Callout>
    );
  }
  return (
    <Callout live="status" icon={<span className="spinner" />}>
      {again ? messages.firstEvent.waitingAgain : messages.firstEvent.waiting}
    </Callout>
  );
}
