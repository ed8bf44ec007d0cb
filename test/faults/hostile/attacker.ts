import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { EVENTS_PATH } from '../../../shared/limits.ts';
import type { HostileInput, HostileRequest } from './input.ts';
import { HOSTILE_INPUTS } from './kit.ts';

const plinth = fileURLToPath(new URL('../../../bin/plinth.js', import.meta.url));
/** Longer than any answer. A host that does not answer is no host that refuses. */
const ANSWER_MS = 120_000;

/** The host that is attacked. */
export interface Target {
  dataDir: string;
  controlSocket: string;
  port: number;
  /** The tokens of integrations, by the name of the input or by the path of the events. */
  tokens: Record<string, string>;
  /** The address of the console, and the headers of a browser that is logged in. */
  console: { port: number; headers: Record<string, string> };
}

/** The test orders an input to be made and then to be sent. */
export type Order = { target: Target } | { make: number } | 'send';

/** The answer to an input: its status, or what is wrong with the agent behind `plinth acp`. */
export interface Answered {
  status?: number;
  fault?: string;
}

let target: Target;
let made: { input: HostileInput; body: Buffer };

function addressOf({ to, name, path, bridge }: HostileRequest) {
  if (to === 'control') return { socketPath: target.controlSocket, headers: {} };
  if (to === 'console') return { host: '127.0.0.1', ...target.console };
  const token = target.tokens[bridge ?? (path === EVENTS_PATH ? path : name)];
  return { host: '127.0.0.1', port: target.port, headers: { Authorization: `Bearer ${token}` } };
}

function send(input: HostileRequest, body: Buffer): Promise<Answered> {
  return new Promise((resolve) => {
    const { headers: own, ...address } = addressOf(input);
    const isChunked = input.headers?.['Transfer-Encoding'] !== undefined;
    const length = isChunked ? {} : { 'Content-Length': body.length };
    const headers = { 'Content-Type': 'application/json', ...length, ...own, ...input.headers };
    const options = { ...address, path: input.path, method: 'POST', headers, timeout: ANSWER_MS };
    const sent = request(options, (answer) => {
      answer.resume().once('close', () => resolve({ status: answer.statusCode ?? 0 }));
    });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'no answer' })));
    sent.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'no answer' ? { fault: code } : { status: 0 }),
    );
    sent.end(body);
  });
}

/** Sends lines through `plinth acp` to an agent that sends each byte back. */
async function relay(body: Buffer): Promise<Answered> {
  const agent = ['--', process.execPath, '-e', 'process.stdin.pipe(process.stdout)'];
  const child = spawn(process.execPath, [plinth, 'acp', ...agent], {
    env: { ...process.env, PLINTH_DATA_DIR: target.dataDir },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const closed = once(child, 'close');
  let at = 0;
  let isEqual = true;
  child.stdout.on('data', (chunk: Buffer) => {
    isEqual &&= body.subarray(at, at + chunk.length).equals(chunk);
    at += chunk.length;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(body);
  const [status] = await closed;
  if (status !== 0) return { fault: `exit ${status}` };
  return isEqual && at === body.length ? { status: 200 } : { fault: `${at} of ${body.length} bytes` };
}

// The test concerns how the host handles its input. The system decides who gets the processors.
setPriority(10);

process.on('message', async (order: Order) => {
  if (order === 'send') {
    const { input, body } = made;
    process.send!(await (input.to === 'acp' ? relay(body) : send(input, body)));
  } else if ('target' in order) target = order.target;
  else {
    const input = HOSTILE_INPUTS[order.make]!;
    made = { input, body: input.body() };
    process.send!('made');
  }
});
