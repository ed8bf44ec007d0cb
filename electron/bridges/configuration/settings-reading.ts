import { type ParseError, parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { isPayload, type Payload } from '../harnesses/adaptation.ts';
import { readRegularFile, readSettingsText } from './regular-file.ts';

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

/** Reads settings for what they switch off. Returns undefined where there are none, and does not guess at broken ones. */
export function readSwitches(path: string): Payload | 'not_known' | undefined {
  try {
    const file = readRegularFile(path);
    if (typeof file === 'string') return 'not_known';
    const text = file.bytes.toString('utf8').replace(/^\uFEFF/, '');
    if (text.trim() === '') return undefined;
    const errors: ParseError[] = [];
    const value = path.endsWith('.toml')
      ? parseToml(text)
      : parseJsonc(text, errors, { allowTrailingComma: true });
    return isPayload(value) && errors.length === 0 ? value : 'not_known';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : 'not_known';
  }
}
