import { type Detector, pushCandidate, type Scan } from '../engine/scan.ts';
import { programOf, secretAt } from '../text/command-arguments.ts';
import { isPlaceholder } from '../text/placeholder.ts';

/** The arguments of one command, as a log or a program lists them. */
const LONGEST_LIST = 1200;
const MOST_ARGUMENTS = 64;
/** `["mysql", "-pX"]`, `['mysql', '-pX']`, and `a0="mysql" a1="-pX"` of an audit log. */
const ARGUMENT =
  /(?:[ \t\r\n]{0,24},?[ \t\r\n]{0,24}|[ \t]{1,2}a\d{1,3}=)(?:\\{0,3}(["']))((?:[^"'\\\n]|\\(?!["'])){0,512})\\{0,3}\1/y;
const SHORTEST = 4;

function push(scan: Scan, start: number, value: string): void {
  if (value.length < SHORTEST || isPlaceholder(value) || /^\d{1,5}(?::\d{1,5})?(?:\/\w+)?$/.test(value))
    return;
  pushCandidate(scan, 'command-line-password', 'password', start, value);
}

/** Reads the list in which the first argument is a program; `at` is its opening quote. */
function attemptList(scan: Scan, at: number): void {
  const { text } = scan;
  const opens = text.charAt(at - 1);
  if (opens !== '[' && opens !== '(' && opens !== '=' && opens !== '{' && opens !== ' ') return;
  let program: string | undefined;
  let before = '';
  let from = at;
  const stop = Math.min(text.length, at + LONGEST_LIST);
  for (let count = 0; count < MOST_ARGUMENTS && from < stop; count += 1) {
    ARGUMENT.lastIndex = from;
    const found = ARGUMENT.exec(text);
    if (!found) return;
    scan.work += found[0].length;
    const value = found[2]!;
    const start = from + found[0].length - value.length - (/\\{0,3}["']$/.exec(found[0])?.[0].length ?? 1);
    if (program === undefined) {
      program = programOf(value);
      if (program === undefined) return;
    } else {
      // The program that another one starts.
      const next = program === 'sudo' || program === 'env' ? programOf(value) : undefined;
      if (next !== undefined) program = next;
      else {
        const secret = secretAt(program, before, value);
        if (secret !== -1) push(scan, start + secret, value.slice(secret));
      }
    }
    before = value;
    from += found[0].length;
  }
}

const PROGRAMS =
  'mysql mariadb curl sshpass redis-cli docker podman psql mongo wget ldap smbclient 7z zip unzip twine sqlcmd bcp xfreerdp vncviewer plink pscp rabbitmqadmin mosquitto_ ipmitool cypher-shell cqlsh influx helm sudo keytool'.split(
    ' ',
  );
/** Longer paths are not where programs are. */
const LONGEST_PATH = 64;

/** Passwords among the arguments of a command that stand in a list, one by one. */
export const argumentListDetector: Detector = {
  literals: PROGRAMS.flatMap((program) => [`"${program}`, `'${program}`, `/${program}`]),
  caseless: false,
  attempt(scan, at) {
    const { text } = scan;
    let quote = at;
    if (text.charAt(at) === '/') {
      const first = Math.max(0, at - LONGEST_PATH);
      while (quote > first && /[\w./~-]/.test(text.charAt(quote))) quote -= 1;
      scan.work += at - quote;
      if (text.charAt(quote) !== '"' && text.charAt(quote) !== "'") return;
    }
    scan.work += 4;
    let opens = quote;
    while (text.charAt(opens - 1) === '\\') opens -= 1;
    attemptList(scan, opens);
  },
};
