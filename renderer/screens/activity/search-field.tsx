import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReceiptFilter } from '../../../shared/control.ts';
import { withSearch } from '../../../shared/search/filter.ts';
import { OptionList } from '../../components/option-list.tsx';
import { messages } from '../../messages/index.ts';
import { completionsOf, mayBecomeToken, settledText } from './completions.ts';
import { useKnownNames, useTokenValues } from './token-values.ts';

const words = messages.activity;
const TYPING_PAUSE_MS = 200;
/** The start of a token is searched for as a word only when its colon does not follow. */
const TOKEN_PAUSE_MS = 1000;
const MAX_LENGTH = 512;
const VALUE_AT_END = /:[^:\s]*$/;

interface SearchFieldProps {
  filter: ReceiptFilter;
  onFilter(filter: ReceiptFilter): void;
}

/** The search, with a list of the tokens and values that can complete it. */
export function SearchField({ filter, onFilter }: SearchFieldProps) {
  // Most visits search nothing, so the values wait for the first focus.
  const [visited, setVisited] = useState(false);
  const values = useTokenValues(visited);
  const [text, setText] = useTypedText({ filter, onFilter }, (typed) => settledText(typed, values), visited);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const listId = useId();
  // A token that became a filter leaves an empty field, which offers nothing until the user asks.
  useEffect(() => {
    if (text === '') setOpen(false);
  }, [text]);
  const found = open ? completionsOf(text, values, words.filters) : [];
  const type = (next: string) => {
    setText(next);
    // A value is what the user means. The name of a token may also be a word to search for.
    setChosen(VALUE_AT_END.test(next) ? 0 : -1);
    setOpen(next !== '');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = found[chosen];
    if (step !== undefined) {
      event.preventDefault();
      if (!open) setOpen(true);
      else if (found.length > 0) setChosen((chosen + step + found.length) % found.length);
    } else if (event.key === 'Escape' && found.length > 0) {
      event.preventDefault();
      setOpen(false);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && choice !== undefined) {
      event.preventDefault();
      type(choice.text);
    } else if (event.key === 'Enter') setText(`${text.trimEnd()} `);
  };
  return (
    <div className="filters__search">
      <Search size={14} strokeWidth={1.5} aria-hidden />
      <input
        className="input"
        type="text"
        role="combobox"
        aria-label={words.search}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[chosen] === undefined ? undefined : `${listId}-${chosen}`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        maxLength={MAX_LENGTH}
        placeholder={words.searchShort}
        onChange={(event) => type(event.target.value)}
        onFocus={() => setVisited(true)}
        onBlur={() => {
          setOpen(false);
          // What waits for a space is meant as it stands.
          if (settledText(text, values) !== text) setText(`${text.trimEnd()} `);
        }}
        onKeyDown={onKeyDown}
      />
      <OptionList
        id={listId}
        label={words.completions}
        className="completions"
        options={found.map((each) => ({ ...each, key: each.text }))}
        chosen={chosen}
        onChoose={({ text: next }) => type(next)}
      />
    </div>
  );
}

/**
 * The text of the field. It sets the filter after a pause, and shows a filter that another control sets. What it set
 * itself never returns to it: the user may have typed on.
 */
function useTypedText(
  { filter, onFilter }: SearchFieldProps,
  settled: (text: string) => string,
  visited: boolean,
) {
  const names = useKnownNames(visited);
  const wanted = filter.text ?? '';
  const [text, setText] = useState(wanted);
  /** The filter's text that this field knows: the one that it set or took over last. */
  const known = useRef(wanted);
  const applied = settled(text);
  // Before another timer can set the filter.
  useLayoutEffect(() => {
    if (wanted === known.current) return;
    known.current = wanted;
    setText(wanted);
  }, [wanted]);
  useEffect(() => {
    if (applied.trim() === wanted || names === undefined) return;
    const pause = mayBecomeToken(text) ? TOKEN_PAUSE_MS : TYPING_PAUSE_MS;
    const timer = setTimeout(() => {
      const next = withSearch(filter, applied, names).filter;
      const rest = next.text ?? '';
      // A token leaves the field when it becomes a filter.
      if (rest !== applied.trim()) {
        const kept = rest === '' ? '' : `${rest} `;
        setText((now) => (now.startsWith(applied) ? kept + now.slice(applied.length) : now));
      }
      known.current = rest;
      onFilter(next);
    }, pause);
    return () => clearTimeout(timer);
  }, [text, applied, wanted, filter, onFilter, names]);
  return [text, setText] as const;
}
