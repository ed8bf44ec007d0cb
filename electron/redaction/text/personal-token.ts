import { changesOf } from './disorder.ts';
import { passwordStrength } from './password-strength.ts';
import { isPlaceholder } from './placeholder.ts';
import { isTechnicalWord } from './prose-secret.ts';

/** Things of a computer or of an office that have a number, and no words of a person's own. */
const THING =
  /^(?:servers?|hosts?|nodes?|web|db|dbs|vm|box|prod|staging|tests?|dev|users?|kunden?|clients?|accounts?|konto|tables?|columns?|branch|versions?|releases?|python|ports?|room|raum|levels?|steps?|pages?|seite|chapter|tickets?|issues?|bugs?|pr|sprint|phase|builds?|cases?|config|files?|lines?|zeile|forms?|fields?|ids?|keys?|codes?|utf|sha|base|http|oauth|ipv|win|windows|ubuntu|debian|postgres\w*|mysql|redis|java|angular|vue|react|iphone|pixel|galaxy|outlook|exchange|office|errors?|status|routes?|router|switch|eth|wlan|usb|com|lpt|gpio|pods?|replica|shard|workers?|queues?|topics?|env|stage|schema|models?|apps?|apis?|services?|cluster|device|sensor|camera|printer|drucker|order|invoice|rechnung|project|team|group|role|zone|rack|disk|sheet|slide|figure|example|sample|option|feature|module|plan|part|task|scene|item|row|batch|job|run|log|backup|dump|migration|commit|tag|rev|build|arm|amd|x|v|m|arg|param|var|value|string|number|int|uint|float|vec|mat|md|aes|des|rsa|tls|ssl|wpa|rfc|iso|php|node|npm|gpt|claude|sonnet|opus|gemini|llama|mistral|qwen|step|typo|cent|office|area|team|spec|case|mode|layer|test\w*|user\w*|admin|root|page\w*|form\w*|field\w*|token\w*|pass\w*|key\w*|hash\w*|secret\w*)$/i;
/** A word, two words, or a word in the middle, with digits and the marks that people put between. */
const WORD_AND_NUMBER = /^(\p{L}{3,20})[_#!$%&*+=~]\d{1,4}[!?]?$/u;
const LONG_WORD_AND_NUMBER = /^(\p{L}{5,20})[-.]?\d{1,4}[!?]?$/u;
const TWO_WORDS = /^(\p{L}{3,16})[_.!-](\p{L}{2,16})\d{1,4}[!?]?$/u;
const WORDS_AROUND_NUMBER = /^(\p{L}{3,16})[-_.]\d{1,4}[-_.](\p{L}{3,16})$/u;
const MARK_INSIDE = /^(\p{L}{3,20})[!$%&*+=~](\p{L}{2,16})$/u;
const SHAPES = [WORD_AND_NUMBER, LONG_WORD_AND_NUMBER, TWO_WORDS, WORDS_AROUND_NUMBER, MARK_INSIDE];
const FILE_OR_HOST =
  /\.(?:js|ts|tsx|py|go|rs|rb|java|html?|css|php|cs|c|h|cpp|png|svg|jpe?g|pem|key|crt|txt|ya?ml|json|toml|sh|conf|ini|xml|log|sql|csv|md|zip|gz|exe|com|org|net|io|dev|de|local|internal|example|lan|pdf|docx?|mp[34])\d?$/i;
const MONTH_OR_DAY =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)[-_.]?\d+$/i;
const SHORTEST = 5;
const LONGEST = 40;
const SHORTEST_MADE = 6;
const FEWEST_CHANGES = 3;

/** A few letters and digits in turns, as a program shows a password for one session. */
export function isShortMade(value: string): boolean {
  return (
    value.length >= SHORTEST_MADE &&
    value.length <= 16 &&
    /^[A-Za-z0-9]+$/.test(value) &&
    /[g-zG-Z]/.test(value) &&
    (value.match(/\d/g)?.length ?? 0) >= 2 &&
    changesOf(value) >= FEWEST_CHANGES &&
    !/^\d+[a-z]+\d+[a-z]+$|^(?:[a-z]\d)+$|^\d+x\d+/i.test(value)
  );
}

/** True for a token that a person puts together as a password, where a sentence is about one. */
export function isPersonalToken(value: string): boolean {
  if (value.length < SHORTEST || value.length > LONGEST || isPlaceholder(value)) return false;
  if (isTechnicalWord(value)) return false;
  if (FILE_OR_HOST.test(value) || MONTH_OR_DAY.test(value) || /^[A-Z]{2,10}-\d+$/.test(value)) return false;
  for (const shape of SHAPES) {
    const found = shape.exec(value);
    if (found) return !THING.test(found[1]!) && !(found[2] !== undefined && THING.test(found[2]));
  }
  return passwordStrength(value) !== undefined;
}
