import { parse as parseJsonc } from 'jsonc-parser';
import { isPayload, type Payload } from '../harnesses/adaptation.ts';
import { readSettingsText } from './regular-file.ts';
import { parseToml } from './toml-document.ts';

function readParsed(path: string, parse: (text: string) => unknown): Payload | undefined {
  const text = readSettingsText(path);
  if (text === undefined) return undefined;
  try {
    const value = parse(text);
    return isPayload(value) ? value : undefined;
  } catch {
    // Includes text that is nested too deeply for the parser.
    return undefined;
  }
}

/** Reads a harness's JSON settings for a lookup. Returns undefined where there are none to read. */
export function readJsonFile(path: string): Payload | undefined {
  return readParsed(path, (text) => parseJsonc(text, [], { allowTrailingComma: true }));
}

/** Reads a harness's TOML settings for a lookup. Returns undefined where there are none to read. */
export function readTomlFile(path: string): Payload | undefined {
  return readParsed(path, parseToml);
}
