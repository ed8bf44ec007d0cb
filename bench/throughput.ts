import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { renderBarChart } from './bar-chart.ts';
import type { Bodies } from './load-generator.ts';
import { type MeasuredRun, measureRun, medianRun } from './measured-run.ts';
import { generateTokens, type ServerProcess, startBareServer, startPlinth } from './processes.ts';
import { pinToCores } from './processor-use.ts';

/** The condition of the machine during a run. */
type Condition = 'free' | 'one core' | 'busy neighbours';

interface Scenario {
  bodies: Bodies;
  condition: Condition;
  /** The smallest events per second relative to the bare Express. */
  target: number;
}

/** The ratios that the project requires (issue "Speed"). */
const SCENARIOS: readonly Scenario[] = [
  { bodies: 'sentence', condition: 'free', target: 0.8 },
  { bodies: 'mixed', condition: 'free', target: 0.7 },
  { bodies: 'sentence', condition: 'one core', target: 0.5 },
  { bodies: 'mixed', condition: 'one core', target: 0.5 },
  { bodies: 'sentence', condition: 'busy neighbours', target: 0.5 },
  { bodies: 'mixed', condition: 'busy neighbours', target: 0.5 },
];
const TARGETS = { p99OfBareExpress: 2, cpuOfBareExpress: 2.2 };
const TOKENS = 256;
const WARM_UP_SECONDS = 2;
const ONE_CORE = '0';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    bytes: { type: 'string', default: '1024' },
    /** A folder with sources and documents of other programs, for the mix. Nothing is written to the results then. */
    texts: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const cores = cpus().length;
const canPin = process.platform === 'linux';

/** Keeps every core busy with a process of the same priority. Returns the processes. */
function startBusyNeighbours(): ChildProcess[] {
  return Array.from({ length: cores }, () =>
    spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }),
  );
}

async function runScenario(
  { bodies, condition }: Scenario,
  servers: readonly ServerProcess[],
  integrations: { name: string; token: string }[],
): Promise<Map<string, MeasuredRun[]>> {
  const isPinned = condition === 'one core';
  if (canPin) for (const { pid } of servers) pinToCores(pid, isPinned ? ONE_CORE : `0-${cores - 1}`);
  const neighbours = condition === 'busy neighbours' ? startBusyNeighbours() : [];
  const runs = new Map<string, MeasuredRun[]>(servers.map(({ name }) => [name, []]));
  const order = {
    connections: Number(values.connections),
    bodyBytes: Number(values.bytes),
    bodies,
    texts: values.texts,
    integrations,
  };
  try {
    // Interleaved, so that other work on the machine affects all three equally. The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const server of servers) {
        const run = await measureRun(
          server,
          {
            ...order,
            seconds: round === 0 ? Math.min(WARM_UP_SECONDS, seconds) : seconds,
            run: `${bodies}-${condition}-${round}`,
          },
          isPinned ? { core: ONE_CORE } : {},
        );
        if (round > 0) runs.get(server.name)!.push(run);
      }
    }
  } finally {
    for (const neighbour of neighbours) neighbour.kill('SIGKILL');
  }
  return runs;
}

type Range = [least: number, greatest: number];

interface ScenarioReport {
  bodies: Bodies;
  condition: Condition;
  target: number;
  ratios: {
    ofBareExpress: number;
    ofBareNodeHttp: number;
    p99OfBareExpress: number;
    cpuOfBareExpress: number;
  };
  /** The least and the greatest ratio of one round. */
  spread: { ofBareExpress: Range; p99OfBareExpress: Range; cpuOfBareExpress: Range };
  servers: ({ name: string } & MeasuredRun)[];
}

function reportOf({ bodies, condition, target }: Scenario, runs: Map<string, MeasuredRun[]>): ScenarioReport {
  const medians = new Map([...runs].map(([name, all]) => [name, medianRun(all)]));
  const [ours, express, nodeHttp] = [...medians.values()] as [MeasuredRun, MeasuredRun, MeasuredRun];
  const [oursByRound, expressByRound] = [...runs.values()] as [MeasuredRun[], MeasuredRun[]];
  const spreadOf = (figure: (run: MeasuredRun) => number): Range => {
    const ratios = oursByRound.map((run, round) => figure(run) / figure(expressByRound[round]!));
    return [Math.min(...ratios), Math.max(...ratios)];
  };
  return {
    bodies,
    condition,
    target,
    ratios: {
      ofBareExpress: ours.perSecond / express.perSecond,
      ofBareNodeHttp: ours.perSecond / nodeHttp.perSecond,
      p99OfBareExpress: ours.p99Ms / express.p99Ms,
      cpuOfBareExpress: ours.cpuMicrosecondsPerEvent / express.cpuMicrosecondsPerEvent,
    },
    spread: {
      ofBareExpress: spreadOf((run) => run.perSecond),
      p99OfBareExpress: spreadOf((run) => run.p99Ms),
      cpuOfBareExpress: spreadOf((run) => run.cpuMicrosecondsPerEvent),
    },
    servers: [...medians].map(([name, run]) => ({ name, ...run })),
  };
}

function print({ bodies, condition, target, ratios, spread, servers }: ScenarioReport): void {
  console.log(`\n${bodies} bodies, ${condition}`);
  for (const {
    name,
    perSecond,
    p50Ms,
    p99Ms,
    cpuMicrosecondsPerEvent,
    switchesPerEvent,
    idleShare,
  } of servers) {
    const switches = switchesPerEvent === undefined ? '' : `  ${switchesPerEvent.toFixed(2)} switches`;
    console.log(
      `  ${name.padEnd(15)} ${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms  ${cpuMicrosecondsPerEvent.toFixed(0).padStart(4)} µs CPU${switches}  ${(idleShare * 100).toFixed(0)} % idle`,
    );
  }
  const figure = (name: keyof typeof spread) =>
    `${ratios[name].toFixed(2)} (rounds ${spread[name].map((each) => each.toFixed(2)).join(' to ')})`;
  console.log(
    `  of bare Express: rate ${figure('ofBareExpress')}, at least ${target}; p99 ${figure('p99OfBareExpress')}, at most ${TARGETS.p99OfBareExpress}; CPU ${figure('cpuOfBareExpress')}, at most ${TARGETS.cpuOfBareExpress}`,
  );
}

function write(reports: readonly ScenarioReport[]): void {
  const folder = fileURLToPath(new URL('./results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const report = {
    what: `${values.bytes} byte prompts with a repeated sentence, and a mix of real texts; ${values.connections} connections, durable commit, medians of ${rounds} rounds of ${seconds} s`,
    when: new Date().toISOString(),
    node: process.version,
    cores,
    targets: TARGETS,
    scenarios: reports,
  };
  writeFileSync(`${folder}throughput.json`, `${JSON.stringify(report, null, 2)}\n`);
  const chart = (name: string, title: string, value: (report: ScenarioReport) => number) => {
    const bars = reports.map((each) => ({ label: `${each.bodies}, ${each.condition}`, value: value(each) }));
    writeFileSync(`${folder}${name}.svg`, renderBarChart(title, bars));
  };
  chart(
    'throughput',
    'Events per second, relative to a bare Express in the same run',
    ({ ratios }) => ratios.ofBareExpress,
  );
  chart(
    'processor-time',
    'Processor time of an event, relative to a bare Express',
    ({ ratios }) => ratios.cpuOfBareExpress,
  );
}

const plinth = await startPlinth();
const servers = [
  plinth,
  await startBareServer('Bare Express 5', 'bare-express.ts'),
  await startBareServer('Bare node:http', 'bare-node-http.ts'),
];
const reports: ScenarioReport[] = [];
try {
  const integrations = await generateTokens(plinth.dataDir, TOKENS);
  for (const scenario of SCENARIOS) {
    if (scenario.condition === 'one core' && !canPin) continue;
    if (scenario.bodies === 'sentence' && values.texts !== undefined) continue;
    const report = reportOf(scenario, await runScenario(scenario, servers, integrations));
    reports.push(report);
    print(report);
  }
} finally {
  for (const server of servers) await server.stop();
}
// The texts of one machine are no figures of the project.
if (values.texts === undefined) write(reports);
