import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { callControlSocket } from '../../electron/control/transports/control-socket.ts';
import { readRuntimeInfo } from '../../electron/platform/runtime-file.ts';
import type { ControlChannel, ControlParams, ControlResult } from '../../shared/control.ts';

export const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));

/** The headless host of one data directory. It can be stopped, moved or suspended while agents work. */
export class Collector {
  readonly dataDir: string;
  #process: ChildProcess | undefined;
  readonly #takenPorts: Server[] = [];

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [plinth, 'serve', '--port', '0'], {
      env: { ...process.env, PLINTH_DATA_DIR: this.dataDir, PLINTH_KEYCHAIN: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        if (String(chunk).includes('is listening at')) resolve();
      });
      child.once('exit', () => reject(new Error('the host did not start')));
    });
  }

  /** The address at which it listens. */
  get baseUrl(): string {
    return `http://127.0.0.1:${readRuntimeInfo(this.dataDir)?.port}`;
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    await exited;
  }

  /** Restarts it on a new port. Another program holds the old port from then on. */
  async moveToAnotherPort(): Promise<void> {
    const before = readRuntimeInfo(this.dataDir)?.port;
    await this.stop();
    const squatter = createServer((socket) => socket.on('error', () => socket.destroy()).destroy());
    await new Promise<void>((resolve) => squatter.listen(before, '127.0.0.1', resolve));
    this.#takenPorts.push(squatter);
    await this.start();
  }

  /** Stops reading and answering, while the system still accepts connections. */
  hang(): void {
    this.#process?.kill('SIGSTOP');
  }

  async call<C extends ControlChannel>(channel: C, params: ControlParams<C>): Promise<ControlResult<C>> {
    const envelope = await callControlSocket(this.dataDir, channel, params);
    if (!envelope.ok) throw new Error(`${channel}: ${envelope.error.code}`);
    return envelope.result;
  }

  async dispose(): Promise<void> {
    await this.stop();
    for (const server of this.#takenPorts) server.close();
  }
}
