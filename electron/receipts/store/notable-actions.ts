import type { ReceiptType } from '../../../shared/event.ts';
import { NOTABLE_KINDS, type NotableKind } from '../../../shared/insight.ts';
import { fileOf } from '../../../shared/named-file.ts';

const SENSITIVE_FILE =
  /(?:^|[\\/\s"'=:@])(?:\.env(?:\.[\w.-]+)?|id_(?:rsa|dsa|ecdsa|ed25519)|[\w.-]+\.(?:pem|p12|pfx|key|keystore|jks)|\.npmrc|\.pypirc|\.netrc|\.pgpass|\.git-credentials|\.aws[\\/]credentials|\.docker[\\/]config\.json|\.kube[\\/]config|credentials\.json)(?=$|[\s"'`;|&)<>,:])/i;
/** Files that only look sensitive: templates and public keys. */
const HARMLESS = /\.env\.(?:example|sample|template|dist)\b|\.d\.ts$|\.pub$/i;
const FORCED_PUSH = [/\bgit\s/g, /(?<=\s)push\b/g, /\s--force(?!-with-lease)\b|\s-f\b|\s\+\S/g];
const PIPED_DOWNLOAD = [/\b(?:curl|wget)\b/g, /\|\s*(?:sudo\s+)?(?:ba|z|da|k|fi)?sh\b/g];
const DOWNLOAD_IN_SHELL = /\b(?:ba|z)?sh\s+<\(\s*(?:curl|wget)\b/;
/** Files in which the switches of an agent's hooks, or the hooks themselves, are. */
const HOOK_FILE = [
  String.raw`\.(?:claude|qwen|gemini|copilot|factory|augment|pi(?:[\\/]agent)?)[\\/](?:settings(?:\.local)?|config|hooks)\.json`,
  String.raw`\.(?:codex|kimi-code)[\\/](?:config\.toml|hooks\.json)|(?:\.cursor|windsurf)[\\/]hooks\.json`,
  String.raw`(?:hooks|plugins|extensions)[\\/]plinth(?:\.js(?:on)?|[\\/]hooks[\\/]hooks\.json)`,
  String.raw`(?:managed-settings|etc[\\/](?:gemini-cli|qwen-code)[\\/]settings)\.json|etc[\\/]codex[\\/]\w+\.toml`,
].join('|');
/** Most commands name no such file: one search instead of several in each of their lines. */
const MAY_NAME_HOOK_FILE = new RegExp(HOOK_FILE, 'i');
const NAMES_HOOK_FILE = String.raw`(?:^|[\\/\s"'=:>@])(?:${HOOK_FILE})(?=$|[\s"'${'`'};|&)<>,:])`;
const IS_HOOK_FILE = new RegExp(NAMES_HOOK_FILE, 'gi');
/** A redirection, and the commands that write, move or delete such a file. */
const REDIRECTION = />[>\s]*\S*/g;
const WRITES_HOOK_FILE = [
  [/\b(?:tee|rm|mv|unlink|shred|truncate|sponge)\b/gi, IS_HOOK_FILE],
  [/\bsed\s/gi, /-\w*i\b/gi, IS_HOOK_FILE],
  [/\b(?:cp|ln|install)\b/gi, new RegExp(`${NAMES_HOOK_FILE}["']?\\s*$`, 'gi')],
];
/** Members of a tool's input with which it writes. */
const WRITING_MEMBER = /^(?:contents?|new_?(?:string|str|text|source)|file_?text|edits?|patch(?:text)?)$/i;
const DELETION = /(?:^|\(|\bsudo\s)\s*(?:rm|rmdir|unlink|shred)\s+(\S[\s\S]*)/;

/** Matches each pattern behind the earliest place of the one before it, so that no text is searched again. */
const matchInOrder = (text: string, patterns: readonly RegExp[]): boolean =>
  patterns.reduce((at, pattern) => {
    pattern.lastIndex = at;
    return at >= 0 && pattern.test(text) ? pattern.lastIndex : -1;
  }, 0) >= 0;

/** Removes the quotes around a word of a command. */
const unquoted = (word: string) => word.replaceAll(/^["']|["']$/g, '');

/** Returns true if a command deletes a path outside the folder that it runs in. */
function deletesOutside(parts: readonly string[], cwd: string | undefined): boolean {
  for (const part of parts) {
    for (const word of DELETION.exec(part)?.[1]?.split(/\s+/) ?? []) {
      const path = unquoted(word);
      if (path === '' || path.startsWith('-')) continue;
      if (path.startsWith('..')) return true;
      if (!/^(?:\/|~|\$HOME|[A-Za-z]:[\\/])/.test(path)) continue;
      if (/^\/(?:tmp|var\/tmp)\//.test(path)) continue;
      if (cwd === undefined || !(path === cwd || path.startsWith(`${cwd}/`))) return true;
    }
  }
  return false;
}

const writesHookFile = (part: string) =>
  WRITES_HOOK_FILE.some((patterns) => matchInOrder(part, patterns)) ||
  [...part.matchAll(REDIRECTION)].some(([target]) => matchInOrder(target, [IS_HOOK_FILE]));
const isSensitive = (text: string) => SENSITIVE_FILE.test(text) && !HARMLESS.test(text);

/** Lists what is worth a look in an event. The list judges nothing: each kind is a plain property of the text. */
export function notableKinds(event: ReceiptType, data: Record<string, unknown>): NotableKind[] {
  const cwd = typeof data.cwd === 'string' ? data.cwd : undefined;
  const command = event === 'command.before_run' && typeof data.command === 'string' ? data.command : '';
  const file = fileOf(event, data) ?? '';
  const kinds: NotableKind[] = [];
  if (isSensitive(file)) kinds.push('sensitive_file');
  const input = event === 'tool.before_use' ? Object.keys(Object(data.toolInput)) : [];
  const writes = event === 'file.changed' || input.some((member) => WRITING_MEMBER.test(member));
  const parts = command.split(/[|;&\n]/);
  const isHookFile = writes ? matchInOrder(file, [IS_HOOK_FILE]) : MAY_NAME_HOOK_FILE.test(command);
  if (isHookFile && (writes || parts.some(writesHookFile))) kinds.push('hook_switch');
  if (command === '') return kinds;
  if (isSensitive(command)) kinds.push('sensitive_command');
  if (deletesOutside(parts, cwd)) kinds.push('deletes_outside');
  // Most commands do not match as a whole. Their parts need no search then.
  const someMatches = (patterns: readonly RegExp[], partsOf: () => readonly string[]) =>
    matchInOrder(command, patterns) && partsOf().some((part) => matchInOrder(part, patterns));
  if (someMatches(FORCED_PUSH, () => parts)) kinds.push('forced_push');
  const pipes = () => command.replaceAll(/\|\s+/g, '|').split(/[;&\n]/);
  if (DOWNLOAD_IN_SHELL.test(command) || someMatches(PIPED_DOWNLOAD, pipes)) kinds.push('piped_download');
  return kinds;
}

export const notableBits = (kinds: readonly NotableKind[]): number =>
  kinds.reduce((bits, kind) => bits | (1 << NOTABLE_KINDS.indexOf(kind)), 0);
