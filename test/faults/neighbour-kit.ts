import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type NetConnectOpts } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { HostilityOrder, HostilityReport } from './neighbour-load.ts';

/** Starts a process of hostile neighbours, which ends by itself. */
export function unleash(order: HostilityOrder): { child: ChildProcess; report: Promise<HostilityReport> } {
  const child = fork(fileURLToPath(new URL('./neighbour-load.ts', import.meta.url)));
  const report = once(child, 'message').then(([message]) => message as HostilityReport);
  child.send(order);
  return { child, report };
}

/** Returns the resident memory of a process in mebibytes. */
export function residentMebibytes(pid: number): number {
  if (process.platform === 'linux') {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** Sends requests at an even pace and notes how long each answer took. */
export class Reporter {
  readonly latency = createHistogram();
  /** Lost events: answers other than 202, or no answer. */
  readonly lost: string[] = [];
  sent = 0;
  readonly #where: NetConnectOpts;
  readonly #request: (count: number) => string;
  readonly #keepsAlive: boolean;

  /** `request` gives the bytes of a request; one that keeps its connection alive uses it for all. */
  constructor(where: NetConnectOpts, keepsAlive: boolean, request: (count: number) => string) {
    this.#where = where;
    this.#keepsAlive = keepsAlive;
    this.#request = request;
  }

  get p99Ms(): number {
    return this.latency.percentile(99) / 1e6;
  }

  async run(seconds: number, pauseMs: number): Promise<void> {
    const deadline = performance.now() + seconds * 1000;
    let socket = this.#keepsAlive ? await this.#connect() : undefined;
    while (performance.now() < deadline) {
      const startedAt = performance.now();
      const own = socket ?? (await this.#connect());
      const status = await this.#ask(own);
      this.latency.record(Math.max(1, Math.round((performance.now() - startedAt) * 1e6)));
      if (status !== '202') {
        this.lost.push(status);
        if (socket !== undefined) socket = await this.#connect();
      }
      if (socket === undefined) own.destroy();
      await delay(pauseMs);
    }
    socket?.destroy();
  }

  #connect() {
    return new Promise<ReturnType<typeof connect>>((resolve) => {
      const socket = connect(this.#where);
      socket.on('error', () => {});
      socket.once('connect', () => resolve(socket));
      socket.once('close', () => resolve(socket));
    });
  }

  #ask(socket: ReturnType<typeof connect>): Promise<string> {
    this.sent += 1;
    const text = this.#request(this.sent);
    return new Promise((resolve) => {
      let answer = '';
      const finish = (status: string) => {
        socket.off('data', onData);
        socket.off('close', onClose);
        resolve(status);
      };
      const onData = (chunk: Buffer) => {
        answer += chunk.toString('latin1');
        const end = answer.indexOf('\r\n\r\n');
        if (end === -1) return;
        const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0);
        if (answer.length >= end + 4 + length) finish(answer.slice(9, 12));
      };
      const onClose = () => finish(answer === '' ? 'closed' : 'cut');
      if (socket.destroyed) return finish('refused');
      socket.on('data', onData);
      socket.once('close', onClose);
      socket.write(text);
    });
  }
}
