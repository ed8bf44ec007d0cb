// biome-ignore-all lint/style/noExcessiveLinesPerFile: one scenario, step by step
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Collector } from './collector.ts';
import type { HarnessRun } from './harness-runs.ts';
import { cache, HarnessSession } from './harness-session.ts';
import type { Script } from './model-script.ts';
import { startModelServer } from './model-server.ts';
import { chosenHarnesses, noteTested } from './newest-versions.ts';

/*
 * Runs the real command-line harnesses, connected with `plinth bridge connect` and driven by a scripted model
 * on loopback. Arguments select harnesses by name. With `--newest`, their newest versions are installed, and those that
 * pass are noted as tested.
 */

const root = mkdtempSync(join(tmpdir(), 'harness-runs-'));
const dataDir = join(root, 'data');
const collector = new Collector(dataDir);
/** Matches a harness's message about a hook that failed or printed something. */
const HEARD = /bridges\/report|plinth|hook[^\n]*fail|hook system message/i;
// Built from parts, so that no secret scanner reports this file.
const SECRET = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');

const expected: Record<string, number> = {
  'session.started': 1,
  'prompt.submitted': 1,
  'tool.before_use': 2,
  'command.before_run': 1,
  'file.changed': 1,
  'session.ended': 1,
};

/** Returns true for output that names a hook or Plinth. The folder of the harnesses can have Plinth's name. */
const isHeard = (output: string) => HEARD.test(output.replaceAll(cache, ''));

/** Returns the digest of every file below a folder that could be configuration. */
function filesBelow(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  if (!existsSync(folder)) return files;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    files.set(relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex'));
  }
  return files;
}

const sameFiles = (a: Map<string, string>, b: Map<string, string>) =>
  a.size === b.size && [...a].every(([name, digest]) => b.get(name) === digest);

interface Verdict {
  harness: string;
  version: string;
  integrationId: string;
  problems: string[];
  receipts: string;
  seconds: number;
  /** Seconds of the later sessions, one for each state of the collector. */
  later: number[];
}

/** Compares an integration's receipts with those that a number of sessions must give. */
async function judgeReceipts(
  harness: HarnessRun,
  integrationId: string,
  sessions: number,
  problems: string[],
): Promise<string> {
  const { receipts } = await collector.call('receipts.export', { filter: { integrationId }, limit: 100 });
  const counts: Record<string, number> = {};
  for (const { event } of receipts) counts[event] = (counts[event] ?? 0) + 1;
  for (const event of new Set([...Object.keys(expected), ...Object.keys(counts)])) {
    const wanted = harness.lacks?.includes(event) ? 0 : (expected[event] ?? 0) * sessions;
    const told = counts[event] ?? 0;
    if (told === wanted) continue;
    const difference = `${event}: ${told} receipts, ${wanted} expected`;
    if (told < wanted && harness.canLose?.includes(event)) console.log(`${harness.harness}: ${difference}`);
    else problems.push(difference);
  }
  if (JSON.stringify(receipts).includes(SECRET)) problems.push('a secret stands in a receipt');
  for (const event of ['prompt.submitted', 'command.before_run']) {
    const receipt = receipts.find((each) => each.event === event);
    if (receipt !== undefined && receipt.redaction.findings.length === 0) {
      problems.push(`${event}: nothing was masked`);
    }
  }
  const changed = receipts.find(({ event }) => event === 'file.changed')?.data;
  if (
    changed !== undefined &&
    (!String(changed.path).endsWith('probe.txt') || changed.changeType !== (harness.newFile ?? 'created'))
  ) {
    problems.push(`file.changed says ${changed.changeType}`);
  }
  const seen = new Set(receipts.map((receipt) => receipt.session.key)).size;
  if (seen !== sessions) problems.push(`${seen} sessions, ${sessions} expected`);
  if (!receipts.every(({ data }) => data.cwd !== undefined)) problems.push('a receipt without a directory');
  return Object.entries(counts)
    .map(([event, count]) => `${event} ${count}`)
    .join(', ');
}

async function judge(harness: HarnessRun, session: HarnessSession): Promise<Verdict> {
  const problems: string[] = [];
  const before = filesBelow(session.home);
  const { status: connected } = await session.bridge('connect', harness.harness);
  const afterConnecting = filesBelow(session.home);
  await session.bridge('connect', harness.harness);
  if (!sameFiles(afterConnecting, filesBelow(session.home)))
    problems.push('connecting twice changed something');
  if (connected.version !== harness.version) problems.push(`version told as ${connected.version}`);
  const silentState = harness.harness === 'codex' ? 'waiting_for_review' : 'silent';
  if (connected.state !== silentState) problems.push(`state ${connected.state} after connecting`);

  // Tests connect and disconnect before the harness has written to its home.
  await session.bridge('disconnect', harness.harness);
  if (!sameFiles(before, filesBelow(session.home))) problems.push('disconnecting left something behind');
  const { status: again } = await session.bridge('connect', harness.harness);

  const outcome = await session.ask(`Run the probe with ${SECRET} and write probe.txt`);
  if (process.env.PLINTH_E2E_TRACE !== undefined) console.error(outcome.output);
  if (outcome.status !== 0)
    problems.push(`the harness ended with ${outcome.status}: ${outcome.output.slice(-400)}`);
  if (!existsSync(join(session.project, 'probe.txt'))) problems.push('the harness wrote no file');
  if (isHeard(outcome.output)) problems.push('the hook was heard of');
  const receipts = await judgeReceipts(harness, again.integrationId!, 1, problems);

  const { status: after } = await session.bridge('status', harness.harness);
  const wanted = harness.harness === 'codex' ? 'waiting_for_review' : 'connected';
  if (after.state !== wanted) problems.push(`state ${after.state} after the session`);
  if (after.unknownPayloads > 0) problems.push(`${after.unknownPayloads} unknown payloads`);
  if (after.unknownFields > 0) console.log(`${harness.harness}: ${after.unknownFields} unknown members`);
  return {
    harness: harness.harness,
    version: harness.version,
    integrationId: again.integrationId!,
    problems,
    receipts,
    seconds: Math.round(outcome.ms / 100) / 10,
    later: [],
  };
}

/** Checks that the harness works normally in every state of the collector. */
async function judgeUndisturbed(session: HarnessSession, verdict: Verdict, meanwhile: string): Promise<void> {
  rmSync(join(session.project, 'probe.txt'), { force: true });
  const outcome = await session.ask(`Run the probe with ${SECRET} and write probe.txt`);
  if (outcome.status !== 0) verdict.problems.push(`${meanwhile}: the harness ended with ${outcome.status}`);
  if (isHeard(outcome.output)) verdict.problems.push(`${meanwhile}: a hook was heard of`);
  if (!existsSync(join(session.project, 'probe.txt')))
    verdict.problems.push(`${meanwhile}: no file was written`);
  verdict.later.push(Math.round(outcome.ms / 100) / 10);
}

async function main(): Promise<void> {
  const { runs, isNewest } = await chosenHarnesses(process.argv.slice(2));
  let project = root;
  const script = (): Script => ({
    command: `echo probe ${SECRET}`,
    file: join(project, 'probe.txt'),
    content: 'written by the probe\n',
  });
  const model = await startModelServer(script);
  await collector.start();
  const verdicts: { verdict: Verdict; session: HarnessSession }[] = [];
  try {
    for (const harness of runs) {
      const session = new HarnessSession(harness, model.url, root, dataDir);
      project = session.project;
      if (isNewest) session.copyReports();
      const verdict = await judge(harness, session);
      verdicts.push({ verdict, session });
      console.log(
        `${harness.harness}: ${verdict.problems.length === 0 ? 'ok' : verdict.problems.join('; ')}`,
      );
    }
    const everyHarness = async (meanwhile: string) => {
      for (const { verdict, session } of verdicts) {
        project = session.project;
        await judgeUndisturbed(session, verdict, meanwhile);
      }
      console.log(`${meanwhile}: ${verdicts.map(({ verdict }) => `${verdict.later.at(-1)} s`).join(', ')}`);
    };
    await collector.moveToAnotherPort();
    await everyHarness('on another port');
    for (const { verdict, session } of verdicts)
      await judgeReceipts(session.run, verdict.integrationId, 2, verdict.problems);
    await collector.stop();
    await everyHarness('stopped');
    await collector.start();
    for (const { verdict, session } of verdicts)
      await judgeReceipts(session.run, verdict.integrationId, 2, verdict.problems);
    collector.hang();
    await everyHarness('hung');
    await collector.stop();
    rmSync(dataDir, { recursive: true });
    await everyHarness('deleted');
  } finally {
    await collector.dispose();
  }
  model.stop();

  console.log(
    '\n| harness | version | session | on another port | stopped | hung | deleted | receipts of one session | result |',
  );
  console.log(`|${' --- |'.repeat(9)}`);
  for (const { verdict } of verdicts) {
    const result = verdict.problems.length === 0 ? 'passed' : `failed: ${verdict.problems.join('; ')}`;
    console.log(
      `| ${verdict.harness} | ${verdict.version} | ${[verdict.seconds, ...verdict.later].map((time) => `${time} s`).join(' | ')} | ${verdict.receipts} | ${result} |`,
    );
  }
  for (const { verdict, session } of verdicts)
    for (const unknown of session.unknownMembers) console.log(`${verdict.harness}, unknown: ${unknown}`);
  const passed = verdicts.filter(({ verdict }) => verdict.problems.length === 0);
  if (isNewest) for (const { session } of passed) noteTested(session.run);
  const failed = verdicts.length - passed.length;
  console.log(`\n${passed.length} passed, ${failed} failed`);
  if (process.env.PLINTH_E2E_KEEP === undefined) rmSync(root, { recursive: true, force: true });
  else console.log(`Kept ${root}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
