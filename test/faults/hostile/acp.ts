import {
  files,
  type HostileLines,
  json,
  listed,
  lists,
  MEBIBYTE,
  members,
  nested,
  ROUND,
  text,
  zeros,
} from './input.ts';

const SESSION = `hostile lines${ROUND}`;

const line = (method: string, params: object, raw = '') =>
  JSON.stringify({ jsonrpc: '2.0', id: method, method, params: { sessionId: SESSION, ...params } }).replace(
    '"@"',
    () => raw,
  );
const lines = (count: number, form: (at: number) => string) => text(`${listed(count, form)}\n`);
/** One message of each line. */
const messages = (count: number, form: (at: number) => string) =>
  text(Array.from({ length: count }, (_, at) => `${form(at)}\n`).join(''));
const acp = (name: string, body: () => Buffer): HostileLines => ({ name: `acp: ${name}`, to: 'acp', body });
const light = (input: HostileLines): HostileLines => ({ ...input, isLight: true });
/** One update of a tool call. The agent sends it back, and the observer reads what an agent says. */
const update = (call: object, raw = '') =>
  line(
    'session/update',
    { update: { sessionUpdate: 'tool_call', toolCallId: 'c', kind: 'edit', status: 'completed', ...call } },
    raw,
  );
const one = (name: string, call: () => object, raw?: () => string) =>
  acp(name, () => text(`${update(call(), raw?.())}\n`));

export const HOSTILE_LINES: readonly HostileLines[] = [
  light(
    one(
      'an input of 5,000 levels',
      () => ({ rawInput: '@' }),
      () => nested(5000),
    ),
  ),
  one(
    'an input of 100,000 lists',
    () => ({ rawInput: '@' }),
    () => lists(100_000),
  ),
  one(
    'an input of 130,000 members',
    () => ({ rawInput: '@' }),
    () => members(130_000),
  ),
  one(
    'an input of 500,000 numbers',
    () => ({ rawInput: '@' }),
    () => zeros(500_000),
  ),
  one('an input of 3 MB', () => ({ rawInput: { content: 'x'.repeat(3 * MEBIBYTE) } })),
  one(
    '50,000 changes',
    () => ({ rawInput: '@' }),
    () => `{"changes":{${listed(25_000, (at) => `"/a${at}":{"type":"add"}`)}}}`,
  ),
  one(
    '30,000 differences',
    () => ({ content: '@' }),
    () => `[${listed(30_000, (at) => `{"type":"diff","path":"/a${at}"}`)}]`,
  ),
  one(
    '50,000 places',
    () => ({ locations: '@' }),
    () => `[${listed(50_000, (at) => `{"path":"/a${at}"}`)}]`,
  ),
  one('a patch of 100,000 files', () => ({ rawInput: { input: files(100_000) } })),
  light(one('long ids', () => ({ toolCallId: 'i'.repeat(3 * MEBIBYTE) }))),
  acp('1,100 calls of 100 KB', () =>
    messages(1100, (at) =>
      update({ toolCallId: `c${at}`, status: 'pending', rawInput: { content: 'x'.repeat(100_000) } }),
    ),
  ),
  acp('5,000 sessions', () => messages(5000, (at) => line('session/new', { id: at, cwd: `/a${at}` }))),
  acp('20,000 requests without an answer', () =>
    messages(20_000, (at) =>
      JSON.stringify({
        id: at,
        method: 'fs/write_text_file',
        params: { sessionId: SESSION, path: `/${at}` },
      }),
    ),
  ),
  acp('50,000 options', () =>
    text(
      `${line('session/request_permission', { toolCall: { toolCallId: 'p' }, options: '@' }, `[${listed(30_000, (at) => `{"optionId":"${at}"}`)}]`)}\n`,
    ),
  ),
  acp('100,000 words of a command', () =>
    text(`${line('terminal/create', { command: 'x', args: '@' }, zeros(100_000))}\n`),
  ),
  acp('a prompt of 40,000 parts', () =>
    text(`${line('session/prompt', { prompt: '@' }, `[${listed(30_000, () => '{"type":"text"}')}]`)}\n`),
  ),
  light(acp('a message without an end', () => Buffer.alloc(6 * MEBIBYTE, '['))),
  acp('4 MB of brackets', () => text(`${'['.repeat(4_000_000)}\n`)),
  light(acp('1,000,000 empty lines', () => Buffer.alloc(1_000_000, '\n'))),
  acp('300,000 short messages', () => messages(300_000, () => '{}')),
  acp('100,000 documents in a line', () => lines(1, () => '{} '.repeat(40_000))),
  acp('bytes that are no text', () => Buffer.concat([Buffer.alloc(3_000_000, 0xff), json([]), text('\n')])),
];
