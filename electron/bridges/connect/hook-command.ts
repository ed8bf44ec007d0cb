import type { HarnessId } from '../../../shared/bridge.ts';

/** The shells in which harnesses run a hook's command. */
type CommandShell = 'posix' | 'powershell' | 'cmd';

/**
 * Builds the text of a hook's command. The command also works after Plinth is removed. Without the launcher it
 * reads its input to the end, so that no harness writes into a closed pipe. It still succeeds, because some
 * harnesses deny the tool call otherwise.
 */
export function hookCommand(launcher: string, harness: HarnessId, shell: CommandShell): string {
  switch (shell) {
    case 'posix': {
      const path = `'${launcher.replaceAll("'", "'\\''")}'`;
      return `[ -x ${path} ] && ${path} ${harness} || cat >/dev/null || true`;
    }
    case 'powershell': {
      const path = `'${launcher.replaceAll("'", "''")}.cmd'`;
      return `if (Test-Path -LiteralPath ${path}) { $input | & ${path} ${harness} }; exit 0`;
    }
    case 'cmd':
      return `if exist "${launcher}.cmd" (call "${launcher}.cmd" ${harness}) & exit /b 0`;
  }
}

/**
 * Returns true when a command runs this installation's launcher, even when the rest of the command was changed.
 */
export function runsLauncher(command: unknown, launcher: string): boolean {
  return (
    typeof command === 'string' &&
    (command.includes(launcher) || command.includes(launcher.replaceAll("'", "'\\''")))
  );
}
