import type { Label } from '../text/label-words-index.ts';
import { isQuotedPhrase } from '../text/message-word.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isShortMade } from '../text/personal-token.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { isCode, isDottedWord, isProseKey, isProsePassword, type Tie } from '../text/prose-secret.ts';
import type { ReadValue } from './value-in-sentence.ts';

/** The short words for a password; the other words of their sort mean much else. */
const SHORT_LABELS = new Set(['pass', 'psw', 'pswd', 'passw', 'contra', 'пас', 'пасс', 'ww', 'lösen']);

/** Words of programs, of which no password of two words is made. */
const OF_A_PROGRAM =
  /user|pass|pw|name|^id$|_id|key|token|hash|reset|field|input|value|text|secret|login|auth|^(?:is|not|my|new|old|get|set|db|no|has|on|to)_|form|config|props|state|process|this|self|env|data|body|req|res|opts|options|params|settings|type|test|error|policy|prompt|message|file/i;

/** `linden_green`, and behind a sign `linden.green`: two words that a person joins. */
const isPairOfWords = ({ value, endsLine }: ReadValue, label: Label, tie: Tie) =>
  !OF_A_PROGRAM.test(value) &&
  !isPlaceholder(value) &&
  (/^\p{L}{3,16}_\p{L}{3,16}$/u.test(value)
    ? !/^[A-Z_]+$/.test(value)
    : label.english && tie === 'operator' && endsLine && /^\p{Ll}{4,12}\.\p{Ll}{5,12}$/u.test(value));

/** What a camera or a card asks for to be sure. */
const ASKS_FOR_PROOF =
  /verif|vérif|prüf|confirm|sprawd|weryf|ověř|overov|подтвер|провер|перевір|验证|驗證|确认|確認|인증|doğrulama/u;
/** What a form says there, of as many letters. */
const SIX_LETTERS_SAID =
  /^(?:NUMBER|STRING|HIDDEN|FAILED|PASSED|SIGNED|CANCEL|SUBMIT|RESEND|EXPIRE|REPLAY|STATUS|RESULT|FORMAT|LENGTH|OUTPUT|ACCEPT|VERIFY|LOCKED|FIELDS|OBJECT|CUSTOM|UNIQUE|SECRET|RANDOM|DIGITS|CAMBIO|CODIGO|CODICE|NUMERO|OBLIGA)$/;
/** Six capitals, as a sticker on a camera has them. */
const isCodeOfSticker = (label: Label, value: string, tie: Tie): boolean =>
  tie === 'operator' &&
  /^[A-Z]{6}$/.test(value) &&
  ASKS_FOR_PROOF.test(label.text) &&
  !SIX_LETTERS_SAID.test(value);

/** The two keys of a sector of a card. */
export const KEYS_OF_CARD = new Set(['key a', 'key b']);
const isKeyOfCard = (value: string): boolean => /^[0-9A-F]{12}$/i.test(value) && !/^(.)\1+$/.test(value);

/** Sixteen letters that a mail service makes for one application: few of them are vowels. */
const MOST_VOWELS = 5;
const isAppPassword = (value: string): boolean =>
  /^[a-z]{16}$/.test(value) && (value.match(/[aeiou]/g)?.length ?? 0) <= MOST_VOWELS;

/** True when a value is what its label announces. */
export function isAnnounced(label: Label, read: ReadValue, tie: Tie, inMessage: boolean): boolean {
  switch (label.sort) {
    case 'password':
      return (
        isProsePassword(read.value, tie, read.quoted, read.endsLine, inMessage) ||
        (inMessage && isAppPassword(read.value)) ||
        (inMessage && tie === 'beside' && read.quoted && isQuotedPhrase(read.value)) ||
        (inMessage && (tie !== 'beside' || !label.english) && isPairOfWords(read, label, tie)) ||
        (read.value.includes('.') &&
          (tie !== 'beside' || !label.english) &&
          isDottedWord(read.value, label.english ? 1 : 0))
      );
    case 'pin':
      return isCode(read.value, tie) || isCodeOfSticker(label, read.value, tie);
    case 'key':
      return KEYS_OF_CARD.has(label.text) ? isKeyOfCard(read.value) : isProseKey(read.value, tie);
    case 'slang':
      return tie === 'beside'
        ? (passwordStrength(read.value) !== undefined && passwordStrength(read.value) !== 'chosen') ||
            (inMessage && SHORT_LABELS.has(label.text) && isShortMade(read.value))
        : passwordStrength(read.value) !== undefined;
    case 'phrase':
      return false;
  }
}
