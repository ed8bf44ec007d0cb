import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

const OPTION = '--setting-sources';

/** Returns the sources of settings that a command line of Claude Code names, or undefined where it names none. */
function settingSources(args: readonly string[]): string[] | undefined {
  if (!args.slice(0, 2).some((arg) => basename(arg).startsWith('claude') || arg.includes('claude-code'))) {
    return undefined;
  }
  const at = args.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`));
  const value = args[at]?.includes('=') === true ? args[at].slice(OPTION.length + 1) : args[at + 1];
  return at === -1 ? undefined : (value ?? '').split(',').map((each) => each.trim());
}

/**
 * Returns the number of this user's running Claude Code sessions that were started without the user's settings, and
 * therefore without the hooks in them. Only Linux lists the command lines of programs in files.
 */
export function sessionsWithoutUserSettings(): number {
  const uid = process.getuid?.();
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  } catch {
    return 0;
  }
  return names.filter((name) => {
    try {
      if (statSync(`/proc/${name}`).uid !== uid) return false;
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return settingSources(args)?.includes('user') === false;
    } catch {
      // The program ended meanwhile.
      return false;
    }
  }).length;
}
