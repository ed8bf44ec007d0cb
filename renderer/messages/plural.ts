import { formatCount } from '../format/quantity.ts';

/** The language of the window's messages. */
const LANGUAGE = 'en';

const rules = new Intl.PluralRules(LANGUAGE);

/** The noun for each plural category of the language. A language has `other` and those categories that it needs. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Gives the count, formatted, and the form of the noun that the language uses with it. */
export const plural = (count: number, forms: PluralForms): string =>
  `${formatCount(count)} ${forms[rules.select(count)] ?? forms.other}`;

export const receipts = (count: number) => plural(count, { one: 'receipt', other: 'receipts' });

export const events = (count: number) => plural(count, { one: 'event', other: 'events' });
