import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callControlSocket } from '../electron/control/transports/control-socket.ts';
import type { ControlParams } from '../shared/control.ts';
import { bulkFill } from './bulk-fill.ts';
import { type MeasuredRun, measureRun, medianRun, usedAtIdle } from './measured-run.ts';
import { generateTokens, runLoad, startPlinth } from './processes.ts';
import { processorUse } from './processor-use.ts';
import { memoryOf } from './server-memory.ts';

const TARGETS = {
  ofEmptyStore: 0.9,
  pageMs: 10,
  datePageMs: 10,
  textPageMs: 50,
  startMs: 500,
  deletion: { seconds: 120, p99Ms: 100, maxMs: 300 },
};
/** Events of the load beside a deletion. */
const EVENTS_PER_SECOND = 20;
const QUERIES = 15;
/** A host that has just started is idle within this time. */
const SETTLE_MS = 15_000;
/** A host checks the whole record a minute after its start. */
const CHECK_BEGINS_MS = 65_000;
const FIRST_TIME = '2000-01-01T00:00:00.000Z';
/** Distance of two receipts. A million of them then fill 81 days. */
const SPACING_MS = 7000;

const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '4' },
    // Measures a store that exists, for example one that was filled before, and keeps it.
    store: { type: 'string' },
    // Receipts to delete, and how long events come in meanwhile.
    delete: { type: 'string', default: '100000' },
    'delete-seconds': { type: 'string', default: '30' },
  },
});
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1]!;

/** Returns the median and the longest time of a query. */
async function timeQuery(dataDir: string, params: ControlParams<'receipts.query'>) {
  const times: number[] = [];
  for (let index = 0; index < QUERIES; index += 1) {
    const startedAt = performance.now();
    const envelope = await callControlSocket(dataDir, 'receipts.query', params);
    times.push(performance.now() - startedAt);
    if (!envelope.ok) throw new Error(envelope.error.reason);
  }
  return { median: median(times), longest: Math.max(...times) };
}

/** What the file of a closed store says. */
function figuresOf(dataDir: string) {
  const file = join(dataDir, 'receipts.db');
  const db = new DatabaseSync(file, { readOnly: true });
  const receipts = Object.values(db.prepare('SELECT sum(events) FROM sessions').get()!)[0] as number;
  const times = db.prepare(
    `SELECT r.received_at AS at FROM receipt_facts p JOIN receipts r ON r.seq = p.seq
     WHERE p.leaf >= (SELECT min(leaf) FROM receipt_facts) + ? ORDER BY p.leaf LIMIT 1`,
  );
  /** Time of the receipt before which so many are. */
  const timeAfter = (count: number) => new Date((times.get(count) as { at: number }).at).toISOString();
  const middle = timeAfter(Math.floor(receipts / 2));
  const early = timeAfter(Math.floor(receipts / 50));
  const deleteBefore = timeAfter(Number(values.delete));
  const bytes = { file: statSync(file).size, rows: 0, textIndex: 0, tree: 0 };
  const tables = db.prepare("SELECT name, pgsize AS size FROM dbstat('main', 1)").all();
  for (const { name, size } of tables as { name: string; size: number }[]) {
    if (name === 'receipts') bytes.rows += size;
    if (name.startsWith('receipt_text_')) bytes.textIndex += size;
    if (name.startsWith('tree_')) bytes.tree += size;
  }
  db.close();
  const bytesPerReceipt = Object.fromEntries(
    Object.entries(bytes).map(([part, size]) => [part, size / receipts]),
  );
  return { receipts, middle, early, deleteBefore, bytesPerReceipt };
}

/** Sends single events for a while, and returns how long they take. */
async function singleEvents(server: Awaited<ReturnType<typeof startPlinth>>, run: string) {
  const integrations = await generateTokens(server.dataDir, 1);
  const { p50Ms, p99Ms, maxMs } = await runLoad({
    port: server.port,
    connections: 1,
    seconds: Number(values['delete-seconds']),
    pauseMs: 1000 / EVENTS_PER_SECOND,
    bodyBytes: 1024,
    integrations,
    run,
  });
  return { p50Ms, p99Ms, maxMs };
}

/** Deletes the oldest receipts while events come in. */
async function deleteOldest(server: Awaited<ReturnType<typeof startPlinth>>, until: string) {
  // Other programs of the machine make events wait, too.
  const alone = await singleEvents(server, 'alone');
  const load = singleEvents(server, 'delete');
  const startedAt = performance.now();
  const before = processorUse(server.pid);
  const scope = { from: FIRST_TIME, until };
  const envelope = await callControlSocket(server.dataDir, 'receipts.delete', { scope });
  if (!envelope.ok) throw new Error(envelope.error.reason);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMs = (processorUse(server.pid).microseconds - before.microseconds) / 1000;
  const { receipts } = envelope.result;
  return {
    receipts,
    seconds,
    cpuMsPerReceipt: cpuMs / receipts,
    eventMs: await load,
    eventMsWithoutDeletion: alone,
  };
}

const dataDir = values.store ?? mkdtempSync(join(tmpdir(), 'plinth-million-'));
if (values.store === undefined) {
  const receipts = Number(values.receipts);
  console.log(`Filling a store with ${receipts.toLocaleString('en')} receipts …`);
  bulkFill(dataDir, { receipts, spacingMs: SPACING_MS, until: Date.now() });
}
const { receipts, middle, early, deleteBefore, bytesPerReceipt } = figuresOf(dataDir);
const checkBegins = delay(CHECK_BEGINS_MS);
const filled = await startPlinth(dataDir);
const empty = await startPlinth();
const report: Record<string, unknown> = {
  when: new Date().toISOString(),
  node: process.version,
  loadAverage: loadavg()[0],
  receipts,
  bytesPerReceipt,
};
try {
  // The limits of a new store would delete receipts meanwhile.
  const settings = { retention: { maxAgeDays: null, maxBytes: null } };
  await callControlSocket(dataDir, 'settings.set', { settings });
  await delay(SETTLE_MS);
  report.idleMB = memoryOf(filled.pid, 'VmRSS');
  report.idleMBOfEmptyStore = memoryOf(empty.pid, 'VmRSS');
  report.pageMs = await timeQuery(dataDir, { limit: 100 });
  report.startMs = filled.startedInMs;
  report.startOfEmptyStoreMs = empty.startedInMs;
  report.datePageMs = await timeQuery(dataDir, { limit: 100, filter: { until: middle } });
  report.oldDatePageMs = await timeQuery(dataDir, { limit: 100, filter: { until: early } });
  report.filteredPageMs = await timeQuery(dataDir, { limit: 100, filter: { event: 'prompt.submitted' } });
  report.textPageMs = await timeQuery(dataDir, { limit: 100, filter: { text: 'parser' } });
  report.rareTextPageMs = await timeQuery(dataDir, { limit: 100, filter: { text: '00003999' } });
  report.absentTextPageMs = await timeQuery(dataDir, { limit: 100, filter: { text: 'xylophone' } });
  report.twoWordTextPageMs = await timeQuery(dataDir, { limit: 100, filter: { text: 'parser query' } });
  const filter = { text: 'parser', event: 'prompt.submitted', until: middle } as const;
  report.filteredTextPageMs = await timeQuery(dataDir, { limit: 100, filter });

  await checkBegins;
  await usedAtIdle(filled);
  const runs = { filled: [] as MeasuredRun[], empty: [] as MeasuredRun[] };
  const servers = { filled, empty };
  const tokens = {
    filled: await generateTokens(dataDir, 128),
    empty: await generateTokens(empty.dataDir, 128),
  };
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const which of ['filled', 'empty'] as const) {
      const order = {
        connections: 32,
        seconds: Number(values.seconds),
        bodyBytes: 1024,
        integrations: tokens[which],
        run: `m${round}`,
      };
      const run = await measureRun(servers[which], order, { waitsForIdle: true });
      if (round > 0) runs[which].push(run);
    }
  }
  const [ofFilled, ofEmpty] = [medianRun(runs.filled), medianRun(runs.empty)];
  report.ofEmptyStore = ofFilled.perSecond / ofEmpty.perSecond;
  report.cpuMicrosecondsUntilIdle = ofFilled.cpuMicrosecondsUntilIdle;
  report.cpuMicrosecondsUntilIdleOfEmptyStore = ofEmpty.cpuMicrosecondsUntilIdle;
  report.deletion = await deleteOldest(filled, deleteBefore);
  report.loadAverageAtEnd = loadavg()[0];
} finally {
  await filled.stop();
  await empty.stop();
  if (values.store === undefined) rmSync(dataDir, { recursive: true, force: true });
}
report.targets = TARGETS;
const folder = fileURLToPath(new URL('./results/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}million-receipts.json`, `${JSON.stringify(report, null, 2)}\n`);
console.log(report);
