import { type CommandArgument, forEachChild, parse, type SyntaxNode, type Word } from 'unbash';
import { resolvePath } from './paths.ts';
import {
  MASK_CHARACTER,
  plainWord,
  type Redirect,
  type ShellCommand,
  type ShellWord,
  withKnownFolder,
} from './shell-command.ts';

/** The parser looks for the end of each here-document in all of the rest of the text. No person writes more than a few. */
const MAX_HERE_DOCUMENTS = 64;
/** Levels of `if`, functions and brackets that are read. Each takes some frames of the stack. */
const MAX_LEVELS = 100;
/** Levels of `$(…)` that are read. */
const MAX_DEPTH = 16;
/** Words that one word with braces stands for. */
const MAX_BRACE_WORDS = 64;
/** Parts of a word whose text is not what the program gets. */
const OPAQUE_PARTS = new Set([
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ArithmeticExpansion',
  'ProcessSubstitution',
]);

/** Returns the words that a word with braces stands for: `a.ts` and `b.ts` for `{a,b}.ts`. */
function braceWords(text: string): string[] {
  let words = [text];
  while (words.length < MAX_BRACE_WORDS) {
    const next = words.flatMap((word) => {
      const [whole, list] = /\{([^{},]*(?:,[^{},]*)+)\}/.exec(word) ?? [];
      return list === undefined ? [word] : list.split(',').map((each) => word.replace(whole!, () => each));
    });
    if (next.length === words.length) return words;
    words = next;
  }
  return words;
}

/** Cuts a text before the here-document that is one too many. */
function withFewHereDocuments(text: string): string {
  let at = -1;
  for (let count = 0; count <= MAX_HERE_DOCUMENTS; count += 1) {
    at = text.indexOf('<<', at + 1);
    if (at < 0) return text;
  }
  return text.slice(0, at);
}

class PosixReader {
  readonly commands: ShellCommand[] = [];
  #latest: ShellCommand | undefined;
  /** Levels of `if`, functions and brackets around what is read. */
  #level = 0;
  /** Levels of `$(…)` around what is read. */
  #depth: number;

  constructor(depth = 0) {
    this.#depth = depth;
  }

  /** Reads the commands below a node. `folder` is changed by each `cd`. */
  visit(node: SyntaxNode, folder: { path: string | undefined }): void {
    switch (node.type) {
      case 'Command':
        this.#add(node.name, node.args, node.redirects, folder);
        return;
      case 'Redirected':
        this.visit(node.command, folder);
        this.#add(undefined, [], node.redirects, folder);
        return;
      case 'Pipeline': {
        let input: ShellCommand | undefined;
        for (const command of node.commands) {
          const first = this.commands.length;
          this.visit(command, node.commands.length > 1 ? { ...folder } : folder);
          const reader = this.commands[first];
          if (reader !== undefined && input !== undefined) reader.input = input;
          input = this.#latest;
        }
        return;
      }
      // Commands within numbers are rare, and the parser reads nested ones again and again.
      case 'ArithmeticExpansion':
      case 'ArithmeticCommand':
        return;
      case 'Subshell':
      case 'Coproc':
        this.#visitChildren(node, { ...folder });
        return;
      case 'CommandExpansion':
      case 'ProcessSubstitution':
        // The parser reads what is inside when it is asked for, and would recurse as deep as the text.
        if (this.#depth >= MAX_DEPTH) return;
        this.#depth += 1;
        this.#visitChildren(node, { ...folder });
        this.#depth -= 1;
        return;
      case 'AndOr':
        for (const [at, command] of node.commands.entries()) {
          const before = folder.path;
          this.visit(command, folder);
          // `cd x || …`: the folder is the old one for what follows only if `cd` failed.
          if (node.operators[at - 1] === '||' && folder.path !== before) folder.path = undefined;
        }
        return;
      case 'If':
      case 'While':
      case 'For':
      case 'Case': {
        const before = folder.path;
        this.#visitChildren(node, folder);
        if (folder.path !== before) folder.path = undefined;
        return;
      }
      default:
        this.#visitChildren(node, folder);
    }
  }

  #visitChildren(node: SyntaxNode, folder: { path: string | undefined }): void {
    if (this.#level >= MAX_LEVELS) return;
    this.#level += 1;
    forEachChild(node, (child) => this.visit(child, folder));
    this.#level -= 1;
  }

  #add(
    name: Word | undefined,
    args: readonly CommandArgument[],
    redirections: Extract<SyntaxNode, { type: 'Command' }>['redirects'],
    folder: { path: string | undefined },
  ): void {
    const words = [...(name === undefined ? [] : [name]), ...args].flatMap((word) =>
      this.#words(word, folder),
    );
    const redirects: Redirect[] = [];
    for (const redirection of redirections) {
      const { type, pos: from, end: to } = redirection;
      if (type === 'HereDoc') {
        const text = redirection.body.text;
        redirects.push({
          operator: '<<',
          target: plainWord(text, from, to),
        });
      } else if (redirection.target !== undefined && !redirection.operator.endsWith('&')) {
        const [target] = this.#words(redirection.target, folder);
        const operator =
          type === 'HereString'
            ? '<<'
            : redirection.operator.includes('>>')
              ? '>>'
              : redirection.operator.includes('>')
                ? '>'
                : '<';
        if (target !== undefined) redirects.push({ operator, target });
      }
    }
    this.#latest = { words, redirects, folder: folder.path };
    const inner = [...words, ...redirects.map(({ target }) => target)].flatMap((word) => word.inner);
    // Braces make several words of one, with the same commands inside.
    this.commands.push(this.#latest, ...new Set(inner));
    followFolder(words, folder);
  }

  #words(word: CommandArgument, folder: { path: string | undefined }): ShellWord[] {
    const { pos: from, end: to } = word;
    if (word.type === 'Assignment') return [plainWord(word.text, from, to)];
    const flags = { isOpaque: false, isGlob: false, isBraced: false };
    const inner = new PosixReader(this.#depth);
    const look = (part: SyntaxNode) => {
      flags.isOpaque ||= OPAQUE_PARTS.has(part.type);
      flags.isGlob ||= part.type === 'Glob' || part.type === 'ExtendedGlob';
      flags.isBraced ||= part.type === 'BraceExpansion';
      if (part.type === 'CommandExpansion' || part.type === 'ProcessSubstitution')
        inner.visit(part, { ...folder });
      else if (part.type !== 'ArithmeticExpansion') forEachChild(part, look);
    };
    for (const part of word.parts ?? []) look(part);
    const text = withKnownFolder(word.value);
    // A known variable leaves nothing to guess, if it is the only one.
    const isOpaque =
      (flags.isOpaque && (text === word.value || text.includes('$'))) || text.includes(MASK_CHARACTER);
    const texts = flags.isBraced && !isOpaque ? braceWords(text) : [text];
    return texts.map((each) => ({
      text: each,
      from,
      to,
      isOpaque,
      isGlob: flags.isGlob,
      inner: inner.commands,
    }));
  }
}

/** Changes the folder as `cd` does: by a known word, else to an unknown place. */
export function followFolder(words: readonly ShellWord[], folder: { path: string | undefined }): void {
  const program = words[0]?.text.toLowerCase();
  if (!/^(?:cd|pushd|popd|chdir|set-location|sl|push-location|pop-location)$/.test(program ?? '')) return;
  const target = words.slice(1).find(({ text }) => !/^(?:-.+|\/d)$/i.test(text));
  if (/^pop/.test(program!) || target?.text === '-' || target?.isOpaque === true || target?.isGlob === true) {
    folder.path = undefined;
    return;
  }
  folder.path = resolvePath(target?.text ?? '~', folder.path);
}

/** Reads the commands of a POSIX shell's text, also of an unfinished one, in the order in which they stand. */
export function readPosix(text: string, folder: string | undefined): ShellCommand[] {
  const reader = new PosixReader();
  try {
    reader.visit(parse(withFewHereDocuments(text)), { path: folder });
  } catch (error) {
    // The parser itself recurses, so a text of thousands of levels can use up the stack. Such a text is no command.
    if (!(error instanceof RangeError)) throw error;
  }
  return reader.commands;
}
