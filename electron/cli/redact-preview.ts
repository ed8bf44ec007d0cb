import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import type { Node } from 'jsonc-parser';
import { pointerNames } from '../../shared/masks.ts';
import { decodeText } from '../../shared/text-decoding.ts';
import { type MaskedPart, positionsOf, redactInWindows } from '../../shared/windowed-redaction.ts';
import { userNames } from '../platform/user-account.ts';
import {
  createRedactor,
  DEFAULT_MAX_TEXT_LENGTH,
  type Finding,
  type FindingTier,
  type JsonValue,
  type Redactor,
} from '../redaction/redactor.ts';
import { CommandFailure, EXIT } from './command-failure.ts';
import type { Input } from './redact-inputs.ts';

/** The size limit of an event's data, up to which a JSON value is read whole. */
const LARGEST_DATA_BYTES = 1_048_576;
/**
 * Large enough for the rules to see a label and its value together. A window of this size takes about 20 ms.
 */
const WINDOWS = { window: 262_144, largestWindow: 4_194_304 };

/** The number of characters that an event keeps of a string. */
export const MOST_KEPT = DEFAULT_MAX_TEXT_LENGTH;

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
 * Returns the positions of findings in a JSON text. A key that is masked itself is not found by its pointer. The members
 * of each object are listed once for all findings.
 */
async function placesOf(text: string, findings: readonly Finding[]) {
  const { parseTree } = await import('jsonc-parser');
  const root = parseTree(text);
  const named = new Map<Node, Map<string, Node | undefined>>();
  const memberOf = (node: Node, name: string): Node | undefined => {
    if (node.type === 'array') return node.children?.[Number(name)];
    const members =
      named.get(node) ??
      new Map(node.children?.map(({ children: [key, value] = [] }) => [key!.value, value]));
    named.set(node, members);
    return members.get(name);
  };
  const found = findings.flatMap((finding) => {
    const node = pointerNames(finding.member).reduce(
      (within, name) => within && memberOf(within, name),
      root,
    );
    const place = finding.inKey === true ? node?.parent?.children?.[0] : node;
    return place === undefined ? [] : [{ finding, at: place.offset }];
  });
  found.sort((one, other) => one.at - other.at);
  const positions = positionsOf(
    text,
    found.map(({ at }) => at),
  );
  return new Map(found.map(({ finding }, index) => [finding, positions[index]]));
}

async function readWhole(input: Input): Promise<string> {
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
          'The input exceeds the limit for the data of an event (1 MiB). Without --data, text can have any length.',
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
    value = JSON.parse(text);
  } catch {
    throw new CommandFailure('invalid_params', 'The input is not valid JSON.', EXIT.refused);
  }
  const redactor = createPreviewRedactor(MOST_KEPT);
  const { value: data, findings, truncated } = redactor.redactValue(value);
  const { engine, ruleSet } = redactor;
  const places = await placesOf(text, findings);
  const placed = findings.map((each) => {
    const { fingerprint: _, ...finding } = each;
    return { ...finding, ...places.get(each) };
  });
  return { data, findings: placed, truncated, engine, ruleSet };
}
