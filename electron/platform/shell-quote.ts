/** Quotes a text as one word of a POSIX shell. Nothing in single quotes is replaced; a quote itself ends them for a moment. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
