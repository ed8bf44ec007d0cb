import { folded } from './terms.ts';

/** Names as people type them: `Claude Code` is `claude-code`. */
const plain = (name: string) => folded(name).replaceAll(/[^\p{L}\p{N}]+/gu, '-');

/** Shares of two-letter groups from which a name is offered instead of a mistyped one. */
const LEAST_LIKENESS = 0.4;

const pairsOf = (name: string) =>
  new Set(Array.from({ length: Math.max(0, name.length - 1) }, (_, at) => name.slice(at, at + 2)));

function likeness(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

type Rule = (name: string, typed: string) => boolean;
const RULES: readonly Rule[] = [
  (name, typed) => name === typed,
  (name, typed) => plain(name) === plain(typed),
  (name, typed) => plain(name).startsWith(plain(typed)),
  (name, typed) => plain(name).includes(plain(typed)),
];
/** Paths of Windows in the record have backslashes. */
const slashed = (path: string) => folded(path).replaceAll('\\', '/');

/** A folder is found by the end of its path, as the window shows it, before a folder that only contains the text. */
const PATH_RULES: readonly Rule[] = [
  RULES[0]!,
  (name, typed) => slashed(name) === slashed(typed),
  (name, typed) => slashed(name).endsWith(`/${slashed(typed)}`),
  RULES[3]!,
];

/** The one name that is meant, or those that could be. */
type ChosenName = { name: string } | { close: readonly string[] };

/** Finds the name that a person means: the name itself, or else the only one that begins with the text or contains it. */
export function chosenName(typed: string, names: readonly string[], isPath = false): ChosenName {
  if (plain(typed) === '' || plain(typed) === '-') return { close: [] };
  for (const rule of isPath ? PATH_RULES : RULES) {
    const found = names.filter((name) => rule(name, typed));
    if (found.length === 1) return { name: found[0]! };
    if (found.length > 1) return { close: found };
  }
  const last = (name: string) => plain(isPath ? name.replace(/^.*[\\/]/s, '') : name);
  return { close: names.filter((name) => likeness(last(name), last(typed)) >= LEAST_LIKENESS) };
}
