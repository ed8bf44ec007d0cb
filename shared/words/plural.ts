import { inLanguages } from '../locale.ts';
import { formatCount } from '../quantity.ts';

/** The language of Plinth's words. */
const LANGUAGE = 'en';

// Made at the first use: a host that says nothing to a person never loads the tables of languages.
const rules = inLanguages(() => new Intl.PluralRules(LANGUAGE));
const conjunction = inLanguages(() => new Intl.ListFormat(LANGUAGE, { type: 'conjunction' }));

/** The noun for each plural category of the language. A language has `other` and those categories that it needs. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Gives the count, formatted, and the form of the noun that the language uses with it. */
export const plural = (count: number, forms: PluralForms): string =>
  `${formatCount(count)} ${forms[rules().select(count)] ?? forms.other}`;

/** Joins the parts of a list: "a, b, and c". */
export const listed = (parts: readonly string[]): string => conjunction().format(parts);

export const receipts = (count: number) => plural(count, { one: 'receipt', other: 'receipts' });
