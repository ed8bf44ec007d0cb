// Runs real agent frameworks from npm with a scripted model, and checks what the SDK's adapters report.
// Arguments select cases by a part of their name.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeToken } from '../../sdk/javascript/test/support/token.ts';
import { startModelServer } from '../harnesses/model-server.ts';
import { CASES, type Expected, type FrameworkCase } from './cases.ts';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const folder = mkdtempSync(join(tmpdir(), 'plinth-frameworks-'));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const run = promisify(execFile);
/** What the scripted models answer and the tools print. No byte of it may reach Plinth. */
const TRAPS = ['TRAP', 'printed-42', 'Done: the probe'];
const LONGEST_RUN_MS = 120_000;

interface Report {
  readonly event: string;
  readonly sessionId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function listen(bodies: string[]) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks).toString());
    response.writeHead(202, { 'Content-Type': 'application/json', 'Plinth-Api-Version': '1.1' });
    const receiptId = `rcpt_${'0'.repeat(26)}`;
    response.end(JSON.stringify({ accepted: true, recorded: true, reportOnly: true, receiptId }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Installs the packages of a case once, with the agents and the packed SDK beside them. */
async function install(packages: readonly string[], sdk: string): Promise<string> {
  const home = join(folder, packages.join('+').replaceAll(/[^\w+]+/g, '-'));
  try {
    mkdirSync(home);
  } catch {
    // An earlier case of the same packages made it.
    return home;
  }
  cpSync(join(here, 'agents'), home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', sdk, ...packages], {
    cwd: home,
  });
  return home;
}

/** Runs the agent of a case, and returns how it ended. */
async function runAgent({ agent, flags = [], args = [], env }: FrameworkCase, home: string, baseUrl: string) {
  const model = await startModelServer(() => ({
    command: 'echo printed-$((6*7))',
    file: join(home, 'new.txt'),
    content: 'x\n',
  }));
  const child = spawn(process.execPath, [...flags, `${agent}.mjs`, ...args], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      MASTRA_TELEMETRY_DISABLED: '1',
      PLINTH_TOKEN: makeToken(),
      PLINTH_BASE_URL: baseUrl,
      PLINTH_INTEGRATION: 'acme',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_RUN_MS,
  });
  let printed = '';
  let complaints = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  model.stop();
  return { status, printed, complaints };
}

function matches(
  report: Report | undefined,
  { event, data = {}, bySubAgent = false, hasParent = false }: Expected,
): boolean {
  return (
    report?.event === event &&
    (report.data.agentId !== undefined) === bySubAgent &&
    (!hasParent || report.data.parentAgentId !== undefined) &&
    typeof report.data.cwd === 'string' &&
    Object.entries(data).every(([name, value]) => (report.data[name] ?? null) === value)
  );
}

/** Says what is wrong with the reports of a run; undefined when nothing is. */
function faultOf(bodies: readonly string[], expected: readonly Expected[]): string | undefined {
  const trap = TRAPS.find((each) => bodies.some((body) => body.includes(each)));
  if (trap) return `"${trap}" reached the listener`;
  const reports: Report[] = bodies.map((body) => JSON.parse(body));
  const wrong = expected.findIndex((each, index) => !matches(reports[index], each));
  if (wrong !== -1) return `report ${wrong} is not ${JSON.stringify(expected[wrong])}`;
  if (reports.length !== expected.length) return `${reports.length} reports instead of ${expected.length}`;
  if (new Set(reports.map(({ sessionId }) => sessionId)).size !== 1) return 'more than one session';
  let turn: unknown;
  for (const { event, data } of reports.slice(1)) {
    if (event === 'prompt.submitted' && data.turnId === turn) return 'two prompts in one turn';
    if (event === 'prompt.submitted') turn = data.turnId;
    if (data.turnId !== turn && event !== 'session.ended')
      return `${event} is in another turn than its prompt`;
  }
  return undefined;
}

/** Compiles the glue of a case with the types of the real packages. */
async function compileFault({ glue }: FrameworkCase, home: string): Promise<string | undefined> {
  if (glue === undefined) return undefined;
  writeFileSync(join(home, 'glue.ts'), glue);
  const options = '--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --module nodenext'.split(
    ' ',
  );
  const types = ['--target', 'es2022', '--lib', 'es2022,dom,esnext.disposable', '--types', 'node'];
  const typeRoots = ['--typeRoots', join(root, 'node_modules/@types')];
  try {
    await run(process.execPath, [compiler, ...options, ...types, ...typeRoots, 'glue.ts'], { cwd: home });
  } catch (error) {
    return `the glue does not compile: ${(error as { stdout?: string }).stdout}`;
  }
  return undefined;
}

async function runCase(each: FrameworkCase, sdk: string): Promise<boolean> {
  const home = await install(each.packages, sdk);
  const bodies: string[] = [];
  const server = await listen(bodies);
  const reported = await runAgent(each, home, server.baseUrl);
  server.close();
  // The port is closed now: the same agent must end in the same way.
  const alone = await runAgent(each, home, server.baseUrl);
  let fault = faultOf(bodies, each.expected) ?? (await compileFault(each, home));
  if (reported.status !== 0) fault = `the agent failed: ${reported.complaints}`;
  if (alone.status !== reported.status || alone.printed !== reported.printed)
    fault ??= 'it differs without Plinth';
  console.log(`${fault === undefined ? 'passed' : `FAILED (${fault})`}: ${each.name}`);
  if (fault !== undefined) console.log(bodies.join('\n'));
  return fault === undefined;
}

try {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(root, 'sdk/javascript'),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sdk = join(folder, JSON.parse(packed.toString())[0].filename);
  const chosen = CASES.filter(({ name }) => process.argv.slice(2).every((part) => name.includes(part)));
  for (const each of chosen) if (!(await runCase(each, sdk))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
