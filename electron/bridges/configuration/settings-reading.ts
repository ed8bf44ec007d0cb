import { type ParseError, parse as parseJsonc } from 'jsonc-parser';
import { readRegularFile } from '../../platform/regular-file.ts';
import { isPayload, type Payload } from '../harnesses/adaptation.ts';
import { MAX_CONFIGURATION_BYTES } from './file.ts';
import { parseToml } from './toml-document.ts';

/** Reads a harness's settings. Returns undefined where there are none, and does not guess at broken ones. */
export function readSettings(path: string): Payload | 'not_known' | undefined {
  try {
    const file = readRegularFile(path, MAX_CONFIGURATION_BYTES);
    if (typeof file === 'string') return 'not_known';
    const text = file.bytes.toString('utf8').replace(/^\uFEFF/, '');
    if (text.trim() === '') return undefined;
    const errors: ParseError[] = [];
    const isToml = path.endsWith('.toml');
    const value = isToml ? parseToml(text) : parseJsonc(text, errors, { allowTrailingComma: true });
    return isPayload(value) && errors.length === 0 ? value : 'not_known';
  } catch (error) {
    // Includes text that is nested too deeply for the parser.
    const { code = '' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : 'not_known';
  }
}

/** Reads a harness's JSON or TOML settings for a lookup. Returns undefined where there are none to read. */
export function readSettingsFile(path: string): Payload | undefined {
  const settings = readSettings(path);
  return typeof settings === 'object' ? settings : undefined;
}
