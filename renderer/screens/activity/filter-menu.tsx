import { Plus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import type { Session } from '../../../shared/receipt.ts';
import { Button } from '../../components/button.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { clockTime, useNow } from '../../format/time.ts';
import { messages } from '../../messages/index.ts';
import { FILTER_KINDS, type FilterKind, isTextKind, withValue } from './filter-kinds.ts';
import { NEWEST, SESSIONS, useTokenValues } from './token-values.ts';

const words = messages.activity.filterMenu;
/** Values whose names are for programs. What they mean is shown instead. */
const NAMED_BY_NOTE: readonly FilterKind[] = ['session', 'kind', 'has', 'is'];
/** The values of these are those of the newest receipts. */
const OF_NEWEST: readonly FilterKind[] = ['tool', 'mcp', 'mode', 'model'];

interface FilterMenuProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
}

interface Entry {
  label: string;
  note: string;
  choose(): void;
}

/** Adds a filter: first its kind, then a value from a list, or any text where the host lists none. */
export function FilterMenu(props: FilterMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button look="quiet">
          <Plus size={14} strokeWidth={1.5} aria-hidden />
          {words.open}
        </Button>
      </Popover.Trigger>
      <Popover.Content className="menu filter-menu" align="start" sideOffset={4} aria-label={words.open}>
        <FilterChoice {...props} onClose={() => setOpen(false)} />
      </Popover.Content>
    </Popover.Root>
  );
}

function FilterChoice({ filter, onFilter, onClose }: FilterMenuProps & { onClose(): void }) {
  const [kind, setKind] = useState<FilterKind | undefined>(undefined);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const show = (next: FilterKind | undefined) => {
    setKind(next);
    setText('');
    setChosen(0);
  };
  const entries = useEntries(kind, text.trim(), show, (each, value, idOf) => {
    onFilter(withValue(filter, each, value, idOf));
    onClose();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + entries.length) % entries.length);
    } else if (event.key === 'Enter') entries[chosen]?.choose();
    else if (event.key === 'Backspace' && text === '') show(undefined);
  };
  const label = kind === undefined ? words.kind : words.kinds[kind];
  return (
    <>
      <input
        className="input"
        type="text"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[chosen] === undefined ? undefined : `${listId}-${chosen}`}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={label} className="palette">
        {entries.map((entry, index) => (
          // The field has the focus and handles the keys. An option handles only the pointer.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={`${entry.label} ${entry.note}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="palette__entry"
            onPointerDown={(event) => event.preventDefault()}
            onClick={entry.choose}
          >
            <span className="truncate" dir="auto">
              {entry.label}
            </span>
            <span className="secondary truncate" dir="auto">
              {entry.note}
            </span>
          </div>
        ))}
      </div>
      {kind !== undefined && OF_NEWEST.includes(kind) ? (
        <p className="menu__label secondary">{words.ofNewest(NEWEST)}</p>
      ) : (
        entries.length === 0 && <p className="menu__label secondary">{words.none}</p>
      )}
    </>
  );
}

function useEntries(
  kind: FilterKind | undefined,
  text: string,
  onKind: (kind: FilterKind) => void,
  onValue: (kind: FilterKind, value: string, idOf: (name: string) => string | undefined) => void,
): Entry[] {
  const values: Partial<Record<FilterKind, readonly { value: string; note: string }[]>> =
    useTokenValues(true);
  const integrations = useQuery('integrations.list', { includeRevoked: true }, ['integrations']).value;
  // The same query as that of the values.
  const sessions = useQuery('sessions.query', { limit: SESSIONS }, []).value?.sessions ?? [];
  const now = useNow();
  const typed = text.toLowerCase();
  const matches = (entry: Entry) => `${entry.label} ${entry.note}`.toLowerCase().includes(typed);
  if (kind === undefined) {
    return FILTER_KINDS.map((each) => ({
      label: words.kinds[each],
      note: '',
      choose: () => onKind(each),
    })).filter(matches);
  }
  const idOf = (name: string) => integrations?.integrations.find((each) => each.name === name)?.id;
  const entryOf = (value: string, label: string, note: string): Entry => ({
    label,
    note,
    choose: () => onValue(kind, value, idOf),
  });
  const sessionNote = ({ integration, lastEventAt }: Session) =>
    `${integration.name}, ${clockTime(lastEventAt, now)}`;
  const sessionNotes = new Map(sessions.map((each) => [String(each.key), sessionNote(each)]));
  const listed = (values[kind] ?? [])
    .map(({ value, note }) =>
      NAMED_BY_NOTE.includes(kind)
        ? entryOf(value, note, sessionNotes.get(value) ?? '')
        : entryOf(value, value, note),
    )
    .filter(matches);
  const isListed = listed.some(({ label }) => label === text);
  return isTextKind(kind) && text !== '' && !isListed
    ? [...listed, entryOf(text, text, words.asTyped)]
    : listed;
}
