import { X } from 'lucide-react';
import type { Exclusions, ReceiptFilter } from '../../../shared/control.ts';
import { withSearch } from '../../../shared/search/filter.ts';
import { searchNoteSentence } from '../../../shared/words/search.ts';
import { useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { useKnownNames } from './token-values.ts';

const words = messages.activity.chips;
const SHOWN_DIGITS = 8;

interface SearchLinesProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
}

/** What a search excludes, as chips, and what looks like a filter in it and is searched as text. */
export function SearchLines({ filter, onFilter }: SearchLinesProps) {
  const { text = '', exclude } = filter;
  const known = useKnownNames(text.includes(':'));
  const notes = known === undefined ? [] : withSearch({}, text, known).notes;
  if (notes.length === 0 && exclude === undefined) return null;
  return (
    <div className="search-lines">
      {exclude !== undefined && (
        <ExclusionChips
          exclude={exclude}
          onExclude={(next) => {
            const { exclude: _, ...rest } = filter;
            onFilter(Object.keys(next).length === 0 ? rest : { ...rest, exclude: next });
          }}
        />
      )}
      {notes.map((note) => (
        <p key={note.word} className="secondary search-lines__note" role="status">
          {searchNoteSentence(note)}
        </p>
      ))}
    </div>
  );
}

type Listed = Exclude<keyof Exclusions, 'late'>;

function ExclusionChips(props: { exclude: Exclusions; onExclude(exclude: Exclusions): void }) {
  const { exclude, onExclude } = props;
  const integrations = useQuery(
    'integrations.list',
    { includeRevoked: true },
    ['integrations'],
    exclude.integrationId !== undefined,
  ).value?.integrations;
  const { late, ...listed } = exclude;
  const labelOf: { [M in Listed]: (value: NonNullable<Exclusions[M]>[number]) => string } = {
    words: words.without,
    integrationId: (id) => words.notAgent(integrations?.find((each) => each.id === id)?.name ?? id),
    event: (type) => words.notKind(messages.eventTypes[type]),
    sessionKey: words.notSession,
    project: words.notProject,
    destination: words.notDestination,
    found: (found) => words.notFound[found],
    notable: (kind) => words.notKind(messages.notable[kind]),
    fingerprint: (digits) => words.notFingerprint(digits.slice(0, SHOWN_DIGITS)),
    path: words.notPath,
    tool: words.notTool,
    mcp: words.notMcp,
    model: words.notModel,
    mode: words.notMode,
  };
  const chips: { label: string; next: Exclusions }[] = Object.entries(listed).flatMap(([member, values]) =>
    values.map((value: unknown) => {
      const { [member as Listed]: _, ...rest } = exclude;
      const kept = values.filter((each: unknown) => each !== value);
      return {
        label: (labelOf[member as Listed] as (value: unknown) => string)(value),
        next: kept.length === 0 ? rest : { ...exclude, [member]: kept },
      };
    }),
  );
  if (late) chips.push({ label: words.notLate, next: listed });
  return chips.map(({ label, next }) => (
    <span key={label} className="chip" dir="auto" title={label}>
      <span className="truncate">{label}</span>
      <button
        type="button"
        className="chip__remove"
        aria-label={words.remove(label)}
        onClick={() => onExclude(next)}
      >
        <X size={12} strokeWidth={1.5} aria-hidden />
      </button>
    </span>
  ));
}
