/** The fingerprint of a secret. */
export const FINGERPRINT = /^[0-9a-f]{16}$/;

const SHOWN_DIGITS = 8;
/** The digits that tell the secrets of a record apart. */
export const shownDigits = (fingerprint: string): string => fingerprint.slice(0, SHOWN_DIGITS);
