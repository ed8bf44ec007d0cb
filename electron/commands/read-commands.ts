import { baseName, resolvePath } from './paths.ts';
import { readPosix } from './read-posix.ts';
import { readWindows } from './read-windows.ts';
import { type Dialect, plainWord, type ShellCommand, type ShellWord } from './shell-command.ts';

/** Shells within shells that are followed: `sudo bash -c "ssh host 'sh -c …'"`. */
const MAX_NESTING = 6;
/** Characters of a command line that are read: some ten milliseconds of the store's thread. People write far less. */
const MAX_CHARACTERS = 32_768;
/** Commands of one text. Each further one would be of a generated script. */
const MAX_COMMANDS = 4096;

const CMDLET =
  /(?:^|[|;&{(]\s*)(?:(?:Remove|Set|Get|New|Move|Copy|Clear|Out|Invoke|Start|Stop|Add|Rename|Format)-[A-Z]\w+|iwr|irm|iex|gci)\b/i;
const CMD_COMMAND = /^\s*(?:del|erase|rd|rmdir|move|copy|xcopy|robocopy|ren|rename|format|type|cd)\s/i;
const CMD_WORD = /\s(?:\/\w\b|"?[A-Za-z]:\\|[\w.~]+\\[\w.])/;
/** `src\\app.ts`, `..\\x` and `~\\.ssh`. A POSIX shell would lose the backslash. */
const WINDOWS_PATH = /[\w.~*]\\[\w.*]/;
const QUOTED = /"[^"]*"|'[^']*'/g;
const CMD_VARIABLE = /%[A-Za-z]{4,}%/;

/** Returns true if a text has the commands, drives and variables of cmd: `del /q a`, `copy a C:\b`, `%TEMP%`. */
const isForCmd = (text: string): boolean =>
  CMD_VARIABLE.test(text) ||
  text.split(/[&|(]/).some((each) => CMD_COMMAND.test(each) && CMD_WORD.test(each));

/** Returns the shell that a command was written for, by its words. On Windows it can be Git's, which is one of POSIX. */
function dialectOf(text: string, isOnWindows: boolean): Dialect {
  const start = text.slice(0, LONGEST_HINT);
  if (CMDLET.test(start)) return 'powershell';
  if (isForCmd(start)) return 'cmd';
  const hasPath = isOnWindows && !start.includes('<<') && WINDOWS_PATH.test(start.replaceAll(QUOTED, ''));
  return hasPath ? 'powershell' : 'posix';
}
/** Characters at the start of a text that tell its shell. */
const LONGEST_HINT = 2048;

/** A program that runs the command behind its own options: `sudo -u root rm x`. */
interface Wrapper {
  /** Options that take a value of their own. */
  valued?: string;
  /** Words of its own before the command, such as the time of `timeout`. */
  operands?: number;
  /** It runs the command in a container or on another computer. */
  isElsewhere?: true;
  /** The words before the command, such as `exec` of `docker exec`. */
  sub?: RegExp;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: { valued: '-u -g -h -p -C -r -t -T -U -D -R --user --group --chdir' },
  doas: { valued: '-u -C' },
  env: { valued: '-u -C --unset --chdir' },
  nohup: {},
  setsid: {},
  command: {},
  builtin: {},
  exec: { valued: '-a' },
  time: { valued: '-f -o' },
  nice: { valued: '-n' },
  ionice: { valued: '-c -n -p' },
  stdbuf: { valued: '-i -o -e' },
  caffeinate: { valued: '-t -w' },
  timeout: { valued: '-k -s --signal --kill-after', operands: 1 },
  gtimeout: { valued: '-k -s --signal --kill-after', operands: 1 },
  flock: { valued: '-w -E', operands: 1 },
  xargs: { valued: '-I -n -P -L -d -E -s -a --max-args --max-procs --delimiter' },
  parallel: { valued: '-j' },
  watch: { valued: '-n' },
  chroot: { operands: 1, isElsewhere: true },
  busybox: {},
  npx: { valued: '-p --package' },
  bunx: {},
  pnpm: { sub: /^(?:dlx|exec)$/ },
  yarn: { sub: /^(?:dlx|exec)$/ },
  wsl: { valued: '-d -u' },
  start: {},
  ssh: { valued: '-p -i -l -o -F -J -L -R -D -b -c -E -W', operands: 1, isElsewhere: true },
  docker: { sub: /^exec$/, valued: '-u -w -e --user --workdir --env', operands: 1, isElsewhere: true },
  podman: { sub: /^exec$/, valued: '-u -w -e', operands: 1, isElsewhere: true },
  kubectl: { sub: /^exec$/, valued: '-n -c --namespace --container', operands: 1, isElsewhere: true },
};
const SHELL = /^(?:ba|z|da|k|a|fi)?sh$/;
const POWERSHELL = /^(?:powershell|pwsh)$/;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** Returns the name of a program: `rm` for `/bin/rm` and `RM.EXE`. Empty if a mask or a variable stands there. */
export function programOf({ words: [first] }: ShellCommand): string {
  if (first === undefined || first.isOpaque) return '';
  const name = baseName(first.text);
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '');
}

/** Returns the words behind a wrapper's own options and operands. */
function behindOptions(words: readonly ShellWord[], { valued = '', operands = 0 }: Wrapper): ShellWord[] {
  const takesValue = new Set(valued.split(' '));
  let [at, left] = [0, operands];
  for (; at < words.length; at += 1) {
    const { text } = words[at]!;
    if (text === '--') {
      at += left > 0 ? 0 : 1;
      if (left === 0) break;
    } else if (takesValue.has(text)) at += 1;
    else if (!/^-./.test(text) && !ASSIGNMENT.test(text)) {
      if (left === 0) break;
      left -= 1;
    }
  }
  return words.slice(at);
}

/** Returns words as a shell gets them that runs them as one text. */
const textOf = (words: readonly ShellWord[]): string => words.map(({ text }) => text).join(' ');

/** Returns the script that a shell runs from its arguments or its input. Undefined if it runs a file. */
function scriptOf(
  program: string,
  { words, redirects }: ShellCommand,
): { word: ShellWord; dialect: Dialect } | undefined {
  const args = words.slice(1);
  const behind = (option: RegExp) => {
    const at = args.findIndex(({ text }) => option.test(text));
    const first = at < 0 ? undefined : args[at + 1];
    if (first === undefined) return undefined;
    return {
      ...first,
      text: textOf(args.slice(at + 1)),
      to: args.at(-1)!.to,
    };
  };
  if (SHELL.test(program)) {
    const at = args.findIndex(({ text }) => /^-[a-z]*c$/.test(text));
    const word = at < 0 ? redirects.find(({ operator }) => operator === '<<')?.target : args[at + 1];
    return word === undefined ? undefined : { word, dialect: 'posix' };
  }
  const [all, dialect] =
    program === 'eval'
      ? [behind(/^/) === undefined ? undefined : { ...args[0]!, text: textOf(args) }, 'posix' as const]
      : program === 'cmd'
        ? [behind(/^\/[ck]$/i), 'cmd' as const]
        : POWERSHELL.test(program)
          ? [behind(/^-c(?:ommand)?$/i) ?? firstScript(args), 'powershell' as const]
          : /^(?:su|script)$/.test(program)
            ? [
                args[args.findIndex(({ text }) => text === '-c' || text === '--command') + 1],
                'posix' as const,
              ]
            : [undefined, 'posix' as const];
  return all === undefined ? undefined : { word: all, dialect };
}

/** PowerShell runs its first word that is no option as a script. */
const firstScript = (args: readonly ShellWord[]): ShellWord | undefined => {
  const at = args.findIndex(({ text }) => !text.startsWith('-'));
  return at < 0 || /\.ps1$/i.test(args[at]!.text)
    ? undefined
    : { ...args[at]!, text: textOf(args.slice(at)) };
};

/** Roots of a `find` that stand for each `{}`. */
const MAX_ROOTS = 64;

/** Returns what a `find` finds: `src/**\/*.o` for `find src -name '*.o'`. */
function foundBy(words: readonly ShellWord[]): ShellWord[] {
  const start = words.findIndex(({ text }, at) => at > 0 && /^[-(!]/.test(text));
  const roots = words.slice(1, start < 0 ? undefined : Math.min(start, 1 + MAX_ROOTS));
  const name = words[words.findIndex(({ text }) => text === '-name') + 1];
  const isNamed = name !== undefined && name !== words[0] && !name.isOpaque;
  return (roots.length === 0 ? [plainWord('.')] : roots).map((root) =>
    isNamed && !root.isOpaque ? { ...root, text: `${root.text}/**/${name.text}`, isGlob: true } : root,
  );
}

/** Returns the commands that `find` runs for what it finds, which stands for `{}`. `-delete` is `rm`. */
function ofFind({ words, ...rest }: ShellCommand): ShellCommand[] {
  const found = foundBy(words);
  const commands: ShellCommand[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const { text } = words[at]!;
    if (text === '-delete') commands.push({ ...rest, words: [plainWord('rm'), ...found] });
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(text)) continue;
    const length = words.slice(at + 1).findIndex((word) => word.text === ';' || word.text === '+');
    const end = length < 0 ? words.length : at + 1 + length;
    const own = words.slice(at + 1, end).flatMap((word) => (word.text === '{}' ? found : [word]));
    commands.push({ ...rest, words: own });
    at = end;
  }
  return commands;
}

/** Removes the options of git itself, and follows `-C`. */
function ofGit(command: ShellCommand): ShellCommand {
  let { folder } = command;
  let at = 1;
  for (; at < command.words.length; at += 1) {
    const { text } = command.words[at]!;
    const value = command.words[at + 1];
    if (text === '-C') {
      folder = value === undefined || value.isOpaque ? undefined : resolvePath(value.text, folder);
      at += 1;
    } else if (/^(?:-c|--git-dir|--work-tree|--namespace)$/.test(text)) at += 1;
    else if (!text.startsWith('-')) break;
  }
  return { ...command, folder, words: [command.words[0]!, ...command.words.slice(at)] };
}

/** Returns a command and those that it runs: itself behind `sudo`, and the script of `bash -c`. */
function unwrapped(command: ShellCommand, nesting: number): ShellCommand[] {
  const program = programOf(command);
  if (nesting >= MAX_NESTING) return [command];
  if (program === 'git') return [ofGit(command)];
  if (program === 'find' || program === 'fd')
    return [command, ...ofFind(command).flatMap((each) => unwrapped(each, nesting + 1))];
  const script = scriptOf(program, command);
  if (script !== undefined) {
    // What the script's words hold is known only if the outer shell leaves no gap in it.
    const inner = readScript(script.word.text, script.dialect, command.folder, nesting + 1);
    return [command, ...inner.map((each) => inside(each, script.word, command))];
  }
  const wrapper = WRAPPERS[program];
  if (wrapper === undefined) return [command];
  let own = command.words.slice(1);
  if (wrapper.sub !== undefined) {
    if (!wrapper.sub.test(own[0]?.text ?? '')) return [command];
    own = own.slice(1);
  }
  // `command -v rm` looks a program up.
  if (program === 'command' && /^-[vV]$/.test(own[0]?.text ?? '')) return [command];
  const words = behindOptions(own, wrapper);
  if (words.length === 0) return [command];
  const isElsewhere = wrapper.isElsewhere ?? command.isElsewhere;
  const chdir =
    program === 'env' || program === 'sudo'
      ? own[own.findIndex(({ text }) => /^(?:-C|-D|--chdir)$/.test(text)) + 1]
      : undefined;
  const moved =
    chdir !== undefined && own[0] !== chdir ? resolvePath(chdir.text, command.folder) : command.folder;
  const inner = { ...command, words, folder: moved, ...(isElsewhere === undefined ? {} : { isElsewhere }) };
  // A remote shell gets one text: `ssh host "cd /srv && rm -rf x"`.
  if (program === 'ssh') {
    const text = textOf(words);
    const inner = readScript(text, 'posix', undefined, nesting + 1);
    return inner.map((each, at) => ({
      ...inside(each, words[0]!, command),
      ...(at === 0 && command.input !== undefined ? { input: command.input } : {}),
      isElsewhere: true,
    }));
  }
  if (program === 'xargs' || program === 'parallel') inner.words = [...words, FROM_INPUT];
  return unwrapped(inner, nesting + 1);
}

/** The words that `xargs` reads from its input. */
const FROM_INPUT: ShellWord = { ...plainWord(''), isOpaque: true };

/** A command inside a word has the place of this word. */
function inside(command: ShellCommand, { from, to }: ShellWord, outer: ShellCommand): ShellCommand {
  const moved = (word: ShellWord): ShellWord => ({ ...word, from, to });
  return {
    ...command,
    words: command.words.map(moved),
    redirects: command.redirects.map(({ operator, target }) => ({ operator, target: moved(target) })),
    ...(outer.isElsewhere === undefined ? {} : { isElsewhere: true }),
  };
}

function readScript(
  text: string,
  dialect: Dialect,
  folder: string | undefined,
  nesting: number,
): ShellCommand[] {
  const read = dialect === 'posix' ? readPosix(text, folder) : readWindows(text, dialect, folder);
  return read.slice(0, MAX_COMMANDS).flatMap((command) => unwrapped(command, nesting));
}

/** Cuts a long text. The body of a here-document is left out first, because commands follow it. */
function withinLimit(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const last = [...text.slice(0, MAX_CHARACTERS).matchAll(/<<-?\s*(["']?)(\w+)\1[^\n]{0,512}\n/g)].at(-1);
  const end = last === undefined ? -1 : text.indexOf(`\n${last[2]}\n`, last.index);
  if (last === undefined || end < 0) return text.slice(0, MAX_CHARACTERS);
  return text.slice(0, last.index + last[0].length) + text.slice(end + 1, end + MAX_CHARACTERS);
}

/**
 * Reads every command that a command line runs, through chains, pipes, wrappers and shells within it. It runs nothing. A
 * command line that ends in the middle gives the commands up to there.
 */
export function readCommands(text: string, folder: string | undefined, isOnWindows = false): ShellCommand[] {
  const read = withinLimit(text);
  return readScript(read, dialectOf(read, isOnWindows), folder, 0);
}
