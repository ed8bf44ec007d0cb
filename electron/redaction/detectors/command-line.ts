import { type Detector, lineEnd, lineStart, pushCandidate, type Scan } from '../engine/scan.ts';
import { type Command, LOGIN_COMMANDS, QUOTED, VALUE } from '../rules/login-commands.ts';
import { SETTINGS_COMMANDS } from '../rules/settings-commands.ts';
import { isReference } from '../text/placeholder.ts';

const PAIR = `((?:"[^"\\n]{0,256}"|'[^'\\n]{0,256}'|[^\\s"'|;&<>]{1,256}){1,4})`;
const flag = (names: string, value = VALUE) =>
  new RegExp(`(?<=[\\s"'])(?:${names})(?:=|[ \\t]{1,5})${value}`, 'g');
const glued = (names: string) => new RegExp(`(?<=[\\s"'])(?:${names})(?:=|[ \\t]{0,5})${PAIR}`, 'g');

const COMMANDS: readonly Command[] = [
  { literal: 'curl', flags: glued('-[a-zA-Z]{0,6}u|--user|--proxy-user|-U|--oauth2-bearer'), pair: true },
  { literal: 'xh ', flags: glued('-a|--auth'), pair: true },
  { literal: 'http ', flags: glued('-a|--auth'), pair: true },
  { literal: 'https ', flags: glued('-a|--auth'), pair: true },
  { literal: 'wget', flags: flag('--password|--http-password|--ftp-password|--proxy-password') },
  {
    literal: 'mysql',
    flags: new RegExp(`(?<=\\s)(?:-p|--password=)(${QUOTED}|[^\\s"'|;&<>-][^\\s"'|;&<>]{1,256})`, 'g'),
  },
  {
    literal: 'mariadb',
    flags: new RegExp(`(?<=\\s)(?:-p|--password=)(${QUOTED}|[^\\s"'|;&<>-][^\\s"'|;&<>]{1,256})`, 'g'),
  },
  { literal: 'sshpass', flags: new RegExp(`(?<=\\s)-p[ \\t]{0,3}${VALUE}`, 'g') },
  { literal: 'docker', flags: flag('-p|--password') },
  { literal: 'podman', flags: flag('-p|--password') },
  { literal: 'helm', flags: flag('--password') },
  { literal: 'redis-cli', flags: flag('-a|--pass') },
  { literal: 'mongo', flags: flag('-p|--password') },
  { literal: 'sqlcmd', flags: new RegExp(`(?<=\\s)-P[ \\t]{0,3}${VALUE}`, 'g') },
  { literal: 'ldapsearch', flags: flag('-w') },
  { literal: 'ldapmodify', flags: flag('-w') },
  { literal: 'smbclient', flags: /(?<=\s)-U[ \t]{0,3}["']?[\w.\\/-]{1,64}%([^\s"']{1,256})/g },
  {
    literal: 'htpasswd',
    flags:
      /(?<=htpasswd[ \t]{1,3})(?=(?:-\w+[ \t]{1,3}){0,4}-[a-zA-Z]{0,4}b)(?:-\w+[ \t]{1,3}){1,5}(?:[^\s|;&<>-][^\s|;&<>]{0,255}[ \t]{1,3})?[^\s|;&<>]{1,64}[ \t]{1,3}([^\s|;&<>]{1,256})/g,
  },
  {
    literal: 'openssl',
    flags: /(?<=\s)-(?:passin|passout|pass|k)[ \t]{1,3}(?:pass:)?(?!file:|env:|stdin|fd:)(\S{3,256})/g,
  },
  { literal: 'az login', flags: flag('-p|--password') },
  { literal: 'unzip', flags: flag('-P') },
  { literal: 'zip ', flags: flag('-P|--password') },
  { literal: 'psexec', flags: flag('-p') },
  { literal: 'rclone', flags: flag('--password|--pass') },
  { literal: 'keytool', flags: flag('-storepass|-keypass') },
  { literal: 'jarsigner', flags: flag('-storepass|-keypass') },
  {
    literal: 'echo ',
    flags: new RegExp(
      `(?<=^echo[ \\t]{1,3}(?:-[ne]{1,2}[ \\t]{1,3})?)${VALUE}(?=[ \\t]{0,4}\\|[^\\n]{0,200}(?:--password-stdin|--with-token|sudo[ \\t]{1,3}-\\w{0,4}S|passwd|login))`,
      'g',
    ),
  },
  {
    literal: 'printf ',
    flags: new RegExp(
      `(?<=^printf[ \\t]{1,3}(?:'%s'[ \\t]{1,3}|"%s"[ \\t]{1,3}|%s[ \\t]{1,3})?)${VALUE}(?=[ \\t]{0,4}\\|[^\\n]{0,200}(?:--password-stdin|--with-token|sudo[ \\t]{1,3}-\\w{0,4}S|passwd|login))`,
      'g',
    ),
  },
  { literal: 'sudo ', flags: new RegExp(`(?<=<<<[ \\t]{0,3})${VALUE}`, 'g') },
  {
    literal: 'expect',
    flags: /(?<=assword[^\n]{0,40}send[ \t]{1,3}")([^"\\\n]{3,128})/g,
    // The tests of a program expect much, and the other pattern looks back at each character.
    line: /assword/,
  },
  {
    literal: 'net use',
    flags: new RegExp(
      `(?<=/user:[^\\s]{1,64}[ \\t]{1,3}|net use[ \\t]{1,3}(?:(?:[a-z]:|\\*)[ \\t]{1,3})?\\\\\\\\[^\\s]{1,200}[ \\t]{1,3})(?![/*])${VALUE}`,
      'gi',
    ),
    caseless: true,
  },
  {
    literal: 'net user',
    flags: new RegExp(
      `(?<=net user[ \\t]{1,3}(?:"[^"\\n]{1,64}"|[\\w.-]{1,64})[ \\t]{1,3})(?![/*])${VALUE}`,
      'gi',
    ),
    caseless: true,
    // The net user base grew, too.
    line: /^net user[ \t]+(?:"[^"\n]{1,64}"|[\w.-]{1,64})[ \t]+(?:[^\s]{1,256}[ \t]+\/(?:add|domain|active|y|expires|passwordchg|times)\b|["']|(?=[^\s]{0,64}\d)(?=[^\s]{0,64}[A-Za-z]))/i,
  },
  { literal: 'security', flags: /(?<=\s)-[wpP][ \t]{1,3}(["'][^"'\n]{3,256}["'])/g },
  {
    literal: 'security ',
    flags: new RegExp(`(?<=\\s)-[wpP][ \\t]{1,3}(?!-)${VALUE}`, 'g'),
    line: /^security[ \t]+(?:-\w+[ \t]+)?(?:add-(?:generic|internet)-password|unlock-keychain|create-keychain|set-keychain-password|import)\b/,
  },
  ...['7z ', '7za ', '7zz ', '7z.exe '].map((literal) => ({
    literal,
    flags: new RegExp(`(?<=\\s)-p(?!-)${VALUE}`, 'g'),
    line: /^7z\w?(?:\.exe)?[ \t]+[aeltudx]\b/,
  })),
  { literal: 'twine ', flags: flag('-p|--password'), line: /^twine[ \t]+(?:upload|register)\b/ },
  {
    literal: 'gh secret set',
    flags: new RegExp(`(?<=[\\s"'])(?:--body(?:=|[ \\t]{1,5})|-b(?:=|[ \\t]{0,5}))(?![-=])${VALUE}`, 'g'),
  },
  {
    literal: 'convertto-securestring',
    flags: new RegExp(
      `convertto-securestring(?:[ \\t]{1,3}-(?:String|AsPlainText|Force)\\b){0,3}[ \\t]{1,3}(?![-($])${VALUE}`,
      'gi',
    ),
    caseless: true,
    line: /-AsPlainText\b/i,
  },
  {
    literal: 'rabbitmqctl',
    flags: new RegExp(
      `(?<=\\b(?:add_user|change_password)[ \\t]{1,3}(?:"[^"\\n]{1,64}"|'[^'\\n]{1,64}'|[^\\s"']{1,64})[ \\t]{1,3})${VALUE}`,
      'g',
    ),
  },
  {
    literal: 'nmcli',
    flags: new RegExp(`(?<=[ \\t](?:password|[\\w.-]{0,30}\\.psk)[ \\t]{1,3})${VALUE}`, 'g'),
    line: /[ \t](?:connect|hotspot|modify|add)\b/,
  },
];

function unquoted(value: string, start: number): { value: string; start: number } {
  const mark = /^\\?["']/.exec(value)?.[0].length ?? 0;
  if (mark === 0) return { value, start };
  const end = /\\?["']$/.exec(value)?.[0].length ?? 0;
  return { value: value.slice(mark, value.length - end), start: start + mark };
}

/** `'$ecret99'`: a shell takes no variable for what stands in single quotes, and no variable is called so. */
const isLiteralDollar = (raw: string, value: string) =>
  raw.startsWith("'") && /^\$(?![A-Z_]+$)[\w!@#%^&*.-]{5,64}$/.test(value) && /\d/.test(value);

const EXAMPLE_PAIR = /^(?:user(?:name)?|admin|test|foo|me|login|xxx|email)$/i;
const EXAMPLE_PASSWORD =
  /^(?:change(?:it|me)|pass(?:word)?|pwd|test|token|bar|secret|api[-_]?key|your[-_]\w+|\*+|x+|y+)$/i;

function push(scan: Scan, start: number, value: string): void {
  pushCandidate(scan, 'command-line-password', 'password', start, value);
}

/** A command of a harness on one line; what stands behind is looked at by the other rules. */
const LONGEST_LINE = 8192;
/** What is read of the line before an option that was found in it. */
const LONGEST_LINE_BEFORE = 1024;

function attemptOn(scan: Scan, at: number, command: Command): void {
  const { text } = scan;
  const before = text.charAt(at - 1);
  if (!command.wholeLine && /[\w.-]/.test(before)) return;
  if (at < (scan.commandsDone.get(command) ?? 0)) return;
  const end = lineEnd(text, at, LONGEST_LINE);
  scan.commandsDone.set(command, end);
  const lineFrom = command.wholeLine ? lineStart(text, at, LONGEST_LINE_BEFORE) : at;
  scan.work += end - lineFrom;
  const line = text.slice(lineFrom, end);
  if (command.line && !command.line.test(line)) return;
  for (const found of line.matchAll(command.flags)) {
    const raw = found[1];
    if (raw === undefined) continue;
    const rawStart = lineFrom + found.index + found[0].length - raw.length;
    if (!command.pair) {
      const { value, start } = unquoted(raw, rawStart);
      if (
        value.length < 3 ||
        value === '<' ||
        value.startsWith('<') ||
        // A folder, a question, a pattern, or a variable of a test.
        /^~?\/[\w./-]*$|\?\s*$|^\?|^%[A-Z]{3,}$/.test(value) ||
        // A password inside an address is for the rule of addresses, which leaves the host.
        /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ||
        /^(?:\d{1,3}\.){3}\d/.test(value) ||
        (isReference(value) && !isLiteralDollar(raw, value)) ||
        EXAMPLE_PASSWORD.test(value) ||
        (command.literal === 'docker' && !/\blog(?:in|on)\b/.test(line))
      )
        continue;
      if ((command.literal === 'docker' || command.literal === 'podman') && /^[\d:.]+(?:\/\w+)?$/.test(value))
        continue;
      push(scan, start, value);
      continue;
    }
    const { value, start } = unquoted(raw, rawStart);
    const colon = value.indexOf(':');
    if (colon === -1 || /^(?:--|https?:)/.test(value)) continue;
    const user = value.slice(0, colon).replaceAll(/["']/g, '');
    let password = value.slice(colon + 1);
    let from = start + colon + 1;
    if (/^["']/.test(password)) {
      password = password.slice(1);
      from += 1;
    }
    password = password.replace(/["']$/, '');
    if (password === '') {
      if (user.length >= 4 && !isReference(user) && !EXAMPLE_PAIR.test(user))
        push(scan, start, value.slice(0, colon));
      continue;
    }
    if (
      password.length < 2 ||
      (isReference(password) && !/^\{[^{}]*[^\w{}.][^{}]*\}$|^\{\w*\d\w*\}$/.test(password)) ||
      (EXAMPLE_PASSWORD.test(password) &&
        (EXAMPLE_PAIR.test(user) || EXAMPLE_PASSWORD.test(user) || password.length < 6))
    )
      continue;
    if (/^\[[^\]]*\]$/.test(password) || /^<|>$/.test(password) || EXAMPLE_PASSWORD.test(password)) continue;
    push(scan, from, password);
  }
}

/** Passwords given to commands that take them in a flag of their own. */
export const commandLineDetectors: readonly Detector[] = [
  ...COMMANDS,
  ...LOGIN_COMMANDS,
  ...SETTINGS_COMMANDS,
].map((command) => ({
  literals: [command.literal],
  caseless: command.caseless ?? false,
  attempt(scan, at) {
    attemptOn(scan, at, command);
  },
}));
