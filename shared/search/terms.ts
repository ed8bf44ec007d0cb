import { normalized } from '../normalized.ts';

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The form of a sigma at the end of a word. A part of the word would not be found with it. */
const FINAL_SIGMA = 'ς';
/** The marks of letters of the alphabets of Europe. In other scripts, a mark makes another letter, or is a vowel. */
const DIACRITICS = /[\u0300-\u036f]+/g;

/** Folds letters as the text index has them: no case and no diacritics. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (!BEYOND_ASCII.test(lower)) return lower;
  return normalized(normalized(lower, 'NFD').replaceAll(DIACRITICS, ''), 'NFC').replaceAll(FINAL_SIGMA, 'σ');
}

/** Finds where terms occur in a text, as the text index compares them. Places do not overlap and rise. */
export function placesOf(text: string, terms: readonly string[]): { start: number; end: number }[] {
  const { whole, at } = foldedWithPlaces(text);
  const places: { start: number; end: number }[] = [];
  for (const term of terms.map(folded)) {
    if (term === '') continue;
    for (let found = whole.indexOf(term); found !== -1; found = whole.indexOf(term, found + term.length)) {
      places.push({ start: at(found), end: at(found + term.length) });
    }
  }
  let last = 0;
  return places
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      if (start < last || end <= start) return false;
      last = end;
      return true;
    });
}

/** Folds a text, with the place in the text of each folded character. A mark belongs to the letter before it. */
function foldedWithPlaces(text: string): { whole: string; at(index: number): number } {
  if (!BEYOND_ASCII.test(text)) return { whole: text.toLowerCase(), at: (index) => index };
  let whole = '';
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const letters = folded(character);
    whole += letters;
    for (let unit = 0; unit < letters.length; unit += 1) places.push(place);
    place += character.length;
  }
  return { whole, at: (index) => places[index] ?? text.length };
}
