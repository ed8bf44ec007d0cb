import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HarnessId, HOOK_HARNESS_IDS } from '../../shared/bridge.ts';
import { UNREADABLE } from '../../shared/event.ts';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';
import type { Payload } from './harnesses/adaptation.ts';
import { readReports } from './report-reader.ts';

/** All harnesses report at once, on a machine that also runs other work. */
const LONG_MS = 120_000;
const MIB = 1_048_576;

const captured = (name: string): Payload =>
  JSON.parse(
    readFileSync(
      fileURLToPath(new URL(`./harnesses/${name.replace('/', '/captured/')}.json`, import.meta.url)),
      'utf8',
    ),
  );

/** What one test says in a report. */
interface Said {
  session: unknown;
  call: unknown;
  command: unknown;
}

/** A call of the shell as one harness reports it, and the member that holds the tool's input. */
interface Dialect {
  call(said: Said): Payload;
  input(payload: Payload): Payload;
  inputName: string;
  /** False where a command is a list of words anyway, or where the input is a list of commands. */
  takesWords?: false;
}

/** The members that hooks of the family of Claude Code have, around a captured payload. */
const family = (base: Payload): Dialect => ({
  call: ({ session, call, command }) => ({
    ...base,
    session_id: session,
    tool_use_id: call,
    tool_input: { ...(base.tool_input as Payload), command },
  }),
  input: (payload) => payload,
  inputName: 'tool_input',
});
const documented = (tool: string, members: Payload = {}) =>
  family({ hook_event_name: 'PreToolUse', tool_name: tool, cwd: '/srv', ...members });
const openCode: Dialect = {
  call: ({ session, call, command }) => ({
    hook: 'tool.execute.before',
    directory: '/srv',
    input: { tool: 'bash', sessionID: session, callID: call },
    output: { args: { command } },
  }),
  input: (payload) => payload.output as Payload,
  inputName: 'args',
};
const plugin = (
  base: Payload,
  session: string,
  call: string,
  input: (command: unknown) => Payload,
): Dialect => ({
  call: (said) => ({ ...base, [session]: said.session, [call]: said.call, input: input(said.command) }),
  input: (payload) => payload,
  inputName: 'input',
});

const DIALECTS: Record<(typeof HOOK_HARNESS_IDS)[number], Dialect> = {
  'claude-code': family(captured('claude-code/PreToolUse.Bash')),
  codex: family(captured('codex/PreToolUse.Bash')),
  copilot: family(captured('copilot/PreToolUse.Bash')),
  gemini: family(captured('gemini/BeforeTool.run_shell_command')),
  'qwen-code': family(captured('qwen-code/PreToolUse.run_shell_command')),
  'kimi-code': family(captured('kimi-code/PreToolUse.Bash')),
  droid: documented('Execute'),
  auggie: documented('launch-process'),
  kiro: documented('execute_bash'),
  goose: documented('developer__shell', {
    event: 'PreToolUse',
    hook_event_name: undefined,
    working_dir: '/srv',
  }),
  // Cursor can run Claude Code's hooks.
  cursor: documented('Bash', { cursor_version: '3.1.0' }),
  windsurf: {
    call: ({ session, command }) => ({
      ...{ agent_action_name: 'pre_run_command', trajectory_id: session },
      tool_info: { command_line: command, cwd: '/srv' },
    }),
    input: (payload) => payload,
    inputName: 'tool_info',
    takesWords: false,
  },
  opencode: openCode,
  kilo: openCode,
  pi: plugin(captured('pi/tool_call.bash'), 'session', 'toolCallId', (command) => ({ command })),
  cline: {
    ...plugin(captured('cline/call.run_commands'), 'session', 'callId', (command) => ({
      commands: [command],
    })),
    takesWords: false,
  },
  acp: {
    ...plugin({ hook: 'tool', kind: 'execute', cwd: '/srv' }, 'sessionId', 'callId', (command) => ({
      command,
    })),
    takesWords: false,
  },
};

const COMMAND = 'rm -rf build';
const MARK = '@@';
const text = (dialect: Dialect, said: Said) => JSON.stringify(dialect.call(said));

/** What a report gives: its commands in order and whether they are mended, or the number of reports that are unreadable. */
interface Outcome {
  commands: readonly [command: string, mended: boolean][];
  /** Uses of tools without a command beside them. */
  tools?: number;
  unreadable?: number;
}
interface OddReport {
  name: string;
  body(dialect: Dialect, said: Said, other: Said): string | Buffer | undefined;
  gives: Outcome;
}

const mended = (command = COMMAND): Outcome => ({ commands: [[command, true]] });
const plain = (command = COMMAND): Outcome => ({ commands: [[command, false]] });
const unreadable: Outcome = { commands: [], unreadable: 1 };

/** A command whose bytes in the report are not those that JSON would have. */
const written = (name: string, bytes: string | readonly number[], gives: Outcome): OddReport => ({
  name,
  body: (dialect, said) => {
    const [before, after] = text(dialect, { ...said, command: MARK }).split(MARK) as [string, string];
    const middle = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes);
    return Buffer.concat([Buffer.from(before), middle, Buffer.from(after)]);
  },
  gives,
});
const around = (name: string, before: string, after: string, gives: Outcome): OddReport => ({
  name,
  body: (dialect, said) => before + text(dialect, said) + after,
  gives,
});
const changed = (name: string, change: (text: string) => string, gives: Outcome): OddReport => ({
  name,
  body: (dialect, said) => change(text(dialect, said)),
  gives,
});
const said = (name: string, members: Partial<Said>, gives: Outcome): OddReport => ({
  name,
  body: (dialect, given) => text(dialect, { ...given, ...members }),
  gives,
});
/** The tool's input as a text of JSON. */
const asText = (name: string, write: (input: string) => string, gives: Outcome): OddReport => ({
  name,
  body: (dialect, given) => {
    const payload = dialect.call(given);
    const holder = dialect.input(payload);
    holder[dialect.inputName] = write(JSON.stringify(holder[dialect.inputName]));
    return JSON.stringify(payload);
  },
  gives,
});
const inWords = (name: string, command: readonly unknown[], line: string): OddReport => ({
  name,
  body: (dialect, given) => (dialect.takesWords === false ? undefined : text(dialect, { ...given, command })),
  gives: mended(line),
});
const two = (name: string, between: string, gives: Outcome): OddReport => ({
  name,
  body: (dialect, given, other) => text(dialect, given) + between + text(dialect, other),
  gives,
});
const both: Outcome = { commands: [...plain().commands, ...plain().commands] };

/** A number that only this session has. */
const numberOf = (session: unknown) =>
  Number.parseInt(createHash('sha256').update(String(session)).digest('hex').slice(0, 12), 16);

const ODD: readonly OddReport[] = [
  changed('as it should be', (json) => json, plain()),
  changed('on several lines', (json) => JSON.stringify(JSON.parse(json), null, 2), plain()),
  around('with a line feed after it', '', '\r\n', plain()),
  written('defined escapes', String.raw`a\n\t\"\\\u00e9`, plain('a\n\t"\\é')),
  written('a raw line feed', 'rm -rf build\nls', mended('rm -rf build\nls')),
  written('a raw tab', 'a\tb', mended('a\tb')),
  written('a raw line end of Windows', 'a\r\nb', mended('a\r\nb')),
  written('a raw escape character', 'a\u001b[31m', mended('a\u001b[31m')),
  written('a raw NUL', 'a\0b', mended('a\0b')),
  written('a raw bell', 'a\u0007', mended('a\u0007')),
  written('an undefined escape', String.raw`printf \e[31m`, mended(String.raw`printf \e[31m`)),
  written('a path of Windows', String.raw`dir C:\Users\jo`, mended(String.raw`dir C:\Users\jo`)),
  written('a regular expression', String.raw`grep \d+\.\w`, mended(String.raw`grep \d+\.\w`)),
  written('a short Unicode escape', String.raw`a\u12`, mended(String.raw`a\u12`)),
  written('a Unicode escape without digits', String.raw`a\u00zz`, mended(String.raw`a\u00zz`)),
  written('a hexadecimal escape', String.raw`a\x41`, mended(String.raw`a\x41`)),
  written('undefined and defined escapes', String.raw`a\nb\qc\\d`, mended('a\nb\\qc\\d')),
  written('a continued line', 'a \\\n b', mended('a \\\n b')),
  written('an escaped apostrophe', String.raw`echo \'a\'`, mended(String.raw`echo \'a\'`)),
  written('an escaped variable', String.raw`echo \$HOME`, mended(String.raw`echo \$HOME`)),
  written('a byte of Latin-1', [...Buffer.from('caf'), 0xe9], mended('caf\ufffd')),
  written('a lone continuation byte', [0x61, 0x80, 0x62], mended('a\ufffdb')),
  written('a cut character', [...Buffer.from('€').subarray(0, 2), 0x61], mended('\ufffda')),
  written('a byte that no text has', [0xff, 0x61], mended('\ufffda')),
  around('a byte order mark', '\ufeff', '', mended()),
  around('a byte order mark and a line', '\ufeff\n', '\n', mended()),
  around('a NUL after it', '', '\0', mended()),
  around('many NULs and lines after it', '', '\n\0\0\0\n', mended()),
  around('an end of file of Windows', '', '\u001a', mended()),
  around('a no-break space', '\u00a0', '\u00a0', mended()),
  around('a separator of records', '\u001e', '\n', mended()),
  changed('a comma before the end', (json) => json.replace(/\}$/, ',}'), mended()),
  changed('commas before each end', (json) => json.replaceAll('}', ' , }'), mended()),
  asText('the input as a text', (input) => input, mended()),
  asText('the input as a text with space', (input) => `\n ${input} `, mended()),
  asText('the input as a text with a raw tab', (input) => input.replace(COMMAND, 'a\tb'), mended('a\tb')),
  asText(
    'the input as a text with a path',
    (input) => input.replace(COMMAND, String.raw`C:\jo`),
    mended('C:\\jo'),
  ),
  inWords('a list of words', ['git', 'push', '--force'], 'git push --force'),
  inWords(
    'a list with a word to quote',
    ['echo', "it's", 'a b', '$HOME', ''],
    `echo 'it'\\''s' 'a b' '$HOME' ''`,
  ),
  inWords('a list that runs a shell', ['/bin/bash', '-lc', 'ls | wc'], 'ls | wc'),
  inWords('a list with a number', ['sleep', 5], 'sleep 5'),
  {
    name: 'numbers as ids',
    // Two harnesses must not report the same session.
    body: (dialect, given) => text(dialect, { ...given, session: numberOf(given.session), call: 77 }),
    gives: mended(),
  },
  two('two reports', '', both),
  two('two reports on lines', '\n', both),
  two('two reports with an empty line', '\r\n\r\n', both),
  two('two reports with a NUL between', '\0', {
    commands: [
      [COMMAND, false],
      [COMMAND, true],
    ],
  }),
  {
    name: 'a mended and a plain report',
    body: (dialect, given, other) => text(dialect, given).replace(COMMAND, 'a\nb') + text(dialect, other),
    gives: {
      commands: [
        ['a\nb', true],
        [COMMAND, false],
      ],
    },
  },
  around('words after it', '', 'Done.', { ...plain(), unreadable: 1 }),
  around('the beginning of another', '', '{"hook_event_name":"Pre', { ...plain(), unreadable: 1 }),
  {
    name: 'a report in UTF-16',
    body: (dialect, given) => Buffer.from(text(dialect, given), 'utf16le'),
    gives: mended(),
  },
  {
    name: 'a report in UTF-16 with its mark',
    body: (dialect, given) => Buffer.from(`\ufeff${text(dialect, given)}`, 'utf16le'),
    gives: mended(),
  },
  changed('a report as a text of JSON', (json) => JSON.stringify(json), mended()),
  changed('a report as a text in a text', (json) => JSON.stringify(JSON.stringify(json)), unreadable),
  {
    name: 'a list of reports',
    body: (dialect, given, other) => JSON.stringify([dialect.call(given), dialect.call(other)]),
    gives: both,
  },
  changed('a list of too many reports', (json) => `[${Array(65).fill(json)}]`, unreadable),
  changed('an empty list', () => '[]', unreadable),
  changed('a list of words', () => '["ls"]', unreadable),
  changed('null', () => 'null', unreadable),
  changed('a number', () => '42', unreadable),
  changed('a text', () => '"rm -rf build"', unreadable),
  changed('nothing', () => '', unreadable),
  changed('only white space', () => ' \n\0', unreadable),
  changed('half of it', (json) => json.slice(0, json.length / 2), unreadable),
  changed('all but its end', (json) => json.slice(0, -1), unreadable),
  changed('a page of HTML', () => '<html><body>502</body></html>', unreadable),
  changed('words', () => 'fatal: not a git repository', unreadable),
  changed('apostrophes for quotes', (json) => json.replaceAll('"', "'"), unreadable),
  changed('names without quotes', (json) => json.replaceAll(/"(\w+)":/g, '$1:'), unreadable),
  changed('a comment', (json) => json.replace('{', '{/* x */'), unreadable),
  changed('two values for one name', (json) => json.replace('{', '{"cwd":"/a","cwd":"/b",'), unreadable),
  changed(
    'two values for one name inside',
    (json) => json.replace(JSON.stringify(COMMAND), '{"a":"ls","a":"rm"}'),
    unreadable,
  ),
  around('words before it', 'Loading… ', '', unreadable),
  changed('one brace', () => '{', unreadable),
  changed('a name alone', () => '{"session_id"', unreadable),
  said('no session', { session: undefined }, unreadable),
  said('null as the session', { session: null }, unreadable),
  said('an empty session', { session: '' }, unreadable),
  changed('9 MiB of words', () => 'x'.repeat(9 * MIB), unreadable),
];

let host: RunningHost;
let home: string;
const options = () => ({ surroundings: { variables: { HOME: home }, platform: 'linux' as const } });

beforeAll(async () => {
  home = temporaryFolder();
  host = await startTestHost(options());
  for (const harness of HOOK_HARNESS_IDS) await host.control('bridges.connect', { harness });
});
afterAll(async () => {
  await host.remove();
  rmSync(home, { recursive: true, force: true });
});

async function report(harness: HarnessId, body: string | Buffer): Promise<number> {
  const token = readFileSync(join(host.dataDir, 'bridges', `${harness}.token`), 'utf8');
  const answer = await fetch(`${host.baseUrl}/api/bridges/v1/${harness}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: new Uint8Array(Buffer.from(body)),
  });
  return answer.status;
}

/** Sends every odd report of a harness, and returns what each gave. */
async function outcomesOf(harness: (typeof HOOK_HARNESS_IDS)[number]): Promise<[string, Outcome][]> {
  const outcomes: [string, Outcome][] = [];
  const { integrationId } = (await host.control('bridges.status', {})).bridges.find(
    (bridge) => bridge.harness === harness,
  )!;
  for (const [at, { name, body, gives }] of ODD.entries()) {
    const session = `${harness}-${at}`;
    const first = { session, call: `call-${at}`, command: COMMAND };
    const sent = body(DIALECTS[harness], first, { ...first, session: `${session}-2` });
    if (sent === undefined) continue;
    await report(harness, sent);
    const filter = { integrationId: integrationId! };
    const { receipts } = await host.control('receipts.export', { filter, limit: 8 });
    const ids = [session, `${session}-2`, String(numberOf(session))];
    const own = receipts.toReversed().filter(({ session: { id } }) => ids.includes(id));
    const commands = own.flatMap(({ event, data, flags }): [string, boolean][] =>
      event === 'command.before_run' ? [[data.command as string, flags.includes('mended')]] : [],
    );
    outcomes.push([name, { ...gives, commands }]);
    const tools = own.filter(({ event }) => event === 'tool.before_use');
    expect([name, tools.length, own.length]).toEqual([name, commands.length, commands.length * 2]);
  }
  return outcomes;
}

/** A hook of the family of Claude Code, in its own words. */
const hook = (name: string, session: unknown, members: Payload = {}): Payload => ({
  ...{ hook_event_name: name, session_id: session, cwd: '/srv' },
  ...members,
});

describe('odd reports', { timeout: LONG_MS }, () => {
  test.each(HOOK_HARNESS_IDS)('of %s give their receipts', async (harness) => {
    const nobody = { session: '', call: '', command: '' };
    const sent = ODD.filter(({ body }) => body(DIALECTS[harness], nobody, nobody) !== undefined);
    expect(await outcomesOf(harness)).toEqual(sent.map(({ name, gives }) => [name, gives]));
  });

  test('that cannot be read are all counted, in one receipt a minute, without their text', async () => {
    await host.stop();
    host = await startTestHost({ ...options(), dataDir: host.dataDir });
    const filter = { event: UNREADABLE } as const;
    const { receipts } = await host.control('receipts.export', { filter, limit: 500 });
    const lost = ODD.reduce((sum, { gives }) => sum + (gives.unreadable ?? 0), 0);
    const counted = new Map<string, number>();
    for (const { integration, data } of receipts) {
      counted.set(integration.name, (counted.get(integration.name) ?? 0) + (data.count as number));
    }
    expect([...counted.values()]).toEqual(HOOK_HARNESS_IDS.map(() => lost));
    expect(receipts.length).toBeLessThan(lost * HOOK_HARNESS_IDS.length * 0.2);
    expect(receipts.at(-1)).toMatchObject({
      session: { id: '' },
      data: { reason: 'not_json', bytes: 'Done.'.length, count: 1 },
      redaction: { state: 'redacted', findings: [] },
      flags: [],
    });
    expect((await host.control('record.check', {})).check).toMatchObject({ faultCount: 0 });
  });
});

/** Reports an object in a session of its own, and returns what its receipts say, oldest first. */
async function told(harness: HarnessId, session: string, payload: Payload | string) {
  await report(harness, typeof payload === 'string' ? payload : JSON.stringify(payload));
  const { receipts } = await host.control('receipts.export', { filter: { sessionId: session }, limit: 20 });
  return receipts
    .toReversed()
    .map(({ event, data, flags }) => [
      event,
      data.content ?? data.path ?? data.command ?? data.reason,
      ...flags,
    ]);
}

describe('an action', () => {
  const edit = { tool_name: 'Write', tool_use_id: 'c1' };
  const file = JSON.stringify({ file_path: 'a.ts', content: 'x' });

  test('of a file is read from an input that is a text', async () => {
    expect(await told('claude-code', 'f1', hook('PostToolUse', 'f1', { ...edit, tool_input: file }))).toEqual(
      [['file.changed', '/srv/a.ts', 'mended']],
    );
    const result = { result_type: 'success' };
    const members = { ...edit, tool_input: file, tool_result: JSON.stringify(result) };
    expect(await told('copilot', 'f2', hook('PostToolUse', 'f2', members))).toEqual([
      ['file.changed', '/srv/a.ts', 'mended'],
    ]);
    const camel = { hookEventName: 'PostToolUse', sessionId: 'f3', cwd: '/srv', toolName: 'create' };
    const args = { toolArgs: JSON.stringify({ path: 'b.ts' }), tool_result: result };
    expect(await told('copilot', 'f3', { ...camel, ...args })).toEqual([
      ['file.changed', '/srv/b.ts', 'mended'],
    ]);
    const broken = hook('PostToolUse', 'f4', { ...edit, tool_input: file.slice(0, 20) });
    expect(await told('claude-code', 'f4', broken)).toEqual([[UNREADABLE, 'incomplete']]);
  });

  test('in a folder of Windows has one path, however the agent writes it', async () => {
    const spellings = ['C:\\work\\app', 'c:\\work\\app', 'c:/work/app', '/c:/work/app'];
    for (const [at, cwd] of spellings.entries()) {
      const named = hook('PostToolUse', `drive ${at}`, {
        ...edit,
        cwd,
        tool_input: { file_path: `${cwd}/a.ts` },
      });
      expect(await told('claude-code', `drive ${at}`, named)).toEqual([
        ['file.changed', 'C:\\work\\app\\a.ts'],
      ]);
      const { sessions } = await host.control('sessions.query', { limit: 1 });
      expect(sessions[0]?.project).toBe('C:\\work\\app');
    }
  });

  test('without what it is about is no receipt, or an unreadable report of its session', async () => {
    const shell = (members: Payload) => hook('PreToolUse', 'w1', { tool_name: 'Bash', ...members });
    expect(await told('codex', 'w1', shell({ tool_input: {} }))).toEqual([['tool.before_use', undefined]]);
    const nothing = hook('PreToolUse', 'w2', { tool_input: { command: 'ls' } });
    expect(await told('gemini', 'w2', { ...nothing, hook_event_name: 'BeforeTool' })).toEqual([
      [UNREADABLE, 'incomplete'],
    ]);
    const cursor = {
      hook_event_name: 'beforeShellExecution',
      conversation_id: 'w3',
      cursor_version: '3.1.0',
    };
    expect(await told('cursor', 'w3', cursor)).toEqual([[UNREADABLE, 'incomplete']]);
    expect(await told('cursor', 'w4', { ...cursor, conversation_id: 'w4', command: ['ls', 'a b'] })).toEqual([
      ['command.before_run', "ls 'a b'", 'mended'],
    ]);
    const long = `/${'x'.repeat(5000)}`;
    const path = { ...edit, tool_input: { file_path: long } };
    expect(await told('droid', 'w5', hook('PostToolUse', 'w5', { ...path, tool_name: 'Create' }))).toEqual([
      [UNREADABLE, 'too_large'],
    ]);
    const terminal = { hook: 'command', sessionId: 'w6', cwd: '/srv' };
    expect(await told('acp', 'w6', terminal)).toEqual([[UNREADABLE, 'incomplete']]);
  });

  const edits: [HarnessId, Payload][] = [
    ['claude-code', hook('PostToolUse', 'e1', { ...edit, tool_input: {} })],
    ['cursor', { hook_event_name: 'afterFileEdit', conversation_id: 'e1', cursor_version: '3.1.0' }],
    ['gemini', hook('AfterTool', 'e1', { tool_name: 'replace', tool_input: { file_path: 7 } })],
    ['qwen-code', hook('PostToolUse', 'e1', { tool_name: 'edit', tool_input: [] })],
    ['opencode', { hook: 'tool.execute.after', input: { tool: 'edit', sessionID: 'e1', args: {} } }],
    ['pi', { hook: 'tool_result', session: 'e1', toolName: 'write' }],
    ['goose', { event: 'PostToolUse', session_id: 'e1', tool_name: 'developer__write' }],
  ];
  test('of a file without its path is an unreadable report', async () => {
    for (const [harness, payload] of edits) {
      const { integrationId } = (await host.control('bridges.status', {})).bridges.find(
        (bridge) => bridge.harness === harness,
      )!;
      const refused = async () =>
        (await host.control('bridges.status', {})).bridges.find(
          (bridge) => bridge.integrationId === integrationId,
        )!.refused;
      const before = await refused();
      await report(harness, JSON.stringify(payload));
      expect([harness, (await refused()) - before]).toEqual([harness, 1]);
    }
  });

  test('of a prompt is read from a list of parts, and never called not typed where it cannot be read', async () => {
    const parts = [
      { type: 'text', text: 'hello' },
      { type: 'resource', text: 'CONTENTS' },
    ];
    const prompt = (session: string, given: unknown) => hook('UserPromptSubmit', session, { prompt: given });
    expect(await told('auggie', 'q1', prompt('q1', [...parts, 'and more']))).toEqual([
      ['prompt.submitted', 'hello\nand more', 'destination_assumed'],
    ]);
    expect(await told('kimi-code', 'q2', prompt('q2', 'hello'))).toEqual([['prompt.submitted', 'hello']]);
    expect((await told('kimi-code', 'q3', prompt('q3', [{ type: 'image_url' }])))[0]![1]).toContain(
      'without text',
    );
    const counts = async () =>
      (await host.control('bridges.status', {})).bridges.find(({ harness }) => harness === 'kiro')!;
    const before = await counts();
    for (const given of [{ text: 'hello' }, 12, true, undefined])
      await told('kiro', 'q4', prompt('q4', given));
    for (const given of ['', null]) await told('kiro', 'q5', prompt('q5', given));
    const after = await counts();
    expect(after.refused - before.refused).toBe(4);
    expect(after.notUserInput - before.notUserInput).toBe(2);
  });

  test('whose numbers are in a text of JSON says that they are kept as text', async () => {
    const input = '{"channel":1290123456789012345}';
    const call = hook('PreToolUse', 'n1', { tool_name: 'send', tool_use_id: 'c', tool_input: input });
    expect(await told('codex', 'n1', call)).toEqual([
      ['tool.before_use', undefined, 'mended', 'number_as_text'],
    ]);
  });

  test('of a prompt that is an image alone says that it had no text', async () => {
    const image = { hook_event_name: 'beforeSubmitPrompt', conversation_id: 'p1', cursor_version: '3.1.0' };
    const attachments = [{ type: 'file', file_path: '/srv/x.png' }];
    const note = '[The prompt was reported without text]';
    expect(await told('cursor', 'p1', { ...image, prompt: '', attachments })).toEqual([
      ['prompt.submitted', note, 'destination_assumed'],
    ]);
    const prompt = { hook: 'prompt', sessionId: 'p2', prompt: [{ type: 'image', bytes: 9 }] };
    expect((await told('acp', 'p2', prompt))[0]![1]).toContain('9 bytes');
  });

  test('with an input that nests without end has its receipts without that input', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const payload = hook('PreToolUse', 'd1', { tool_name: 'Bash', tool_input: { command: 'ls', x: MARK } });
    expect(await told('claude-code', 'd1', JSON.stringify(payload).replace(`"${MARK}"`, deep))).toEqual([
      ['tool.before_use', undefined],
      ['command.before_run', 'ls'],
    ]);
  });
});

test('an unreadable report is a receipt of no session, and counts as a receipt', async () => {
  const list = () => host.control('receipts.query', { filter: { event: UNREADABLE }, limit: 500 });
  const counts = async () => (await host.control('diagnostics.get', {})).stores;
  const { sessions } = await host.control('sessions.query', { limit: 500 });
  expect(sessions.some(({ id }) => id === '')).toBe(false);
  const before = await counts();
  expect(await report('kilo', '{"hook"')).toBe(400);
  const [newest] = (await list()).receipts;
  expect(newest).toMatchObject({
    integration: { name: 'Kilo CLI' },
    session: { id: '' },
    summary: 'Unreadable report of 7 bytes: it is not a whole JSON object',
  });
  expect(await counts()).toMatchObject({ receipts: before.receipts + 1, sessions: before.sessions });
  await expect(host.control('sessions.get', { key: newest!.session.key })).rejects.toThrow('not_found');
  // No other program can report it.
  const { token } = await host.generateToken('dev');
  const event = {
    ...sampleEvent('dev'),
    event: UNREADABLE,
    data: { reason: 'not_json', bytes: 1, count: 1 },
  };
  expect((await host.post(token, event)).status).toBe(400);
});

test('what is mended counts at the budget, and the bytes of UTF-16 do not', () => {
  const letters = JSON.stringify({ a: 'ж'.repeat(200_000) });
  expect(readReports(Buffer.from(letters, 'utf16le'))).toMatchObject([{ value: JSON.parse(letters) }]);
  const mended = `{"a":"${'\n'.repeat(200_000)}"}`;
  for (const encoding of ['utf8', 'utf16le'] as const) {
    expect(readReports(Buffer.from(mended, encoding))).toMatchObject([{ reason: 'too_large' }]);
  }
});
