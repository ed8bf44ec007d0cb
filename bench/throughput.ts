import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { renderBarChart } from './bar-chart.ts';
import type { LoadResult } from './load-generator.ts';
import { generateTokens, runLoad, startBareServer, startPlinth } from './processes.ts';

/** The ratios that the project requires. */
const TARGETS = { ofBareExpress: 0.8, ofBareNodeHttp: 0.35, p99OfBareExpress: 2 };
const TOKENS = 256;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
    bytes: { type: 'string', default: '1024' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

const plinth = await startPlinth();
const servers = [
  plinth,
  await startBareServer('Bare Express 5', 'bare-express.ts'),
  await startBareServer('Bare node:http', 'bare-node-http.ts'),
];
const results = new Map<string, LoadResult[]>(servers.map(({ name }) => [name, []]));
try {
  const integrations = await generateTokens(plinth.dataDir, TOKENS);
  // Interleaved, so that other work on the machine affects all three equally. The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const server of servers) {
      const result = await runLoad({
        port: server.port,
        connections: Number(values.connections),
        seconds: round === 0 ? Math.min(2, seconds) : seconds,
        bodyBytes: Number(values.bytes),
        integrations,
        run: `r${round}`,
      });
      if (result.notAccepted > 0)
        throw new Error(`${server.name} did not accept ${result.notAccepted} events`);
      if (round === 0) continue;
      results.get(server.name)!.push(result);
      console.log(
        `round ${round}  ${server.name.padEnd(15)} ${result.perSecond.toFixed(0).padStart(7)}/s  p50 ${result.p50Ms.toFixed(2)} ms  p99 ${result.p99Ms.toFixed(2)} ms`,
      );
    }
  }
} finally {
  for (const server of servers) await server.stop();
}

const summary = [...results].map(([name, runs]) => ({
  name,
  perSecond: median(runs.map((run) => run.perSecond)),
  p50Ms: median(runs.map((run) => run.p50Ms)),
  p99Ms: median(runs.map((run) => run.p99Ms)),
}));
const [ours, express, nodeHttp] = summary as [(typeof summary)[0], (typeof summary)[0], (typeof summary)[0]];
const ratios = {
  ofBareExpress: ours.perSecond / express.perSecond,
  ofBareNodeHttp: ours.perSecond / nodeHttp.perSecond,
  p99OfBareExpress: ours.p99Ms / express.p99Ms,
};
const report = {
  what: `${values.bytes} byte prompt events, ${values.connections} connections, durable commit, medians of ${rounds} rounds of ${seconds} s`,
  when: new Date().toISOString(),
  node: process.version,
  cores: cpus().length,
  ratios,
  targets: TARGETS,
  servers: summary,
};

const folder = fileURLToPath(new URL('./results/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}throughput.json`, `${JSON.stringify(report, null, 2)}\n`);
writeFileSync(
  `${folder}throughput.svg`,
  renderBarChart(
    'Events per second, relative to a bare Express in the same run',
    summary.map(({ name, perSecond }) => ({ label: name, value: perSecond / express.perSecond })),
  ),
);
console.log(`\n${report.what}`);
console.log(`of bare Express     ${ratios.ofBareExpress.toFixed(2)}  (at least ${TARGETS.ofBareExpress})`);
console.log(`of bare node:http   ${ratios.ofBareNodeHttp.toFixed(2)}  (at least ${TARGETS.ofBareNodeHttp})`);
console.log(
  `p99 of bare Express ${ratios.p99OfBareExpress.toFixed(2)}  (at most ${TARGETS.p99OfBareExpress})`,
);
