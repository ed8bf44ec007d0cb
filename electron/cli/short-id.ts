import { isReceiptId, RECEIPT_ID_PREFIX, ULID_CHARACTER } from '../../shared/receipt-id.ts';
import { CommandFailure } from './command-output.ts';
import type { ControlAccess } from './control-access.ts';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The time of a ULID in milliseconds. */
const TIME_LENGTH = 10;
/** The number of a receipt within its millisecond follows the time, so that so many characters are of one receipt only. */
const SHORT_LENGTH = 13;
/** More receipts of one millisecond than a person chooses from. */
const MOST = 500;

/** The part of an id that `plinth receipts show` needs. */
export const shortId = (id: string): string =>
  id.slice(RECEIPT_ID_PREFIX.length, RECEIPT_ID_PREFIX.length + SHORT_LENGTH);

const timeOf = (characters: string) =>
  [...characters].reduce((time, each) => time * 32 + DIGITS.indexOf(each), 0);

/** Finds the receipt whose id begins with a text. `rcpt_` may be left out. */
export async function findReceiptId(access: ControlAccess, text: string): Promise<string> {
  const prefix = text.replace(RECEIPT_ID_PREFIX, '').toUpperCase();
  const id = RECEIPT_ID_PREFIX + prefix;
  if (isReceiptId(id)) return id;
  const unknown = new CommandFailure('not_found', 'There is no receipt with this id.');
  if (!new RegExp(`^[0-7]${ULID_CHARACTER}{0,24}$`).test(prefix)) throw unknown;
  const time = prefix.slice(0, TIME_LENGTH);
  const { receipts } = await access.call('receipts.query', {
    filter: {
      since: instant(timeOf(time.padEnd(TIME_LENGTH, '0'))),
      until: instant(timeOf(time.padEnd(TIME_LENGTH, 'Z')) + 1),
    },
    limit: MOST,
  });
  const [found, other] = receipts.filter((each) => each.id.startsWith(id));
  if (found === undefined) throw unknown;
  if (other === undefined) return found.id;
  throw new CommandFailure('invalid_params', 'Several receipts have such an id. Add more of its characters.');
}

/** The last instant that has four digits for its year. */
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
const instant = (time: number) => new Date(Math.min(time, LATEST)).toISOString();
