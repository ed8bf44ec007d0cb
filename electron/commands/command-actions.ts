import { type ActionKind, COMMAND_TABLE, type CommandRow } from './command-table.ts';
import { type NamedPath, resolvePath } from './paths.ts';
import { isPipedDownload } from './piped-downloads.ts';
import { programOf } from './read-commands.ts';
import { readsSecretFile } from './secret-files.ts';
import type { ShellCommand, ShellWord } from './shell-command.ts';

/** One thing that a command does, and the paths that it does it to. */
export interface CommandAction {
  kind: ActionKind;
  /** Absolute, or below the home folder. */
  paths: NamedPath[];
  /** The paths whose place is not known, as they stand in the command: `$DIR/x`, a mask, or relative to an unknown folder. */
  unresolved: string[];
  isElsewhere: boolean;
}

/** Programs whose table rows begin with a part of their name, such as `mkfs.ext4`. */
const byProgram = new Map<string, CommandRow[]>();
const byPrefix: [prefix: string, row: CommandRow][] = [];
for (const row of COMMAND_TABLE) {
  for (const program of row.programs) {
    if (program.endsWith('*')) byPrefix.push([program.slice(0, -1), row]);
    else byProgram.set(program, [...(byProgram.get(program) ?? []), row]);
  }
}

const regexes = new Map<string, RegExp>();
function regexOf(form: string): RegExp {
  const end = form.lastIndexOf('/');
  const known = regexes.get(form) ?? new RegExp(form.slice(1, end), form.slice(end + 1));
  regexes.set(form, known);
  return known;
}

/** cmd's switches, such as `/s`. A POSIX path of one letter below the root is not expected. */
const isOption = (text: string) => /^(?:-.|\/[A-Za-z?](?::\S*)?$)/.test(text);

/** Returns true if a word is an option, alone, with a value, or among others in one word: `-f` in `-xdf`. */
function isOptionOf(text: string, option: string): boolean {
  if (text === option || text.startsWith(`${option}=`)) return true;
  if (/^-\w$/.test(option)) return /^-[A-Za-z]+$/.test(text) && text.includes(option.charAt(1));
  return text.toLowerCase() === option;
}

const matchesName = (text: string, names: string) =>
  names
    .split('|')
    .some((name) => (name.endsWith('*') ? text.startsWith(name.slice(0, -1)) : text.toLowerCase() === name));

/** Returns the texts that a command gets: its words, and what a here-document or `echo` gives it. */
function textsOf({ words, redirects, input }: ShellCommand): string[] {
  const own = words.slice(1).map(({ text }) => text);
  const given = redirects.filter(({ operator }) => operator === '<<').map(({ target }) => target.text);
  const said = input !== undefined && /^(?:echo|printf|cat)$/.test(programOf(input)) ? textsOf(input) : [];
  return [...own, ...given, ...said];
}

/** Words with which a command does nothing but tell what it would do. */
const ONLY_TELLS = /^(?:--?help|--version|--dry-?run(?:=(?!none$).*)?|-whatif(?::\$true)?)$/i;
/** Texts in quotes within code, which can be paths: `'data/a.db'` in `os.remove('data/a.db')`. */
const QUOTED = /(["'])([^"'\s]*)\1/g;

/** Returns the words that a row takes for paths, or undefined if the command is not of the row. */
function matchRow(row: CommandRow, command: ShellCommand): ShellWord[] | undefined {
  const args = command.words.slice(1);
  const isValued = (text: string) =>
    row.form.some((part) => part.endsWith('=') && part.split('|').some((option) => `${text}=` === option));
  const end = args.findIndex(({ text }) => text === '--');
  const operands = args.filter(
    ({ text }, at) =>
      (at > end && end >= 0) || !(isOption(text) || text === '--' || isValued(args[at - 1]?.text ?? '')),
  );
  let [next, paths]: [number, ShellWord[]] = [0, []];
  for (const part of row.form) {
    if (part.endsWith('=')) continue;
    const isForbidden = part.startsWith('!');
    const needed = isForbidden ? part.slice(1) : part;
    if (part === 'PATHS')
      paths = end >= 0 && programOf(command) === 'git' ? args.slice(end + 1) : operands.slice(next);
    else if (part === 'QUOTED') {
      const quoted = textsOf(command).flatMap((text) => [...text.matchAll(QUOTED)]);
      const named = quoted.map(([, , text = '']) => text).filter((text) => /[\\/.]/.test(text));
      paths = named.map((text) => ({ ...command.words[0]!, text, isOpaque: false }));
    } else if (part === 'TARGET') {
      // One word alone is a source.
      if (operands.length - next < 2) return undefined;
      paths = operands.slice(-1);
    } else if (part.endsWith('=PATH')) {
      const key = part.slice(0, -'PATH'.length);
      paths = args
        .filter(({ text }) => text.startsWith(key))
        .map((word) => ({ ...word, text: word.text.slice(key.length) }));
      if (paths.length === 0) return undefined;
    } else if (part === '<') {
      if (command.input === undefined && !command.redirects.some(({ operator }) => operator.startsWith('<')))
        return undefined;
    } else if (part.startsWith('@/')) {
      if (!regexOf(part.slice(1)).test(operands.at(-1)?.text ?? '')) return undefined;
    } else if (needed.startsWith('/')) {
      const texts = isForbidden ? operands.map(({ text }) => text) : textsOf(command);
      if (texts.some((text) => regexOf(needed).test(text)) === isForbidden) return undefined;
    } else if (needed.startsWith('-')) {
      const options = needed.split('|');
      if (
        args.some(
          ({ text }, at) => (end < 0 || at < end) && options.some((option) => isOptionOf(text, option)),
        ) === isForbidden
      )
        return undefined;
    } else {
      if (!matchesName(operands[next]?.text ?? '', part)) return undefined;
      next += 1;
    }
  }
  // `rm` alone deletes nothing. `git clean -f` does, and so does `Remove-Item` for what a pipe gives it.
  const isEnough = row.form.some((part) => !/^(?:!|PATHS$)|=$/.test(part));
  if (!isEnough && row.form.includes('PATHS') && paths.length === 0 && command.input === undefined)
    return undefined;
  return paths;
}

/** Files that keep nothing of what is written to them. */
const DEVICE = /^(?:\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/.*)|nul|\$null|&\d|-)$/i;

function actionOf(kind: ActionKind, words: readonly ShellWord[], command: ShellCommand): CommandAction {
  const action: CommandAction = {
    kind,
    paths: [],
    unresolved: [],
    isElsewhere: command.isElsewhere === true,
  };
  for (const { text, isOpaque, isGlob } of words) {
    const path = isOpaque || action.isElsewhere ? undefined : resolvePath(text, command.folder);
    if (path === undefined) action.unresolved.push(text);
    else action.paths.push({ path, isGlob });
  }
  return action;
}

/** Lists what commands do, by the table and by their redirections. Judges nothing. */
export function actionsOf(commands: readonly ShellCommand[]): CommandAction[] {
  const actions: CommandAction[] = [];
  for (const command of commands) {
    const program = programOf(command);
    const args = command.words.slice(1);
    const onlyTells = args.some(({ text }) => ONLY_TELLS.test(text)) || args.at(-1)?.text === '-h';
    const rows = onlyTells
      ? []
      : [
          ...(byProgram.get(program) ?? []),
          ...byPrefix.flatMap(([prefix, row]) => (program.startsWith(prefix) ? [row] : [])),
        ];
    for (const row of rows) {
      const paths = matchRow(row, command);
      if (paths === undefined) continue;
      const isElsewhere = command.isElsewhere === true;
      const kind = isElsewhere && row.kind === 'deletes' ? 'deletes_remotely' : row.kind;
      if (!isElsewhere || kind !== 'overwrites') actions.push(actionOf(kind, paths, command));
    }
    for (const { operator, target } of command.redirects) {
      if (!operator.startsWith('>') || DEVICE.test(target.text) || command.isElsewhere === true) continue;
      actions.push(actionOf(operator === '>' ? 'overwrites' : 'edits', [target], command));
    }
    // `tar cz . | ssh host 'cat > a.tgz'` sends the files there.
    if (command.isElsewhere === true && command.input !== undefined && command.input.isElsewhere !== true)
      actions.push(actionOf('publishes', [], command));
    if (readsSecretFile(program, command)) actions.push(actionOf('reads_secrets', [], command));
  }
  if (isPipedDownload(commands))
    actions.push({ kind: 'piped_download', paths: [], unresolved: [], isElsewhere: false });
  return actions;
}
