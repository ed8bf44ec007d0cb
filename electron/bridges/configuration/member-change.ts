import { existsSync } from 'node:fs';
import type { ConnectionRecord } from '../connect/connection-record.ts';
import type { ConfigurationPlan } from '../harnesses/harness.ts';
import { ConfigurationRefused, readConfiguration, unlessRefused } from './file.ts';
import { insertAll, takeOutAll } from './insertions.ts';
import { planInsertions } from './json-insertions.ts';
import {
  hasMembers,
  type JsonMember,
  objectOfMembers,
  presentMembers,
  presentPaths,
  removeMembers,
} from './json-members.ts';
import { exporterLaunchersIn } from './other-plinths.ts';
import { changeTo, type PlannedChange } from './planned-change.ts';

type MembersPlan = Extract<ConfigurationPlan, { form: 'members' }>;

const isBlankObject = (text: string) => /^\uFEFF?\s*\{\s*\}\s*$/.test(text);
const samePath = (a: readonly string[], b: readonly string[]) => a.join('/') === b.join('/');

/** Returns the members of a list that only Plinth writes: they name its address or its files. */
const marksOf = ({ marks }: MembersPlan, members: readonly JsonMember[]) =>
  members.filter(({ path }) => marks.some((mark) => samePath(mark, path)));

/** Returns true where a file leads to a Plinth whose data directory was moved or deleted. */
function isLeft(text: string, launcher: string): boolean {
  const others = exporterLaunchersIn(text).filter((each) => each !== launcher);
  return others.length > 0 && others.every((each) => !existsSync(each));
}

/** Returns the text without the members that Plinth added, and undefined where the file is to be absent. */
function withoutOurs(
  plan: MembersPlan,
  text: string,
  launcher: string,
  record: ConnectionRecord | undefined,
): string | undefined {
  const added = (record?.members as JsonMember[] | undefined) ?? plan.members;
  const marks = marksOf(plan, added);
  const exact = record === undefined ? undefined : takeOutAll(text, record.insertions);
  if (exact !== undefined && (exact === '' || isFree(exact, marks))) {
    return exact === '' && record?.createdFile === true ? undefined : exact;
  }
  const presentMarks = presentMembers(text, marks);
  const left = isLeft(text, launcher);
  if (presentMarks.length === 0 && !left) return text;
  // Where the address is still ours, the switches beside it are ours too, also if another program changed them.
  const switches = added.filter(({ path }) => !marks.some((mark) => samePath(mark.path, path)));
  const taken = left ? added : [...presentMarks, ...switches];
  const after = removeMembers(
    text,
    taken.map(({ path }) => path),
    record?.created ?? [],
  );
  return record?.createdFile === true && isBlankObject(after) ? undefined : after;
}

const isFree = (text: string, marks: readonly JsonMember[]) =>
  unlessRefused(() => presentMembers(text, marks))?.length === 0;

/** Returns true when the file contains every member of the plan. */
export const areMembersEntered = (plan: MembersPlan, text: string): boolean => hasMembers(text, plan.members);

/**
 * Plans the change that adds a plan's members. Members that Plinth added earlier are replaced. A file that has such
 * members of the user's own is refused. Throws {@link ConfigurationRefused}.
 */
export function planMembersConnect(
  plan: MembersPlan,
  launcher: string,
  record: ConnectionRecord | undefined,
): PlannedChange {
  const file = readConfiguration(plan.path);
  const text = file.text ?? '';
  if (areMembersEntered(plan, text)) return changeTo(file, file.text);
  if (
    exporterLaunchersIn(text).some((each) => each !== launcher && existsSync(each)) &&
    leadsElsewhere(plan, text)
  ) {
    throw new ConfigurationRefused('other_plinth');
  }
  const kept = withoutOurs(plan, text, launcher, record) ?? '';
  const watched = [...plan.rivals, ...plan.members.map(({ path }) => path)];
  const found = presentPaths(kept, watched);
  if (found.length > 0) throw new ConfigurationRefused('own_telemetry');
  const planned = planInsertions(kept, objectOfMembers(plan.members));
  const after = insertAll(kept, planned.insertions);
  if (!areMembersEntered(plan, after)) throw new ConfigurationRefused('unexpected_shape');
  return { file, after, ...planned, members: plan.members };
}

/** Returns true where a mark of the plan has another value. The hooks of another Plinth can be in the same file. */
const leadsElsewhere = (plan: MembersPlan, text: string) => presentPaths(text, plan.marks).length > 0;

/** Plans the change that removes the members. Members that the user changed since stay. */
export function planMembersDisconnect(
  plan: MembersPlan,
  launcher: string,
  record: ConnectionRecord | undefined,
): PlannedChange {
  const file = readConfiguration(record?.path ?? plan.path);
  const { text } = file;
  if (text === undefined) return changeTo(file, undefined);
  // Refuses a file that cannot be read.
  presentPaths(text, plan.marks);
  return changeTo(file, withoutOurs(plan, text, launcher, record));
}
