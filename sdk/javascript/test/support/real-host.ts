import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Permission } from '../../../../shared/permission.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);

/** A headless Plinth of this repository in a folder of its own. */
export interface RealHost {
  readonly dataDir: string;
  readonly baseUrl: string;
  generate(name: string, permissions?: Permission[]): Promise<string>;
  revoke(name: string): Promise<void>;
  /** The newest receipts. */
  receipts(limit: number): Promise<{ event: string }[]>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it on a free port and waits until it listens. */
export async function startRealHost(
  dataDir = mkdtempSync(join(tmpdir(), 'plinth-host-')),
): Promise<RealHost> {
  const env = { ...process.env, PLINTH_DATA_DIR: dataDir, PLINTH_PORT: '0', PLINTH_KEYCHAIN: 'off' };
  const child = spawn(process.execPath, [join(repository, 'bin/plinth.js'), 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('the host ended before it listened'))),
  ]);
  const { baseUrl } = JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8'));
  const cli = (...args: string[]) =>
    run(process.execPath, [join(repository, 'bin/plinth.js'), ...args], { env });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    dataDir,
    baseUrl,
    async generate(name, permissions = ['events:write', 'capabilities:read']) {
      const { stdout } = await cli('token', 'generate', '--name', name, '--json', '-p', ...permissions);
      return JSON.parse(stdout).token;
    },
    async revoke(name) {
      await cli('token', 'revoke', name, '--yes');
    },
    async receipts(limit) {
      const { stdout } = await cli('receipts', 'list', '--json', '--limit', `${limit}`);
      return JSON.parse(stdout).receipts;
    },
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Where the vectors of the contract are. */
export function conformanceFolder(): string {
  return join(repository, 'sdk/conformance');
}
