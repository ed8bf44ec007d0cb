let languages: string[] = ['en'];
let chosen = 0;

/**
 * Sets the languages of dates, numbers and lengths of time, the preferred one first. The window follows the user's. The
 * command line stays in English, so that its output is the same everywhere.
 */
export function formatIn(preferred: readonly string[]): void {
  languages = Intl.getCanonicalLocales(preferred.filter(isLanguage));
  chosen += 1;
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    // A browser can be told to name any text.
    return false;
  }
}

/** Makes a format once for each choice of languages. */
export function inLanguages<T>(make: (languages: string[]) => T): () => T {
  let made: { format: T; chosen: number } | undefined;
  return () => {
    if (made?.chosen !== chosen) made = { format: make(languages), chosen };
    return made.format;
  };
}
