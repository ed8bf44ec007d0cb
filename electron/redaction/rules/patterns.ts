/** Makes the pattern of a row of data: its source alone, or between slashes with flags, as in `/^test$/i`. */
export function writtenPattern(written: string): RegExp {
  const [, source = written, flags] = /^\/(.+)\/([im]+)$/s.exec(written) ?? [];
  return new RegExp(source, flags);
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

/**
 * Returns the pattern of a prefix with any plausible length behind it, because vendors change it. What it matches has to be
 * random. Undefined for a format of several parts.
 */
export function loosePattern(source: string): string | undefined {
  const branches = branchesOf(source).flatMap((branch) => {
    const [, prefix, alphabet] = PREFIX_AND_RUN.exec(branch) ?? [];
    return prefix === undefined ||
      alphabet === undefined ||
      /\\d|\(\?[=!<]|\((?!\?)|(?:live|test|access|key)(?:[|)][\w|)]*)?[_-]$/.test(prefix)
      ? []
      : [`${prefix}${WIDER.get(alphabet) ?? alphabet}{${SHORTEST_RUN},400}(?![\\w-])`];
  });
  return branches.length === 0 ? undefined : branches.join('|');
}
