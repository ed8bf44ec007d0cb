import { createHash } from 'node:crypto';
import type { BridgeAction, BridgeChange } from '../../../shared/bridge.ts';
import type { PlannedChange } from '../configuration/planned-change.ts';
import { unifiedDiff } from '../configuration/unified-diff.ts';
import { HARNESSES } from '../harnesses/index.ts';
import type { BridgePlace } from './bridge-places.ts';

const sha256 = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');

function kindOf(before: string | undefined, after: string | undefined): BridgeChange['kind'] {
  if (before === after) return 'none';
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'modify';
}

/** Describes the change that an action makes, or would make, for the user. */
export function describeChange(
  { harness, home, environment }: BridgePlace,
  action: BridgeAction,
  planned: PlannedChange,
): BridgeChange {
  const { file, after } = planned;
  const before = planned.shown ?? file.text;
  return {
    harness,
    home,
    action,
    path: file.path,
    kind: kindOf(before, after),
    diff: unifiedDiff(file.path, before, after),
    fingerprint: sha256(action, file.target, before ?? '\0', after ?? '\0').slice(0, 32),
    notes: action === 'disconnect' ? [] : (HARNESSES[harness].notes?.(environment) ?? []),
  };
}
