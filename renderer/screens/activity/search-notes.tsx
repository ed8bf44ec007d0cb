import { withSearch } from '../../../shared/search/filter.ts';
import { searchNoteSentence } from '../../../shared/words/search.ts';
import { useKnownNames } from './token-values.ts';

/** Says what looks like a filter in a search and is searched as text. */
export function SearchNotes({ search }: { search: string }) {
  const known = useKnownNames(search.includes(':'));
  const notes = known === undefined ? [] : withSearch({}, search, known).notes;
  return notes.map((note) => (
    <p key={note.word} className="secondary search-note" role="status">
      {searchNoteSentence(note)}
    </p>
  ));
}
