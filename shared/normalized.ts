/**
 * The characters of a run of combining marks before the last one, as many as the Stream-Safe Text Format of Unicode
 * (UAX #15) allows. No language has more. Two half-width marks become combining marks in some forms.
 */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{30}(?=[\p{M}\uff9e\uff9f])/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Keeps the marks on both sides apart. */
const GRAPHEME_JOINER = '\u034f';

/** Normalizes a text in linear time. To put a run of combining marks in order takes the square of its length. */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  BEYOND_ASCII.test(text) ? text.replaceAll(LONG_RUN, `$&${GRAPHEME_JOINER}`).normalize(form) : text;
