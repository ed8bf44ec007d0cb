import type { HarnessId } from '../../../shared/bridge.ts';

/** The shells in which harnesses run a hook's command. */
export type CommandShell = 'posix' | 'powershell' | 'cmd';

/**
 * The text of a hook's command. It outlives Plinth: with the launcher gone it reads its input to the end, so that
 * no harness writes into a closed pipe, and still succeeds, because some harnesses deny the tool otherwise.
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

/** True when a command runs this Plinth's launcher, however the rest of it has been changed. */
export function runsLauncher(command: unknown, launcher: string): boolean {
  return (
    typeof command === 'string' &&
    (command.includes(launcher) || command.includes(launcher.replaceAll("'", "'\\''")))
  );
}
