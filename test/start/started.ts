import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

export const root = join(import.meta.dirname, '../..');
const WAIT_MS = 60_000;
const ENDED = /^(?:exited|killed)/;

interface Note {
  event: string;
  pid: number;
  args?: string[];
  appPath?: string;
  asNode?: boolean;
  missing?: string[];
}

/** Creates a folder with an `electron` in it, for ELECTRON_OVERRIDE_DIST_PATH. */
export function makeRuntime(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'electron');
  writeFileSync(
    file,
    `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'electron-stand-in.ts')}' "$@"\n`,
  );
  chmodSync(file, 0o755);
  return folder;
}

/** One run of `npm start` with its own home, data directory and mark. */
export class Started {
  readonly folder = mkdtempSync(join(tmpdir(), 'plinth-start-'));
  readonly dataDir = join(this.folder, 'data');
  readonly #mark = randomUUID();
  readonly #notes = join(this.folder, 'notes');
  readonly process: ChildProcess;
  output = '';
  ending = 'running';

  /** Runs `npm start`, or only its script, or another script of a project. */
  constructor(
    by: 'npm' | 'node' | { project: string; script: string },
    env: Record<string, string>,
    args: string[] = [],
  ) {
    const {
      npm_lifecycle_event: _,
      DISPLAY: __,
      WAYLAND_DISPLAY: ___,
      NODE_OPTIONS: ____,
      ...inherited
    } = process.env;
    const { project, script } = typeof by === 'string' ? { project: root, script: 'scripts/start.ts' } : by;
    const [program, ...first] =
      by === 'npm' ? ['npm', 'start', '--silent', '--'] : [process.execPath, join(project, script)];
    this.process = spawn(program, [...first, ...args], {
      cwd: project,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inherited,
        HOME: this.folder,
        PLINTH_DATA_DIR: this.dataDir,
        PLINTH_PORT: '0',
        PLINTH_CONSOLE_PORT: 'off',
        PLINTH_KEYCHAIN: 'off',
        PLINTH_START_TEST: this.#mark,
        STAND_IN_NOTES: this.#notes,
        ...env,
      },
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk) => {
        this.output += chunk;
      });
    }
    this.process.on('exit', (code, signal) => {
      this.ending = signal === null ? `exited with ${code}` : `killed by ${signal}`;
    });
  }

  /** Returns the notes of the substitute for Electron. */
  notes(): Note[] {
    if (!existsSync(this.#notes)) return [];
    return readFileSync(this.#notes, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Note);
  }

  async until(text: RegExp): Promise<RegExpExecArray> {
    return vi.waitFor(
      () => {
        const found = text.exec(this.output);
        if (found === null) throw new Error(`${text} did not come: ${this.ending}: ${this.output}`);
        return found;
      },
      { timeout: WAIT_MS, interval: 20 },
    );
  }

  /** Waits for the collector and returns its address. */
  async listening(): Promise<string> {
    return (await this.until(/listening at (http:\S+?)\. /))[1]!;
  }

  /** Waits for the collector and for Electron's work after it. Returns the address. */
  async ready(): Promise<string> {
    const address = await this.listening();
    await vi.waitFor(() => {
      if (!this.notes().some(({ event }) => event === 'ready')) throw new Error(`Not ready: ${this.output}`);
    }, WAIT_MS);
    return address;
  }

  async ended(): Promise<string> {
    await vi.waitFor(() => {
      if (!ENDED.test(this.ending)) throw new Error(`Still ${this.ending}: ${this.output}`);
    }, WAIT_MS);
    return this.ending;
  }

  /** Returns the command lines of all processes of this run that still exist. Linux only. */
  processes(): string[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(this.#mark)) return [];
          return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()}`];
        } catch {
          return [];
        }
      });
  }

  pidOf(command: RegExp): number {
    const found = this.processes().find((line) => command.test(line));
    if (found === undefined) throw new Error(`No ${command} among: ${this.processes().join('; ')}`);
    return Number.parseInt(found, 10);
  }

  /** Returns the files of a running host that must be removed with it. */
  files(): string[] {
    return readdirSync(this.dataDir).filter((name) => name === 'runtime.json' || name.endsWith('.sock'));
  }

  /** Returns the TCP ports on which the run's processes listen. Linux only. */
  ports(): string[] {
    const sockets = this.processes().flatMap((line) => {
      const folder = `/proc/${Number.parseInt(line, 10)}/fd`;
      return readdirSync(folder).map((fd) => readlinkSync(join(folder, fd)));
    });
    const listening = ['tcp', 'tcp6']
      .flatMap((table) => readFileSync(`/proc/net/${table}`, 'latin1').split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      // State 0A is LISTEN. The tenth column is the socket's inode.
      .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.includes(`socket:[${inode}]`))
      .map(([, local]) => String(Number.parseInt(local!.split(':')[1]!, 16)));
    return [...new Set(listening)];
  }

  async everyProcessGone(): Promise<void> {
    await vi.waitFor(() => {
      const left = this.processes();
      if (left.length > 0) throw new Error(`Left: ${left.join('; ')}`);
    }, WAIT_MS);
  }

  dispose(): void {
    for (const line of this.processes()) process.kill(Number.parseInt(line, 10), 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
