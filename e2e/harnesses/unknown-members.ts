import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HarnessId } from '../../shared/bridge.ts';
import type { Json } from './model-script.ts';

/**
 * Makes a folder with a `curl` that keeps a copy of each report, and sends it on with the real one. Hooks call curl by its
 * name.
 */
export function makeCopyingCurl(folder: string): string {
  const bin = join(folder, 'bin');
  const reports = join(folder, 'reports');
  for (const each of [bin, reports]) mkdirSync(each, { recursive: true });
  const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim();
  writeFileSync(join(bin, 'curl'), `#!/bin/sh\ntee '${reports}'/$$ | '${curl}' "$@"\n`, { mode: 0o755 });
  return bin;
}

const nameOf = (payload: Json) => payload.hook_event_name ?? payload.hookEventName ?? payload.hookName;

/** Returns the members of each event, in the payloads of the files below a folder. */
function membersBelow(folder: string): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  if (!existsSync(folder)) return members;
  for (const file of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!file.isFile()) continue;
    const text = readFileSync(join(file.parentPath, file.name), 'utf8');
    // The launcher also starts curl without a report.
    if (!text.startsWith('{')) continue;
    const payload = JSON.parse(text) as Json;
    const event = nameOf(payload);
    if (typeof event !== 'string') continue;
    members.set(event, new Set([...(members.get(event) ?? []), ...Object.keys(payload)]));
  }
  return members;
}

/**
 * Names the events and the members of the copied reports that no captured payload of the harness has. Reports of our own
 * plugins name no event of the harness.
 */
export function unknownMembers(harness: HarnessId, folder: string): string[] {
  const captured = membersBelow(
    fileURLToPath(new URL(`../../electron/bridges/harnesses/${harness}/captured`, import.meta.url)),
  );
  return [...membersBelow(join(folder, 'reports'))].flatMap(([event, names]) => {
    const known = captured.get(event);
    if (known === undefined) return `${event} (no captured payload)`;
    const unknown = [...names].filter((name) => !known.has(name));
    return unknown.length === 0 ? [] : `${event}: ${unknown.sort().join(', ')}`;
  });
}
