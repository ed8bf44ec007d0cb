import type { FindingTier } from '../engine/finding.ts';

/**
 * One credential format.
 *
 * `literals` are what the prefilter looks for, at least three characters each; `pattern` is tried only where one
 * of them stands. Every quantifier in a pattern has an upper bound, which is what keeps the engine linear.
 */
export interface Rule {
  id: string;
  vendor: string;
  tier: FindingTier;
  literals: readonly string[];
  /** Matched from the literal on (or from `lead` before it). Group 1, where there is one, is what gets masked. */
  pattern: RegExp;
  /**
   * The vendor's format as a template, from which the corpus makes samples: `{b62:36}` is 36 characters of base62.
   * Written apart from the pattern, so that the two check each other. The alphabets are in bench/redaction.
   */
  sample: string | readonly string[];
  /** The same prefix before another length of its alphabet: vendors change it. What it matches has to be random. */
  loose?: RegExp;
  /** What looks like the format and stays. */
  keeps?: readonly string[];
  /** Characters that may stand before the literal and belong to the credential. */
  lead?: { of: RegExp; max: number };
  /** The literal is unmistakable, so it counts even in the middle of a word. */
  anywhere?: true;
  /** Literals match in any letter case. */
  caseless?: true;
  /** A match that fails this is not a finding. */
  verify?: (secret: string) => boolean;
  /** A match that fails this is still masked, as a candidate: better a false mask than a leak. */
  checksum?: (secret: string) => boolean;
  /** The word in the mask, when it is not the rule's id. */
  mask?: string;
}

/** Literals of one pattern: a longer list is better written than derived. */
const MOST_LITERALS = 32;
/** Characters that are read of one literal. */
const LONGEST_LITERAL = 24;

/** A piece of a pattern that can only be some texts, and its end in the source; undefined where there is none. */
function pieceAt(source: string, at: number): { texts: string[]; end: number } | undefined {
  const escaped = /^\\([^\w])/.exec(source.slice(at, at + 2));
  if (escaped) return { texts: [escaped[1]!], end: at + 2 };
  if (/[\w\-:~@#%&=!<>"'`;,/ ]/.test(source.charAt(at))) return { texts: [source.charAt(at)], end: at + 1 };
  const small = /^\[([A-Za-z\d_.-]{1,12})\]/.exec(source.slice(at, at + 14));
  if (small && !/\w-\w/.test(small[1]!)) return { texts: [...small[1]!], end: at + small[0].length };
  if (!source.startsWith('(?:', at) && !/^\((?!\?)/.test(source.slice(at, at + 2))) return undefined;
  return groupAt(source, at + (source.startsWith('(?:', at) ? 3 : 1));
}

function groupAt(source: string, from: number): { texts: string[]; end: number } | undefined {
  const texts: string[] = [];
  let at = from;
  for (;;) {
    const branch = textsFrom(source, at);
    if (!branch.isWhole) return undefined;
    texts.push(...branch.texts);
    at = branch.end;
    if (source.charAt(at) === ')') return texts.length > MOST_LITERALS ? undefined : { texts, end: at + 1 };
    if (source.charAt(at) !== '|') return undefined;
    at += 1;
  }
}

/** The texts with which a branch can begin. `isWhole` says that they are all of it. */
function textsFrom(source: string, from: number): { texts: string[]; end: number; isWhole: boolean } {
  let texts = [''];
  let at = from;
  while (at < source.length && source.charAt(at) !== ')' && source.charAt(at) !== '|') {
    const piece = pieceAt(source, at);
    if (!piece || /^[*+{]/.test(source.charAt(piece.end))) return { texts, end: at, isWhole: false };
    const isOptional = source.charAt(piece.end) === '?';
    const next = texts.flatMap((text) =>
      (isOptional ? ['', ...piece.texts] : piece.texts).map((more) => text + more),
    );
    if (next.length > MOST_LITERALS) return { texts, end: at, isWhole: false };
    texts = next;
    at = piece.end + (isOptional ? 1 : 0);
  }
  return { texts, end: at, isWhole: true };
}

/** The end of the branch at `from` of the whole pattern. */
function branchEnd(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '[') {
      while (at < source.length && source.charAt(at) !== ']') at += source.charAt(at) === '\\' ? 2 : 1;
    } else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === '|' && depth === 0) return at;
  }
  return source.length;
}

/** Everything with which a match of a pattern begins; undefined where that is too much or too little to look for. */
function literalsOfPattern({ source }: RegExp): string[] | undefined {
  const literals = new Set<string>();
  for (const branch of branchesOf(source))
    for (const text of textsFrom(branch, 0).texts) literals.add(text.slice(0, LONGEST_LITERAL));
  return literals.size <= MOST_LITERALS && [...literals].every((text) => text.length > 2)
    ? [...literals]
    : undefined;
}

/** True where the group that opens a pattern closes at its end. */
function closes(source: string): boolean {
  let depth = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '[') {
      while (at < source.length && source.charAt(at) !== ']') at += source.charAt(at) === '\\' ? 2 : 1;
    } else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at === source.length - 1;
    }
  }
  return false;
}

/** A prefix and one run of an alphabet. */
const PREFIX_AND_RUN =
  /^((?:[^[\]{}*+$^]|\[[\w.-]{1,12}\](?![{*+?])){2,200}?)(\[[^\]]+\]|\\w)\{\d+(?:,\d+)?\}(?:={0,\d}|=\{0,\d\})?(?:\(\?!.*)?$/;
/** What a vendor adds to an alphabet: marks of base64url, and the other case. */
const WIDER = new Map([
  ['[A-Za-z0-9]', '[\\w-]'],
  ['[A-Za-z0-9_]', '[\\w-]'],
  ['[a-zA-Z0-9]', '[\\w-]'],
  ['[a-f0-9]', '[a-fA-F0-9]'],
  ['[0-9a-f]', '[a-fA-F0-9]'],
]);
/** No shorter run behind a prefix is a token by itself. */
const SHORTEST_RUN = 20;

/** The branches of a pattern, which may be one group of them. */
function branchesOf(source: string): string[] {
  const inner = source.startsWith('(?:') && closes(source) ? source.slice(3, -1) : source;
  const branches: string[] = [];
  for (let from = 0; from <= inner.length; from = branchEnd(inner, from) + 1)
    branches.push(inner.slice(from, branchEnd(inner, from)));
  return branches;
}

/** The pattern of a prefix with any plausible length behind it; undefined for a format of several parts. */
function looseOf({ source, flags }: RegExp): RegExp | undefined {
  const branches = branchesOf(source).flatMap((branch) => {
    const [, prefix, alphabet] = PREFIX_AND_RUN.exec(branch) ?? [];
    return prefix === undefined ||
      alphabet === undefined ||
      /\\d|\(\?[=!<]|\((?!\?)|(?:live|test|access|key)(?:[|)][\w|)]*)?[_-]$/.test(prefix)
      ? []
      : [`${prefix}${WIDER.get(alphabet) ?? alphabet}{${SHORTEST_RUN},400}(?![\\w-])`];
  });
  return branches.length === 0 ? undefined : new RegExp(branches.join('|'), flags);
}

type Options = Partial<Omit<Rule, 'id' | 'vendor' | 'pattern' | 'sample'>>;

/** A row of a table of formats: definite, and with the literals of its pattern, unless it says otherwise. */
export function rule(
  id: string,
  vendor: string,
  pattern: RegExp,
  sample: Rule['sample'],
  { literals = literalsOfPattern(pattern) ?? [], tier = 'definite', ...options }: Options = {},
): Rule {
  const loose = options.lead === undefined ? looseOf(pattern) : undefined;
  return {
    id,
    vendor,
    pattern,
    sample,
    literals,
    tier,
    ...(pattern.ignoreCase ? { caseless: true } : {}),
    ...(loose ? { loose } : {}),
    ...options,
  };
}
