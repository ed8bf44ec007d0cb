import { type Detector, isMessage, type Scan } from '../engine/scan.ts';
import { ABOUT_LOGIN, ABOUT_LOGIN_LITERALS, SECRET_QUESTIONS } from '../rules/message-phrases.ts';
import { RECOVERY_WORDS } from '../rules/place-codes.ts';

/** What the search for literals tells of a whole text, one bit each, so that those who need it do not search again. */
export const NOTICE = {
  /** What clients of FTP, POP3, IMAP, IRC and Redis send stands somewhere. */
  protocol: 1,
  /** So does an account that everything has. */
  account: 2,
  /** The message has a word about something with a password. */
  aboutLogin: 4,
  /** It asks or answers a secret question. */
  secretQuestion: 8,
  /** It is about codes for the day on which the second factor is lost. */
  recovery: 16,
} as const;

/** Returns true where the literals have shown a notice. */
export const isNoticed = (scan: Scan, notice: number) => (scan.noticed & notice) !== 0;

function noticeOf(literals: readonly string[], caseless: boolean, notice: number): Detector {
  return {
    literals,
    caseless,
    notices: true,
    attempt(scan) {
      scan.noticed |= notice;
    },
  };
}

const LETTER = /\p{L}/u;

const aboutLoginDetector: Detector = {
  literals: ABOUT_LOGIN_LITERALS,
  caseless: true,
  notices: true,
  attempt(scan, at) {
    if (isNoticed(scan, NOTICE.aboutLogin) || !isMessage(scan) || LETTER.test(scan.text.charAt(at - 1)))
      return;
    ABOUT_LOGIN.lastIndex = at;
    if (ABOUT_LOGIN.test(scan.text)) scan.noticed |= NOTICE.aboutLogin;
  },
};

export const noticeDetectors: readonly Detector[] = [
  noticeOf(['PASS', 'LOGIN', 'AUTH', '"requirepass"'], false, NOTICE.protocol),
  noticeOf(['identify ', 'identify\t'], true, NOTICE.protocol),
  // The short one is a word of its own before a blank.
  noticeOf(['root', 'admin', 'superuser', 'guest', 'gast', 'sa '], true, NOTICE.account),
  noticeOf(RECOVERY_WORDS, true, NOTICE.recovery),
  noticeOf(SECRET_QUESTIONS, true, NOTICE.secretQuestion),
  aboutLoginDetector,
];
