import { isKnownMask } from '../engine/known-masks.ts';
import { isMessage, isProgram, type Scan } from '../engine/scan.ts';
import { TOPIC } from '../rules/talk-vocabulary.ts';
import { readSpans } from '../text/talk-spans.ts';
import { readTopics } from '../text/talk-topics.ts';
import { readAccessCandidates } from './access-candidates.ts';
import { findAccessPhrases } from './access-phrases.ts';
import { ACCESS_SAID, findAccess } from './talk-access.ts';
import { findTalkNumbers } from './talk-numbers.ts';
import { findAccountWords, findSpelledPhrases } from './talk-phrases.ts';
import { findScored, LONGEST_TALK, readCandidates, readTalk } from './talk-scoring.ts';
import { findSpoken, SPOKEN_TOPICS } from './talk-spoken.ts';

/** A shorter text has no sentence with a secret. */
const SHORTEST_TALK = 12;
const ABOUT_SECRETS =
  TOPIC.password |
  TOPIC.pin |
  TOPIC.code |
  TOPIC.login |
  TOPIC.place |
  TOPIC.access |
  TOPIC.type |
  TOPIC.open;
/** A name, a path and an identifier have no blank; scripts without blanks have letters beyond ASCII. */
const HAS_WORDS = /[ \n\t]|[^\x21-\x7e]/;

/** Two lines of a program or of settings, one below the other. */
const CODE_LINES = /[;{},]\r?\n[^\n]*[;{}(,]\r?\n/;

/** `[intercom-token]` says nothing of the words around it; `[password]` and `[email]` say that logins are listed there. */
const isMaskOfThing = (text: string): boolean => text.includes('-') && isKnownMask(text);

/** Finds secrets in what people say, by the words around them. */
export function findInTalk(scan: Scan): void {
  const { text } = scan;
  if (scan.depth > 0 || text.length > LONGEST_TALK || text.length < SHORTEST_TALK || !HAS_WORDS.test(text))
    return;
  // Longer texts are mostly files: the search for literals has met a word about logging in, or it is not read again.
  if ((!isMessage(scan) || isProgram(scan)) && (!scan.saysLogin || CODE_LINES.test(text))) return;
  scan.work += text.length;
  const spans = readSpans(text);
  const topics = readTopics(text, spans, isMaskOfThing);
  if ((topics.all & (ABOUT_SECRETS | ACCESS_SAID)) === 0) return;
  const isAboutSecrets = (topics.all & ABOUT_SECRETS) !== 0;
  if (isAboutSecrets) findAccountWords(scan);
  if ((topics.all & (TOPIC.password | TOPIC.noun | TOPIC.login | TOPIC.access | TOPIC.open)) !== 0)
    findAccessPhrases(scan);
  const candidates = isAboutSecrets ? readCandidates(text, spans) : [];
  const typed = (topics.all & ACCESS_SAID) !== 0 ? readAccessCandidates(text, spans) : [];
  const mayBeSaid = isAboutSecrets && (topics.all & (SPOKEN_TOPICS | TOPIC.spelling)) !== 0;
  // Sentences and lines are counted where there is something to judge.
  if (candidates.length === 0 && typed.length === 0 && !mayBeSaid) return;
  const talk = readTalk(text, spans, topics);
  if (typed.length > 0) findAccess(scan, talk, typed);
  if (!isAboutSecrets) return;
  findScored(scan, talk, candidates);
  findTalkNumbers(scan, talk);
  findSpoken(scan, talk);
  findSpelledPhrases(scan, talk);
}
