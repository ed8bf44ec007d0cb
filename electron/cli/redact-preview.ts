import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { MAX_KEPT_TEXT_LENGTH } from '../../shared/limits.ts';
import { decodeText } from '../../shared/text-decoding.ts';
import { type MaskedPart, redactInWindows } from '../../shared/windowed-redaction.ts';
import { parseJsonText } from '../body/json-text.ts';
import { userNames } from '../platform/user-account.ts';
import {
  createRedactor,
  type Finding,
  type FindingTier,
  type JsonValue,
  type Redactor,
} from '../redaction/redactor.ts';
import { CommandFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import type { Input } from './redact-inputs.ts';

/** The size limit of an event's data, up to which a JSON value is read whole. */
const LARGEST_DATA_BYTES = 1_048_576;
/**
 * Large enough for the rules to see a label and its value together. A window of this size takes about 20 ms.
 */
const WINDOWS = { window: 262_144, largestWindow: 4_194_304 };

/** The number of characters that an event keeps of a string. */
export const MOST_KEPT = MAX_KEPT_TEXT_LENGTH;

/** A finding of one input with its position in the original. */
export interface PlacedFinding {
  rule: string;
  tier: FindingTier;
  removed: number;
  line?: number;
  column?: number;
}

/** Creates the host's redactor with a random key, so that it cannot recognise a secret of the store. */
function createPreviewRedactor(maxTextLength: number): Redactor {
  return createRedactor({
    fingerprintKey: randomBytes(32),
    homeDirectories: [homedir()],
    userNames: userNames(),
    maxTextLength,
  });
}

/** Creates a redactor that truncates no text. */
export const createTextRedactor = () => createPreviewRedactor(Number.MAX_SAFE_INTEGER);

/** Redacts an input part by part. Throws `BinaryContent` or a file system error. */
export async function* maskedParts(input: Input, redactor: Redactor): AsyncGenerator<MaskedPart> {
  const stream = input.open();
  try {
    yield* redactInWindows(decodeText(stream), (text) => redactor.redactText(text), WINDOWS);
  } finally {
    stream.destroy();
  }
}

/**
 * Returns the positions of the members of a JSON text. A key that is masked itself is not found by its pointer.
 */
async function memberPlaces(text: string) {
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser');
  const root = parseTree(text);
  return ({ member, inKey }: Finding): { line?: number; column?: number } => {
    let node = root;
    for (const name of member.split('/').slice(1)) {
      const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
      node &&= findNodeAtLocation(node, [node.type === 'array' ? Number(key) : key]);
    }
    const place = inKey === true ? node?.parent?.children?.[0] : node;
    return place === undefined ? {} : placeAt(text, place.offset);
  };
}

/** Returns the line and the column of a place in a text. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: [...before.slice(before.lastIndexOf('\n') + 1)].length + 1 };
}

/** Reads a whole input, up to the size limit of an event's data. */
export async function readWhole(input: Input): Promise<string> {
  const stream = input.open();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of decodeText(stream)) {
      text += chunk;
      bytes += Buffer.byteLength(chunk);
      if (bytes > LARGEST_DATA_BYTES)
        throw new CommandFailure(
          'invalid_params',
          'The input exceeds 1 MiB, the limit for the data of an event. Without --data and --explain, text can have any length.',
          EXIT.refused,
        );
    }
  } finally {
    stream.destroy();
  }
  return text;
}

/** Reads a whole JSON value and redacts it as the data of an event. */
export async function redactData(input: Input) {
  const text = await readWhole(input);
  let value: JsonValue;
  try {
    value = parseJsonText(text).value as JsonValue;
  } catch {
    throw new CommandFailure('invalid_params', 'The input is not valid JSON.', EXIT.refused);
  }
  const redactor = createPreviewRedactor(MOST_KEPT);
  const placeOf = await memberPlaces(text);
  const { value: data, findings, truncated } = redactor.redactValue(value);
  const { engine, ruleSet } = redactor;
  const placed = findings.map(({ fingerprint: _, ...finding }) => ({ ...finding, ...placeOf(finding) }));
  return { data, findings: placed, truncated, engine, ruleSet };
}
