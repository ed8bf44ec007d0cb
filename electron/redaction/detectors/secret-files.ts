import { type Detector, isMessage, lineEnd, lineStart, pushMatch, type Scan } from '../engine/scan.ts';
import { characterSet, runEnd, runStart } from '../text/characters.ts';
import { secretFile, secretsInFile } from '../text/secret-file.ts';

const PATH = characterSet(/[\w./~-]/);
const LONGEST_PATH = 200;
const LONGEST_LINE = 1024;
/** What a person pastes of a file. */
const LONGEST_CONTENT = 1500;

const QUOTED = String.raw`'([^'\n]{1,512})'|"([^"\n]{1,512})"|([^\s"'|;&<>]{1,512})`;
/** `echo X > FILE`, `printf '%s' X | sudo tee FILE`: the line up to the name of the file. */
const ECHOED = new RegExp(
  String.raw`(?:echo|printf)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?(?:["']?%s(?:\\n)?["']?[ \t]{1,4})?(?:${QUOTED})[ \t]{0,4}(?:>{1,2}\|?|\|[ \t]{0,4}(?:sudo[ \t]{1,4}(?:-\w{1,4}[ \t]{1,4})?)?tee(?:[ \t]{1,4}-a)?)[ \t]{0,4}["']?$`,
);
const HERE_STRING = new RegExp(String.raw`^["']?[^\n<|;&]{0,40}<<<[ \t]{0,4}(?:${QUOTED})`);
const HERE_DOCUMENT = /^["']?[^\n<|;&]{0,40}<<-?[ \t]{0,4}(["']?)(\w{1,24})\1[^\n]{0,80}\n/;
/** `cat > FILE <<EOF` names the document behind it, `cat <<EOF > FILE` before. */
const HERE_BEFORE = /<<-?[ \t]{0,4}(["']?)(\w{1,24})\1[ \t]{0,4}>{1,2}[ \t]{0,4}["']?$/;
/** The name of the file alone on a line, or with what shows it. */
const HEADING = /^[ \t]{0,4}(?:(?:\$|#|\/\/|==>|cat|\$ cat|my|file:?|the)[ \t]{1,4}){0,3}["'`*]{0,3}$/i;
const ENDS_HEADING =
  /^["'`*]{0,3}(?: (?:file|says|contains|has|looks like|content|contents|is|now|<==)){0,3}[ \t]{0,2}(?:\([^()\n]{1,40}\))?:?[ \t]{0,4}\r?\n(?:```\w{0,12}\r?\n)?/i;
const ON_SAME_LINE = /^["'`]{0,1}:[ \t]{1,4}(?=\S)/;

function pushSecrets(
  scan: Scan,
  kind: Parameters<typeof secretsInFile>[0],
  start: number,
  content: string,
): void {
  scan.work += content.length;
  for (const span of secretsInFile(kind, content))
    pushMatch(scan, { rule: 'secret-file', mask: 'password' }, start + span.start, start + span.end);
}

/** The first of the groups that has matched. */
const written = (found: RegExpExecArray) => found[1] ?? found[2] ?? found[3] ?? '';

function attemptFile(scan: Scan, at: number): void {
  const { text } = scan;
  const start = runStart(text, at, PATH, LONGEST_PATH);
  const end = runEnd(text, at, PATH, LONGEST_PATH);
  if (start < (scan.commandsDone.get(attemptFile) ?? 0)) return;
  scan.commandsDone.set(attemptFile, end);
  scan.work += end - start;
  let path = text.slice(start, end);
  while (path.endsWith('.')) path = path.slice(0, -1);
  // A name without a folder or an ending is a word of a program.
  const kind = /[./]/.test(path) ? secretFile(path) : undefined;
  if (kind === undefined) return;
  const from = lineStart(text, start, LONGEST_LINE);
  const before = text.slice(from, start);
  const behind = text.slice(end, end + LONGEST_CONTENT);
  scan.work += before.length + 64;
  const echoed = before.length < LONGEST_LINE ? ECHOED.exec(before) : null;
  if (echoed) {
    const content = written(echoed);
    pushSecrets(scan, kind, from + echoed.index + echoed[0].indexOf(content), content);
    return;
  }
  const string = HERE_STRING.exec(behind);
  if (string) {
    const content = written(string);
    pushSecrets(scan, kind, end + string[0].lastIndexOf(content), content);
    return;
  }
  const document = HERE_DOCUMENT.exec(behind);
  const word = document?.[2] ?? HERE_BEFORE.exec(before)?.[2];
  if (word !== undefined) {
    const first = document ? end + document[0].length : lineEnd(text, end, LONGEST_LINE) + 1;
    const content = text.slice(first, first + LONGEST_CONTENT);
    const stop = content.search(new RegExp(String.raw`^[ \t]*${word}[ \t]*$`, 'm'));
    if (stop > 0) pushSecrets(scan, kind, first, content.slice(0, stop));
    return;
  }
  if (!isMessage(scan) || !HEADING.test(before)) return;
  const heading = ENDS_HEADING.exec(behind) ?? ON_SAME_LINE.exec(behind);
  if (!heading) return;
  const first = end + heading[0].length;
  const content = text.slice(first, first + LONGEST_CONTENT).split(/\r?\n[ \t]*(?:\r?\n|```)/, 1)[0]!;
  pushSecrets(scan, kind, first, content);
}

/** What is written into, or shown of, a file whose name says that it holds secrets. */
export const secretFileDetector: Detector = {
  literals: [
    'pgpass',
    'htpasswd',
    '-secrets',
    '.secrets',
    'sasl_passwd',
    'davfs2',
    'vault_pass',
    'vault-pass',
    'run/secrets/',
    'auth.txt',
    'creds.txt',
    'cred.txt',
    'login.txt',
    'credentials.txt',
    'password.txt',
    'passwords.txt',
    'passwd-s3fs',
    'userlist.txt',
    'master.key',
    'secrets.y',
    'secret.y',
    'secrets.json',
    'secrets.toml',
    'token.txt',
    'secret.txt',
    'apikey.txt',
    'api_key.txt',
  ],
  caseless: true,
  attempt: attemptFile,
};
