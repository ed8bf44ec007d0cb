import { BASE64, longRun } from '../text/characters.ts';
import { type ProgramText, programText } from '../text/program-text.ts';
import { FEWEST_IN_RUN, LONGEST_IN_RUN } from '../text/seed-words.ts';
import { hasWordsInRow } from '../text/words-in-row.ts';
import type { Explanation } from './explanation.ts';
import type { FindingTier, Match } from './finding.ts';
import { WorkExceeded } from './work-budget.ts';

/** One pass over one text: what was found, and how far the detectors that must not look twice have come. */
export interface Scan {
  readonly text: string;
  readonly matches: Match[];
  /** Why something was found or dropped; undefined unless somebody asks. */
  explanations: Explanation[] | undefined;
  /** How far back in base64 inside base64 this text lies. */
  readonly depth: number;
  /** Attempts and characters examined: what the tests hold against the length of the text. */
  work: number;
  /** The work after which the scan gives up. */
  readonly limit: number;
  /** Personal details that are masked only where the user asked for it. */
  readonly details: boolean;
  /** Whether the text is lines of a program; undefined until somebody asks. */
  program: ProgramText | undefined;
  /** Where the first long run of letters, digits and the marks of base64 begins; undefined until somebody asks. */
  firstRun: number | undefined;
  /** So many words as a recovery phrase has stand in a row; undefined until somebody asks. */
  hasRow: boolean | undefined;
  /** Position before which a detector has nothing left to do. */
  readonly done: Record<Progress, number>;
  /** The same for each command of the command line. */
  readonly commandsDone: Map<object, number>;
  /** A stretch in which no value of a sentence ends: of values that begin with ASCII, and of others. */
  readonly unended: { readonly ascii: Stretch; readonly other: Stretch };
  /** A stretch without a digit, a capital or a mark. */
  readonly unsigned: Stretch;
  /** The last run of characters that can be a key, which labels for keys have looked for. */
  readonly keyRun: Stretch;
}

interface Stretch {
  from: number;
  to: number;
}

export type Progress =
  | 'assignment'
  | 'list'
  | 'cookie'
  | 'jwt'
  | 'privateKey'
  | 'kubernetes'
  | 'query'
  | 'unbroken'
  | 'label'
  | 'table'
  | 'pair'
  | 'talk'
  | 'keyTalk'
  | 'login';

/** Something that is tried wherever one of its literals stands. */
export interface Detector {
  literals: readonly string[];
  caseless: boolean;
  attempt(scan: Scan, at: number): void;
}

export function createScan(text: string, limit: number, depth = 0, details = false): Scan {
  return {
    text,
    matches: [],
    explanations: undefined,
    depth,
    work: 0,
    limit,
    details,
    program: undefined,
    firstRun: undefined,
    hasRow: undefined,
    done: {
      assignment: 0,
      list: 0,
      cookie: 0,
      jwt: 0,
      privateKey: 0,
      kubernetes: 0,
      query: 0,
      unbroken: 0,
      label: 0,
      table: 0,
      pair: 0,
      talk: 0,
      keyTalk: 0,
      login: 0,
    },
    commandsDone: new Map(),
    unsigned: { from: 0, to: 0 },
    keyRun: { from: 0, to: 0 },
    unended: { ascii: { from: 0, to: 0 }, other: { from: 0, to: 0 } },
  };
}

/** Throws where a scan has used what it was given. */
export function checkWork(scan: Scan): void {
  if (scan.work > scan.limit) throw new WorkExceeded();
}

/** Characters of a message that a person types; what is longer is a document or a program. */
const LONGEST_MESSAGE = 700;

/** True for the text of a short message, in which a word after a label for a password is one more often than not. */
export function isMessage(scan: Scan): boolean {
  return scan.text.length <= LONGEST_MESSAGE;
}

function programOf(scan: Scan): ProgramText {
  scan.program ??= programText(scan.text);
  return scan.program;
}

/** True for the lines of a program, whose words say less than those of a person. */
export function isProgram(scan: Scan): boolean {
  return programOf(scan) !== 'none';
}

/** No key, no format without a literal and no encoded text that is searched has a shorter run. */
export const SHORTEST_RUN = 20;

/**
 * The start of the first run with at least {@link SHORTEST_RUN} characters of base64 or base64url; -1 where there is none.
 * Most texts have none.
 */
export function firstRun(scan: Scan): number {
  scan.firstRun ??= longRun(scan.text, 0, BASE64, SHORTEST_RUN);
  return scan.firstRun;
}

/** True for a message in which so many words of ASCII letters stand in a row as a recovery phrase has. */
export function hasRowOfWords(scan: Scan): boolean {
  scan.hasRow ??= hasWordsInRow(scan.text, FEWEST_IN_RUN, LONGEST_IN_RUN);
  return scan.hasRow;
}

/** The end of the line that `from` is on, at most `limit` characters on. */
export function lineEnd(text: string, from: number, limit: number): number {
  const stop = Math.min(text.length, from + limit);
  for (let at = from; at < stop; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return stop;
}

/** The start of the line that `from` is on, at most `limit` characters back. */
export function lineStart(text: string, from: number, limit: number): number {
  const stop = Math.max(0, from - limit);
  let at = from;
  while (at > stop) {
    const code = text.charCodeAt(at - 1);
    if (code === 10 || code === 13) break;
    at -= 1;
  }
  return at;
}

/** Reports a value that is a secret by what stands around it, to be replaced by the mask of that name. */
export function pushCandidate(scan: Scan, rule: string, mask: string, start: number, value: string): void {
  pushMatch(scan, { rule, mask }, start, start + value.length, value);
}

/** Masks a stretch of a text. `secret` is what to look for elsewhere, where that is written otherwise. */
export function pushMatch(
  { matches, text }: Scan,
  { rule, mask = rule, tier = 'candidate' }: { rule: string; mask?: string; tier?: FindingTier },
  start: number,
  end: number,
  secret = text.slice(start, end),
): void {
  matches.push({ rule, tier, start, end, replacement: `[${mask}]`, secret });
}
