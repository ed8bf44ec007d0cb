import { type Detector, lineEnd, lineStart, pushCandidate, type Scan } from '../engine/scan.ts';
import { COMMANDS, type Command } from '../rules/commands.ts';
import { isReference } from '../text/placeholder.ts';

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
export const commandLineDetectors: readonly Detector[] = COMMANDS.map((command) => ({
  literals: [command.literal],
  caseless: command.caseless ?? false,
  attempt(scan, at) {
    attemptOn(scan, at, command);
  },
}));
