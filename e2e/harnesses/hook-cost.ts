import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hookCommand } from '../../electron/bridges/connect/hook-command.ts';
import { startTestHost } from '../../test/support/running-host.ts';

/*
 * Measures the cost of a hook with hyperfine. It compares the installed command with curl to a bare server,
 * with the same payload and the same shell, and measures the installed command while the collector hangs or the input
 * stays open.
 */

const folder = mkdtempSync(join(tmpdir(), 'hook-cost-'));
const results = join(folder, 'results.json');
const payload = join(folder, 'payload.json');
const home = join(folder, 'home');

const bare = createHttpServer((req, res) => {
  req.resume();
  req.once('end', () => res.writeHead(202, { 'Content-Type': 'application/json' }).end('{}'));
});
const hanging = createServer(() => {});
const stuckSocket = join(folder, 'stuck.sock');
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', () => resolve()));
await new Promise<void>((resolve) => hanging.listen(stuckSocket, () => resolve()));
const { port: barePort } = bare.address() as AddressInfo;

// Without an id every call is a new receipt, so each run includes the cost of its commit.
const call = {
  ...{ hook_event_name: 'PreToolUse', session_id: 'cost', cwd: '/srv' },
  ...{ tool_name: 'Read', tool_input: { file_path: '/srv/a.ts' } },
};
writeFileSync(payload, JSON.stringify(call));
// Reading and writing keeps a named pipe open.
const held = join(folder, 'held');
execFileSync('mkfifo', [held]);
const host = await startTestHost({ surroundings: { variables: { HOME: home }, platform: 'linux' } });
for (const harness of ['claude-code', 'codex'] as const) await host.control('bridges.connect', { harness });
const bridges = join(host.dataDir, 'bridges');
// A route of its own, because the host restores a changed file of a connection.
const stuckRoute = readFileSync(join(bridges, 'codex.curl'), 'utf8').replace(
  /^unix-socket = .*$/m,
  `unix-socket = "${stuckSocket}"`,
);
writeFileSync(join(bridges, 'stuck.curl'), stuckRoute, { mode: 0o600 });

/** Rounds in which the hook and bare curl take turns, because the load of the computer changes. */
const ROUNDS = 10;
const RUNS_OF_ROUND = 30;

function hyperfine(runs: number, commands: Record<string, string>): Promise<Record<string, number[]>> {
  const named = Object.entries(commands).flatMap(([name, command]) => [
    '-n',
    name,
    `sh -c "{ ${command.replaceAll('"', '\\"')}; } ${name.endsWith('stays open') ? `<> ${held}` : `< ${payload}`}"`,
  ]);
  const args = ['-N', '--warmup', '5', '--runs', String(runs), '--export-json', results, ...named];
  const child = spawn('hyperfine', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', () => reject(new Error('hyperfine is not installed')));
    child.once('close', () => {
      const list: { command: string; times: number[] }[] = JSON.parse(readFileSync(results, 'utf8')).results;
      resolve(Object.fromEntries(list.map(({ command, times }) => [command, times])));
    });
  });
}

const curl = `curl -q -s -o /dev/null -H Content-Type:application/json --data-binary @- http://127.0.0.1:${barePort}/`;
const launcher = join(bridges, 'report');
const measured: Record<string, number[]> = { hook: [], 'bare curl': [] };
for (let round = 0; round < ROUNDS; round += 1) {
  const times = await hyperfine(RUNS_OF_ROUND, {
    hook: hookCommand({ path: launcher, bridgeId: 'claude-code' }, 'posix'),
    'bare curl': curl,
  });
  for (const [name, all] of Object.entries(measured)) all.push(...times[name]!);
}
const stuckTimes = await hyperfine(20, {
  'hook, collector hangs': hookCommand({ path: launcher, bridgeId: 'stuck' }, 'posix'),
  'hook, input stays open': hookCommand({ path: launcher, bridgeId: 'claude-code' }, 'posix'),
});
const { receipts } = await host.control('host.status', {});
await host.stop();
rmSync(bridges, { recursive: true });
const gone = await hyperfine(100, {
  'hook, Plinth gone': hookCommand({ path: launcher, bridgeId: 'claude-code' }, 'posix'),
});

const ms = (seconds: number) => `${(seconds * 1000).toFixed(1)} ms`;
console.log('| command | median | slowest |\n| --- | --- | --- |');
const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
for (const [name, times] of Object.entries({ ...measured, ...stuckTimes, ...gone })) {
  console.log(`| ${name} | ${ms(medianOf(times))} | ${ms(Math.max(...times))} |`);
}
const ratio = medianOf(measured.hook!) / medianOf(measured['bare curl']!);
console.log(`\nhook / bare curl: ${ratio.toFixed(2)}; receipts written: ${receipts}`);
const isBounded = Object.values(stuckTimes)
  .flat()
  .every((time) => time < 0.5);
const met = ratio <= 2 && medianOf(measured.hook!) < 0.015 && isBounded;
console.log(met ? 'Within the bounds: 15 ms, 2×, 500 ms.' : 'Outside the bounds: 15 ms, 2×, 500 ms.');
process.exitCode = met ? 0 : 1;
bare.close();
hanging.close();
await host.remove();
rmSync(folder, { recursive: true, force: true });
process.exit();
