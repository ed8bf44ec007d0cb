import { KeyRound } from 'lucide-react';
import { memo } from 'react';
import type { ReceiptSummary } from '../../../shared/receipt.ts';
import { isUnwanted, type RecordingGap } from '../../../shared/recording-gap.ts';
import { outcomeWords } from '../../../shared/words/coverage.ts';
import { EventIcon } from '../../components/event-icon.tsx';
import { IntegrationName } from '../../components/integration-name.tsx';
import { useGapSentence } from '../../components/pauses.ts';
import { SummaryText } from '../../components/summary-text.tsx';
import { useProjectName } from '../../control/project-names.tsx';
import { dayBefore, dayName, exactTime, listTime, timeOfDay } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';

/** One line of the list: time, type, reported text, number of removals, integration, project and destination. */
export const ReceiptLine = memo(function ReceiptLine({
  receipt,
  call,
  now,
  underDay = false,
}: {
  receipt: ReceiptSummary;
  /** The tool call that ran the command, where the row is both. */
  call?: ReceiptSummary | undefined;
  now: number;
  /** The header above says the day, so the row shows only the time. */
  underDay?: boolean;
}) {
  const outcome = receipt.outcome ?? call?.outcome;
  return (
    <>
      <time
        key={receipt.id}
        className="row__time numeric"
        dateTime={receipt.receivedAt}
        // Formatting an exact instant costs more than the rest of the row, so only the row under the pointer gets it.
        onMouseEnter={(event) => {
          event.currentTarget.title = exactTime(receipt.receivedAt);
        }}
      >
        {underDay ? (
          <>
            <span className="visually-hidden">{dayBefore(receipt.receivedAt, now)}</span>
            {timeOfDay(receipt.receivedAt)}
          </>
        ) : (
          listTime(receipt.receivedAt, now)
        )}
      </time>
      <span className="row__icon" title={messages.eventTypes[receipt.event]}>
        <EventIcon type={receipt.event} />
        <span className="visually-hidden">{messages.eventTypes[receipt.event]}</span>
      </span>
      <span className="row__summary truncate" dir="auto">
        <SummaryText receipt={receipt} />
      </span>
      <span className="row__findings">
        <Removals
          secrets={receipt.secrets + (call?.secrets ?? 0)}
          personal={receipt.personal + (call?.personal ?? 0)}
        />
        {outcome !== undefined && outcome !== 'succeeded' && (
          <span className="chip">{outcomeWords[outcome]}</span>
        )}
        {call !== undefined && (
          <span className="chip numeric" title={messages.activity.withCall}>
            {messages.activity.count(2)}
          </span>
        )}
        {receipt.repeats > 0 && (
          <span className="chip numeric" title={messages.activity.repeats(receipt.repeats)}>
            {`×${receipt.repeats + 1}`}
          </span>
        )}
      </span>
      <span className="row__integration truncate" dir="auto">
        <IntegrationName name={receipt.integration.name} />
      </span>
      <span className="row__session">
        <ProjectOrSession receipt={receipt} />
      </span>
      <span className="row__destination truncate" dir="auto">
        {receipt.context.destination}
      </span>
    </>
  );
});

/** The project of a receipt, or its session where no folder was kept. */
function ProjectOrSession({ receipt: { context, session } }: { receipt: ReceiptSummary }) {
  const { project, destination } = context;
  const nameOf = useProjectName();
  const name = project === undefined ? session.id : nameOf(project);
  if (name === '') return null;
  const title = [project, destination, session.id].filter((each) => each !== undefined).join('\n');
  return (
    <span className="chip truncate" dir="auto" title={title}>
      {name}
    </span>
  );
}

/** The chip of a row: amber for secrets, grey for personal data, none if nothing but own names was shortened. */
function Removals({ secrets, personal }: { secrets: number; personal: number }) {
  if (secrets === 0 && personal === 0) return null;
  const title = messages.activity.removals(secrets, personal);
  return secrets > 0 ? (
    <span className="chip numeric" data-tone="attention" title={title}>
      <KeyRound size={12} strokeWidth={1.5} aria-hidden />
      <span className="chip__text">{messages.activity.secrets(secrets)}</span>
    </span>
  ) : (
    <span className="chip" title={title}>
      {messages.activity.personal}
    </span>
  );
}

/** The header of a day in the list. */
export function DayLine({ day, now, count }: { day: number; now: number; count: number | undefined }) {
  return (
    <>
      <span className="row__day">{dayName(day, now)}</span>
      {count !== undefined && <span className="secondary numeric">{messages.activity.count(count)}</span>}
    </>
  );
}

export function GapLine({ gap, now }: { gap: RecordingGap; now: number }) {
  const text = useGapSentence()(gap, (instant) => listTime(instant, now));
  return (
    <span
      className="row__gap truncate"
      data-tone={isUnwanted(gap) ? 'attention' : undefined}
      title={`${text}\n${exactTime(gap.from)}`}
    >
      {text}
    </span>
  );
}
