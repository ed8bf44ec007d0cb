import { X } from 'lucide-react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { useQuery } from '../../control/control-context.tsx';
import { useProjectName } from '../../control/project-names.tsx';
import { messages } from '../../messages/index.ts';
import { useRangeName } from './range-field.tsx';

const words = messages.activity.chips;
const SHOWN_DIGITS = 8;

interface FilterChipsProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
  grouped: boolean;
  onGrouped(grouped: boolean): void;
  /** True if the controls of the time and the groups are out of sight, so that they need chips, too. */
  withAll: boolean;
}

/** A chip for each filter that is set and that no visible control shows. Each can be removed. */
export function FilterChips({ filter, onFilter, grouped, onGrouped, withAll }: FilterChipsProps) {
  const { integrationId, sessionKey, project, event, since, until } = filter;
  const integrations = useQuery('integrations.list', { includeRevoked: true }, ['integrations']).value;
  const session = useQuery('sessions.get', { key: sessionKey ?? 0 }, [], sessionKey !== undefined).value
    ?.session;
  const nameOf = useProjectName();
  const rangeName = useRangeName(filter);
  const agent = integrations?.integrations.find(({ id }) => id === integrationId)?.name;
  const title = session?.key === sessionKey ? session?.title : undefined;
  const plain = plainChips(filter);
  const chips: Chip[] = [
    ...(integrationId === undefined ? [] : [chip(words.agent(agent ?? integrationId), ['integrationId'])]),
    ...(sessionKey === undefined ? [] : [chip(words.session(title ?? `#${sessionKey}`), ['sessionKey'])]),
    ...(project === undefined ? [] : [chip(words.project(nameOf(project)), ['project'], project)]),
    ...(event === undefined ? [] : [chip(messages.eventTypes[event], ['event'])]),
    ...plain,
    ...(withAll && (since !== undefined || until !== undefined) ? [chip(rangeName, ['since', 'until'])] : []),
  ];
  const without = (members: readonly string[]) =>
    onFilter(Object.fromEntries(Object.entries(filter).filter(([name]) => !members.includes(name))));
  return (
    <>
      {chips.map(({ label, title, members }) => (
        <FilterChip key={members.join()} label={label} title={title} onRemove={() => without(members)} />
      ))}
      {withAll && grouped && (
        <FilterChip label={words.grouped} title={words.grouped} onRemove={() => onGrouped(false)} />
      )}
    </>
  );
}

interface Chip {
  label: string;
  title: string;
  members: readonly (keyof ReceiptFilter)[];
}

const chip = (label: string, members: Chip['members'], title = label): Chip => ({ label, title, members });

/** The chips whose words are in the filter itself. */
function plainChips(filter: ReceiptFilter): Chip[] {
  const { destination, tool, mcp, mode, model, path, found, notable, late, fingerprint } = filter;
  return [
    ...(destination === undefined ? [] : [chip(words.destination(destination), ['destination'])]),
    ...(tool === undefined ? [] : [chip(words.tool(tool), ['tool'])]),
    ...(mcp === undefined ? [] : [chip(words.mcp(mcp), ['mcp'])]),
    ...(mode === undefined ? [] : [chip(words.mode(mode), ['mode'])]),
    ...(model === undefined ? [] : [chip(words.model(model), ['model'])]),
    ...(path === undefined ? [] : [chip(words.path(path), ['path'])]),
    ...(found === undefined ? [] : [chip(words[found], ['found'])]),
    ...(notable === undefined ? [] : [chip(messages.notable[notable], ['notable'])]),
    ...(late ? [chip(words.late, ['late'])] : []),
    ...(fingerprint === undefined
      ? []
      : [chip(words.fingerprint(fingerprint.slice(0, SHOWN_DIGITS)), ['fingerprint'])]),
  ];
}

function FilterChip({ label, title, onRemove }: { label: string; title: string; onRemove(): void }) {
  return (
    <span className="chip filters__chip" dir="auto" title={title}>
      <span className="truncate">{label}</span>
      <button type="button" className="chip__remove" aria-label={words.remove(label)} onClick={onRemove}>
        <X size={12} strokeWidth={1.5} aria-hidden />
      </button>
    </span>
  );
}
