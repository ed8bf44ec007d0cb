import { readFileSync, statSync } from 'node:fs';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { isPayload, type Payload } from './adaptation.ts';
import { MAX_CONFIGURATION_BYTES } from './configuration-file.ts';

function readText(path: string): string | undefined {
  try {
    // Secret stores put pipes in the place of settings files; reading one would wait for its writer for ever.
    const status = statSync(path);
    if (!status.isFile() || status.size > MAX_CONFIGURATION_BYTES) return undefined;
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    // A file that is not there, or may not be read, tells nothing about the harness.
    return undefined;
  }
}

/** A harness's JSON settings to look something up in; undefined where there are none to read. */
export function readJsonFile(path: string): Payload | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  const value: unknown = parseJsonc(text, [], { allowTrailingComma: true });
  return isPayload(value) ? value : undefined;
}

/** A harness's TOML settings to look something up in; undefined where there are none to read. */
export function readTomlFile(path: string): Payload | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  try {
    return parseToml(text) as Payload;
  } catch {
    return undefined;
  }
}
