import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { JsonValue } from '../../../electron/redaction/redactor.ts';
import { BLANK, type Text } from './score.ts';
import { type Kind, mapStrings, type Template } from './text-format.ts';

/** One line of a file of texts with their real values. */
interface Line {
  category: string;
  lang: string;
  /** `prompt`, `command` or `tool`. */
  kind: string;
  /** How a reader recognises the secrets; `none` where there is none. */
  label: string;
  text?: string;
  toolName?: string;
  input?: JsonValue;
  secrets: string[];
  keep?: string[];
}

const KIND_OF: Readonly<Record<string, Kind>> = {
  labelled: 'labelled',
  shaped: 'shaped',
  guessable: 'guessable',
  prose: 'prose',
};

/** Changes the text of a prompt, for example by writing it between other text. */
export type Surround = (prompt: string) => string;

function dataOf({ kind, text, toolName, input }: Line, where: string, surround: Surround): JsonValue {
  if (kind === 'tool') {
    if (input === undefined) throw new Error(`${where}: a tool without an input`);
    return { toolName: toolName ?? 'tool', toolInput: input };
  }
  if (kind !== 'prompt' && kind !== 'command') throw new Error(`${where}: no kind is called ${kind}`);
  if (typeof text !== 'string' || text === '') throw new Error(`${where}: a line without a text`);
  return kind === 'command' ? { command: text } : { content: surround(text) };
}

/** True if one of the strings or keys contains a piece. */
function occursIn(value: JsonValue, piece: string): boolean {
  let occurs = false;
  mapStrings(value, (text) => {
    occurs ||= text.includes(piece);
    return text;
  });
  return occurs;
}

function toText(line: Line, file: string, number: number, surround: Surround): Text {
  const kind = line.secrets.length === 0 ? 'decoy' : (KIND_OF[line.label] ?? 'implied');
  const template: Template = {
    category: line.category,
    line: number,
    language: line.lang,
    kind,
    shape: line.kind === 'command' ? 'command' : line.kind === 'prompt' ? 'prompt' : 'toolInput',
    body: `${file}:${number}`,
  };
  const data = dataOf(line, `${file}:${number}`, surround);
  // What is not in the input cannot be left in the output, so it would count as masked.
  const present = line.secrets.filter((secret) => secret !== '' && occursIn(data, secret));
  const longestFirst = [...present].sort((one, other) => other.length - one.length);
  const blank = mapStrings(data, (text) =>
    longestFirst.reduce((rest, secret) => rest.replaceAll(secret, BLANK), text),
  );
  const secrets = present.map((value) => ({ value, kind }));
  return {
    template,
    data,
    blank,
    secrets,
    keep: line.keep ?? [],
    absent: line.secrets.length - present.length,
  };
}

/** Reads JSON Lines of texts. Throws for a line without a text. */
export function parseTextLines(
  source: string,
  file: string,
  surround: Surround = (prompt) => prompt,
): Text[] {
  return source
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' ? [] : [toText(JSON.parse(line) as Line, file, index + 1, surround)],
    );
}

/** Reads a file of texts with the secrets in them, for example those of somebody who did not see the rules. */
export function readTextLines(path: string, surround?: Surround): Text[] {
  return parseTextLines(readFileSync(path, 'utf8'), basename(path), surround);
}
