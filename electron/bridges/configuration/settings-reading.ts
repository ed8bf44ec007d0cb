import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { isPayload, type Payload } from '../harnesses/adaptation.ts';
import { readSettingsText } from './regular-file.ts';

function readParsed(path: string, parse: (text: string) => unknown): Payload | undefined {
  const text = readSettingsText(path);
  if (text === undefined) return undefined;
  try {
    const value = parse(text);
    return isPayload(value) ? value : undefined;
  } catch {
    // Also what is nested too deeply to be parsed.
    return undefined;
  }
}

/** A harness's JSON settings to look something up in; undefined where there are none to read. */
export function readJsonFile(path: string): Payload | undefined {
  return readParsed(path, (text) => parseJsonc(text, [], { allowTrailingComma: true }));
}

/** A harness's TOML settings to look something up in; undefined where there are none to read. */
export function readTomlFile(path: string): Payload | undefined {
  return readParsed(path, parseToml);
}
