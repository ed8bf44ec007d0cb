import fc from 'fast-check';
import {
  MAX_CONTROL_BYTES,
  MAX_ELEMENTS,
  MAX_EVENTS,
  MAX_EVENTS_OF_TELEMETRY,
  MAX_RECORDS,
  MAX_REPORT_BYTES,
  MAX_REPORTS,
  MAX_TELEMETRY_ELEMENTS,
} from '../../electron/body/body-budget.ts';
import { SMALL_BODY_BYTES } from '../../electron/listener/large-bodies.ts';
import { MAX_OVERSIZED_BYTES } from '../../electron/listener/oversized-body.ts';
import { MAX_EVENT_BYTES, MAX_JSON_DEPTH, MAX_LABEL_LENGTH, MAX_PATH_LENGTH } from '../../shared/limits.ts';

/** A text that must not appear in the log or in an answer of the collector. */
export const CANARY = 'zqcanary7f3a91c04be2';
/** A secret that redaction knows. Its bytes must not reach the disk. In parts, so that no scanner reports this file. */
export const SECRET = ['glpat', 'x9Kd72mQvT4bLw8ZpR1s'].join('-');

/** Part of a JSON text that is short to state, and can be long. `%n` in a unit is the number of its repeat. */
export interface Piece {
  form: 'unit' | 'string' | 'list' | 'members' | 'same member' | 'lists' | 'objects' | 'open lists';
  unit: string;
  times: number;
  /** The piece is written as a string that contains JSON. */
  inString: boolean;
}

/** A piece is no longer than this, which is over the limits of all bodies but those that are read without long strings. */
const MAX_PIECE = 9 * 1_048_576;
/** Numbering a unit costs the fuzzer more than the collector. */
const MAX_NUMBERED = 2 * MAX_ELEMENTS;

const BUDGETS = [
  ...[MAX_JSON_DEPTH, MAX_REPORTS, MAX_EVENTS, MAX_LABEL_LENGTH, 1024, MAX_PATH_LENGTH, SMALL_BODY_BYTES],
  ...[MAX_RECORDS, MAX_ELEMENTS, MAX_TELEMETRY_ELEMENTS, MAX_EVENT_BYTES, MAX_CONTROL_BYTES],
  ...[MAX_EVENTS_OF_TELEMETRY, MAX_REPORT_BYTES, MAX_OVERSIZED_BYTES],
];
/** Repeats around each budget, and powers of two, in order: a failing count is made small along this list. */
const TIMES = [
  ...new Set([
    ...[0, 1, 2, 3, 5, ...Array.from({ length: 22 }, (_, at) => 2 ** at)],
    ...BUDGETS.flatMap((budget) => [budget - 16, budget - 2, budget - 1, budget, budget + 1, 2 * budget]),
  ]),
].sort((a, b) => a - b);

const fewTimes = fc.constantFrom(...TIMES.filter((times) => times <= 2 * MAX_LABEL_LENGTH));
export const anyTimes = fc.oneof(
  { arbitrary: fewTimes, weight: 3 },
  { arbitrary: fc.constantFrom(...TIMES), weight: 1 },
);

/** Texts in a string: most are JSON, and some are not. */
const IN_STRINGS = [
  ...['x', ' ', 'é', '𝄞', '/', '..', '\\n', '\\"', '\\\\', '\\u0000', '\\ud800', '\\udfff\\ud83d', '\\u202e'],
  ...[
    `${CANARY} `,
    ` token=${SECRET} `,
    ` ${SECRET}\\n`,
    '*** Add File: a%n\\n+x\\n',
    'x%n ',
    'export A=%n;',
  ],
  ...[
    '*** Begin Patch\\n',
    '*** Update File: b%n\\n*** Move to: c%n\\n',
    '-----BEGIN PRIVATE KEY-----',
    'A1=',
  ],
  ...["'", '$(', '%', '<system-reminder>', '@file:///a ', '\ufeff', 'https://a:b@c/?d=', '{\\"a\\":', '[1,'],
];
const NOT_IN_STRINGS = ['\0', '\n', '\t', '\x1b[', '\\q', '\\u12', '"'];
const VALUES = [
  ...['0', '-0', '1', 'null', 'true', '""', '"x"', '"%n"', '{}', '[]', '[[]]', '{"a":%n}', '%n', '[{},{}]'],
  ...['1e999', '-1e999', '1e-999', '0.1000000000000000055511151231257827', '123456789012345678901', '1E+2'],
  ...['"\\ud800"', '{"a":{},"a":[]}', '{"__proto__":{"a":1}}', `"${CANARY}"`, `{"${CANARY}":"${SECRET}"}`],
  ...['{"type":"text","text":"%n"}', '{"key":"a%n","value":{"stringValue":"x"}}', '{"path":"/a%n"}'],
];
const NOT_VALUES = ['01', '.5', 'NaN', '', '"\0"', '{"a":1,}', 'undefined', "'x'"];

const mostly = (texts: readonly string[], others: readonly string[]) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...texts), weight: 12 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  );

const FORMS = ['unit', 'list', 'members', 'same member', 'lists', 'objects', 'open lists'] as const;
export const anyPiece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({
    form: fc.constant('string' as const),
    unit: mostly(IN_STRINGS, NOT_IN_STRINGS),
    times: anyTimes,
    inString: fc.constant(false),
  }),
  fc.record({
    form: fc.constantFrom<Piece['form'][]>(...FORMS, ...FORMS.slice(0, -1)),
    unit: mostly(VALUES, NOT_VALUES),
    times: anyTimes,
    inString: fc.constantFrom(false, false, false, true),
  }),
);

/** Repeats a unit. A unit is repeated less often where it would be longer than all limits. */
function repeated(unit: string, times: number, between = ''): string {
  const least = Math.max(1, Buffer.byteLength(unit + between));
  const most = Math.min(times, Math.floor(MAX_PIECE / least));
  if (!unit.includes('%n')) return most === 0 ? '' : (unit + between).repeat(most - 1) + unit;
  return Array.from({ length: Math.min(most, MAX_NUMBERED) }, (_, at) => unit.replaceAll('%n', `${at}`)).join(
    between,
  );
}

/** Writes a piece as JSON, or almost JSON. */
export function written({ form, unit, times, inString }: Piece): string {
  if (inString) return JSON.stringify(written({ form, unit, times, inString: false }));
  switch (form) {
    case 'unit':
      return unit.replaceAll('%n', '0');
    case 'string':
      return `"${repeated(unit, times)}"`;
    case 'list':
      return `[${repeated(unit, times, ',')}]`;
    case 'members':
      return `{${repeated(`"k%n":${unit}`, times, ',')}}`;
    case 'same member':
      return `{${repeated(`"command":${unit}`, times, ',')}}`;
    case 'lists':
      return repeated('[', times / 2) + repeated(']', times / 2);
    case 'objects':
      return `${repeated('{"a":', times)}${unit.replaceAll('%n', '0')}${repeated('}', times)}`;
    case 'open lists':
      return repeated('[', times);
  }
}
