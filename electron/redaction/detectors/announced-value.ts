import type { Label } from '../text/label-words-index.ts';
import { isQuotedPhrase } from '../text/message-word.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isShortMade } from '../text/personal-token.ts';
import { isCode, isDottedWord, isProseKey, isProsePassword, type Tie } from '../text/prose-secret.ts';
import type { ReadValue } from './value-in-sentence.ts';

/** The short words for a password; the other words of their sort mean much else. */
export const SHORT_LABELS = new Set(['pass', 'psw', 'pswd', 'passw', 'contra', 'пас', 'пасс', 'ww', 'lösen']);

/** True when a value is what its label announces. */
export function isAnnounced(label: Label, read: ReadValue, tie: Tie, inMessage: boolean): boolean {
  switch (label.sort) {
    case 'password':
      return (
        isProsePassword(read.value, tie, read.quoted, read.endsLine, inMessage) ||
        (inMessage && tie === 'beside' && read.quoted && isQuotedPhrase(read.value)) ||
        (read.value.includes('.') &&
          (tie !== 'beside' || !label.english) &&
          isDottedWord(read.value, label.english ? 1 : 0))
      );
    case 'pin':
      return isCode(read.value, tie);
    case 'key':
      return isProseKey(read.value, tie);
    case 'slang':
      return tie === 'beside'
        ? (passwordStrength(read.value) !== undefined && passwordStrength(read.value) !== 'chosen') ||
            (inMessage && SHORT_LABELS.has(label.text) && isShortMade(read.value))
        : passwordStrength(read.value) !== undefined;
    case 'phrase':
      return false;
  }
}
