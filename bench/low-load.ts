import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type MeasuredRun, measureRun } from './measured-run.ts';
import { generateTokens, startBareServer, startPlinth } from './processes.ts';
import { processorUse } from './processor-use.ts';

/** The load of a busy agent. */
const EVENTS_PER_SECOND = 20;
const PAUSE_MS = 1000 / EVENTS_PER_SECOND;
const WARM_UP_SECONDS = 8;
/** Fast enough that V8 has compiled the hot functions afterwards, as in a host that has run for a while. */
const WARM_UP_PAUSE_MS = 6;
/** After the last event, background work ends within this time. */
const SETTLE_MS = 5000;
const IDLE_MS = 10_000;
const PERCENT_OF_A_CORE = 10_000;
const TARGETS = { percentOfACore: 1, p50Ms: 3 };

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });

const plinth = await startPlinth();
const servers = [
  plinth,
  await startBareServer('Bare Express 5', 'bare-express.ts'),
  await startBareServer('Bare node:http', 'bare-node-http.ts'),
];
try {
  const integrations = await generateTokens(plinth.dataDir, 1);
  const order = {
    connections: 1,
    bodyBytes: 1024,
    bodies: 'mixed',
    integrations,
  } as const;
  const measureAll = (seconds: number, pauseMs: number, run: string) =>
    Promise.all(servers.map((server) => measureRun(server, { ...order, seconds, pauseMs, run })));
  await measureAll(WARM_UP_SECONDS, WARM_UP_PAUSE_MS, 'warm-up');
  // At the same time: a processor that wakes from rest needs several times as long for the same work, and how long
  // depends on the machine.
  const [run, express, nodeHttp] = (await measureAll(Number(values.seconds), PAUSE_MS, 'low')) as [
    MeasuredRun,
    MeasuredRun,
    MeasuredRun,
  ];
  await delay(SETTLE_MS);
  const before = processorUse(plinth.pid);
  await delay(IDLE_MS);
  const idle = processorUse(plinth.pid).microseconds - before.microseconds;
  const report = {
    what: `${EVENTS_PER_SECOND} events a second on one connection for ${values.seconds} s, a mix of real texts`,
    when: new Date().toISOString(),
    node: process.version,
    percentOfACore: (run.cpuMicrosecondsPerEvent * run.perSecond) / PERCENT_OF_A_CORE,
    cpuMicrosecondsPerEvent: run.cpuMicrosecondsPerEvent,
    cpuOfBareExpress: run.cpuMicrosecondsPerEvent / express.cpuMicrosecondsPerEvent,
    cpuOfBareNodeHttp: run.cpuMicrosecondsPerEvent / nodeHttp.cpuMicrosecondsPerEvent,
    switchesPerEvent: run.switchesPerEvent,
    p50Ms: run.p50Ms,
    p99Ms: run.p99Ms,
    idlePercentOfACore: idle / (IDLE_MS / 1000) / PERCENT_OF_A_CORE,
    targets: TARGETS,
  };
  const folder = fileURLToPath(new URL('./results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}low-load.json`, `${JSON.stringify(report, null, 2)}\n`);
  console.log(report);
} finally {
  for (const server of servers) await server.stop();
}
