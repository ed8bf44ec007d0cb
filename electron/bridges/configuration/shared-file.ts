import type { ConnectionRecord } from '../connect/connection-record.ts';
import type { ConfigurationPlan } from '../harnesses/harness.ts';
import { readConfiguration, unlessRefused } from './file.ts';
import { insertAll, takeOutAll } from './insertions.ts';
import { jsonValue } from './json-document.ts';
import { membersOfEntries } from './json-hooks.ts';
import { planInsertions } from './json-insertions.ts';
import { type JsonMember, objectOfMembers } from './json-members.ts';
import { changeTo, type PlannedChange } from './planned-change.ts';

/** What another connection has in the same file. */
interface OtherEntries {
  bridgeId: string;
  plan: ConfigurationPlan;
  record: ConnectionRecord;
}

function insertionsOf({ plan, record }: OtherEntries, text: string) {
  if (plan.form === 'json_hooks') return planInsertions(text, membersOfEntries(plan.entries), plan.frame);
  if (plan.form !== 'members') return undefined;
  return planInsertions(text, objectOfMembers((record.members as JsonMember[] | undefined) ?? plan.members));
}

/**
 * Plans to remove what a connection inserted, where the entries of a later one only stand behind it: both are taken out
 * exactly, and the later ones are inserted again. Returns undefined where the usual removal is exact, or neither is.
 */
export function planAround(record: ConnectionRecord, other: OtherEntries): PlannedChange | undefined {
  const file = readConfiguration(record.path);
  if (file.text === undefined) return undefined;
  const alone = takeOutAll(file.text, record.insertions);
  if (alone !== undefined && jsonValue(alone) !== undefined) return undefined;
  const withoutOther = takeOutAll(file.text, other.record.insertions);
  const bare = withoutOther === undefined ? undefined : takeOutAll(withoutOther, record.insertions);
  const planned = bare === undefined ? undefined : unlessRefused(() => insertionsOf(other, bare));
  if (bare === undefined || planned === undefined) return undefined;
  const after = insertAll(bare, planned.insertions);
  const { createdFolders } = other.record;
  const moved = {
    ...planned,
    createdFile: other.record.createdFile || record.createdFile,
    createdFolders: createdFolders.length > 0 ? createdFolders : record.createdFolders,
  };
  const { harness } = other.record;
  return { ...changeTo(file, after), moved: { harness, bridgeId: other.bridgeId, record: moved } };
}
