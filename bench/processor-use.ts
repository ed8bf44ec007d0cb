import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Processor time and context switches of a process since its start, of all its living threads. */
export interface ProcessorUse {
  microseconds: number;
  /** Times that a thread gave up or lost its core. Undefined where the system does not report them. */
  switches: number | undefined;
}

const NANOSECONDS = 1000;
const SECONDS_TO_MICROSECONDS = 1e6;

/** Reads a file of a thread. Returns an empty text if the thread has ended. */
function readThreadFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Reads the processor time of a process from the operating system: user and system time of all threads. */
export function processorUse(pid: number): ProcessorUse {
  if (process.platform !== 'linux') {
    const line = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' });
    const seconds = line
      .trim()
      .split(':')
      .reduce((sum, part) => sum * 60 + Number(part), 0);
    return { microseconds: seconds * SECONDS_TO_MICROSECONDS, switches: undefined };
  }
  let microseconds = 0;
  let switches = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    // The first number is the time on a core in nanoseconds. The ticks in `stat` are a hundredth of a second.
    microseconds += Number(readThreadFile(`${folder}/schedstat`).split(' ', 1)[0]) / NANOSECONDS;
    for (const [, count] of readThreadFile(`${folder}/status`).matchAll(/ctxt_switches:\s+(\d+)/g)) {
      switches += Number(count);
    }
  }
  return { microseconds, switches };
}

/** Idle and total time of all cores, in milliseconds since the machine's start. */
export interface MachineTimes {
  idle: number;
  total: number;
}

export function machineTimes(): MachineTimes {
  const all = cpus().map(({ times }) => times);
  return {
    idle: all.reduce((sum, { idle }) => sum + idle, 0),
    total: all.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
  };
}

/** Lets a process and its threads run on these cores only. Linux alone has the command. */
export function pinToCores(pid: number, cores: string): void {
  execFileSync('taskset', ['-acp', cores, String(pid)], { stdio: 'ignore' });
}
