import { isPersonalToken } from './personal-token.ts';
import { isPlaceholder } from './placeholder.ts';
import { looksRandom } from './random-value.ts';

/**
 * What a file whose name says secret holds.
 *
 * - `whole`: one secret and nothing else.
 * - `records`: lines of fields, of which the last is the password.
 * - `settings`: names and values, all of which can be secret.
 * - `environment`: the same with many that are none.
 */
export type SecretFile = 'whole' | 'records' | 'settings' | 'environment';

const WHOLE =
  /(?:^|[/\\])(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_\w+)?|\.?vault[-_]pass(?:word)?(?:\.txt)?|\.?(?:\w+[-_.])?(?:passw(?:or)?d|passphrase|passwort|secret|token|api[-_]?key)(?:\.txt|\.key)?|master\.key|[\w-]+\.(?:key|pem|p8))$|(?:^|[/\\])run[/\\]secrets[/\\][\w.-]+$/i;
const RECORDS =
  /(?:^|[/\\])(?:\.?pgpass(?:\.conf)?|\.?htpasswd|\.?htdigest|(?:chap|pap)-secrets|rsyncd?\.secrets|sasl_passwd|davfs2?[/\\]secrets|(?:auth|login|creds?|credentials|up)\.txt|\.?passwd-s3fs|\.?mysql_logins|passwords\.(?:txt|csv|lst)|users\.(?:txt|pwd)|userlist\.txt|ftpusers\.txt)$/i;
const SETTINGS =
  /(?:^|[/\\])(?:[\w-]*secrets?(?:[-_.][\w-]+)?\.(?:ya?ml|json|toml|env|ini|tfvars|properties)|(?:[\w-]+\.)?auto\.tfvars|credentials(?:\.(?:ya?ml|json|toml|ini|yml\.enc))?)$/i;
const ENVIRONMENT = /(?:^|[/\\])\.?env(?:\.[\w.-]+)?$/i;
/** A public half, a template, or what a program is written in. */
const NO_SECRETS = /\.pub$|example|sample|template|\.dist$|(?:^|[/\\])(?:test|spec)s?[/\\]/i;
const LONGEST_PATH = 400;

/** What a file of this name holds; undefined for names that say nothing. */
export function secretFile(path: string): SecretFile | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const kind = kindOfName(path);
  return kind === undefined || NO_SECRETS.test(path) ? undefined : kind;
}

function kindOfName(path: string): SecretFile | undefined {
  if (RECORDS.test(path)) return 'records';
  if (SETTINGS.test(path)) return 'settings';
  if (ENVIRONMENT.test(path)) return 'environment';
  return WHOLE.test(path) ? 'whole' : undefined;
}

/** Among settings of all sorts: a value that is a password by its form. */
const isChosenOrMade = (value: string) =>
  /^\S{5,}$/.test(value) && (looksRandom(value, 12) || isPersonalToken(value));

const LONGEST_LINE = 512;
const MOST_LINES = 500;
const LONGEST_WHOLE = 512;
const SHORTEST = 4;
/** The last field of a record, behind a colon, a star or a blank. */
const LAST_FIELD =
  /^[ \t]*(?!#)(?:[^\s]{1,200}[ \t]{1,16}\*[ \t]{1,16}|\[?[\w.-]{1,128}\]?(?::\d{1,5})?[ \t]{1,16}(?:\[email\]|[^\s:]{1,128}):|[^\s]{1,200}[ \t]{1,16}[^\s:]{1,128}[ \t]{1,16}|(?:[^\s:]{1,128}:){1,4})["']?([^\s"']{3,256})["']?(?:[ \t]{1,16}\S{1,64})?[ \t]*$/;
const ALONE = /^([^\s"':#]{1,128})$/;
const SETTING =
  /^[ \t]*(?:export[ \t]{1,4}|- )?["']?([\w.-]{1,80})["']?[ \t]{0,8}[:=][ \t]{0,8}(?:"([^"\n]{4,400})"|'([^'\n]{4,400})'|([^\s#"'{[|>&][^\n#"']{2,400}?))[ \t]*,?[ \t]*(?:#.*)?$/;
/** Settings that say where and as whom, and values that are none of a secret. */
const WHERE_OR_WHO =
  /(?:user(?:name)?|usr|login|host(?:name)?|server|url|uri|port|name|email|mail|region|zone|path|file|dir|type|kind|version|apiversion|namespace|env(?:ironment)?|mode|level|debug|timeout|domain|bucket|endpoint|driver|dialect|charset|locale|lang|tz|timezone|database|db|schema|algorithm|enabled|project|org|account|id|client_id|from|to|size|ttl|protocol|encryption)$/i;
const PLAIN =
  /^(?:true|false|yes|no|on|off|null|none|~|-?\d{1,5}(?:\.\d+)*|https?:\/\/[^@]*|[\w.-]+\.(?:com|net|org|io|local|internal|svc)(?::\d+)?|(?:\d{1,3}\.){3}\d{1,3}.*|[./~][\w./-]*|opaque|production|staging|development|info|debug|warn|error)$/i;

export interface Span {
  start: number;
  end: number;
}

/** Where the secrets of such a file stand. */
export function secretsInFile(kind: SecretFile, text: string): Span[] {
  const spans: Span[] = [];
  const add = (start: number, value: string | undefined) => {
    if (value === undefined || value.length < SHORTEST || isPlaceholder(value) || /\[[a-z-]+\]/.test(value))
      return;
    spans.push({ start, end: start + value.length });
  };
  if (kind === 'whole') {
    const value = text.trim();
    if (value.length <= LONGEST_WHOLE && !value.includes('\n')) add(text.indexOf(value), value);
    return spans;
  }
  let from = 0;
  const lines = text.split('\n');
  for (const [index, written] of lines.slice(0, MOST_LINES).entries()) {
    const line = written.replace(/\r$/, '');
    if (line.length <= LONGEST_LINE) {
      if (kind === 'records') {
        // A user on one line and a password on the next.
        const isSecond = index === 1 && ALONE.test(lines[0]!.trim());
        const value = LAST_FIELD.exec(line)?.[1] ?? (isSecond ? ALONE.exec(line)?.[1] : undefined);
        if (value !== undefined) add(from + line.lastIndexOf(value), value);
      } else {
        const found = SETTING.exec(line);
        const value = found?.[2] ?? found?.[3] ?? found?.[4];
        if (found && value !== undefined && !WHERE_OR_WHO.test(found[1]!) && !PLAIN.test(value))
          if (kind === 'settings' || isChosenOrMade(value)) add(from + line.lastIndexOf(value), value);
      }
    }
    from += written.length + 1;
  }
  return spans;
}
