import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  MAX_CONTROL_BYTES,
  MAX_ELEMENTS,
  MAX_REPORT_BYTES,
  MAX_TELEMETRY_BYTES,
  MAX_TELEMETRY_ELEMENTS,
} from '../../electron/body/body-budget.ts';
import { HOOK_HARNESS_IDS } from '../../shared/bridge.ts';
import { type ControlChannel, control } from '../../shared/control.ts';
import { MAX_EVENT_BYTES } from '../../shared/limits.ts';
import { CONVERSATION, EVENTS, type Json, LOG_REQUESTS, payloadsOf, SPAN_REQUESTS } from './base-bodies.ts';
import { type ByteEdit, byteEdits, type Edit, editedBytes, editedJson, edits } from './json-edits.ts';
import { type FieldEdit, fieldEdits, protobufOf } from './protobuf-fields.ts';
import { valuesOf } from './schema-values.ts';

/** The rows of a table: what a target's bodies are made from. */
const SIGNALS = ['logs', 'traces', 'metrics'] as const;
/** How a request of telemetry is compressed, and whether it says so. */
const PACKINGS = ['gzip', 'twice', 'cut', 'none as gzip', 'bomb', 'deflate', 'identity', 'br'] as const;
type Packing = (typeof PACKINGS)[number] | 'none';

export type Target =
  | { route: 'events' }
  | { route: 'bridges'; harness: (typeof HOOK_HARNESS_IDS)[number] }
  | {
      route: 'otlp';
      signal: (typeof SIGNALS)[number];
      encoding: 'json' | 'protobuf';
      isConnection: boolean;
      packing: Packing;
    }
  | { route: 'control'; channel: ControlChannel; params: unknown }
  | { route: 'acp'; exitCode: number };

/** States one input. Its bytes follow from it alone, so that it can be made small and kept. */
export interface Plan {
  target: Target;
  /** The body that is changed, by its number in the list of the target. */
  base: number;
  /** Makes the ids of sessions and calls. */
  who: number;
  /** The repeats of the first piece follow from a budget of the route. */
  reach: { of: 'bytes' | 'elements'; by: number } | null;
  edits: Edit[];
  fields: FieldEdit[];
  bytes: ByteEdit[];
  type: 'right' | 'wrong' | 'charset' | 'packed';
  isChunked: boolean;
  atOnce: number;
}

/**
 * Channels that are left out: they write files outside of the data directory, end what the neighbour needs, delete what it
 * reported, end the connections of the fuzzer, or log an error because a window asks for it.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['recording.pause', 'recording.resume', 'settings.set', 'receipts.delete', 'retention.run'],
  ...['bridges.connect', 'bridges.disconnect', 'bridges.reconnect', 'record.backup', 'record.restore'],
  ...['record.repair', 'mirror.on', 'mirror.off', 'console.logOutAll', 'window.failed'],
]);
const CHANNELS = (Object.keys(control) as ControlChannel[]).filter((channel) => !LEFT_OUT.has(channel));

/** A start of `plinth acp` takes as long as many other inputs. */
const targets: fc.Arbitrary<Target> = fc.oneof(
  { arbitrary: fc.constant({ route: 'events' as const }), weight: 18 },
  {
    arbitrary: fc.record({
      route: fc.constant('bridges' as const),
      harness: fc.constantFrom(...HOOK_HARNESS_IDS),
    }),
    weight: 36,
  },
  {
    arbitrary: fc.record({
      route: fc.constant('otlp' as const),
      signal: fc.constantFrom(...SIGNALS, 'logs' as const, 'logs' as const, 'traces' as const),
      encoding: fc.constantFrom('json' as const, 'protobuf' as const),
      isConnection: fc.boolean(),
      packing: fc.constantFrom<Packing[]>(...Array(9).fill('none'), ...Array(9).fill('gzip'), ...PACKINGS),
    }),
    weight: 36,
  },
  {
    arbitrary: fc.oneof(
      ...CHANNELS.map((channel) =>
        fc.record({
          route: fc.constant('control' as const),
          channel: fc.constant(channel),
          params: valuesOf(control[channel].params),
        }),
      ),
    ),
    weight: 18,
  },
  {
    arbitrary: fc.record({ route: fc.constant('acp' as const), exitCode: fc.constantFrom(0, 3) }),
    weight: 2,
  },
);

const seldom = <T>(usual: T, arbitrary: fc.Arbitrary<T>, weight = 9) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary, weight: 1 });

/** All inputs of the fuzzer. */
export const plans: fc.Arbitrary<Plan> = fc.record({
  target: targets,
  base: fc.nat(60),
  who: fc.nat(1_000_000),
  reach: seldom<Plan['reach']>(
    null,
    fc.record({
      of: fc.constantFrom('bytes' as const, 'elements' as const),
      by: fc.integer({ min: -2, max: 2 }),
    }),
    5,
  ),
  edits,
  fields: fieldEdits,
  bytes: byteEdits,
  type: seldom<Plan['type']>('right', fc.constantFrom('wrong', 'charset', 'packed'), 40),
  isChunked: fc.boolean(),
  atOnce: seldom(1, fc.integer({ min: 2, max: 8 }), 20),
});

const SESSIONS = 64;
const ID = /session|conversation|trajectory|call_?id|use_id|turn|prompt[._]id|^id$/i;
const SESSION = /session|conversation|trajectory/i;

/** Gives ids of its own to a body, and its own time to an event. */
function withIds(value: unknown, who: number): unknown {
  return JSON.parse(JSON.stringify(value), function (this: { key?: unknown }, name, member) {
    const isAttribute = name === 'stringValue' || name === 'value';
    const id = isAttribute && typeof this.key === 'string' ? this.key : name;
    if (name === 'occurredAt') return new Date(Date.parse(member) + who).toISOString();
    if (name === 'value' && typeof member?.stringValue === 'string' && ID.test(id)) {
      return { stringValue: `${member.stringValue} ${SESSION.test(id) ? who % SESSIONS : who}` };
    }
    if (typeof member !== 'string' || isAttribute || !ID.test(id)) return member;
    return `${member} ${SESSION.test(id) ? who % SESSIONS : who}`;
  });
}

function basesOf(target: Target): readonly unknown[] {
  switch (target.route) {
    case 'events':
      return EVENTS;
    case 'bridges':
      return payloadsOf(target.harness);
    case 'otlp':
      return target.signal === 'traces' ? SPAN_REQUESTS : LOG_REQUESTS;
    case 'control':
      return [target.params];
    case 'acp':
      return [CONVERSATION];
  }
}

/** The bytes and elements that a route takes. */
const BUDGETS = {
  events: { bytes: MAX_EVENT_BYTES, elements: MAX_ELEMENTS },
  bridges: { bytes: MAX_REPORT_BYTES, elements: MAX_ELEMENTS },
  otlp: { bytes: MAX_TELEMETRY_BYTES, elements: MAX_TELEMETRY_ELEMENTS },
  control: { bytes: MAX_CONTROL_BYTES, elements: MAX_ELEMENTS },
  acp: { bytes: MAX_CONTROL_BYTES, elements: MAX_ELEMENTS },
};

/** Counts as the collector does. An expression would recurse in long strings. */
function elementsOf(text: string): number {
  let elements = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"')
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) at += text[at] === '\\' ? 1 : 0;
    else if (text[at] === ',' || text[at] === '{' || text[at] === '[') elements += 1;
  }
  return elements;
}

/** Sets the repeats of the first piece so that the text reaches a budget. */
function reaching(plan: Plan, json: (changes: readonly Edit[]) => string): string {
  const [first, ...rest] = plan.edits;
  if (plan.reach === null || first === undefined) return json(plan.edits);
  const { of, by } = plan.reach;
  const withTimes = (times: number) => json([{ ...first, piece: { ...first.piece, times } }, ...rest]);
  const size = (text: string) => (of === 'bytes' ? Buffer.byteLength(text) : elementsOf(text));
  const one = size(withTimes(2));
  const step = size(withTimes(4)) - one;
  if (step <= 0) return json(plan.edits);
  const room = BUDGETS[plan.target.route][of] + by - one;
  const text = withTimes(2 + Math.max(0, Math.floor((2 * room) / step)));
  // White space behind a body counts as bytes of it.
  const missing = of === 'bytes' ? BUDGETS[plan.target.route].bytes + by - Buffer.byteLength(text) : 0;
  return text + ' '.repeat(Math.max(0, missing));
}

/** Makes the body of an input, before it is compressed. */
export function bodyOf(plan: Plan): Buffer {
  const { target, fields, who } = plan;
  const bases = basesOf(target);
  const base = withIds(bases[plan.base % bases.length], who);
  if (target.route === 'otlp' && target.encoding === 'protobuf') {
    return editedBytes(protobufOf(base as Json, fields), plan.bytes);
  }
  const json = (changes: readonly Edit[]) => {
    if (target.route !== 'acp') return editedJson(base, changes);
    // Each message is a line. The edits are spread over the messages.
    const lines = (base as unknown[]).map((message, at) =>
      editedJson(
        message,
        changes.filter((_, index) => (plan.base + index) % CONVERSATION.length === at),
      ),
    );
    return `${lines.join('\n')}\n`;
  };
  return editedBytes(Buffer.from(reaching(plan, json)), plan.bytes);
}

/** A second member of a compressed file, which is larger than every limit. */
const BOMB = gzipSync(Buffer.alloc(64 * 1_048_576, ' '));

/** Compresses a body, or says that it is compressed. */
export function packed(body: Buffer, { target, type }: Plan): { bytes: Buffer; encoding?: string } {
  const packing = target.route === 'otlp' ? target.packing : type === 'packed' ? 'gzip' : 'none';
  const zipped = () => gzipSync(body, { level: 1 });
  switch (packing) {
    case 'none':
      return { bytes: body };
    case 'gzip':
      return { bytes: zipped(), encoding: 'gzip' };
    case 'twice':
      return { bytes: gzipSync(zipped()), encoding: 'gzip' };
    case 'cut':
      return { bytes: zipped().subarray(0, -10), encoding: 'gzip' };
    case 'none as gzip':
      return { bytes: body, encoding: 'gzip' };
    case 'bomb':
      return { bytes: Buffer.concat([zipped(), BOMB]), encoding: 'gzip' };
    case 'deflate':
      return { bytes: deflateSync(body), encoding: 'deflate' };
    default:
      return { bytes: body, encoding: packing };
  }
}
