import type { ReceiptType } from '../../../shared/event.ts';
import { NOTABLE_KINDS, type NotableKind } from '../../../shared/insight.ts';
import { fileOf } from '../../../shared/named-file.ts';

const SENSITIVE_FILE =
  /(?:^|[\\/\s"'=:@])(?:\.env(?:\.[\w.-]+)?|id_(?:rsa|dsa|ecdsa|ed25519)|[\w.-]+\.(?:pem|p12|pfx|key|keystore|jks)|\.npmrc|\.pypirc|\.netrc|\.pgpass|\.git-credentials|\.aws[\\/]credentials|\.docker[\\/]config\.json|\.kube[\\/]config|credentials\.json)(?=$|[\s"'`;|&)<>,:])/i;
/** Files that only look sensitive: templates and public keys. */
const HARMLESS = /\.env\.(?:example|sample|template|dist)\b|\.d\.ts$|\.pub$/i;
const FORCED_PUSH = /\bgit\s+(?:[^|;&\n]*\s)?push\b[^|;&\n]*(?:\s--force(?!-with-lease)\b|\s-f\b|\s\+\S)/;
const PIPED_DOWNLOAD =
  /\b(?:curl|wget)\b[^;&\n]*\|\s*(?:sudo\s+)?(?:ba|z|da|k|fi)?sh\b|\b(?:ba|z)?sh\s+<\(\s*(?:curl|wget)\b/;
/** Files in which the switches of an agent's hooks, or the hooks themselves, are. */
const HOOK_FILE = [
  String.raw`\.(?:claude|qwen|gemini|copilot|factory|augment|pi(?:[\\/]agent)?)[\\/](?:settings(?:\.local)?|config|hooks)\.json`,
  String.raw`\.(?:codex|kimi-code)[\\/](?:config\.toml|hooks\.json)|(?:\.cursor|windsurf)[\\/]hooks\.json`,
  String.raw`(?:hooks|plugins|extensions)[\\/]plinth(?:\.js(?:on)?|[\\/]hooks[\\/]hooks\.json)`,
  String.raw`(?:managed-settings|etc[\\/](?:gemini-cli|qwen-code)[\\/]settings)\.json|etc[\\/]codex[\\/]\w+\.toml`,
].join('|');
const NAMES_HOOK_FILE = String.raw`(?:^|[\\/\s"'=:>@])(?:${HOOK_FILE})(?=$|[\s"'${'`'};|&)<>,:])`;
const IS_HOOK_FILE = new RegExp(NAMES_HOOK_FILE, 'i');
/** Redirections to such a file, and commands that write, move or delete it. */
const WRITES_HOOK_FILE = new RegExp(
  String.raw`(?:>\s?[^\s;&|]{0,400}|\b(?:tee|rm|mv|unlink|shred|truncate|sponge|sed\s[^;&|\n]{0,100}-\w*i)\b[^;&|\n]{0,400})${NAMES_HOOK_FILE}|\b(?:cp|ln|install)\b[^;&|\n]{0,400}${NAMES_HOOK_FILE}["']?\s*(?:$|[;&|\n])`,
  'i',
);
/** Members of a tool's input with which it writes. */
const WRITING_MEMBER = /^(?:contents?|new_?(?:string|str|text|source)|file_?text|edits?|patch(?:text)?)$/i;
const DELETION = /(?:^|[;&|(\n]\s*|\bsudo\s+)(?:rm|rmdir|unlink|shred)\s+([^;&|\n]+)/g;

/** Removes the quotes around a word of a command. */
const unquoted = (word: string) => word.replaceAll(/^["']|["']$/g, '');

/** Returns true if a command deletes a path outside the folder that it runs in. */
function deletesOutside(command: string, cwd: string | undefined): boolean {
  for (const [, args = ''] of command.matchAll(DELETION)) {
    for (const word of args.split(/\s+/)) {
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
  if (writes ? IS_HOOK_FILE.test(file) : WRITES_HOOK_FILE.test(command)) kinds.push('hook_switch');
  if (command === '') return kinds;
  if (isSensitive(command)) kinds.push('sensitive_command');
  if (deletesOutside(command, cwd)) kinds.push('deletes_outside');
  if (FORCED_PUSH.test(command)) kinds.push('forced_push');
  if (PIPED_DOWNLOAD.test(command)) kinds.push('piped_download');
  return kinds;
}

export const notableBits = (kinds: readonly NotableKind[]): number =>
  kinds.reduce((bits, kind) => bits | (1 << NOTABLE_KINDS.indexOf(kind)), 0);
