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
  none: 'decoy',
};

function dataOf({ kind, text, toolName, input }: Line): JsonValue {
  if (kind === 'command') return { command: text! };
  if (kind === 'prompt') return { content: text! };
  return { toolName: toolName ?? 'tool', toolInput: input! };
}

function toText(line: Line, category: string, number: number): Text {
  const kind = KIND_OF[line.label] ?? 'implied';
  const template: Template = {
    category: line.category,
    line: number,
    language: line.lang,
    kind,
    shape: line.kind === 'command' ? 'command' : line.kind === 'prompt' ? 'prompt' : 'toolInput',
    body: `${category}:${number}`,
  };
  const data = dataOf(line);
  const longestFirst = [...line.secrets].sort((one, other) => other.length - one.length);
  const blank = mapStrings(data, (text) =>
    longestFirst.reduce((rest, secret) => rest.replaceAll(secret, BLANK), text),
  );
  const secrets = line.secrets.map((value) => ({ value, kind }));
  return { template, data, blank, secrets, keep: line.keep ?? [] };
}

/** Reads JSON Lines of texts with the secrets in them, for example those of somebody who did not see the rules. */
export function readTextLines(path: string): Text[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => toText(JSON.parse(line) as Line, basename(path), index + 1));
}
