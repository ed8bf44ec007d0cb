import access from './words/access.json' with { type: 'json' };
import ack from './words/ack.json' with { type: 'json' };
import ask from './words/ask.json' with { type: 'json' };
import by from './words/by.json' with { type: 'json' };
import code from './words/code.json' with { type: 'json' };
import device from './words/device.json' with { type: 'json' };
import digit from './words/digit.json' with { type: 'json' };
import enter from './words/enter.json' with { type: 'json' };
import equals from './words/equals.json' with { type: 'json' };
import fail from './words/fail.json' with { type: 'json' };
import fix from './words/fix.json' with { type: 'json' };
import give from './words/give.json' with { type: 'json' };
import guess from './words/guess.json' with { type: 'json' };
import join from './words/join.json' with { type: 'json' };
import login from './words/login.json' with { type: 'json' };
import mark from './words/mark.json' with { type: 'json' };
import noun from './words/noun.json' with { type: 'json' };
import open from './words/open.json' with { type: 'json' };
import pair from './words/pair.json' with { type: 'json' };
import password from './words/password.json' with { type: 'json' };
import pin from './words/pin.json' with { type: 'json' };
import place from './words/place.json' with { type: 'json' };
import policy from './words/policy.json' with { type: 'json' };
import publicThing from './words/public.json' with { type: 'json' };
import question from './words/question.json' with { type: 'json' };
import spelling from './words/spelling.json' with { type: 'json' };
import thing from './words/thing.json' with { type: 'json' };
import type from './words/type.json' with { type: 'json' };
import user from './words/user.json' with { type: 'json' };

/**
 * What a word says about a token near it. Each topic is one bit, so that the topics of a sentence are a number. The words
 * of a topic are in `words/`, the first list in English, separated by `|`. A word that ends in `$` is a whole word; any
 * other one is the beginning of a word, so that its endings match too, and one of six letters or more also stands inside
 * a longer word. Words of several parts match as they are. Accents and case do not count.
 */
export const TOPIC = {
  /** Names a password. */
  password: 1 << 0,
  /** Names a number that a person types in. */
  pin: 1 << 1,
  /** Names a code of any sort. */
  code: 1 << 2,
  /** Is about logging in. */
  login: 1 << 3,
  /** Has a keypad: a safe, an alarm, a gate. */
  place: 1 << 4,
  /** To open it. */
  open: 1 << 5,
  /** To type something. */
  type: 1 << 6,
  /** Equates two things, or says that one became the other. */
  equals: 1 << 7,
  /** Says how sure somebody is. */
  guess: 1 << 8,
  /** Is about rules for passwords, durations, amounts and errors. */
  policy: 1 << 9,
  /** Names a thing that has a number or a name. */
  thing: 1 << 10,
  /** Says how a word is written. */
  spelling: 1 << 11,
  /** Joins a user to a password, or a verb to what is typed. */
  join: 1 << 12,
  /** Is about users and access, which programs have as well. */
  access: 1 << 13,
  /** Belongs to a language other than English, in which people seldom write about programs. */
  foreign: 1 << 14,
  /** To get in, in sentences that name no password. */
  enter: 1 << 15,
  /** What one gets into. */
  device: 1 << 16,
  /** Somebody tells, gives, leaves or changes it. */
  give: 1 << 17,
  /** By means of. */
  by: 1 << 18,
  /** A number, a word, a phrase. */
  noun: 1 << 19,
  /** Thanks, or says that it works. */
  ack: 1 << 20,
  /** Corrects what was said: `no wait, it is …`. */
  fix: 1 << 21,
  /** Names a user, or comes before the name of one. */
  user: 1 << 22,
  /** Says that something is refused. */
  fail: 1 << 23,
  /** Asks for something. */
  ask: 1 << 24,
  /** A device asks for something, or is paired. */
  pair: 1 << 25,
  /** A digit that is written as it is said. */
  digit: 1 << 26,
  /** A mark or a letter that is written as it is said: `underscore`, `capital`. */
  mark: 1 << 27,
  /** Asks what only one person knows, to prove who that is: `name of my first pet`. */
  question: 1 << 28,
  /** Names what has a number or a name that everybody may know: a parcel, a song, a machine. */
  public: 1 << 29,
} as const;

type TopicName = keyof typeof TOPIC;

/** Topics of words that can be a password themselves, if they have no other. */
export const WEAK_TOPICS =
  TOPIC.enter |
  TOPIC.device |
  TOPIC.give |
  TOPIC.by |
  TOPIC.noun |
  TOPIC.ack |
  TOPIC.fix |
  TOPIC.user |
  TOPIC.fail |
  TOPIC.ask |
  TOPIC.pair |
  TOPIC.digit |
  TOPIC.mark |
  TOPIC.question |
  TOPIC.public;

/** Words that are whole without a `$`: the beginning of a number word is no number. */
const WHOLE: ReadonlySet<string> = new Set(['digit', 'mark']);

const listsOf = (topic: string, lists: readonly string[]): readonly (readonly string[])[] =>
  lists.map((list) =>
    list.split('|').map((word) => (WHOLE.has(topic) && !word.endsWith('$') ? `${word}$` : word)),
  );

/** The words of each topic, in lists of which the first is in English. */
export const WORDS: readonly (readonly [TopicName, readonly (readonly string[])[]])[] = (
  [
    ['password', password],
    ['pin', pin],
    ['code', code],
    ['login', login],
    ['place', place],
    ['open', open],
    ['type', type],
    ['equals', equals],
    ['guess', guess],
    ['policy', policy],
    ['thing', thing],
    ['spelling', spelling],
    ['join', join],
    ['access', access],
    ['enter', enter],
    ['device', device],
    ['give', give],
    ['by', by],
    ['noun', noun],
    ['ack', ack],
    ['fix', fix],
    ['user', user],
    ['fail', fail],
    ['ask', ask],
    ['pair', pair],
    ['digit', digit],
    ['mark', mark],
    ['question', question],
    ['public', publicThing],
  ] as const
).map(([topic, lists]) => [topic, listsOf(topic, lists)]);
