import type { Label } from '../text/label-words-index.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isCode, isProseKey, isProsePassword, type Tie } from '../text/prose-secret.ts';
import type { ReadValue } from './value-in-sentence.ts';

/** True when a value is what its label announces. */
export function isAnnounced(label: Label, read: ReadValue, tie: Tie, inMessage: boolean): boolean {
  switch (label.sort) {
    case 'password':
      return isProsePassword(read.value, tie, read.quoted, read.endsLine, inMessage);
    case 'pin':
      return isCode(read.value, tie);
    case 'key':
      return isProseKey(read.value, tie);
    case 'slang':
      return tie === 'beside'
        ? passwordStrength(read.value) !== undefined && passwordStrength(read.value) !== 'chosen'
        : passwordStrength(read.value) !== undefined;
    case 'phrase':
      return false;
  }
}
