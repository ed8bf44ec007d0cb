import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

export const MEBIBYTE = 1_048_576;

/** The bridges that hostile inputs are sent to. */
export const ATTACKED_BRIDGES = ['claude-code', 'cline', 'codex'] as const;
type AttackedBridge = (typeof ATTACKED_BRIDGES)[number];

/** The end of each session's name. Reports of a session that is known already would be duplicates. */
export const ROUND = process.env.PLINTH_HOSTILE_ROUND ?? '';

/** A request that costs more than its bytes. */
export interface HostileRequest {
  name: string;
  /** The server that it is sent to. The collector is sent a credential, and the console the headers of its page. */
  to: 'collector' | 'control' | 'console';
  path: string;
  /** The bridge whose credential it has. Without one, it has the token of an integration. */
  bridge?: AttackedBridge;
  headers?: Record<string, string>;
  body: () => Buffer;
  /** The statuses that may answer it. 0 is a connection that the host closes. */
  statuses: readonly number[];
  /** Sent by the short round as well. */
  isLight?: boolean;
}

/** Lines that an editor sends to an agent through `plinth acp`. The agent sends each line back. */
export interface HostileLines {
  name: string;
  to: 'acp';
  body: () => Buffer;
  isLight?: boolean;
}

export type HostileInput = HostileRequest | HostileLines;

export const OK = [200];
export const TAKEN = [202];
export const INVALID = [400];
export const TOO_LARGE = [413];

export const text = (value: string) => Buffer.from(value);
export const json = (value: unknown) => text(JSON.stringify(value));
/** Writes JSON with raw text in place of the text `@`. */
export const jsonWith = (value: object, raw: string) => text(JSON.stringify(value).replace('"@"', () => raw));

export const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
export const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
export const listed = (count: number, form: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => form(at)).join(',');
export const members = (count: number) => `{${listed(count, (at) => `"k${at}":0`)}}`;
export const zeros = (count: number) => `[0${',0'.repeat(count - 1)}]`;
export const files = (count: number, join = '\n') =>
  `*** Begin Patch\n${Array.from({ length: count }, (_, at) => `*** Add File: a${at}\n+x`).join(join)}\n*** End Patch`;
/** A header of a patch in which an expression could search again what it has searched. */
export const spacedPatch = (bytes: number) =>
  `*** Begin Patch\n*** Add File: a${' '.repeat(bytes)}b\n*** End Patch`;

/** Wraps a message in the fields of the messages around it, from the inside to the outside. */
export function within(inner: Uint8Array, ...fields: number[]): Uint8Array {
  return fields.reduce(
    (bytes, field) => new BinaryWriter().tag(field, WireType.LengthDelimited).bytes(bytes).finish(),
    inner,
  );
}
export const repeated = (bytes: number[], length: number) => Buffer.alloc(length, Buffer.from(bytes));

/** Spans that share a resource with a long name. */
export function sharedName(count: number): Buffer {
  const attribute = (key: string, stringValue: string) => [{ key, value: { stringValue } }];
  const resource = { attributes: attribute('service.name', 'a'.repeat(5_500_000)) };
  const traceId = Buffer.from(ROUND.padStart(16, 'r')).toString('hex');
  const span = { traceId, attributes: attribute('gen_ai.operation.name', 'invoke_agent') };
  return json({ resourceSpans: [{ resource, scopeSpans: [{ spans: Array(count).fill(span) }] }] });
}
