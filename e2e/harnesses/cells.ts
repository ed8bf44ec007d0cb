import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { telemetryVariables } from '../../electron/cli/telemetry-variables.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { ANSWER, CELLS, type Cell, CONTENTS, OUTPUT, PRINT, TYPED } from './cell-table.ts';
import { Collector, plinth } from './collector.ts';
import { promptFromEditor } from './editor-session.ts';
import { type EditorAgent, HARNESS_CELLS, type HarnessCells } from './harness-cells.ts';
import type { HarnessRun } from './harness-runs.ts';
import { HarnessSession, installHarnesses, type Outcome, programOf } from './harness-session.ts';
import type { Script, Step } from './model-script.ts';
import { startModelServer } from './model-server.ts';
import { chosenHarnesses } from './newest-versions.ts';
import { typeIntoTerminal } from './terminal-session.ts';

/*
 * Runs the real command-line harnesses in the situations of the matrix in docs/bridges.md: a sub-agent, one in the
 * background, a resumed session, a mentioned file, an MCP server, a failing command, a refused command, and hooks beside
 * telemetry. Arguments select harnesses and cells by name. In each of them the scripted model's answers, the output of
 * commands and the contents of files hold words that must not be on the disk afterwards.
 */

const NOTED_MS = 5000;
const root = mkdtempSync(join(tmpdir(), 'harness-cells-'));

/** Returns the planted words that stand in a file below a folder. */
function plantedBelow(folder: string): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const bytes = readFileSync(path);
    for (const word of [ANSWER, OUTPUT, CONTENTS]) if (bytes.includes(word)) found.add(`${word} in ${name}`);
  }
  return [...found];
}

const countsOf = (receipts: readonly Receipt[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { event } of receipts) counts[event] = (counts[event] ?? 0) + 1;
  return counts;
};

/** Says what is wrong with the receipts of a cell. */
function problemsOf(
  lacks: readonly string[] | undefined,
  cell: Cell,
  prompts: readonly string[],
  receipts: readonly Receipt[],
): string[] {
  const problems: string[] = [];
  const counts = countsOf(receipts);
  for (const [event, number] of Object.entries(cell.wanted)) {
    if (lacks?.includes(event)) continue;
    if ((counts[event] ?? 0) !== number) problems.push(`${event}: ${counts[event] ?? 0}, ${number} expected`);
  }
  for (const { event, outcome } of receipts) {
    const isWrong = cell.outcome !== undefined && outcome !== undefined && outcome !== cell.outcome;
    if (event === 'command.before_run' && isWrong) problems.push(`the command is told as ${outcome}`);
  }
  for (const { event, data } of receipts) {
    if (event !== 'prompt.submitted') continue;
    const content = String(data.content).replace(/^"(.*)"\s*$/s, '$1');
    if (!prompts.some((prompt) => content.startsWith(prompt))) problems.push('a prompt that nobody typed');
  }
  return problems;
}

/** Says how much of the telemetry was known already from hooks. */
async function bothRoutes(collector: Collector, name: string, receipts: readonly Receipt[]): Promise<string> {
  const { telemetry } = await collector.call('diagnostics.get', {});
  const counts = telemetry.find((each) => each.integration === name);
  const own = receipts.filter(({ integration }) => integration.name === name).length;
  return `${counts?.records ?? 0} records by telemetry, ${counts?.duplicates ?? 0} known from hooks, ${own} not`;
}

/** Connects a harness's telemetry beside its hooks. Returns the judgement of it, which disconnects it. */
async function connectSecond(session: HarnessSession, { connected }: HarnessCells) {
  if (connected === undefined) return undefined;
  const file = join(session.home, connected.settings);
  // A file that gets a credential must be the user's alone.
  chmodSync(file, 0o600);
  const untouched = readFileSync(file, 'utf8');
  await session.bridge('connect', connected.harness);
  return async (receipts: readonly Receipt[]): Promise<string[]> => {
    const { status } = await session.bridge('status', connected.harness);
    await session.bridge('disconnect', connected.harness);
    const sessions = new Set(receipts.map(({ session: { key } }) => key)).size;
    return [
      ...(status.state === 'connected' ? [] : [`${connected.harness} is ${status.state}`]),
      ...(status.refused === 0 ? [] : [`${status.refused} exports refused`]),
      ...(sessions === 1 ? [] : [`${sessions} sessions`]),
      ...(readFileSync(file, 'utf8') === untouched ? [] : ['the settings differ after disconnecting']),
    ];
  };
}

/** Types the prompt into the harness's terminal interface, and waits for the last receipt. */
async function inTerminal(
  collector: Collector,
  session: HarnessSession,
  words: readonly string[],
  { prompt, meanwhile, since }: { prompt: string; meanwhile: string | undefined; since: string },
): Promise<Outcome> {
  const isDone = async () => {
    const { receipts } = await collector.call('receipts.query', { filter: { since }, limit: 50 });
    const prompts = receipts.filter(({ event }) => event === 'prompt.submitted').length;
    return (
      receipts.some(({ event }) => event === 'file.changed') && prompts > Number(meanwhile !== undefined)
    );
  };
  const { project: cwd, environment: env } = session;
  const output = await typeIntoTerminal([session.program, ...words], { cwd, env, prompt, meanwhile, isDone });
  return { status: 0, output, ms: 0 };
}

/** Has an editor drive the agent, with two attached files: through `plinth acp`, or with the agent's hooks alone. */
async function inEditor(
  { dataDir }: Collector,
  session: HarnessSession,
  { package: adapter, words, prepare }: EditorAgent,
  { prompt, isHooksOnly }: { prompt: string; isHooksOnly: boolean },
): Promise<Outcome> {
  if (adapter !== undefined) await installHarnesses([adapter]);
  if (!isHooksOnly) await session.bridge('connect', 'acp');
  prepare?.(session.home);
  const { project: cwd } = session;
  const program = adapter === undefined ? [session.program] : [process.execPath, programOf(adapter.package)];
  const env = { ...session.environment, PLINTH_DATA_DIR: dataDir };
  const files = { linked: join(cwd, 'planted-file.txt'), embedded: join(cwd, 'planted-other.txt') };
  const observer = isHooksOnly ? [] : [process.execPath, plinth, 'acp', '--'];
  const command = [...observer, ...program, ...words];
  const outcome = await promptFromEditor(command, { cwd, env, typed: prompt, ...files });
  if (!isHooksOnly) await session.bridge('disconnect', 'acp');
  return outcome;
}

/** Makes a home and a project with planted words for one cell, and starts its model. */
async function prepareCell({ dataDir }: Collector, run: HarnessRun, steps: readonly Step[]) {
  const folder = mkdtempSync(join(root, `${run.harness}-`));
  const script = { current: undefined as Script | undefined };
  const model = await startModelServer(() => script.current!);
  const session = new HarnessSession(run, model.url, folder, dataDir);
  script.current = {
    command: PRINT,
    file: join(session.project, 'probe.txt'),
    content: 'written by the probe\n',
    steps,
    typed: TYPED,
    subAgentCommand: `${PRINT} # of the sub-agent`,
    answer: ANSWER,
  };
  writeFileSync(join(session.project, 'planted-output.txt'), `${OUTPUT}\n`);
  for (const name of ['planted-file.txt', 'planted-other.txt'])
    writeFileSync(join(session.project, name), `${CONTENTS}\n`);
  return { model, session };
}

async function runCell(
  collector: Collector,
  run: HarnessRun,
  cell: Cell,
  isNewest: boolean,
): Promise<string> {
  const own = HARNESS_CELLS[run.harness] ?? {};
  const prompt = cell.prompt ?? `Do it, ${TYPED}`;
  const agent = own.editors?.[cell.editor ?? -1];
  const lacks = agent === undefined ? run.lacks : cell.isHooksOnly ? agent.hooksLack : agent.lacks;
  const { model, session } = await prepareCell(collector, run, cell.steps(own));
  if (isNewest) session.copyReports();
  try {
    const words = cell.arguments(session, own, prompt);
    if (words === undefined) return 'not offered';
    let variables: Record<string, string> = cell.name === 'mcp' ? (own.mcpVariables ?? {}) : {};
    let telemetryName: string | undefined;
    if (cell.name === 'telemetry') {
      const made = await collector.call('integrations.generate', {
        name: `Telemetry of ${run.harness} ${Date.now()}`,
        permissions: ['events:write'],
      });
      variables = telemetryVariables(collector.baseUrl, made.token, {});
      telemetryName = made.integration.name;
      if (typeof own.telemetry === 'function')
        own.telemetry(session.home, `${collector.baseUrl}/api/otlp`, made.token);
    }
    const { status } = await session.bridge('connect', run.harness);
    const second = cell.name === 'connected' ? await connectSecond(session, own) : undefined;
    const since = new Date().toISOString();
    const isTyped = cell.name === 'terminal' || cell.meanwhile !== undefined;
    if (isTyped) own.prepareTerminal?.(session.home, session.project);
    const start = () => {
      if (agent !== undefined)
        return inEditor(collector, session, agent, { prompt, isHooksOnly: cell.isHooksOnly === true });
      if (isTyped) return inTerminal(collector, session, words, { prompt, meanwhile: cell.meanwhile, since });
      return session.start(words, variables);
    };
    const outcomes: Outcome[] = [await start()];
    const more = cell.again?.(own, prompt);
    if (more !== undefined) outcomes.push(await session.start(more, variables));
    // What became of calls is noted a little later.
    if (cell.outcome !== undefined) await new Promise((resolve) => setTimeout(resolve, NOTED_MS));
    if (process.env.PLINTH_E2E_TRACE !== undefined) for (const { output } of outcomes) console.error(output);
    const { receipts } = await collector.call('receipts.export', { filter: { since }, limit: 200 });
    const both =
      telemetryName === undefined ? undefined : await bothRoutes(collector, telemetryName, receipts);
    const problems = [
      ...problemsOf(
        lacks,
        cell,
        cell.meanwhile === undefined ? [prompt] : [prompt, cell.meanwhile],
        receipts,
      ),
      ...plantedBelow(collector.dataDir),
    ];
    if (process.env.PLINTH_E2E_TRACE !== undefined)
      for (const { event, data, flags, integration } of receipts)
        console.error(integration.name, event, JSON.stringify(data), flags.join());
    const usualEnds = cell.name === 'refused' ? [0, own.refusedStatus] : [0];
    for (const { status: code } of outcomes) {
      if (!usualEnds.includes(code ?? undefined)) problems.push(`ended with ${code}`);
    }
    const { status: after } = await session.bridge('status', run.harness);
    if (second !== undefined) problems.push(...(await second(receipts)));
    if (after.unknownPayloads > status.unknownPayloads)
      problems.push(`${after.unknownPayloads - status.unknownPayloads} unknown payloads`);
    const unknown = after.unknownFields - status.unknownFields;
    await session.bridge('disconnect', run.harness);
    const told = receipts.find(({ event }) => event === 'command.before_run')?.outcome;
    const dropped = after.notUserInput - status.notUserInput;
    const counts = Object.entries(countsOf(receipts)).map(([event, count]) => `${event} ${count}`);
    const agents = new Set(
      receipts.flatMap(({ data }) => (data.agentId === undefined ? [] : [data.agentId])),
    );
    return [
      problems.length === 0 ? 'ok' : `PROBLEM ${problems.join('; ')}`,
      counts.join(', '),
      ...(dropped > 0 ? [`${dropped} prompts not typed`] : []),
      ...(both === undefined ? [] : [both]),
      ...(cell.outcome === undefined ? [] : [`told as ${told ?? 'not known'}`]),
      ...(unknown > 0 ? [`${unknown} unknown members`] : []),
      ...session.unknownMembers.map((each) => `unknown: ${each}`),
      ...(agents.size > 0 ? [`${agents.size} agents named`] : []),
    ].join(' | ');
  } finally {
    model.stop();
  }
}

async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const named = <T>(all: readonly T[], nameOf: (each: T) => string) => {
    const chosen = all.filter((each) => names.includes(nameOf(each)));
    return chosen.length === 0 ? all : chosen;
  };
  const cells = named(CELLS, ({ name }) => name);
  const { runs, isNewest } = await chosenHarnesses(names);
  mkdirSync(join(root, 'data'));
  const collector = new Collector(join(root, 'data'));
  await collector.start();
  try {
    for (const run of runs) {
      for (const cell of cells) {
        const result = await runCell(collector, run, cell, isNewest);
        console.log(`${run.harness} ${run.version} | ${cell.name} | ${result}`);
        if (result.includes('PROBLEM')) process.exitCode = 1;
      }
    }
  } finally {
    await collector.dispose();
    if (process.env.PLINTH_E2E_KEEP === undefined) rmSync(root, { recursive: true, force: true });
    else console.log(`Kept ${root}`);
  }
}

await main();
