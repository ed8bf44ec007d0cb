import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { AttackedHost, type Limits } from './attacked-host.ts';
import type { Fault } from './evidence.ts';
import { type Plan, plans } from './plan.ts';

export const FOUND = fileURLToPath(new URL('./found/', import.meta.url));

export interface FuzzOptions {
  seed: number;
  minutes: number;
  /** The longest wait of the neighbour. A wait that is not longer than those without an attack does not count. */
  waitMs: number | undefined;
  say(line: string): void;
}

interface Failure {
  seed: number;
  fault: string;
  /** The file of the input. Missing where no single input fails. */
  file?: string;
}

export interface FuzzReport {
  seed: number;
  minutes: number;
  inputs: number;
  byRoute: Record<string, number>;
  byStatus: Record<string, number>;
  longestMs: number;
  peakMebibytes: number;
  failures: Failure[];
}

/** A round is as long as a host of a test lives: what is left over from it would hide where a failure came from. */
const ROUND_MS = 5 * 60_000;
/** The time to make a failing input small. */
const SHRINK_MS = 120_000;
/** How often a cost must be over its limit, each time on a new host. */
const MEASUREMENTS = 3;
const MEASUREMENTS_TO_SHRINK = 2;
/** Seeds of rounds and of the runs after a failure do not meet. */
const SEEDS_OF_A_ROUND = 1000;
const WAIT_MS = 100;
const PEAK_MEBIBYTES = 300;

/** The route and what was wrong there. An input that costs too much can cost time once and memory the next time. */
const kindOf = ({ target }: Plan, { text, isMeasured }: Fault) =>
  `${target.route}: ${isMeasured ? 'costs others too much' : text.slice(0, 120)}`;

/** Runs rounds until the time is over. */
class Fuzzer {
  readonly #options: FuzzOptions;
  readonly #known = new Set<string>();
  readonly report: FuzzReport;
  #host: AttackedHost | undefined;
  #limits: Limits = { waitMs: WAIT_MS, peakMebibytes: PEAK_MEBIBYTES };

  constructor(options: FuzzOptions) {
    this.#options = options;
    const { seed, minutes } = options;
    const nothing = { inputs: 0, byRoute: {}, byStatus: {}, longestMs: 0, peakMebibytes: 0, failures: [] };
    this.report = { seed, minutes, ...nothing };
  }

  async #freshHost(): Promise<AttackedHost> {
    if (this.#host !== undefined) this.#noteCosts(this.#host);
    await this.#host?.discard();
    this.#host = await AttackedHost.start();
    return this.#host;
  }

  #noteCosts({ longestMs, peakMebibytes }: AttackedHost): void {
    this.report.longestMs = Math.max(this.report.longestMs, longestMs);
    this.report.peakMebibytes = Math.max(this.report.peakMebibytes, peakMebibytes);
  }

  /** Sends an input. A cost over its limit counts if it is over it each time. */
  async #examine(plan: Plan, measurements = MEASUREMENTS): Promise<Fault | undefined> {
    let host = this.#host?.isAlive ? this.#host : await this.#freshHost();
    this.report.inputs += 1;
    const { route } = plan.target;
    this.report.byRoute[route] = (this.report.byRoute[route] ?? 0) + 1;
    const note = (status: string) => {
      const name = `${route} ${status}`;
      this.report.byStatus[name] = (this.report.byStatus[name] ?? 0) + 1;
    };
    let found = await host.examine(plan, this.#limits, note);
    for (let times = 1; found?.isMeasured && times < measurements; times += 1) {
      this.#options.say(`${found.text}, measuring again: ${JSON.stringify(plan)}`);
      host = await this.#freshHost();
      found = await host.examine(plan, this.#limits);
    }
    return found;
  }

  /** Sends inputs until one fails or the time is over, and makes the failing one small. */
  async #search(seed: number, until: number): Promise<void> {
    let kind: string | undefined;
    let words = '';
    const isOther = (plan: Plan, found: Fault | undefined) =>
      found === undefined || this.#known.has(kindOf(plan, found));
    const property = fc.asyncProperty(plans, async (plan) => {
      // fast-check's own time limit would leave this function running.
      if (Date.now() > until) throw new Error('the time is over');
      const found = await this.#examine(plan);
      if (isOther(plan, found)) return;
      kind = kindOf(plan, found!);
      words = found!.text;
      throw new Error(found!.text);
    });
    const run = { seed, numRuns: 1_000_000_000, endOnFailure: true };
    const first = await fc.check(property, run);
    if (first.counterexample === null || kind === undefined) return;
    this.#options.say(`seed ${seed}: ${kind}: ${words}. Making it small.`);
    const end = Date.now() + SHRINK_MS;
    const sought = kind;
    let best: Plan = first.counterexample[0];
    const smaller = fc.asyncProperty(plans, async (plan) => {
      if (Date.now() > end) return;
      const found = await this.#examine(plan, MEASUREMENTS_TO_SHRINK);
      if (found === undefined || kindOf(plan, found) !== sought) return;
      best = plan;
      throw new Error(found.text);
    });
    await fc.check(smaller, {
      ...run,
      numRuns: 1,
      endOnFailure: false,
      path: first.counterexamplePath!,
    });
    this.#keep(seed, `${sought}: ${words}`, best);
    this.#known.add(sought);
  }

  #keep(seed: number, fault: string, plan: Plan): void {
    const text = `${JSON.stringify({ fault, seed, plan }, null, 2)}\n`;
    const file = join(FOUND, `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`);
    mkdirSync(FOUND, { recursive: true });
    writeFileSync(file, text);
    this.report.failures.push({ seed, fault, file });
    this.#options.say(`seed ${seed}: ${fault} in ${file}`);
  }

  async run(): Promise<FuzzReport> {
    const { seed, minutes, waitMs, say } = this.#options;
    const end = Date.now() + minutes * 60_000;
    for (let round = 0; Date.now() < end; round += 1) {
      const roundSeed = seed + round * SEEDS_OF_A_ROUND;
      const until = Math.min(end, Date.now() + ROUND_MS);
      this.#host = await AttackedHost.start();
      const quiet = await this.#host.quietWait();
      this.#limits.waitMs = waitMs ?? WAIT_MS;
      for (let at = 0; Date.now() < until; at += 1) await this.#search(roundSeed + at, until);
      this.#noteCosts(this.#host);
      for (const { text } of await this.#host.finish()) {
        this.report.failures.push({ seed: roundSeed, fault: text });
        say(`seed ${roundSeed}: ${text}`);
      }
      this.#host = undefined;
      say(
        `${this.report.inputs} inputs, the neighbour waited ${this.report.longestMs} ms (${quiet} ms alone)`,
      );
    }
    return this.report;
  }
}

/** Attacks hosts until the time is over. */
export const fuzz = (options: FuzzOptions): Promise<FuzzReport> => new Fuzzer(options).run();
