// Runs real agent frameworks from npm with a scripted model, and checks what the SDK's adapters report.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { makeToken } from '../sdk/javascript/test/support/token.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'plinth-frameworks-'));
const ANSWER = 'the model answered this';

interface Report {
  event: string;
  sessionId: string;
  data: Record<string, unknown>;
}

/** The agent asks for a tool once, then answers. `MODEL` is the mock model of the version. */
const agentOf = (model: string, install: string) => `
import { generateText, stepCountIs, tool, ${install ? 'INSTALLER' : ''} } from 'ai';
import { ${model} } from 'ai/test';
import { z } from 'zod';
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
let step = 0;
const model = new ${model}({
  provider: 'acme-ai', modelId: 'acme-1',
  doGenerate: async () => step++ === 0
    ? { content: [{ type: 'tool-call', toolCallId: 'call-1', toolName: 'bash', input: '{"command":"make test"}' }],
        finishReason: { unified: 'tool-calls', raw: 'tool-calls' }, usage, warnings: [] }
    : { content: [{ type: 'text', text: '${ANSWER}' }],
        finishReason: { unified: 'stop', raw: 'stop' }, usage, warnings: [] },
});
const bash = tool({
  inputSchema: z.object({ command: z.string() }),
  execute: async () => '${ANSWER}',
});
${install}
const { text } = await generateText({
  model, prompt: 'Fix the test.', tools: { bash }, stopWhen: stepCountIs(3), TELEMETRY
});
console.log(text);
`;
const manual = (name: string) => `
import { PlinthClient } from '@plinth/sdk';
import { plinthTelemetry } from '@plinth/sdk/ai';
${name}(plinthTelemetry(new PlinthClient({ integration: 'acme' }).reporter()));
`;

const CASES = [
  {
    name: 'AI SDK 6, registerTelemetryIntegration',
    packages: ['ai@6', 'zod'],
    agent: agentOf('MockLanguageModelV3', manual('registerTelemetryIntegration'))
      .replace('INSTALLER', 'registerTelemetryIntegration')
      .replace('TELEMETRY', 'experimental_telemetry: { isEnabled: true }'),
    flags: [],
  },
  {
    name: 'AI SDK 7, registerTelemetry',
    packages: ['ai@7', 'zod'],
    agent: agentOf('MockLanguageModelV4', manual('registerTelemetry'))
      .replace('INSTALLER', 'registerTelemetry')
      .replace('TELEMETRY', ''),
    flags: [],
  },
  {
    name: 'AI SDK 7, node --import @plinth/sdk/auto',
    packages: ['ai@7', 'zod'],
    agent: agentOf('MockLanguageModelV4', '').replace('TELEMETRY', ''),
    flags: ['--import', '@plinth/sdk/auto'],
  },
];

async function listen(reports: Report[]) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    reports.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(202, { 'Content-Type': 'application/json', 'Plinth-Api-Version': '1.1' });
    const receiptId = `rcpt_${'0'.repeat(26)}`;
    response.end(JSON.stringify({ accepted: true, recorded: true, reportOnly: true, receiptId }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function runCase(
  { name, packages, agent, flags }: (typeof CASES)[number],
  sdk: string,
): Promise<boolean> {
  const home = join(folder, name.replaceAll(/\W+/g, '-'));
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  writeFileSync(join(home, 'agent.mjs'), agent);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', sdk, ...packages], {
    cwd: home,
    stdio: 'ignore',
  });
  const reports: Report[] = [];
  const server = await listen(reports);
  const env = { PLINTH_TOKEN: makeToken(), PLINTH_BASE_URL: server.baseUrl, PLINTH_INTEGRATION: 'acme' };
  const child = spawn(process.execPath, [...flags, 'agent.mjs'], {
    cwd: home,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  server.close();
  const [, prompt, command] = reports;
  const found = reports.map(({ event }) => event);
  const good =
    status === 0 &&
    isDeepStrictEqual(found, ['session.started', 'prompt.submitted', 'command.before_run']) &&
    prompt!.data.content === 'Fix the test.' &&
    prompt!.data.model === 'acme-1' &&
    prompt!.data.destination === 'acme-ai' &&
    command!.data.command === 'make test' &&
    command!.data.callId === 'call-1' &&
    command!.data.turnId === prompt!.data.turnId &&
    !JSON.stringify(reports).includes(ANSWER);
  console.log(`${good ? 'passed' : 'FAILED'}: ${name}`);
  if (!good) console.log(status, JSON.stringify(reports, null, 1));
  return good;
}

try {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(root, 'sdk/javascript'),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sdk = join(folder, JSON.parse(packed.toString())[0].filename);
  for (const each of CASES) if (!(await runCase(each, sdk))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
