import { labelKind } from '../text/label-kind.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { type SecretFile, secretFile, secretsInFile } from '../text/secret-file.ts';
import type { SensitiveName } from '../text/sensitive-name.ts';
import { sensitiveParameters } from '../text/sql-parameters.ts';
import { isObject, type JsonObject, type JsonValue } from './json-value.ts';
import type { ExtraMatches } from './known-secrets.ts';

export const TYPED_PASSWORD: SensitiveName = { strength: 'password', rule: 'tool-input', mask: 'password' };
export const STORED_SECRET: SensitiveName = { strength: 'secret', rule: 'tool-input', mask: 'secret' };

function stringOf(value: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof member === 'string') return member;
  }
  return undefined;
}

const LONGEST_TARGET = 240;

const PATHS = ['file_path', 'path', 'filePath', 'filename', 'file', 'target_file', 'absolute_path'];
const CONTENT =
  /^(?:content|contents|file_text|text|data|new_string|old_string|new_str|old_str|newText|oldText|body|insert_text|code)$/;

/** The last path: an edit has two members that are about it. */
let judged: { path: string; file: SecretFile | undefined } = { path: '', file: undefined };

/** What the file holds that the tool with these members writes. */
export function fileOf(value: JsonObject): SecretFile | undefined {
  const path = stringOf(value, PATHS);
  if (path === undefined) return undefined;
  if (path !== judged.path) judged = { path, file: secretFile(path) };
  return judged.file;
}

/** True for a member with what is written to a file. */
export const isContent = (key: string) => CONTENT.test(key);

/** Finds the secrets in the content of such a file. */
export function matchesInFile(kind: SecretFile): ExtraMatches {
  return {
    find(text, matches) {
      for (const { start, end } of secretsInFile(kind, text))
        matches.push({
          rule: 'secret-file',
          tier: 'candidate',
          start,
          end,
          replacement: '[password]',
          secret: text.slice(start, end),
        });
    },
  };
}

const STATEMENTS = ['sql', 'query', 'statement', 'stmt', 'command', 'text'];
const BOUND = /^(?:params?|parameters|values|args|arguments|bindings?|binds?|replacements|vars|data)$/i;
const LONGEST_STATEMENT = 2000;

/** The kinds of the elements of a list of parameters, by the statement beside it. */
export function kindsOfParameters(
  value: JsonObject,
  key: string,
): ReadonlyMap<number, SensitiveName> | undefined {
  if (!BOUND.test(key)) return undefined;
  const statement = stringOf(value, STATEMENTS);
  if (statement === undefined || statement.length > LONGEST_STATEMENT) return undefined;
  if (!/^\s*(?:insert|update|select|delete|merge|with|replace|upsert|call|exec)\b/i.test(statement))
    return undefined;
  return new Map(sensitiveParameters(statement).map(({ index, kind }) => [index, kind]));
}

const OUTPUTS = [
  'last_output',
  'lastOutput',
  'stdout_tail',
  'output_tail',
  'tail',
  'screen',
  'buffer',
  'output',
  'stdout',
  'last_line',
  'terminal',
];
/** The end of what a program shows when it asks for a password. */
const PROMPT =
  /(?:passw(?:or)?d|passphrase|passcode|passwort|kennwort|mot de passe|contrase\S{0,3}a|senha|wachtwoord|has[lł]o|heslo|l[öo]senord|adgangskode|passord|salasana|jelsz[óo]|parol[aă]|şifre|пароль|密码|密碼|パスワード|비밀번호|\bPIN|verification code|one-time code|token|OTP)[^\n:?]{0,80}[:?>：][ \t]*\r?\n?$/i;
const COMMANDS = ['command', 'cmd', 'argv', 'args', 'program'];
/** Commands that read a secret from their input. */
const READS_SECRET =
  /\bsudo\b.{0,40}(?:\s-S|--stdin)|^su\b|\b(?:passwd|chpasswd|smbpasswd|htpasswd|ssh-add|kinit|cryptsetup|veracrypt|gpg|ssh-keygen|sshpass|vault login|gh auth login|docker login|podman login|helm registry login|npm login|openssl|ecryptfs\S*|borg|restic|pass insert|secret-tool store|gcloud secrets|kubeseal|bw unlock|op signin)\b|--password-stdin|--with-token|-passin stdin/;
const INPUTS = /^(?:stdin|input|stdin_data|data|text|send|reply|keys)$/;

/** What is typed into a program that asks for a password, or that reads one from its input. */
export function kindOfInput(value: JsonObject, key: string): SensitiveName | undefined {
  if (!INPUTS.test(key)) return undefined;
  const shown = stringOf(value, OUTPUTS);
  if (shown !== undefined && PROMPT.test(shown.slice(-160))) return TYPED_PASSWORD;
  if (!/^(?:stdin|input|stdin_data)$/.test(key)) return undefined;
  for (const name of COMMANDS) {
    const command = Object.hasOwn(value, name) ? value[name] : undefined;
    const line = Array.isArray(command)
      ? command.filter((part) => typeof part === 'string').join(' ')
      : command;
    if (typeof line === 'string' && READS_SECRET.test(line.slice(0, LONGEST_STATEMENT)))
      return TYPED_PASSWORD;
  }
  return undefined;
}

const HIDDEN = [
  'masked',
  'sensitive',
  'secure',
  'secret',
  'is_secret',
  'isSecret',
  'is_sensitive',
  'encrypted',
];
const VALUE = /^(?:value|val|secret_value|secretValue|default|string_value)$/i;

/** `{"name": …, "value": …, "masked": true}`: a variable that a service hides. */
export function kindOfHidden(value: JsonObject, key: string, child: JsonValue): SensitiveName | undefined {
  if (!VALUE.test(key) || typeof child !== 'string' || child.length < 4 || isPlaceholder(child))
    return undefined;
  return HIDDEN.some((name) => Object.hasOwn(value, name) && value[name] === true)
    ? STORED_SECRET
    : undefined;
}

/** `create_secret` and its like: what such a tool stores under `value` is a secret. */
const STORES_SECRET =
  /(?:secret|vault|credential|keychain|keyring)[\w.-]{0,24}(?:set|put|create|add|store|write|update|save)|(?:set|put|create|add|store|write|update|save)[\w.-]{0,24}(?:secret|vault|credential|keychain|keyring)/i;

/** True for the input of a tool that stores secrets. */
export const storesSecrets = (toolName: JsonValue | undefined) =>
  typeof toolName === 'string' && toolName.length <= 128 && STORES_SECRET.test(toolName);

/** Lists of arguments, whose program is beside them. */
export const OF_ARGUMENTS = /^(?:args|argv|arguments|parameters)$/;

const ROWS_OR_ENTRIES =
  /^(?:rows|values|data|records|cells|table|body|tuples|items|secrets?|fields|payload|stringData)$/;

/** Members that the other members of their object can make a secret, or the holder of some, in any case. */
const SPECIAL = new RegExp(
  [CONTENT, BOUND, INPUTS, VALUE, ROWS_OR_ENTRIES, OF_ARGUMENTS, /^toolInput$/, /^(?:user|userpwd)$/]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** True for a member that is judged with those beside it. */
export const isSpecialMember = (key: string) => SPECIAL.test(key);

const TARGETS = ['target', 'element', 'selector', 'label', 'field', 'locator'];
const TYPES = /^(?:type|fill|input|input_text|keyboard|enter_text|type_text|send_keys|write)$/i;

/** True for the typing that follows a click on the field of a password. */
export function isTypedBehind(before: JsonValue | undefined, value: JsonValue): value is JsonObject {
  if (!isObject(before) || !isObject(value)) return false;
  const action = stringOf(value, ['action', 'type', 'command', 'kind', 'name']);
  if (action === undefined || !TYPES.test(action)) return false;
  const target = stringOf(before, TARGETS);
  return (
    target !== undefined && target.length <= LONGEST_TARGET && labelKind(target, 'description') !== undefined
  );
}
