import { Trash2, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { shownDigits } from '../../../shared/fingerprint.ts';
import type { CommandWord, NotableKind } from '../../../shared/insight.ts';
import { jsonWithMasks, masksAt, type TextWithMasks } from '../../../shared/masks.ts';
import { isNormalisation, type Receipt } from '../../../shared/receipt.ts';
import type { ReceiptNotes as Notes } from '../../../shared/session-notes.ts';
import { hrefOf } from '../../../shared/window-route.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { EventIcon } from '../../components/event-icon.tsx';
import { cut } from '../../components/masked-text.tsx';
import { SecretLink } from '../../components/secret-link.tsx';
import { Callout, Failed, Loading } from '../../components/states.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { formatBytes, formatCount } from '../../format/quantity.ts';
import { exactTime } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { CommandText } from './command-text.tsx';
import { timeline } from './filter-state.ts';
import { Fact, type HrefOfFilter, isFact, memberName, ReceiptLinks } from './receipt-links.tsx';
import { ReceiptNotes } from './receipt-notes.tsx';
import { removalsOf } from './removals.ts';

const words = messages.receipt;
/** A longer value has its own scrollable box, so that the following content stays visible. */
const LONG_CHARACTERS = 1200;
const LONG_LINES = 14;
const pointerName = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part, index) => (index === 0 ? memberName(part) : part))
    .join(' › ');

/** The pane beside the list, from top to bottom: stored, removed and dropped content, sizes, identity, the raw receipt. */
export function ReceiptDetail(props: {
  id: string;
  onClose(): void;
  /** True if the pane covers the list, so that a filter must close it. */
  closesOnFilter: boolean;
}) {
  const { id, onClose, closesOnFilter } = props;
  const hrefOfFilter = (filter: ReceiptFilter) => hrefOf(timeline(filter, closesOnFilter ? undefined : id));
  const query = useQuery('receipts.get', { id }, []);
  const receipt = query.value?.receipt;
  const current = receipt?.id === id ? receipt : undefined;
  const [deleting, setDeleting] = useState(false);

  return (
    <article className="detail" aria-label={words.title}>
      <header className="detail__head">
        <h2 className="detail__title">
          {current !== undefined && <EventIcon type={current.event} />}
          <span>{current === undefined ? words.title : messages.eventTypes[current.event]}</span>
        </h2>
        <Button look="icon" aria-label={words.close} onClick={onClose}>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </Button>
      </header>
      <div className="detail__body">
        {current !== undefined ? (
          <>
            <ReceiptBody {...query.value!} receipt={current} hrefOfFilter={hrefOfFilter} />
            <footer className="detail__actions">
              <CopyButton label={words.copyJson} text={() => `${JSON.stringify(current, null, 2)}\n`} />
              <Button onClick={() => setDeleting(true)}>
                <Trash2 size={14} strokeWidth={1.5} aria-hidden />
                {words.delete}
              </Button>
            </footer>
          </>
        ) : query.loading || query.failure === undefined ? (
          <Loading text={words.loading} />
        ) : query.failure.code === 'not_found' ? (
          <p className="group__note">{words.gone}</p>
        ) : (
          <Failed failure={query.failure} onRetry={query.reload} />
        )}
      </div>
      {deleting && (
        <DeleteDialog
          scope={{ receiptId: id }}
          question={messages.deletion.ask.receipt}
          onClose={() => setDeleting(false)}
          onDeleted={onClose}
        />
      )}
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="detail__part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function ReceiptBody(props: {
  receipt: Receipt;
  notes: Notes;
  kinds: readonly NotableKind[];
  words: readonly CommandWord[];
  hrefOfFilter: HrefOfFilter;
}) {
  const { receipt, notes, kinds, words: commandWords, hrefOfFilter } = props;
  const { redaction, data } = receipt;
  const members = Object.keys(data);
  const texts = members.filter((member) => !isFact(member, data[member]));
  return (
    <>
      <ReceiptNotes receipt={receipt} notes={notes} />
      {redaction.state === 'failed' && <Callout tone="attention">{words.nothingKept.failed}</Callout>}
      <Part title={words.reported}>
        {members.length === 0 && redaction.state !== 'failed' && (
          <p className="group__note">{words.nothingKept[redaction.state]}</p>
        )}
        <dl className="reported">
          {texts.map((member) => (
            <div key={member}>
              <dt className="secondary">{memberName(member)}</dt>
              <dd>
                <MemberValue
                  value={memberText(receipt, member)}
                  words={member === 'command' ? commandWords : []}
                  hrefOfFilter={hrefOfFilter}
                />
              </dd>
            </div>
          ))}
        </dl>
        <ReceiptLinks receipt={receipt} kinds={kinds} hrefOfFilter={hrefOfFilter} />
      </Part>
      <Part title={words.removed}>
        <Removed receipt={receipt} />
      </Part>
      <Part title={words.dropped}>
        <p className="group__note">
          {receipt.droppedMembers === 0 ? words.nothingDropped : words.droppedCount(receipt.droppedMembers)}
        </p>
      </Part>
      <Part title={words.sizes}>
        <dl className="facts">
          {Object.entries(receipt.sizes ?? {}).map(([member, { bytes }]) => (
            <Fact key={member} name={memberName(member)}>
              {formatBytes(bytes)}
            </Fact>
          ))}
          <Fact name={words.bodyBytes}>{formatBytes(receipt.bodyBytes)}</Fact>
          <Fact name={words.occurredAt}>
            <time dateTime={receipt.occurredAt}>{exactTime(receipt.occurredAt)}</time>
          </Fact>
          <Fact name={words.receivedAt}>
            <time dateTime={receipt.receivedAt}>{exactTime(receipt.receivedAt)}</time>
          </Fact>
          <Fact name={words.repeats}>{words.repeatsCount(receipt.repeats)}</Fact>
        </dl>
      </Part>
      <Part title={words.identity}>
        <dl className="facts">
          <Fact name={words.event}>
            <code>{receipt.event}</code>
          </Fact>
          <Fact name={words.id}>
            <code>{receipt.id}</code>
          </Fact>
          <Fact name={words.redaction}>{words.redactedBy(redaction.engine, redaction.ruleSet)}</Fact>
        </dl>
      </Part>
      <Raw receipt={receipt} />
    </>
  );
}

const JSON_INDENT = 2;

/** The text of a member as it is shown, with the places of its masks. */
function memberText({ data, redaction }: Receipt, member: string): TextWithMasks {
  const findings = redaction.findings.filter((finding) => !isNormalisation(finding));
  const value = data[member];
  const pointer = `/${member}`;
  if (typeof value === 'string') return { text: value, masks: masksAt(findings, pointer) };
  return jsonWithMasks(value, pointer, findings, { indent: JSON_INDENT });
}

function MemberValue(props: {
  value: TextWithMasks;
  words: readonly CommandWord[];
  hrefOfFilter: HrefOfFilter;
}) {
  const { value } = props;
  const pieces = cut(value.text, value.masks);
  const [whole, setWhole] = useState(false);
  const length = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
  const lines = pieces.reduce((sum, piece) => sum + piece.text.split('\n').length - 1, 1);
  if (length <= LONG_CHARACTERS && lines <= LONG_LINES) {
    return (
      <pre className="reported__value">
        <CommandText {...props} />
      </pre>
    );
  }
  return (
    <>
      {/* A scrollable block must be reachable by keyboard. */}
      <pre className="reported__value" data-long={!whole} tabIndex={whole ? undefined : 0}>
        <CommandText {...props} />
      </pre>
      <Button look="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {whole ? words.showLess : words.showAll}
      </Button>
    </>
  );
}

function Removed({ receipt }: { receipt: Receipt }) {
  const { findings, state, truncated } = receipt.redaction;
  if (state === 'metadata') {
    if (findings.length === 0) return <p className="group__note">{words.notLooked}</p>;
  }
  return (
    <>
      {findings.length === 0 ? (
        <p className="group__note">{words.nothingRemoved}</p>
      ) : (
        <table className="findings">
          <thead>
            <tr>
              <th scope="col">{words.rule}</th>
              <th scope="col">{words.where}</th>
              <th scope="col" className="findings__number">
                {words.count}
              </th>
              <th scope="col" className="findings__number">
                {words.characters}
              </th>
            </tr>
          </thead>
          <tbody>
            {removalsOf(receipt).map(({ finding, mask, count, removed }) => (
              <tr key={`${finding.member} ${finding.start} ${finding.rule}`}>
                <td>
                  {isNormalisation(finding) ? (
                    <code title={words.ruleIs(finding.rule)}>{mask}</code>
                  ) : (
                    <mark className="mask" title={words.ruleIs(finding.rule)}>
                      {mask}
                    </mark>
                  )}
                  <span className="secondary">
                    {' '}
                    {isNormalisation(finding) ? words.normalised : words.tiers[finding.tier]}
                  </span>
                </td>
                <td className="findings__where">
                  {pointerName(finding.member)}
                  {finding.fingerprint !== undefined && (
                    <code className="secondary">
                      <SecretLink fingerprint={finding.fingerprint}>
                        {shownDigits(finding.fingerprint)}
                      </SecretLink>
                    </code>
                  )}
                </td>
                <td className="findings__number">{formatCount(count)}</td>
                <td className="findings__number">{formatCount(removed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {receipt.redaction.omittedFindings > 0 && (
        <p className="group__note">{words.omitted(receipt.redaction.omittedFindings)}</p>
      )}
      {truncated.map(({ member, from }) => (
        <p key={member} className="group__note">
          {words.truncated(pointerName(member), formatCount(keptLength(receipt, member)), formatCount(from))}
        </p>
      ))}
    </>
  );
}

function keptLength(receipt: Receipt, pointer: string): number {
  const value = receipt.data[pointer.split('/')[1] ?? ''];
  return typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);
}

function Raw({ receipt }: { receipt: Receipt }) {
  const [shown, setShown] = useState(false);
  const rawId = useId();
  return (
    <Part title={words.raw}>
      <div>
        <Button aria-expanded={shown} aria-controls={rawId} onClick={() => setShown(!shown)}>
          {shown ? words.hideRaw : words.showRaw}
        </Button>
      </div>
      <div id={rawId}>
        {shown && (
          <div className="code">
            {/* A scrollable block must be reachable by keyboard. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
            <pre tabIndex={0}>{JSON.stringify(receipt, null, 2)}</pre>
          </div>
        )}
      </div>
    </Part>
  );
}
