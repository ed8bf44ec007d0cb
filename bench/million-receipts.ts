import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callControlSocket } from '../electron/control/transports/control-socket.ts';
import type { ControlParams } from '../shared/control.ts';
import { bulkFill } from './bulk-fill.ts';
import { generateTokens, runLoad, startPlinth } from './processes.ts';

const TARGETS = { ofEmptyStore: 0.9, pageMs: 10, datePageMs: 20, textPageMs: 100, startMs: 500 };
/** Distance of two receipts. Ten million of them then fill 81 days. */
const SPACING_MS = 700;

const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '4' },
  },
});
const receiptCount = Number(values.receipts);
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1]!;

async function timeQuery(dataDir: string, params: ControlParams<'receipts.query'>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < 15; index += 1) {
    const startedAt = performance.now();
    const envelope = await callControlSocket(dataDir, 'receipts.query', params);
    times.push(performance.now() - startedAt);
    if (!envelope.ok) throw new Error(envelope.error.reason);
  }
  return median(times);
}

const dataDir = mkdtempSync(join(tmpdir(), 'plinth-million-'));
console.log(`Filling a store with ${receiptCount.toLocaleString('en')} receipts …`);
const until = Date.now();
bulkFill(dataDir, { receipts: receiptCount, spacingMs: SPACING_MS, until });
const filled = await startPlinth(dataDir);
const empty = await startPlinth();
const report: Record<string, unknown> = {
  when: new Date().toISOString(),
  node: process.version,
  receipts: receiptCount,
};
try {
  report.pageMs = await timeQuery(dataDir, { limit: 100 });
  report.startMs = filled.startedInMs;
  report.startOfEmptyStoreMs = empty.startedInMs;
  const middle = new Date(until - (receiptCount / 2) * SPACING_MS).toISOString();
  report.datePageMs = await timeQuery(dataDir, { limit: 100, filter: { until: middle } });
  report.filteredPageMs = await timeQuery(dataDir, { limit: 100, filter: { event: 'prompt.submitted' } });
  report.textPageMs = await timeQuery(dataDir, { limit: 100, filter: { text: 'parser' } });
  report.rareTextPageMs = await timeQuery(dataDir, { limit: 100, filter: { text: '00003999' } });
  report.twoWordTextPageMs = await timeQuery(dataDir, { limit: 100, filter: { text: 'parser query' } });

  const rates = { filled: [] as number[], empty: [] as number[] };
  const servers = { filled, empty };
  const tokens = {
    filled: await generateTokens(dataDir, 128),
    empty: await generateTokens(empty.dataDir, 128),
  };
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const which of ['filled', 'empty'] as const) {
      const result = await runLoad({
        port: servers[which].port,
        connections: 32,
        seconds: Number(values.seconds),
        bodyBytes: 1024,
        integrations: tokens[which],
        run: `m${round}`,
      });
      if (round > 0) rates[which].push(result.perSecond);
    }
  }
  report.ofEmptyStore = median(rates.filled) / median(rates.empty);
} finally {
  await filled.stop();
  await empty.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
report.targets = TARGETS;
const folder = fileURLToPath(new URL('./results/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}million-receipts.json`, `${JSON.stringify(report, null, 2)}\n`);
console.log(report);
