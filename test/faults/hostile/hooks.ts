import { BRIDGES_PATH } from '../../../shared/limits.ts';
import {
  files,
  type HostileRequest,
  INVALID,
  json,
  jsonWith,
  listed,
  lists,
  MEBIBYTE,
  members,
  nested,
  ROUND,
  spacedPatch,
  TAKEN,
  TOO_LARGE,
  text,
  zeros,
} from './input.ts';

type Bridge = Exclude<HostileRequest['bridge'], undefined>;

function hook(
  name: string,
  bridge: Bridge,
  body: () => Buffer,
  statuses: readonly number[] = TAKEN,
): HostileRequest {
  return {
    name: `hook: ${name}`,
    to: 'collector',
    path: `${BRIDGES_PATH}/${bridge}`,
    bridge,
    body,
    statuses,
  };
}
const light = (input: HostileRequest): HostileRequest => ({ ...input, isLight: true });
const chunked = (input: HostileRequest): HostileRequest => ({
  ...input,
  headers: { 'Transfer-Encoding': 'chunked' },
});

const claude = (name: string, others: object = {}) => ({
  ...{
    hook_event_name: 'PreToolUse',
    session_id: `hostile ${name}${ROUND}`,
    cwd: '/srv',
    tool_name: 'Write',
  },
  ...{ tool_use_id: name, tool_input: '@', ...others },
});
/** A report of Claude Code with an input of its tool. */
const input = (name: string, written: () => string, statuses?: readonly number[], others?: object) =>
  hook(name, 'claude-code', () => jsonWith(claude(name, others), written()), statuses);
const prompt = (name: string, given: () => string) =>
  hook(name, 'claude-code', () =>
    json({ ...claude(name), hook_event_name: 'UserPromptSubmit', prompt: given() }),
  );
const commands = (session: string, count: number, form: (at: number) => string, others: object = {}) =>
  hook(`${count} commands of Cline, ${session}`, 'cline', () =>
    json({
      ...{ hook: 'call', session: `${session}${ROUND}`, callId: 'c', tool: 'run_commands', ...others },
      input: { commands: Array.from({ length: count }, (_, at) => form(at)) },
    }),
  );
const patch = (name: string, command: () => string, others: object = {}) =>
  hook(name, 'codex', () =>
    json({
      ...{
        hook_event_name: 'PostToolUse',
        session_id: `hostile ${name}${ROUND}`,
        cwd: '/srv',
        tool_name: 'apply_patch',
      },
      ...{ tool_use_id: 'p', tool_input: { command: command() }, tool_response: 'Success', ...others },
    }),
  );

/** Texts within texts: each is JSON that is parsed, within the budget of the body. */
const innerTexts = () => {
  const inner = JSON.stringify(JSON.stringify(zeros(1000)));
  return `{"input":${inner},"output":${inner},"args":${inner},"metadata":${inner}}`;
};

export const HOSTILE_HOOKS: readonly HostileRequest[] = [
  light(input('500,000 members', () => members(500_000), TOO_LARGE)),
  light(input('1,000,000 numbers', () => zeros(1_000_000), TOO_LARGE)),
  input('130,000 members', () => members(130_000)),
  input('130,000 numbers', () => zeros(130_000)),
  ...[40, 1000, 4000].map((levels) => light(input(`${levels} levels`, () => nested(levels)))),
  light(input('100,000 lists', () => lists(100_000))),
  light(input('200,000 lists', () => lists(200_000), TOO_LARGE)),
  light(input('4,000 levels in a text', () => JSON.stringify(nested(4000)))),
  input('a list of 500,000 in a text', () => JSON.stringify(zeros(500_000))),
  light(input('texts within texts', innerTexts)),
  input('long ids', () => '{}', TAKEN, {
    session_id: 'i'.repeat(3 * MEBIBYTE),
    tool_use_id: 'c'.repeat(3 * MEBIBYTE),
  }),
  input('100,000 long numbers', () => `[${listed(100_000, (at) => `1234567890123456${at}`)}]`),
  input('a number of 7,000,000 digits', () => `{"n":${'9'.repeat(7_000_000)}}`),
  input('1,000,000 half characters', () => `"${'\\ud800'.repeat(1_000_000)}"`),
  input('members that occur twice', () => `{${listed(60_000, (at) => `"k${at % 2}":0`)}}`, INVALID),
  input('a folder of 8 MB', () => '{}', TAKEN, { cwd: '/a'.repeat(4_000_000) }),
  prompt('a prompt of tags', () => '<system-reminder>'.repeat(400_000)),
  prompt('a prompt of ends of tags', () => '</a><b'.repeat(1_000_000)),
  hook('64 reports of 2,000 members', 'claude-code', () =>
    text(`[${listed(64, (at) => String(jsonWith(claude(`of list ${at}`), members(1500))))}]`),
  ),
  hook('60,000 documents', 'claude-code', () => text('{}\n'.repeat(60_000)), TAKEN),
  light(hook('8 MB of commas', 'claude-code', () => text(','.repeat(8_000_000)), TOO_LARGE)),
  hook('commas and spaces', 'claude-code', () => text(`{${`,${' '.repeat(99)}`.repeat(70_000)}`), INVALID),
  light(
    hook('control characters', 'claude-code', () => text(`{"a":"${'\u0001'.repeat(2_000_000)}`), TOO_LARGE),
  ),
  hook(
    'UTF-16',
    'claude-code',
    () => Buffer.from(`\ufeff{"a":"${'x'.repeat(4_000_000)}`, 'utf16le'),
    INVALID,
  ),
  light(commands('hostile commands', 50_000, (at) => `x${at}`)),
  commands('hostile long commands', 256, (at) => `${at}`.padEnd(30_000, ' x')),
  commands('hostile shared members', 256, (at) => `make ${at}`, {
    ...{ callId: 'c'.repeat(MEBIBYTE), cwd: `c:${'/'.repeat(4 * MEBIBYTE)}` },
    ...{ model: 'm'.repeat(MEBIBYTE), turn: 't'.repeat(MEBIBYTE) },
  }),
  light(patch('a patch of 100,000 files', () => files(100_000))),
  patch('a patch of spaces', () => spacedPatch(7_000_000)),
  patch(
    'a patch of paths that go up',
    () => `*** Begin Patch\n*** Add File: ${'a/'.repeat(500_000)}${'../'.repeat(500_000)}`,
  ),
  hook('24 MB of a file', 'claude-code', () =>
    jsonWith(claude('24 MB of a file'), JSON.stringify({ content: 'x '.repeat(12_000_000) })),
  ),
  chunked(
    hook('24 MB in chunks', 'claude-code', () =>
      jsonWith(claude('24 MB in chunks'), JSON.stringify({ content: 'x '.repeat(12_000_000) })),
    ),
  ),
  hook(
    '24 MB of short texts',
    'claude-code',
    () => jsonWith(claude('short'), `["a"${',"a"'.repeat(6_000_000)}]`),
    TOO_LARGE,
  ),
];
