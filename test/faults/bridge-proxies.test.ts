import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hookCommand } from '../../electron/bridges/connect/hook-command.ts';
import { HARNESSES } from '../../electron/bridges/harnesses/index.ts';
import { type HarnessId, HOOK_HARNESS_IDS } from '../../shared/bridge.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../support/running-host.ts';
import { openProxyTrap, type ProxyTrap, proxyVariables, runToEnd, trappedHome } from './proxy-trap.ts';

/*
 * No report of a bridge goes to a proxy: not through a variable, a settings file or a package that patches the
 * runtime's HTTP clients. Each sender runs in each of its runtimes, with all of them set to a trap.
 */

const PROMPT = 'Keep this to yourself: the kettle is blue.';

interface Runtime {
  name: string;
  program: string;
  env: Record<string, string>;
}

/**
 * Returns the runtimes in which an OpenCode plugin can run: Node, Bun, and the one inside OpenCode's binary.
 */
function pluginRuntimes(): Runtime[] {
  const runtimes: Runtime[] = [{ name: 'Node', program: process.execPath, env: {} }];
  const bun = [
    process.env.PLINTH_BUN,
    ...(process.env.PATH ?? '').split(delimiter).map((d) => join(d, 'bun')),
  ].find((file) => file !== undefined && existsSync(file));
  if (bun !== undefined) runtimes.push({ name: 'Bun', program: bun, env: {} });
  const cache = process.env.PLINTH_E2E_CACHE ?? join(tmpdir(), 'plinth-harness-clis');
  const openCode = join(cache, 'node_modules', '.bin', 'opencode');
  if (existsSync(openCode)) runtimes.push({ name: 'OpenCode', program: openCode, env: { BUN_BE_BUN: '1' } });
  for (const name of ['Bun', 'OpenCode']) {
    if (!runtimes.some((runtime) => runtime.name === name)) {
      console.warn(`Skipped: the plugin in ${name}'s runtime, which is not installed here.`);
    }
  }
  return runtimes;
}

let host: RunningHost;
let home: string;
let trap: ProxyTrap;
let trapEnv: Record<string, string>;

beforeAll(async () => {
  home = temporaryFolder();
  host = await startTestHost({ surroundings: { variables: { HOME: home }, platform: 'linux' } });
  for (const harness of HOOK_HARNESS_IDS) await host.control('bridges.connect', { harness });
});
afterAll(async () => {
  await host.remove();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(async () => {
  trap = await openProxyTrap();
  const folder = join(home, 'trapped');
  mkdirSync(folder, { recursive: true });
  trapEnv = { ...process.env, ...proxyVariables(trap.url), ...trappedHome(folder, trap.url) } as Record<
    string,
    string
  >;
  return () => trap.close();
});

const receiptsOf = async (sessionId: string) =>
  (await host.control('receipts.query', { filter: { sessionId } })).receipts;

describe('the launcher', () => {
  test('the trap works: curl without our options sends everything to it', async () => {
    const url = 'http://127.0.0.1:47999/api/bridges/v1/claude-code';
    await runToEnd('curl', ['-s', '--data-binary', '@-', url], PROMPT, { env: trapEnv });
    expect(trap.caught()).toContain(PROMPT);
  });

  test.each(HOOK_HARNESS_IDS.filter((harness) => HARNESSES[harness].sender !== 'plugin'))(
    '%s',
    async (harness: HarnessId) => {
      const session = `proxied-${harness}`;
      const names: Record<string, string> = { cursor: 'beforeSubmitPrompt', gemini: 'BeforeAgent' };
      const payload = {
        hook_event_name: names[harness] ?? 'UserPromptSubmit',
        session_id: session,
        prompt: harness === 'kimi-code' ? [{ type: 'text', text: PROMPT }] : PROMPT,
        // The names of Qwen Code and of Windsurf for the same.
        submitted_prompt: PROMPT,
        ...{ agent_action_name: 'pre_user_prompt', trajectory_id: session },
        tool_info: { user_prompt: PROMPT },
        // The names of Goose.
        ...{ event: 'UserPromptSubmit', message: PROMPT },
      };
      const command = hookCommand(
        { path: join(host.dataDir, 'bridges', 'report'), bridgeId: harness },
        'posix',
      );
      const outcome = await runToEnd('/bin/sh', ['-c', command], JSON.stringify(payload), { env: trapEnv });
      expect(outcome).toEqual({ status: 0, output: '' });
      expect(await receiptsOf(session)).toHaveLength(1);
      expect([trap.connections(), trap.caught()]).toEqual([0, '']);
    },
  );
});

describe.each(pluginRuntimes())('the plugin of OpenCode in $name', (runtime) => {
  const run = (script: string) => {
    const file = join(home, 'driver.mjs');
    writeFileSync(file, script);
    return runToEnd(runtime.program, [file], '', { env: { ...trapEnv, ...runtime.env }, cwd: home });
  };

  test('the trap works: fetch sends everything to it', async () => {
    await run(
      `await fetch('http://127.0.0.1:47999/', { method: 'POST', body: ${JSON.stringify(PROMPT)} }).catch(() => {});`,
    );
    expect(trap.caught()).toContain(PROMPT);
  });

  // Packages such as global-agent do this: they redirect every HTTP client in the process to the proxy.
  const patches = `
    import { createRequire } from 'node:module';
    const http = createRequire(import.meta.url)('node:http');
    const https = createRequire(import.meta.url)('node:https');
    const original = http.request;
    const toTrap = (...args) => {
      const options = args.find((arg) => typeof arg === 'object' && !(arg instanceof URL)) ?? {};
      return original({ host: '127.0.0.1', port: ${'TRAP_PORT'}, method: options.method ?? 'POST', headers: options.headers });
    };
    http.request = http.get = https.request = https.get = toTrap;
    globalThis.fetch = (url, options) =>
      new Promise((resolve, reject) => {
        const req = toTrap({ method: 'POST', headers: options?.headers });
        req.on('response', () => resolve(new Response('{}')));
        req.on('error', reject);
        req.end(options?.body);
      });
  `;
  const drive = (session: string) => `
    const { Plinth } = await import(${JSON.stringify(join(home, '.config/opencode/plugins/plinth.js'))});
    const hooks = await Plinth({ directory: '/srv' });
    await hooks.event({ event: { type: 'session.created', properties: { info: { id: '${session}' } } } });
    const parts = [{ type: 'text', text: ${JSON.stringify(PROMPT)} }];
    await hooks['chat.message']({ sessionID: '${session}' }, { message: { id: 'm' }, parts });
    await hooks['tool.execute.before']({ tool: 'bash', sessionID: '${session}', callID: 'c' }, { args: { command: 'true' } });
    await hooks.dispose({});
    // The harness lives on. A process that ends half a second later would lose reports on a busy machine.
    while (process.listenerCount('exit') > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  `;

  test.each([
    ['by the environment', ''],
    ['by patched clients', patches],
  ])('%s: every report arrives, and the trap receives none', async (_name, before) => {
    const session = `plugin-${runtime.name}-${before.length}`;
    const outcome = await run(before.replace('TRAP_PORT', String(trap.port)) + drive(session));
    expect(outcome).toEqual({ status: 0, output: '' });
    const events = (await receiptsOf(session)).map(({ event }) => event).reverse();
    expect(events).toEqual([
      'session.started',
      'prompt.submitted',
      'tool.before_use',
      'command.before_run',
      'session.ended',
    ]);
    expect([trap.connections(), trap.caught()]).toEqual([0, '']);
  });
});

test('the senders read only private files', () => {
  const route = JSON.parse(readFileSync(join(host.dataDir, 'bridges', 'opencode.route'), 'utf8'));
  expect(Object.keys(route).sort()).toEqual(['authorization', 'path', 'socketPath']);
  expect(existsSync(join(host.dataDir, 'bridges', 'opencode.curl'))).toBe(false);
});
