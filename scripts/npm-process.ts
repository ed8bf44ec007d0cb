import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Process {
  parent: number;
  command: string;
}

function describe(pid: number): Process | undefined {
  try {
    if (process.platform === 'linux') {
      // The name in brackets may contain brackets and spaces. The state and the parent follow the last bracket.
      const [, parent] = /.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
      return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') };
    }
    const listed = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
    const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(listed) ?? [];
    return command === undefined ? undefined : { parent: Number(parent), command };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Returns a function that checks whether the npm process that runs this script still exists. It always returns
 * true for a script that npm does not run. npm starts scripts through a shell. Some shells stay, and others
 * replace themselves. Neither npm nor that shell forwards every signal that ends it.
 */
export function npmWatch(): () => boolean {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return () => true;
  const parent = process.ppid;
  const shell = describe(parent);
  const npm = shell !== undefined && /^\S*sh[\0 ]-c[\0 ]/.test(shell.command) ? shell.parent : parent;
  return () => process.ppid === parent && isAlive(npm);
}
