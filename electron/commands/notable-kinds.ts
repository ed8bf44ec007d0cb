import type { ReceiptType } from '../../shared/event.ts';
import type { NotableKind } from '../../shared/insight.ts';
import { fileOf } from '../../shared/named-file.ts';
import { isOfWindows, isWithin } from '../../shared/path-below.ts';
import type { Finding } from '../../shared/receipt.ts';
import { actionsOf, type CommandAction } from './command-actions.ts';
import { resolvePath } from './paths.ts';
import { readCommands } from './read-commands.ts';
import { namesSecretFile } from './secret-files.ts';
import { plainWord, type ShellCommand, withOpaqueMasks } from './shell-command.ts';

/** Files in which the switches of an agent's hooks, or the hooks themselves, are. */
const HOOK_FILE = new RegExp(
  String.raw`(?:^|[\\/=:@])(?:${[
    String.raw`\.(?:claude|qwen|gemini|copilot|factory|augment|pi(?:[\\/]agent)?)[\\/](?:settings(?:\.local)?|config|hooks)\.json`,
    String.raw`\.(?:codex|kimi-code)[\\/](?:config\.toml|hooks\.json)|(?:\.cursor|windsurf)[\\/]hooks\.json`,
    String.raw`(?:hooks|plugins|extensions)[\\/]plinth(?:\.js(?:on)?|[\\/]hooks[\\/]hooks\.json)`,
    String.raw`(?:managed-settings|etc[\\/](?:gemini-cli|qwen-code)[\\/]settings)\.json|etc[\\/]codex[\\/]\w+\.toml`,
  ].join('|')})$`,
  'i',
);
const WRITES: readonly CommandAction['kind'][] = ['deletes', 'overwrites', 'edits'];
/** Folders for files that nobody keeps. */
const TEMPORARY = /^(?:(?:\/private)?\/(?:var\/)?tmp|~\/AppData\/Local\/Temp)\/./;
/** Members of a tool's input with which it writes. */
const WRITING_MEMBER = /^(?:contents?|new_?(?:string|str|text|source)|file_?text|edits?|patch(?:text)?)$/i;
const DELETING_TOOL =
  /(?:^|__|[.:/])(?:delete|remove|unlink|trash)_?(?:file|dir|directory|folder|path|item)s?\w{0,64}$/i;
const MOVING_TOOL = /(?:^|__|[.:/])(?:move|rename|copy)_?(?:file|dir|directory|path)s?$/i;
const TARGET_MEMBER = /^(?:destination|target|new_?path|to)$/i;
/** Members of a tool's input that hold a statement of SQL. */
const SQL_MEMBER = /^(?:sql|query|statement)$/i;

/** Plain paths that an action names, and those whose place is not known. */
const named = ({ paths, unresolved }: CommandAction) => [...paths.map(({ path }) => path), ...unresolved];

function isOutside(action: CommandAction, folder: string | undefined): boolean {
  return (
    action.kind === 'deletes' &&
    (action.paths.some(
      ({ path }) => !TEMPORARY.test(path) && (folder === undefined || !isWithin(path, folder)),
    ) ||
      action.unresolved.some((path) => folder === undefined && /^\.\.(?:[\\/]|$)/.test(path)))
  );
}

/** Returns what a tool's input does: it writes, deletes or moves the file that it names, or runs SQL. */
function actionsOfTool(
  file: string | undefined,
  { toolName, toolInput }: Record<string, unknown>,
): CommandAction[] {
  const name = typeof toolName === 'string' ? toolName : '';
  const action = (kind: CommandAction['kind'], ...paths: string[]) => ({
    kind,
    paths: paths.map((path) => ({ path, isGlob: false })),
    unresolved: [],
    isElsewhere: false,
  });
  const members = Object.entries(Object(toolInput) as Record<string, unknown>);
  const texts = (member: RegExp) =>
    members.flatMap(([key, value]) => (member.test(key) && typeof value === 'string' ? [value] : []));
  const paths = file === undefined ? [] : [file];
  const sql = texts(SQL_MEMBER).map((text) => ({
    words: [plainWord('psql'), plainWord(text)],
    redirects: [],
    folder: undefined,
  }));
  return [
    ...(DELETING_TOOL.test(name) ? [action('deletes', ...paths)] : []),
    ...(MOVING_TOOL.test(name) ? [action('overwrites', ...texts(TARGET_MEMBER))] : []),
    ...(members.some(([key]) => WRITING_MEMBER.test(key)) ? [action('overwrites', ...paths)] : []),
    ...actionsOf(sql),
  ];
}

/** A mask in an event's data: see `Finding`. */
type CommandMask = Pick<Finding, 'member' | 'start' | 'end' | 'rule'>;

/** Returns the folder in which an event happened, as the record writes it. Undefined if it is not reported. */
const folderOf = ({ cwd }: Record<string, unknown>): string | undefined =>
  typeof cwd === 'string' ? resolvePath(cwd, undefined) : undefined;

/** Reads the command that an event reports, with its masks as opaque words. `findings` are those of the whole event. */
export function reportedCommands(
  event: ReceiptType,
  data: Record<string, unknown>,
  findings: readonly CommandMask[],
): ShellCommand[] | undefined {
  if (event !== 'command.before_run' || typeof data.command !== 'string') return undefined;
  // `~` for the home folder is a place that is known.
  const masks = findings.filter(({ member, rule }) => member === '/command' && rule !== 'home-directory');
  const isOnWindows = typeof data.cwd === 'string' && isOfWindows(data.cwd);
  return readCommands(withOpaqueMasks(data.command, masks), folderOf(data), isOnWindows);
}

/** Returns what an event says that it does. `findings` are those of the whole event. */
export function reportedActions(
  event: ReceiptType,
  data: Record<string, unknown>,
  findings: readonly CommandMask[] = [],
): CommandAction[] {
  const commands = reportedCommands(event, data, findings);
  if (commands !== undefined) return actionsOf(commands);
  const file = fileOf(event, data);
  const path = file === undefined ? undefined : (resolvePath(file, folderOf(data)) ?? file);
  if (event === 'tool.before_use') return actionsOfTool(path, data);
  if (event !== 'file.changed' || path === undefined) return [];
  const kind =
    data.changeType === 'deleted' ? 'deletes' : data.changeType === 'created' ? 'edits' : 'overwrites';
  return [{ kind, paths: [{ path, isGlob: false }], unresolved: [], isElsewhere: false }];
}

/** Lists the kinds of an event. The list judges nothing: each kind is a plain property of what was reported. */
export function notableKinds(
  event: ReceiptType,
  data: Record<string, unknown>,
  findings: readonly CommandMask[] = [],
): NotableKind[] {
  const actions = reportedActions(event, data, findings);
  const kinds = new Set<NotableKind>();
  for (const action of actions) {
    if (action.kind !== 'edits') kinds.add(action.kind);
    if (isOutside(action, folderOf(data))) kinds.add('deletes_outside');
    if (WRITES.includes(action.kind) && named(action).some((path) => HOOK_FILE.test(path)))
      kinds.add('hook_switch');
  }
  if (namesSecretFile(fileOf(event, data) ?? '')) kinds.add('sensitive_file');
  return [...kinds];
}
