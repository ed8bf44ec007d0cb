import type { ReceiptFilter } from '../../../shared/control.ts';
import { NOTABLE_KINDS, type NotableKind } from '../../../shared/insight.ts';
import { FigureLink } from '../../components/figure-link.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';

/** Agents write files all day, so these are found by a filter and not listed. */
const LISTED = NOTABLE_KINDS.filter((kind) => kind !== 'overwrites');

/** Counts of the actions that are worth a look. A kind without any has no line. */
export function NotableCounts({ filter }: { filter: ReceiptFilter }) {
  return (
    <ul className="worth" aria-label={messages.today.lookNote}>
      {LISTED.map((kind) => (
        <NotableLine key={kind} kind={kind} filter={filter} />
      ))}
    </ul>
  );
}

function NotableLine({ kind, filter }: { kind: NotableKind; filter: ReceiptFilter }) {
  const asked = { ...filter, notable: kind };
  const count = useQuery('receipts.count', { filter: asked }, ['receipts']).value?.count ?? 0;
  if (count === 0) return null;
  return (
    <li>
      <span>{messages.notable[kind]}</span>
      <FigureLink count={count} filter={asked} />
    </li>
  );
}
