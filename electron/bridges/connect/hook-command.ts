import { powershellQuoted, powershellUnquoted, shellQuoted } from '../../../shared/shell-quote.ts';
import { comparablePath } from '../../platform/comparable-path.ts';
import type { HookLauncher } from '../harnesses/harness.ts';
import { HOOK_GUARD } from './launcher-scripts.ts';

/**
 * The shells in which harnesses run a hook's command. `posix` is sh or bash. `user_shell` is the user's own shell,
 * which can be fish. `git_bash` is bash on Windows. `expanding_bash` is bash behind a harness that replaces
 * `$NAME` in its settings.
 */
type CommandShell = 'posix' | 'user_shell' | 'git_bash' | 'expanding_bash' | 'powershell' | 'cmd';

/** Writes `$` in a form that no harness takes for a variable. */
const DOLLAR = "$'\\044'";
/** Writes `%` in a quoted word of cmd: outside of the quotes, so that no name stands between it and another one. */
const PERCENT = '"^%"';

function shellWord(path: string, shell: CommandShell): string {
  if (shell === 'git_bash') return shellQuoted(path.replaceAll('\\', '/'));
  if (shell === 'expanding_bash') return shellQuoted(path).split('$').join(`'${DOLLAR}'`);
  return shellQuoted(path);
}

/** Starts a shell of its own that reads the launcher. For shells that cannot read it, such as fish. */
const bySh = (word: string, bridgeId: string) =>
  `sh -c '${HOOK_GUARD}; [ -f "$0" ] && . "$0"' ${word} ${bridgeId}`;

/**
 * Builds the text of a hook's command. The harness's own shell reads the launcher, so that a hook starts no other
 * program than that shell and curl. The command also works after Plinth is removed, and whatever is in the place of the
 * launcher.
 */
export function hookCommand({ path, bridgeId }: HookLauncher, shell: CommandShell): string {
  switch (shell) {
    case 'posix':
    case 'git_bash':
    case 'expanding_bash': {
      const word = shellWord(path, shell);
      return `${HOOK_GUARD} && [ -f ${word} ] && set -- ${bridgeId} && . ${word}`;
    }
    case 'user_shell': {
      const word = shellWord(path, shell);
      const here = `[ -z "$FISH_VERSION" ] && ${hookCommand({ path, bridgeId }, 'posix')}`;
      return `${here}; [ -n "$FISH_VERSION" ] && ${bySh(word, bridgeId)}`;
    }
    case 'powershell': {
      const word = powershellQuoted(`${path}.cmd`);
      // By default, PowerShell 5 passes every letter beyond ASCII on as "?". It has read the input in the encoding of the console.
      const send = `$OutputEncoding = [Console]::InputEncoding; $input | & ${word} ${bridgeId} *> $null`;
      return `if (Test-Path -LiteralPath ${word}) { ${send} }; exit 0`;
    }
    case 'cmd': {
      // cmd doubles a "^" behind `call`, and replaces a name between two "%" also in quotes.
      const hasName = /%[^%\\/]+%/.test(path);
      const word = `"${hasName ? path.replaceAll('%', PERCENT) : path}.cmd"`;
      return `if exist ${word} (${word} ${bridgeId}) & exit /b 0`;
    }
  }
}

/**
 * Builds the text of a command for a harness that ends its hooks by a signal to their process group. The report is sent
 * from another session where the system has `setsid`, which macOS has not.
 */
export function lastingHookCommand({ path, bridgeId }: HookLauncher): string {
  const send = bySh(shellQuoted(path), bridgeId);
  return `trap '' TERM; command -v setsid >/dev/null && setsid ${send} 2>/dev/null || ${send}`;
}

/** A part of a quoted path, as {@link hookCommand} writes it. The group is the end of a launcher's. */
const QUOTED_PART = /([\\/]bridges[\\/]report(?:\.cmd)?(?='))|[^'\\/]+|[^']|'(?:\\'|\$'\\044')?'/y;
const LAUNCHER_OF_CMD = /"([^"]*[\\/]bridges[\\/]report)\.cmd"/;

/** Returns the first path of a launcher in single quotes. Each place is read once, whatever quote the path begins at. */
function quotedLauncher(command: string): string | undefined {
  const seen = new Uint8Array(command.length + 1);
  for (const { index } of command.matchAll(/'/g)) {
    for (let at = index + 1; seen[at] === 0; at = QUOTED_PART.lastIndex) {
      seen[at] = 1;
      QUOTED_PART.lastIndex = at;
      const part = QUOTED_PART.exec(command);
      if (part === null) break;
      if (part[1] !== undefined) return command.slice(index + 1, QUOTED_PART.lastIndex);
    }
  }
  return undefined;
}

/** Returns the path of the launcher that a command of a Plinth runs, or undefined for any other command. */
export function launcherOf(command: unknown): string | undefined {
  if (typeof command !== 'string') return undefined;
  const text = quotedLauncher(command);
  if (text === undefined) return LAUNCHER_OF_CMD.exec(command.replaceAll(PERCENT, '%'))?.[1];
  if (text.endsWith('.cmd')) return powershellUnquoted(text.slice(0, -'.cmd'.length));
  const path = text.replaceAll(`'${DOLLAR}'`, '$').replaceAll("'\\''", "'");
  // Git Bash takes Windows paths with slashes.
  return process.platform === 'win32' ? path.replaceAll('/', '\\') : path;
}

/** Returns true for the paths of one launcher. Somebody can name the data directory in another case. */
export const isSameLauncher = (one: string | undefined, other: string): boolean =>
  one !== undefined && comparablePath(one) === comparablePath(other);

/**
 * Returns true when a command runs this installation's launcher, even when the rest of the command was changed.
 */
export function runsLauncher(command: unknown, launcher: string): boolean {
  return (
    typeof command === 'string' &&
    (command.includes(launcher) || isSameLauncher(launcherOf(command), launcher))
  );
}
