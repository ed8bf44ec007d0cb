import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HarnessId } from '../../../shared/bridge.ts';
import type { ConnectionRecord } from '../connect/connection-record.ts';
import { isSameLauncher, launcherOf, runsLauncher } from '../connect/hook-command.ts';
import type { ConfigurationPlan, HookEntry } from '../harnesses/harness.ts';
import { type ConfigurationFile, ConfigurationRefused, readConfiguration, unlessRefused } from './file.ts';
import { hideCredential } from './hidden-credential.ts';
import { type Insertion, insertAll, takeOutAll } from './insertions.ts';
import { eventsOfOurs, type IsOurs, membersOfEntries, removeHooks } from './json-hooks.ts';
import { planInsertions } from './json-insertions.ts';
import { areMembersEntered, planMembersConnect, planMembersDisconnect } from './member-change.ts';
import { isLeftCommand, launchersIn } from './other-plinths.ts';
import { changeTo, type PlannedChange } from './planned-change.ts';
import { isTableEntered, planTableConnect, planTableDisconnect } from './table-change.ts';
import { blockAtEnd, obstacleTo, readToml } from './toml-document.ts';
import { isFlat, removeTomlHooks, tomlCommands, tomlValue } from './toml-hooks.ts';

const blockBegin = (harness: HarnessId) =>
  `# Plinth: the hooks below are managed by Plinth; \`plinth bridge disconnect ${harness}\` removes them`;

const unchanged = (file: ConfigurationFile) => changeTo(file, file.text);

/**
 * Returns true when the file contains the block, or all its commands after the harness has rewritten the file. Codex
 * trusts only the text that was inserted.
 */
function holdsBlock(text: string, block: string, launcher: string): boolean {
  if (text.replaceAll('\r\n', '\n').includes(block)) return true;
  if (!isFlat(block)) return false;
  const ours = (toml: string) => tomlCommands(toml).filter((command) => runsLauncher(command, launcher));
  return ours(text).length >= ours(block).length;
}

type JsonHooks = Extract<ConfigurationPlan, { form: 'json_hooks' }>;

/** Returns the entries of a plan that the file does not have. */
function missingEntries({ entries }: JsonHooks, text: string, launcher: string): HookEntry[] {
  const ours = eventsOfOurs(text, (command) => runsLauncher(command, launcher));
  return entries.filter(({ event }) => !ours.includes(event));
}

/** Returns true when the file contains every entry of the plan that the connection needs. */
export function isEntered(
  plan: ConfigurationPlan,
  text: string | undefined,
  launcher: string,
  credential?: string,
): boolean {
  if (text === undefined) return false;
  switch (plan.form) {
    case 'members':
      return areMembersEntered(plan, text);
    case 'toml_table':
      return isTableEntered(plan, hideCredential(text, credential));
    case 'own_file':
      return text === plan.content;
    case 'toml_block':
      return holdsBlock(text, plan.block, launcher);
    case 'json_hooks':
      return missingEntries(plan, text, launcher).every(({ isOptional }) => isOptional === true);
  }
}

/** Returns true for a file in our own data directory, which no harness reads. */
const isInDataDirectory = (path: string, launcher: string) => dirname(path) === dirname(launcher);

/** Refuses a file that Plinth did not write, or that belongs to a Plinth with another data directory. */
function assertReplaceable(text: string, launcher: string, path: string): void {
  if (isInDataDirectory(path, launcher)) return;
  const launchers = launchersIn(text);
  if (launchers.length === 0) throw new ConfigurationRefused('not_ours');
  if (launchers.some((each) => !isSameLauncher(each, launcher) && existsSync(each))) {
    throw new ConfigurationRefused('other_plinth');
  }
}

/** Returns the text without the entries of a Plinth whose data directory was moved or deleted. */
function withoutLeftEntries(
  plan: Extract<ConfigurationPlan, { form: 'json_hooks' | 'toml_block' }>,
  text: string,
  launcher: string,
): string {
  const isLeft = (command: unknown) => isLeftCommand(command, launcher);
  if (plan.form === 'toml_block') {
    if (!tomlCommands(text).some(isLeft)) return text;
    return removeTomlHooks(text, isLeft, blockBegin(plan.harness));
  }
  const events = eventsOfOurs(text, isLeft);
  if (events.length === 0) return text;
  const created = events.map((event) => `hooks/${event}`);
  return removeHooks(text, isLeft, created);
}

/** Plans the change that connecting makes to the plan's file. Throws {@link ConfigurationRefused}. */
export function planConnect(
  plan: ConfigurationPlan,
  launcher: string,
  record: ConnectionRecord | undefined,
  credential?: string,
): PlannedChange {
  if (plan.form === 'members') return planMembersConnect(plan, launcher, record);
  if (plan.form === 'toml_table') return planTableConnect(plan, record, credential);
  const file = readConfiguration(plan.path);
  const text = file.text ?? '';
  if (plan.form === 'own_file') {
    if (file.text !== undefined) assertReplaceable(file.text, launcher, plan.path);
    return changeTo(file, plan.content);
  }
  if (plan.form === 'toml_block') readToml(text);
  let kept = withoutLeftEntries(plan, text, launcher);
  const missing = plan.form === 'json_hooks' ? missingEntries(plan, kept, launcher) : [];
  if (kept === text && missing.length === 0 && isEntered(plan, file.text, launcher)) return unchanged(file);
  // A new version of the harness knows more events. All entries are written again, so that one record removes them.
  if (missing.length > 0 && missing.every(({ isOptional }) => isOptional === true)) {
    kept = takeOutAll(kept, record?.insertions ?? []) ?? kept;
  }

  let insertions: Insertion[];
  let created: string[] = [];
  if (plan.form === 'toml_block') {
    insertions = isEntered(plan, kept, launcher)
      ? []
      : [blockAtEnd(kept, blockBegin(plan.harness), plan.block)];
  } else {
    // Existing entries keep their position: Codex trusts a hook by its position and text.
    const added = membersOfEntries(missingEntries(plan, kept, launcher));
    ({ insertions, created } = planInsertions(kept, added, plan.frame));
  }
  const after = insertAll(kept, insertions);
  if (plan.form === 'toml_block' && tomlValue(after) === undefined) throw obstacleTo(plan.block, text);
  if (!isEntered(plan, after, launcher)) throw new ConfigurationRefused('unexpected_shape');
  return { file, after, insertions, created };
}

const isBlankJson = (text: string) =>
  /^\s*\{\s*(?:"version"\s*:\s*1\s*(?:,\s*)?)?(?:"hooks"\s*:\s*\{\s*\}\s*(?:,\s*)?)?\}\s*$/.test(text);

/** Returns true for a TOML file without our handlers. Another Plinth's have the same first line. */
function isTomlFree(harness: HarnessId, text: string, isOurs: IsOurs): boolean {
  const commands = tomlCommands(text);
  if (commands.some(isOurs)) return false;
  return !text.includes(blockBegin(harness)) || commands.some((command) => launcherOf(command) !== undefined);
}

/**
 * Plans the change that disconnecting makes. With a record it removes exactly the inserted text. Without one it
 * uses the file's structure.
 */
export function planDisconnect(
  plan: ConfigurationPlan,
  launcher: string,
  record: ConnectionRecord | undefined,
  credential?: string,
): PlannedChange {
  if (plan.form === 'members') return planMembersDisconnect(plan, launcher, record);
  if (plan.form === 'toml_table') return planTableDisconnect(plan, record, credential);
  const isInside = isInDataDirectory(plan.path, launcher);
  // The data directory, and our file in it, can have been moved since the record was made.
  const path = isInside ? plan.path : (record?.path ?? plan.path);
  const file = readConfiguration(path);
  const { text } = file;
  if (text === undefined) return unchanged(file);
  const change = (after: string | undefined) => changeTo(file, after);
  if (plan.form === 'own_file') {
    const launchers = launchersIn(text);
    const isRemovable =
      isInside || launchers.some((each) => isSameLauncher(each, launcher) || !existsSync(each));
    return isRemovable ? change(undefined) : unchanged(file);
  }

  const isOurs = (command: unknown) => runsLauncher(command, launcher) || isLeftCommand(command, launcher);
  const isFree = (candidate: string) =>
    plan.form === 'toml_block'
      ? isTomlFree(plan.harness, candidate, isOurs)
      : unlessRefused(() => eventsOfOurs(candidate, isOurs))?.length === 0;
  if (isFree(text)) return unchanged(file);
  // Refuses a file that cannot be read.
  if (plan.form === 'json_hooks') eventsOfOurs(text, isOurs);
  const exact = record === undefined ? undefined : takeOutAll(text, record.insertions);
  if (exact !== undefined && isFree(exact)) {
    return change(exact === '' && record?.createdFile === true ? undefined : exact);
  }
  if (plan.form === 'toml_block') {
    return change(removeTomlHooks(text, isOurs, blockBegin(plan.harness)));
  }
  const all = ['hooks', ...plan.entries.map(({ event }) => `hooks/${event}`)];
  const after = removeHooks(text, isOurs, record?.created ?? all.slice(1));
  if (!isFree(after)) throw new ConfigurationRefused('not_removable');
  return change(record?.createdFile === true && isBlankJson(after) ? undefined : after);
}
