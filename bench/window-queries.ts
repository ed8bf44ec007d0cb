import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { callControlSocket } from '../electron/control/transports/control-socket.ts';
import { SAMPLE_AGENTS, sampleEvents } from '../electron/sample/sample-events.ts';
import type { ControlChannel, ControlParams } from '../shared/control.ts';
import { NOTABLE_KINDS } from '../shared/insight.ts';
import { storeEvents } from './filled-store.ts';
import { startPlinth } from './processes.ts';

/* Measures the questions of the window on a store of a realistic sample. */

const TARGETS = { pageMs: 10, textPageMs: 50, statsMs: 50, pageAtDateMs: 10, todayMs: 150 };
/** Days over which the receipts are spread. */
const DAYS = 90;
const DAY_MS = 86_400_000;
const RUNS = 15;
/** What the window counts of a text before it says “more than”. */
const MOST_COUNTED = 2000;

const { values } = parseArgs({
  options: { receipts: { type: 'string', default: '1000000' }, folder: { type: 'string' } },
});
const receiptCount = Number(values.receipts);
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1]!;

const dataDir = values.folder ?? mkdtempSync(join(tmpdir(), 'plinth-window-'));
const store = join(dataDir, 'receipts.db');

async function timed<C extends ControlChannel>(channel: C, params: ControlParams<C>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    const envelope = await callControlSocket(dataDir, channel, params);
    times.push(performance.now() - startedAt);
    if (!envelope.ok) throw new Error(envelope.error.reason);
  }
  return median(times);
}

/** The questions of Today over 7 days, asked at once as the window asks them. */
async function askToday(edges: readonly string[]): Promise<number> {
  const [since, until] = [edges.at(-8)!, edges.at(-1)!];
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    await Promise.all([
      callControlSocket(dataDir, 'sessions.query', { limit: 50 }),
      callControlSocket(dataDir, 'problems.list', {}),
      callControlSocket(dataDir, 'recording.gaps', {}),
      callControlSocket(dataDir, 'receipts.count', { filter: {} }),
      callControlSocket(dataDir, 'stats.query', { edges: edges.slice(-8), by: 'integration', filter: {} }),
      callControlSocket(dataDir, 'projects.list', { since, until }),
      callControlSocket(dataDir, 'secrets.list', { since, until }),
      callControlSocket(dataDir, 'stats.query', {
        edges: [since, until],
        by: 'destination',
        filter: { event: 'prompt.submitted' },
      }),
      ...NOTABLE_KINDS.map((notable) =>
        callControlSocket(dataDir, 'receipts.count', { filter: { notable, since, until } }),
      ),
    ]);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** Searches the whole record for a text that the index cannot find, in turns, as the window does. */
async function wholeSearch(text: string) {
  const turns: number[] = [];
  let cursor: string | undefined;
  do {
    const startedAt = performance.now();
    const envelope = await callControlSocket(dataDir, 'receipts.query', {
      filter: { text },
      ...(cursor === undefined ? {} : { cursor }),
    });
    turns.push(performance.now() - startedAt);
    if (!envelope.ok) throw new Error(envelope.error.reason);
    cursor = envelope.result.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const total = turns.reduce((sum, each) => sum + each, 0);
  return { totalMs: total, turns: turns.length, medianMs: median(turns), longestMs: Math.max(...turns) };
}

const ids = SAMPLE_AGENTS.map((_, index) => `int_filled_${index}`);
const isFilled = existsSync(store);
const filledAt = performance.now();
if (!isFilled) {
  console.log(`Filling a store with ${receiptCount.toLocaleString('en')} receipts …`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // In order, because a row whose number is ahead of its time costs more, and few records have one.
  storeEvents(dataDir, sampleEvents(receiptCount, Date.now(), DAYS, ids));
}
const report: Record<string, unknown> = {
  when: new Date().toISOString(),
  node: process.version,
  receipts: receiptCount,
  filledPerSecond: isFilled ? null : (receiptCount / (performance.now() - filledAt)) * 1000,
  bytesPerReceipt: statSync(store).size / receiptCount,
};
const plinth = await startPlinth(dataDir);
try {
  const page = (params: ControlParams<'receipts.query'>) =>
    timed('receipts.query', { limit: 100, ...params });
  const middle = new Date(Date.now() - (DAYS / 2) * DAY_MS).toISOString();
  const lastDay = Math.floor(Date.now() / DAY_MS);
  const edges = Array.from({ length: DAYS + 1 }, (_, day) =>
    new Date((lastDay - DAYS + 1 + day) * DAY_MS).toISOString(),
  );
  report.pageMs = await page({});
  report.pageAtDateMs = await page({ filter: { until: middle } });
  report.filteredPageMs = await page({ filter: { event: 'prompt.submitted' } });
  report.projectPageMs = await page({ filter: { project: '/srv/code/infra', found: 'secret' } });
  report.textPageMs = await page({ filter: { text: 'flaky' } });
  report.rareTextPageMs = await page({ filter: { text: 'install.sh' } });
  report.ideographPageMs = await page({ filter: { text: '関数' } });
  report.twoWordTextPageMs = await page({ filter: { text: 'session-00017 cart' } });
  report.shortTermScan = await wholeSearch('~|');
  report.statsMs = await timed('stats.query', { edges, by: 'integration' });
  report.statsByProjectMs = await timed('stats.query', {
    edges,
    by: 'project',
    filter: { event: 'command.before_run' },
  });
  report.projectsMs = await timed('projects.list', {});
  report.filesMs = await timed('files.list', {});
  report.secretsMs = await timed('secrets.list', {});
  report.problemsMs = await timed('problems.list', {});
  report.sessionsMs = await timed('sessions.query', { limit: 50 });
  report.notableCountMs = await timed('receipts.count', {
    filter: { notable: 'rewrites_commits', since: middle },
  });
  report.textCountMs = await timed('receipts.count', { filter: { text: 'install.sh' } });
  report.boundedCountMs = await timed('receipts.count', { filter: { text: 'flaky' }, most: MOST_COUNTED });
  report.sessionStatsMs = await timed('stats.query', { edges: edges.slice(-31), filter: { sessionKey: 1 } });
  report.personalStatsMs = await timed('stats.query', { edges, filter: { found: 'any' } });
  report.todayMs = await askToday(edges);
  report.textStatsMs = await timed('stats.query', { edges: edges.slice(-31), filter: { text: 'flaky' } });
} finally {
  await plinth.stop();
  if (values.folder === undefined) rmSync(dataDir, { recursive: true, force: true });
}
report.targets = TARGETS;
const folder = fileURLToPath(new URL('./results/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}window-queries.json`, `${JSON.stringify(report, null, 2)}\n`);
console.log(report);
