import LANGUAGES from './labels.json' with { type: 'json' };

export type LabelSort = 'password' | 'pin' | 'key' | 'phrase' | 'slang';

/** The words of one language. Slang means much else: what follows has to look like a password by itself. */
interface Labels extends Partial<Record<LabelSort, readonly string[]>> {
  language: string;
  copulas: readonly string[];
}

const words = (text: string): readonly string[] => text.split('|');

/**
 * What people write before a secret, in the languages that they write in. A label matches in any letter case and with
 * an ending of its own (`пароля`, `şifresi`, `jelszavam`); the copula is what may stand between it and the value.
 */
export const LABELS: readonly Labels[] = LANGUAGES.map(({ language, copulas, ...sorts }) => ({
  language,
  copulas: words(copulas),
  ...Object.fromEntries(Object.entries(sorts).map(([sort, list]) => [sort, words(list)])),
}));
