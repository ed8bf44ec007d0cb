import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeStatus } from '../../shared/bridge.ts';
import { plinth } from './collector.ts';
import type { HarnessRun } from './harness-runs.ts';
import { makeCopyingCurl, unknownMembers } from './unknown-members.ts';

/** The folder outside the checkout into which npm installs the harnesses. */
export const cache = process.env.PLINTH_E2E_CACHE ?? join(tmpdir(), 'plinth-harness-clis');
const SESSION_TIMEOUT_MS = 120_000;

export interface Outcome {
  status: number | null;
  output: string;
  ms: number;
}

/** Runs a program to its end. One that takes too long is ended. */
export function run(
  program: string,
  args: string[],
  options: { cwd?: string; env: NodeJS.ProcessEnv },
): Promise<Outcome> {
  const started = performance.now();
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), SESSION_TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      clearTimeout(timer);
      resolve({ status, output, ms: Math.round(performance.now() - started) });
    });
  });
}

/** Installs the given harnesses from npm, where another version or none is there. */
export async function installHarnesses(
  runs: readonly Pick<HarnessRun, 'package' | 'version'>[],
): Promise<void> {
  const missing = runs.filter(({ package: name, version }) => {
    const manifest = join(cache, 'node_modules', name, 'package.json');
    return !existsSync(manifest) || JSON.parse(readFileSync(manifest, 'utf8')).version !== version;
  });
  if (missing.length === 0) return;
  console.log(`Installing ${missing.map(({ package: name }) => name).join(', ')} into ${cache}`);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(join(cache, 'package.json')))
    writeFileSync(join(cache, 'package.json'), '{"private":true}');
  const names = missing.map(({ package: name, version }) => `${name}@${version}`);
  const { status, output } = await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--save-exact', ...names],
    {
      cwd: cache,
      env: process.env,
    },
  );
  if (status !== 0) throw new Error(`npm could not install the harnesses:\n${output}`);
}

/** Returns the file that a package of one program runs. Two packages can name their programs alike. */
export function programOf(name: string): string {
  const folder = join(cache, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  return join(folder, Object.values(bin)[0]!);
}

/** One harness in a home and a project of its own, connected to a collector. */
export class HarnessSession {
  readonly home: string;
  readonly project: string;
  readonly run: HarnessRun;
  readonly #modelUrl: string;
  readonly #root: string;
  readonly #dataDir: string;
  /** The folder with copies of its reports. */
  readonly #copies: string;
  #copyingCurl = '';

  constructor(harness: HarnessRun, modelUrl: string, root: string, dataDir: string) {
    this.run = harness;
    this.#modelUrl = modelUrl;
    this.#root = root;
    this.#dataDir = dataDir;
    this.#copies = join(root, `copies-${harness.harness}`);
    this.home = join(root, `home-${harness.harness}`);
    this.project = join(root, `project-${harness.harness}`);
    mkdirSync(this.home);
    mkdirSync(this.project);
    harness.prepare(this.home, modelUrl);
  }

  /** Keeps copies of the reports of hooks from now on. */
  copyReports(): void {
    this.#copyingCurl = `${makeCopyingCurl(this.#copies)}:`;
  }

  /** Names what the copied reports have and no captured payload has. */
  get unknownMembers(): string[] {
    return unknownMembers(this.run.harness, this.#copies);
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      PATH: `${this.#copyingCurl}${join(cache, 'node_modules', '.bin')}:${join(process.execPath, '..')}:${process.env.PATH}`,
      HOME: this.home,
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      NO_PROXY: '127.0.0.1',
      ...this.run.environment(this.#modelUrl),
    };
  }

  /** Runs `plinth bridge …` in the harness's environment. */
  async bridge(...args: string[]): Promise<{ status: BridgeStatus }> {
    // The command line keeps a compile cache below the home folder. It is not part of connecting.
    const XDG_CACHE_HOME = join(this.#root, 'cache');
    const env = {
      ...this.environment,
      XDG_CACHE_HOME,
      PLINTH_DATA_DIR: this.#dataDir,
      PLINTH_KEYCHAIN: 'off',
    };
    const outcome = await run(process.execPath, [plinth, 'bridge', ...args, '--json'], { env });
    if (outcome.status !== 0) throw new Error(`plinth bridge ${args.join(' ')}: ${outcome.output}`);
    const answer = JSON.parse(outcome.output);
    return answer.bridges === undefined ? answer : { status: answer.bridges[0] };
  }

  get program(): string {
    return join(cache, 'node_modules', '.bin', this.run.executable);
  }

  ask(prompt: string): Promise<Outcome> {
    return this.start(this.run.arguments(prompt));
  }

  /** Runs the harness with the given words of its command and further variables. */
  start(words: string[], variables: Record<string, string> = {}): Promise<Outcome> {
    return run(this.program, words, { cwd: this.project, env: { ...this.environment, ...variables } });
  }
}
