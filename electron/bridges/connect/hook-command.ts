import { shellQuoted } from '../../platform/shell-quote.ts';
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
      const word = `'${path.replaceAll("'", "''")}.cmd'`;
      return `if (Test-Path -LiteralPath ${word}) { $input | & ${word} ${bridgeId} }; exit 0`;
    }
    case 'cmd':
      return `if exist "${path}.cmd" (call "${path}.cmd" ${bridgeId}) & exit /b 0`;
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

/** A quoted path that ends as a launcher's does, in one of the forms that {@link hookCommand} writes. */
const LAUNCHER_WORD =
  /'(?:[^']|'\\''|'\$'\\044''|'')*?[\\/]bridges[\\/]report(?:\.cmd)?'|"[^"]*[\\/]bridges[\\/]report\.cmd"/;

/** Exceeds every command that Plinth writes. Longer commands are not searched, which takes quadratic time. */
const MAX_COMMAND_LENGTH = 16_384;

/** Returns the path of the launcher that a command of a Plinth runs, or undefined for any other command. */
export function launcherOf(command: unknown): string | undefined {
  if (typeof command !== 'string' || command.length > MAX_COMMAND_LENGTH) return undefined;
  const text = LAUNCHER_WORD.exec(command)?.[0].slice(1, -1);
  if (text === undefined) return undefined;
  if (text.endsWith('.cmd')) return text.slice(0, -'.cmd'.length).replaceAll("''", "'");
  return text.replaceAll(`'${DOLLAR}'`, '$').replaceAll("'\\''", "'");
}

const withSlashes = (path: string) => path.replaceAll('\\', '/');

/**
 * Returns true when a command runs this installation's launcher, even when the rest of the command was changed.
 */
export function runsLauncher(command: unknown, launcher: string): boolean {
  if (typeof command !== 'string') return false;
  if (command.includes(launcher) || launcherOf(command) === launcher) return true;
  // Git Bash takes Windows paths with slashes.
  return process.platform === 'win32' && withSlashes(command).includes(withSlashes(launcher));
}
