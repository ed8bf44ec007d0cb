import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { controlSocketPath } from '../../electron/control/transports/control-socket.ts';
import { HOOK_HARNESS_IDS } from '../../shared/bridge.ts';
import { BRIDGES_PATH, EVENTS_PATH, OTLP_PATH } from '../../shared/limits.ts';
import { residentMebibytes } from '../faults/neighbour-kit.ts';
import { type HostProcess, startHostProcess } from '../support/host-process.ts';
import { issueManagedCredential } from '../support/managed-credential.ts';
import type { RawAnswer } from '../support/raw-connection.ts';
import { temporaryFolder } from '../support/temporary-folders.ts';
import { answerFault } from './answers.ts';
import { ATTACKER } from './base-bodies.ts';
import { exportsSecret, type Fault, fault, isOnDisk, LogWatch } from './evidence.ts';
import { NEIGHBOUR, type NeighbourOrder, SHARED } from './neighbour.ts';
import { CANARY, SECRET } from './pieces.ts';
import { bodyOf, type Plan, packed } from './plan.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));
const agent = fileURLToPath(new URL('./echo-agent.cjs', import.meta.url));

/** What an input may cost others. */
export interface Limits {
  waitMs: number;
  peakMebibytes: number;
}
/** A wait counts where it is longer than the longest without an attack, right after it: others load the machine, too. */
const QUIET_FACTOR = 3;
/** A limit against hangs. The longest answers come from the check of the whole record. */
const ANSWER_MS = 30_000;
const ACP_MS = 60_000;
/** Tokens of telemetry. Its events count at the rate limit afterwards, so one token would soon get no further. */
const TOKENS = 16;
const CALM_MEBIBYTES = 150;
const CALM_MS = 60_000;
/** A real host with a neighbour beside the fuzzer. */
export class AttackedHost {
  readonly #dataDir: string;
  readonly #host: HostProcess;
  readonly #credentials: ReadonlyMap<string, string>;
  readonly #shared: Int32Array;
  readonly #neighbour: Worker;
  readonly #exited: Promise<unknown>;
  readonly #log: LogWatch;
  #token = 0;
  peakMebibytes = 0;
  longestMs = 0;

  private constructor(
    dataDir: string,
    host: HostProcess,
    credentials: ReadonlyMap<string, string>,
    token: string,
  ) {
    this.#dataDir = dataDir;
    this.#host = host;
    this.#credentials = credentials;
    this.#shared = new Int32Array(new SharedArrayBuffer(Object.keys(SHARED).length * 4));
    const order: NeighbourOrder = { port: host.port, pid: host.child.pid!, token, shared: this.#shared };
    this.#neighbour = new Worker(new URL('./neighbour.ts', import.meta.url), { workerData: order });
    this.#log = new LogWatch(dataDir);
    this.#exited = once(host.child, 'exit');
  }

  static async start(): Promise<AttackedHost> {
    const root = temporaryFolder();
    const [dataDir, home] = [join(root, 'data'), join(root, 'home')];
    for (const folder of [dataDir, home]) mkdirSync(folder, { mode: 0o700 });
    const credentials = new Map<string, string>();
    for (const harness of HOOK_HARNESS_IDS) {
      if (harness !== 'acp') credentials.set(harness, issueManagedCredential(dataDir, harness, harness));
    }
    for (const harness of ['claude-code-telemetry', 'codex-telemetry']) {
      credentials.set(harness, issueManagedCredential(dataDir, harness, harness));
    }
    const host = await startHostProcess({ dataDir, env: { HOME: home, TMPDIR: home } });
    const generate = async (name: string) =>
      (await host.control('integrations.generate', { name, permissions: ['events:write'] })).token;
    credentials.set(ATTACKER, await generate(ATTACKER));
    for (let at = 0; at < TOKENS; at += 1) credentials.set(`otlp ${at}`, await generate(`${ATTACKER} ${at}`));
    await host.control('bridges.connect', { harness: 'acp' });
    const bridges = join(dataDir, 'bridges');
    const route = readdirSync(bridges).find((name) => name.endsWith('.route'))!;
    const { authorization } = JSON.parse(readFileSync(join(bridges, route), 'utf8'));
    credentials.set('acp', authorization.replace('Bearer ', ''));
    return new AttackedHost(dataDir, host, credentials, await generate(NEIGHBOUR));
  }

  get isAlive(): boolean {
    return this.#host.child.exitCode === null && this.#host.child.signalCode === null;
  }

  #read(place: keyof typeof SHARED): number {
    return Atomics.load(this.#shared, SHARED[place]);
  }

  /** Waits for whole answers to events that the neighbour sent after now. Returns its longest wait. */
  async #neighbourAnswered(answers: number): Promise<number> {
    const until = this.#read('finished') + answers;
    while (this.#read('finished') < until && this.isAlive) await delay(2);
    return this.#read('longestMs');
  }

  /** Returns the neighbour's longest wait while nothing else is sent. */
  async quietWait(): Promise<number> {
    Atomics.store(this.#shared, SHARED.longestMs, 0);
    return this.#neighbourAnswered(100);
  }

  /** Sends an input and returns what was wrong. */
  async examine(
    plan: Plan,
    limits: Limits,
    note: (status: string) => void = () => {},
  ): Promise<Fault | undefined> {
    const { bytes, encoding } = packed(bodyOf(plan), plan);
    const headers = {
      'Content-Type': contentType(plan),
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      ...(plan.isChunked ? {} : { 'Content-Length': String(bytes.length) }),
    };
    Atomics.store(this.#shared, SHARED.longestMs, 0);
    Atomics.store(this.#shared, SHARED.peakMebibytes, 0);
    const lost = this.#read('lost');
    const one = async () => {
      if (plan.target.route === 'acp') return this.#runAgent(bytes, plan.target.exitCode);
      const answer = await this.#send(plan, headers, bytes);
      if (typeof answer === 'string') return fault(answer);
      note(String(answer.status));
      const wrong = answerFault(plan.target, answer);
      return wrong === undefined ? undefined : fault(wrong);
    };
    const answers = await Promise.all(Array.from({ length: plan.atOnce }, one));
    const longest = await this.#neighbourAnswered(2);
    const peak = this.#read('peakMebibytes');
    this.longestMs = Math.max(this.longestMs, longest);
    this.peakMebibytes = Math.max(this.peakMebibytes, peak);
    if (!this.isAlive) return fault('the host ended');
    const wrong = answers.find((answer) => answer !== undefined) ?? this.#log.fault(this.#host.output());
    if (wrong !== undefined) return wrong;
    if (this.#read('lost') > lost) {
      return fault(`an event of the neighbour was refused with ${this.#read('lostStatus')}`);
    }
    if (longest > limits.waitMs && longest > QUIET_FACTOR * (await this.quietWait())) {
      return { text: `the neighbour waited ${longest} ms`, isMeasured: true };
    }
    if (peak > limits.peakMebibytes) return { text: `the host takes ${peak} MiB`, isMeasured: true };
    return undefined;
  }

  #credentialOf({ target, base }: Plan): string | undefined {
    if (target.route === 'bridges') return this.#credentials.get(target.harness);
    if (target.route !== 'otlp') return this.#credentials.get(ATTACKER);
    if (target.isConnection)
      return this.#credentials.get(base % 2 === 0 ? 'codex-telemetry' : 'claude-code-telemetry');
    this.#token += 1;
    return this.#credentials.get(`otlp ${this.#token % TOKENS}`);
  }

  #send(plan: Plan, headers: Record<string, string>, bytes: Buffer): Promise<RawAnswer | string> {
    const { target } = plan;
    const place =
      target.route === 'control'
        ? { socketPath: controlSocketPath(this.#dataDir), path: `/control/${target.channel}` }
        : { host: '127.0.0.1', port: this.#host.port, path: pathOf(target) };
    const authorization = { Authorization: `Bearer ${this.#credentialOf(plan)}` };
    const options = { ...place, method: 'POST', headers: { ...authorization, ...headers }, agent: false };
    return new Promise((resolve) => {
      const call = request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          const named = new Map(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
          const text = answer.rawHeaders.join('\n') + body;
          resolve({ status: answer.statusCode ?? 0, headers: named, body, text });
        });
        answer.on('error', () => resolve('the answer was cut'));
      });
      call.on('error', ({ message }) => resolve(`no answer: ${message.split(' ').at(-1)}`));
      call.setTimeout(ANSWER_MS, () => {
        resolve('no answer in time');
        call.destroy();
      });
      call.end(bytes);
    });
  }

  /** Runs an agent that repeats the input. Every byte must come back. */
  async #runAgent(input: Buffer, exitCode: number): Promise<Fault | undefined> {
    const child = spawn(process.execPath, [plinth, 'acp', '--', process.execPath, agent, String(exitCode)], {
      env: { ...process.env, PLINTH_DATA_DIR: this.#dataDir },
      timeout: ACP_MS,
    });
    child.stdin.on('error', () => {});
    const output = Promise.all([buffer(child.stdout), buffer(child.stderr)]);
    child.stdin.end(input);
    const [code, signal] = await once(child, 'close');
    const [stdout, stderr] = await output;
    if (code !== exitCode) return fault(`the agent's exit code ${exitCode} became ${code ?? signal}`);
    if (!stdout.equals(input)) return fault('bytes between the editor and the agent changed');
    return stderr.includes(CANARY) ? fault('a message of an agent was repeated') : undefined;
  }

  /** Waits until the memory is as it was before. Returns the memory. */
  async calm(mebibytes = CALM_MEBIBYTES): Promise<number> {
    const until = Date.now() + CALM_MS;
    const resident = () => (this.isAlive ? residentMebibytes(this.#host.child.pid!) : 0);
    while (resident() > mebibytes && Date.now() < until) await delay(200);
    return resident();
  }

  /** Stops the neighbour and the host, and returns what is wrong in the end. */
  async finish(): Promise<Fault[]> {
    const faults: Fault[] = [];
    const check = (isRight: boolean, text: string) => void (isRight || faults.push(fault(text)));
    Atomics.store(this.#shared, SHARED.isOver, 1);
    await once(this.#neighbour, 'exit');
    if (this.isAlive) {
      const { count } = await this.#host.control('receipts.count', { filter: { sessionId: NEIGHBOUR } });
      check(
        count === this.#read('sent'),
        `${count} of ${this.#read('sent')} events of the neighbour are stored`,
      );
      check(!(await exportsSecret(this.#host)), 'a receipt holds the planted secret');
      const resident = await this.calm();
      if (resident > CALM_MEBIBYTES)
        faults.push({ text: `the idle host takes ${resident} MiB`, isMeasured: true });
      const verify = spawn(process.execPath, [plinth, '--data-dir', this.#dataDir, 'verify']);
      const [code] = await once(verify, 'close');
      check(code === 0, `verify ends with ${code}`);
      check((await this.#host.end('SIGTERM')) === 0, 'the host does not end in order');
      const last = this.#log.fault(this.#host.output());
      if (last !== undefined) faults.push(last);
    }
    check(!isOnDisk(this.#dataDir, SECRET), 'the planted secret is on the disk');
    rmSync(dirname(this.#dataDir), { recursive: true, force: true });
    return faults;
  }

  /** Ends the host at once. */
  async discard(): Promise<void> {
    Atomics.store(this.#shared, SHARED.isOver, 1);
    if (this.isAlive) await this.#host.end('SIGKILL');
    await Promise.all([this.#exited, this.#neighbour.terminate()]);
    rmSync(dirname(this.#dataDir), { recursive: true, force: true });
  }
}

function pathOf(target: Plan['target']): string {
  if (target.route === 'bridges') return `${BRIDGES_PATH}/${target.harness}`;
  return target.route === 'otlp' ? `${OTLP_PATH}/${target.signal}` : EVENTS_PATH;
}

function contentType({ target, type }: Plan): string {
  if (type === 'wrong') return 'text/plain';
  const isProtobuf = target.route === 'otlp' && target.encoding === 'protobuf';
  const right = isProtobuf ? 'application/x-protobuf' : 'application/json';
  return type === 'charset' ? `${right}; charset=utf-16` : right;
}
