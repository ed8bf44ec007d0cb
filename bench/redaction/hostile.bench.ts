import { parseArgs } from 'node:util';
import { createRedactor, type JsonValue, WorkExceeded } from '../../electron/redaction/redactor.ts';
import { HOSTILE, nearMisses } from './hostile.ts';
import { HOSTILE_GRAMMAR } from './hostile-grammar.ts';
import { HOSTILE_MIXED } from './hostile-mixed.ts';
import { HOSTILE_MESSAGES, HOSTILE_VALUES } from './hostile-values.ts';

/*
 * Measures the processor time that the redactor takes for each hostile text or value of 1 MiB, as the data of an event.
 * Prints the worst ones.
 */

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: String(1 << 20) },
    worst: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
    rules: { type: 'boolean', default: false },
  },
});
const length = Number(values.bytes);
const MICROSECONDS = 1e6;
const redactor = createRedactor({
  fingerprintKey: new Uint8Array(32).fill(1),
  homeDirectories: ['/home/mirabel'],
  userNames: ['mirabel'],
});

const inputs: [name: string, make: () => JsonValue][] = [
  ...Object.entries({ ...HOSTILE, ...HOSTILE_GRAMMAR, ...HOSTILE_MIXED }).map(
    ([name, make]): [string, () => JsonValue] => [name, () => ({ content: make(length) })],
  ),
  ...Object.entries({ ...HOSTILE_VALUES, ...HOSTILE_MESSAGES }).map(
    ([name, make]): [string, () => JsonValue] => [name, () => make(length)],
  ),
  ...(values.rules
    ? nearMisses(length).map(([rule, content]): [string, () => JsonValue] => [
        `near misses of ${rule}`,
        () => ({ content }),
      ])
    : []),
];

const measured: { name: string; seconds: number; work: number; exceeded: boolean }[] = [];
for (const [name, make] of inputs) {
  if (!name.includes(values.only)) continue;
  const value = make();
  let work = 0;
  let exceeded = false;
  const start = process.threadCpuUsage();
  try {
    redactor.redactValue(value, {
      onWork: (amount) => {
        work += amount;
      },
    });
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error;
    exceeded = true;
  }
  const { user, system } = process.threadCpuUsage(start);
  measured.push({ name, seconds: (user + system) / MICROSECONDS, work: work / length, exceeded });
}

measured.sort((one, other) => other.seconds - one.seconds);
console.log(`${measured.length} inputs of ${length} characters; the worst:`);
for (const { name, seconds, work, exceeded } of measured.slice(0, Number(values.worst)))
  console.log(
    `${seconds.toFixed(2).padStart(6)} s  ${name}${exceeded ? ' (stored by its sizes)' : `, ${work.toFixed(0)} units of work for each character`}`,
  );
