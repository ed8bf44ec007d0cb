import { parseArgs } from 'node:util';
import { createRedactor, WorkExceeded } from '../../electron/redaction/redactor.ts';
import { HOSTILE, nearMisses } from './hostile.ts';
import { HOSTILE_GRAMMAR } from './hostile-grammar.ts';

/*
 * Measures the processor time that the redactor takes for each hostile text of 1 MiB, as the data of an event. Prints
 * the worst ones.
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

const texts: [name: string, make: () => string][] = [
  ...Object.entries({ ...HOSTILE, ...HOSTILE_GRAMMAR }).map(([name, make]): [string, () => string] => [
    name,
    () => make(length),
  ]),
  ...(values.rules
    ? nearMisses(length).map(([rule, text]): [string, () => string] => [`near misses of ${rule}`, () => text])
    : []),
];

const measured: { name: string; seconds: number; work: number; exceeded: boolean }[] = [];
for (const [name, make] of texts) {
  if (!name.includes(values.only)) continue;
  const content = make();
  let work = 0;
  let exceeded = false;
  const start = process.threadCpuUsage();
  try {
    redactor.redactValue(
      { content },
      {
        onWork: (amount) => {
          work += amount;
        },
      },
    );
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error;
    exceeded = true;
  }
  const { user, system } = process.threadCpuUsage(start);
  measured.push({ name, seconds: (user + system) / MICROSECONDS, work: work / length, exceeded });
}

measured.sort((one, other) => other.seconds - one.seconds);
console.log(`${measured.length} texts of ${length} characters; the worst:`);
for (const { name, seconds, work, exceeded } of measured.slice(0, Number(values.worst)))
  console.log(
    `${seconds.toFixed(2).padStart(6)} s  ${name}${exceeded ? ' (stored by its sizes)' : `, ${work.toFixed(0)} units of work for each character`}`,
  );
