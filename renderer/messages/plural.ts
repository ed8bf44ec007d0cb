import { plural } from '../../shared/words/plural.ts';

export { plural, receipts } from '../../shared/words/plural.ts';

export const events = (count: number) => plural(count, { one: 'event', other: 'events' });
