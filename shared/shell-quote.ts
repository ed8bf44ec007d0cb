/** Quotes a text as one word of a POSIX shell. Nothing in single quotes is replaced; a quote itself ends them for a moment. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What PowerShell takes for a single quote. Two of them are one in a quoted word. */
const QUOTE_OF_POWERSHELL = /['\u2018-\u201b]/g;
const TWO_QUOTES_OF_POWERSHELL = /(['\u2018-\u201b])\1/g;

/** Quotes a text as one word of PowerShell, in which nothing is replaced. */
export const powershellQuoted = (text: string): string => `'${text.replaceAll(QUOTE_OF_POWERSHELL, '$&$&')}'`;

/** Returns the text of a word of {@link powershellQuoted}, given without the quotes around it. */
export const powershellUnquoted = (word: string): string => word.replaceAll(TWO_QUOTES_OF_POWERSHELL, '$1');
