import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateCredential } from '../electron/integrations/credential.ts';
import { findPython } from './sdk-python.ts';

const REPORTS = 1_500;
const ROUNDS = 7;
const LEAST_RATIO = 0.8;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bench = join(root, 'sdk/bench');

interface Measured {
  rates: Record<string, number[]>;
  micros: Record<string, number[]>;
}

const quantile = (values: number[], q: number) =>
  [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) * q)]!;

function measure(port: string, command: string, script: string, env: Record<string, string> = {}): Measured {
  const args = [join(bench, script), port, generateCredential('plint_'), String(REPORTS), String(ROUNDS)];
  const out = execFileSync(command, args, {
    env: { ...process.env, ...env },
    maxBuffer: 64 << 20,
    timeout: 300_000,
  });
  return JSON.parse(out.toString());
}

/** Prints a table. Returns true when every contender keeps its ratio to the first, the bare client. */
function judge({ rates, micros }: Measured): boolean {
  const [bare] = Object.keys(rates);
  const rows = Object.keys(rates).map((name) => ({
    name,
    'reports/s': Math.round(quantile(rates[name]!, 0.5)),
    ratio: Number((quantile(rates[name]!, 0.5) / quantile(rates[bare!]!, 0.5)).toFixed(2)),
    'p50 µs': Math.round(quantile(micros[name]!, 0.5)),
    'p99 µs': Math.round(quantile(micros[name]!, 0.99)),
  }));
  console.table(rows);
  // The asyncio client is shown but not judged: the standard library has no bare client to compare it with.
  return rows.every(({ name, ratio }) => name.endsWith('asyncio') || ratio >= LEAST_RATIO);
}

const server = spawn(process.execPath, [join(bench, 'server.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
const [line] = await once(server.stdout, 'data');
const port = String(line).trim();
console.log(
  `${ROUNDS} rounds of ${REPORTS} reports one after another, contenders by turns; medians of the rounds.`,
);
let good = judge(measure(port, process.execPath, 'javascript.ts'));
const python = findPython();
if (python)
  good = judge(measure(port, python, 'python.py', { PYTHONPATH: join(root, 'sdk/python/src') })) && good;
else console.log('No Python 3.9 or later here, so plinth-sdk was not measured.');
server.stdin.end();
console.log(
  good ? `Every SDK has at least ${LEAST_RATIO} of the bare rate.` : `An SDK is under ${LEAST_RATIO}.`,
);
process.exitCode = good ? 0 : 1;
