import { ABOUT_MOST_USED, BEFORE_YEAR, CALLED_OR_ORDERED, MOST_USED } from '../rules/public-things.ts';

/** A parcel of the post, with the two letters of its country. */
const PARCEL = /^[A-Z]{2}\d{9}[A-Z]{2}$/;
const YEAR = /^(?:19|20)\d\d$/;

/** True for the number of a telephone, a parcel or an article, a date, and a password that everybody knows. */
export const isOtherThing = (text: string, before: string, value: string): boolean =>
  PARCEL.test(value) ||
  CALLED_OR_ORDERED.test(before) ||
  (YEAR.test(value) && BEFORE_YEAR.test(before)) ||
  (MOST_USED.test(value) && ABOUT_MOST_USED.test(text));
