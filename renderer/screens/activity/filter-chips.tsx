import { X } from 'lucide-react';
import type { Exclusions, ReceiptFilter } from '../../../shared/control.ts';
import { shownDigits } from '../../../shared/fingerprint.ts';
import { sessionTitle } from '../../../shared/words/session-title.ts';
import { useQuery } from '../../control/control-context.tsx';
import { useProjectName } from '../../control/project-names.tsx';
import { messages } from '../../messages/index.ts';
import { useRangeName } from './range-field.tsx';

const words = messages.activity.chips;

interface FilterChipsProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
  grouped: boolean;
  onGrouped(grouped: boolean): void;
  /** True if the controls of the time and the groups are out of sight, so that they need chips, too. */
  withAll: boolean;
}

interface Chip {
  label: string;
  /** The whole of what the label shortens. */
  title?: string;
  onRemove(): void;
}

/** A chip for each filter that is set, and for each value that is excluded. Each can be removed. */
export function FilterChips({ filter, onFilter, grouped, onGrouped, withAll }: FilterChipsProps) {
  const { text: _, exclude, since, until, ...set } = filter;
  const labelOf = useLabels(filter);
  const rangeName = useRangeName(filter);
  const without = (members: readonly string[]) =>
    onFilter(Object.fromEntries(Object.entries(filter).filter(([name]) => !members.includes(name))));
  const chips: Chip[] = [
    ...Object.entries(set).map(([member, value]) => ({
      ...labelOf(member, value, false),
      onRemove: () => without([member]),
    })),
    ...Object.entries(exclude ?? {}).flatMap(([member, values]) =>
      [values].flat().map((value) => ({
        ...labelOf(member, value, true),
        onRemove: () => onFilter(withoutExcluded(filter, member, value)),
      })),
    ),
  ];
  if (withAll && (since !== undefined || until !== undefined))
    chips.push({ label: rangeName, onRemove: () => without(['since', 'until']) });
  if (withAll && grouped) chips.push({ label: words.grouped, onRemove: () => onGrouped(false) });
  return chips.map(({ label, title = label, onRemove }) => (
    <span key={`${label} ${title}`} className="chip filters__chip" dir="auto" title={title}>
      <span className="truncate">{label}</span>
      <button type="button" className="chip__remove" aria-label={words.remove(label)} onClick={onRemove}>
        <X size={12} strokeWidth={1.5} aria-hidden />
      </button>
    </span>
  ));
}

/** Removes one value from what a filter excludes. */
function withoutExcluded(filter: ReceiptFilter, member: string, value: unknown): ReceiptFilter {
  const { exclude, ...rest } = filter;
  const kept = Object.entries(exclude ?? {}).flatMap(([name, values]): [string, unknown][] => {
    if (name !== member) return [[name, values]];
    const others = [values].flat().filter((each) => each !== value);
    return others.length === 0 ? [] : [[name, others]];
  });
  return kept.length === 0 ? rest : { ...rest, exclude: Object.fromEntries(kept) };
}

type Labels = {
  [M in keyof Exclusions]-?: (value: Extract<Exclusions[M], readonly unknown[]>[number]) => string;
};

/** Gives the function that names a condition of a filter, set or excluded. */
function useLabels({ integrationId, sessionKey, exclude }: ReceiptFilter) {
  const hasAgent = integrationId !== undefined || exclude?.integrationId !== undefined;
  const listed = useQuery('integrations.list', { includeRevoked: true }, ['integrations'], hasAgent).value;
  const session = useQuery('sessions.get', { key: sessionKey ?? 0 }, [], sessionKey !== undefined).value
    ?.session;
  const nameOf = useProjectName();
  const labels: Labels = {
    integrationId: (id) => words.agent(listed?.integrations.find((each) => each.id === id)?.name ?? id),
    sessionKey: (key) => words.session(session?.key === key ? sessionTitle(session) : `#${key}`),
    project: (path) => words.project(nameOf(path)),
    destination: words.destination,
    event: (type) => messages.eventTypes[type],
    notable: (kind) => messages.notable[kind],
    late: () => words.late,
    fingerprint: (digits) => words.fingerprint(shownDigits(digits)),
    path: words.path,
    tool: words.tool,
    mcp: words.mcp,
    model: words.model,
    mode: words.mode,
    found: (found) => words.found[found],
    words: words.word,
  };
  return (member: string, value: unknown, excluded: boolean): Pick<Chip, 'label' | 'title'> => {
    const name = (labels[member as keyof Labels] as (value: unknown) => string)(value);
    const label = excluded ? words.without(name) : member === 'found' ? words.with(name) : name;
    return member === 'project' ? { label, title: String(value) } : { label };
  };
}
