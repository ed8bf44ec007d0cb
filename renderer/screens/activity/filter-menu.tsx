import { Plus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { meaningOf } from '../../../shared/search/filter.ts';
import { FILTER_NAMES, type FilterName } from '../../../shared/search/grammar.ts';
import { Button } from '../../components/button.tsx';
import { OptionList } from '../../components/option-list.tsx';
import { messages } from '../../messages/index.ts';
import { NEWEST, useKnownNames, useTokenValues } from './token-values.ts';

const { filterMenu: words, filters } = messages.activity;
/** The kinds whose values are not all listed. */
const TYPED: readonly FilterName[] = ['to', 'tool', 'mcp', 'mode', 'model', 'path', 'after', 'before'];
/** The values of these are those of the newest receipts. */
const OF_NEWEST: readonly FilterName[] = ['tool', 'mcp', 'mode', 'model'];

interface FilterMenuProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
}

interface Entry {
  /** Two sessions can have one title and one time. */
  key: string;
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
  const [kind, setKind] = useState<FilterName | undefined>(undefined);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const show = (next: FilterName | undefined) => {
    setKind(next);
    setText('');
    setChosen(0);
  };
  const entries = useEntries(kind, text.trim(), show, (meant) => {
    onFilter({ ...filter, ...meant });
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
  const label = kind === undefined ? words.kind : filters[kind];
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
      <OptionList
        id={listId}
        label={label}
        className="palette"
        options={entries}
        chosen={chosen}
        onChoose={(entry) => entry.choose()}
      />
      {kind !== undefined && OF_NEWEST.includes(kind) ? (
        <p className="menu__label secondary">{words.ofNewest(NEWEST)}</p>
      ) : (
        entries.length === 0 && <p className="menu__label secondary">{words.none}</p>
      )}
    </>
  );
}

function useEntries(
  kind: FilterName | undefined,
  text: string,
  onKind: (kind: FilterName) => void,
  onValue: (filter: ReceiptFilter) => void,
): Entry[] {
  const values = useTokenValues(true);
  const known = useKnownNames(true);
  const typed = text.toLowerCase();
  const matches = (...shown: string[]) => shown.join(' ').toLowerCase().includes(typed);
  if (kind === undefined) {
    return FILTER_NAMES.map((each) => ({
      key: each,
      label: filters[each],
      note: '',
      choose: () => onKind(each),
    })).filter(({ label }) => matches(label));
  }
  const entryOf = (value: string, label: string, note: string): Entry[] => {
    if (known === undefined) return [];
    const meaning = meaningOf(kind, value, known);
    return 'filter' in meaning ? [{ key: value, label, note, choose: () => onValue(meaning.filter) }] : [];
  };
  const listed = values[kind].flatMap(({ value, name = value, note = '', alias = '' }) =>
    matches(name, note, alias) ? entryOf(value, name, note) : [],
  );
  const isOwn = TYPED.includes(kind) && text !== '' && !listed.some(({ label }) => label === text);
  return isOwn ? [...listed, ...entryOf(text, text, words.asTyped)] : listed;
}
