export const RECEIPT_ID_PREFIX = 'rcpt_';

/** Matches one character of a ULID: Crockford's Base32. */
export const ULID_CHARACTER = '[0-9A-HJKMNP-TV-Z]';

/** Matches a receipt id anywhere in a text; regular expressions that match nothing else add anchors. */
export const RECEIPT_ID_PATTERN = `${RECEIPT_ID_PREFIX}${ULID_CHARACTER}{26}`;

const RECEIPT_ID = new RegExp(`^${RECEIPT_ID_PATTERN}$`);

/** Tells whether a text has the form of a receipt id. */
export const isReceiptId = (text: string): boolean => RECEIPT_ID.test(text);
