import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HarnessId, HOOK_HARNESS_IDS } from '../../../shared/bridge.ts';
import { plantedIn } from '../../../test/support/planted-values.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../../test/support/running-host.ts';
import type { Payload } from './adaptation.ts';
import { typedCopilotMessage } from './copilot/index.ts';
import { HARNESSES } from './index.ts';

const captured = (name: string): Payload =>
  JSON.parse(
    readFileSync(
      fileURLToPath(new URL(`./${name.replace('/', '/captured/')}.json`, import.meta.url)),
      'utf8',
    ),
  );

const promptHooks = {
  'claude-code': 'UserPromptSubmit',
  codex: 'UserPromptSubmit',
  copilot: 'UserPromptSubmit',
  cursor: 'beforeSubmitPrompt',
  gemini: 'BeforeAgent',
} as const;
type HookHarness = keyof typeof promptHooks;
const hookHarnesses = Object.keys(promptHooks) as HookHarness[];

/** Returns the prompt that is stored for a payload, or `not_user_input` where none is. */
function taken(harness: HarnessId, payload: Payload): unknown {
  const adaptation = HARNESSES[harness].adapt(payload);
  return adaptation.kind === 'events' ? adaptation.events[0]?.data.content : adaptation.kind;
}
const prompt = (harness: HookHarness, text: unknown, more: Payload = {}): Payload => ({
  hook_event_name: promptHooks[harness],
  session_id: 's',
  prompt: text,
  ...more,
});

describe('payloads of the real harnesses', () => {
  test('the answer of a Claude Code background agent is no prompt', () => {
    expect(taken('claude-code', captured('claude-code/UserPromptSubmit-background-agent'))).toBe(
      'not_user_input',
    );
  });

  test('the instruction to a Copilot sub-agent is no prompt', () => {
    expect(taken('copilot', captured('copilot/UserPromptSubmit-subagent'))).toBe('not_user_input');
  });

  test('the instruction to an OpenCode sub-agent is no prompt, nor is one of an unidentified session', () => {
    const payload = { hook: 'chat.message', ...captured('opencode/chat.message-subagent') };
    expect(taken('opencode', { ...payload, child: true })).toBe('not_user_input');
    expect(taken('opencode', payload)).toBe('not_user_input');
  });

  test('Cline marks what the user typed; a sub-agent is instructed by the model', () => {
    expect(taken('cline', captured('cline/prompt'))).toBe('Run the plinth probe with @notes.txt');
    expect(taken('cline', captured('cline/prompt-subagent'))).toBe('not_user_input');
    const message = (...texts: string[]) => taken('cline', { hook: 'prompt', session: 's', texts });
    expect(message('<hook_context>from a hook</hook_context>')).toBe('not_user_input');
    expect(message('A summary: <user_input mode="act">x</user_input>')).toBe('not_user_input');
    expect(message('<user_input mode="plan"> </user_input>')).toBe('not_user_input');
    expect(message('contents', '<user_input mode="plan">Explain </user_input> it</user_input>')).toBe(
      'Explain </user_input> it',
    );
  });

  test('Qwen Code continues with empty prompts, and `prompt` is what the model gets', () => {
    expect(taken('qwen-code', captured('qwen-code/UserPromptSubmit-continuation'))).toBe('not_user_input');
    const payload = captured('qwen-code/UserPromptSubmit');
    expect(taken('qwen-code', { ...payload, prompt: 'typed, with the contents of a file' })).toBe(
      'Run the plinth probe',
    );
    const working = captured('qwen-code/UserPromptSubmit-while-working');
    expect(taken('qwen-code', working)).toMatch(/^USERTYPED also @notes\.txt\n\[Plinth left out [^\n]*\]$/);
  });

  test('the contents of a file mentioned to Gemini are cut, and the mention and the size stay', () => {
    const payload = captured('gemini/BeforeAgent-referenced-file');
    const cut = String(payload.prompt).slice('USERTYPED explain @notes.txt please\n'.length);
    expect(taken('gemini', payload)).toBe(
      `USERTYPED explain @notes.txt please\n[Plinth left out the contents of referenced files: ${cut.length} bytes]`,
    );
    const adaptation = HARNESSES.gemini.adapt(payload);
    expect(adaptation).toMatchObject({ kind: 'events', events: [{ leftOut: 1 }] });
  });

  test('the contents of a file attached in OpenCode are not stored', () => {
    const payload = {
      hook: 'chat.message',
      child: false,
      ...captured('opencode/chat.message-attached-file'),
    };
    expect(taken('opencode', payload)).toBe('"USERTYPED with file"');
  });

  test.each([
    ['claude-code', 'UserPromptSubmit-attached-file', '\n[@old.txt](file:///home/dev/project/old.txt)'],
    ['kimi-code', 'UserPromptSubmit-attached-file', ''],
    ['opencode', 'chat.message-editor-file', ''],
  ] as const)('the contents of a file that an editor attached to %s are cut', (harness, name, mention) => {
    const payload = { ...captured(`${harness}/${name}`), hook: 'chat.message', child: false };
    expect(taken(harness, payload)).toMatch(/^USERTYPED explain\n/);
    expect(String(taken(harness, payload)).replace(/\n\[Plinth left out [^\n]*: \d+ bytes\]$/, '')).toBe(
      `USERTYPED explain${mention}`,
    );
    expect(HARNESSES[harness].adapt(payload)).toMatchObject({ kind: 'events', events: [{ leftOut: 1 }] });
  });
});

describe.each(hookHarnesses)('%s', (harness) => {
  test.each([
    ['plain', 'Explain this.'],
    ['with an element in it', 'Why does <my-element> not render?'],
    ['that starts with an element', '<div class="x"> is not closed, is it?'],
    ['that starts with an element of an unknown name', '<my-element> does not render'],
    ['with white space at both ends', '  Explain\n\n'],
    ['naming a block', 'What does <task-notification> mean?'],
    ['naming a file’s block', 'Why does it write <context ref="file:///x"> and </context>?'],
    ['with a line that names a resource', '<resource> has no uri, and <Context ref="menu"> is a component'],
  ])('a prompt %s is stored unchanged', (_name, text) => {
    expect(taken(harness, prompt(harness, text))).toBe(text);
  });

  test.each([
    ['empty', ''],
    ['of white space', ' \n\t'],
    ['one envelope', '<new-kind-of-notice>\nthe model said this\n</new-kind-of-notice>'],
    [
      'one envelope with attributes',
      ' <peer_message from="other agent">the model said this</peer_message>\n',
    ],
  ])('a prompt that is %s is not stored', (_name, text) => {
    expect(taken(harness, prompt(harness, text))).toBe('not_user_input');
  });

  test.each([undefined, { text: 'x' }, 12])('a prompt that is %j is not known to be typed', (given) => {
    expect(HARNESSES[harness].adapt(prompt(harness, given))).toMatchObject({ reason: 'incomplete' });
  });

  test('a prompt of a sub-agent is not stored', () => {
    expect(taken(harness, prompt(harness, 'Do this', { agent_id: 'a1', agent_type: 'general' }))).toBe(
      'not_user_input',
    );
    expect(taken(harness, prompt(harness, 'Do this', { parent_agent_id: 'p1' }))).toBe('not_user_input');
    // The main agent can have a type of its own.
    expect(taken(harness, prompt(harness, 'Do this', { agent_type: 'reviewer' }))).toBe('Do this');
  });
});

test('a Claude Code block is not stored, however it ends, and ends the prompt before it', () => {
  const answer = '<result>MODEL</task-notification>\nMODEL words\n</result></task-notification>\nMODEL';
  expect(taken('claude-code', prompt('claude-code', `<task-notification>${answer}`))).toBe('not_user_input');
  expect(taken('claude-code', prompt('claude-code', '<bash-stdout>OUTPUT</bash-stdout>'))).toBe(
    'not_user_input',
  );
  expect(taken('claude-code', prompt('claude-code', '<channel source="x">OTHERS</channel>'))).toBe(
    'not_user_input',
  );
  const mixed = taken('claude-code', prompt('claude-code', `Go on.\n<task-notification>${answer}`));
  expect(mixed).toMatch(/^Go on\.\n\[Plinth left out what the user did not type: \d+ bytes\]$/);
});

test('a Codex continuation that reports a sub-agent is not stored', () => {
  expect(
    taken('codex', prompt('codex', '<subagent_notification>{"status":"MODEL"}</subagent_notification>')),
  ).toBe('not_user_input');
});

test('a Cursor prompt can be an attachment alone', () => {
  const attachments = [{ type: 'file', file_path: '/srv/x.png' }];
  expect(taken('cursor', prompt('cursor', '', { attachments }))).toBeUndefined();
  expect(taken('cursor', prompt('cursor', '', { attachments: [] }))).toBe('not_user_input');
});

test.each([
  ['claude-code', '<context type="file" ref="file:///x">'],
  ['claude-code', "<context\n  ref='file:///x'>"],
  ['claude-code', '<file path="x">'],
  ['claude-code', '<file uri="file:///x">'],
  ['cursor', '<code_selection path="x" lines="1-2">'],
  ['copilot', '<attachment path="x">'],
  ['goose', '--- Resource: file:///x ---\n'],
] as const)('what %s puts behind %j is cut', (harness, mark) => {
  const given = `Explain.\n${mark}CONTENTS\n---\n`;
  const payload =
    harness === 'goose'
      ? { event: 'UserPromptSubmit', session_id: 's', message: given }
      : prompt(harness, given);
  expect(taken(harness, payload)).toMatch(/^Explain\.\n\[Plinth left out [^\n]*\]$/);
});

test('text that Gemini appends to a prompt is cut to its end, whatever the file contains', () => {
  const block =
    '\n--- Content from referenced context ---\nContent from @x:\nFILE\n--- End of content ---\nFILE';
  expect(taken('gemini', prompt('gemini', `See @x${block}`))).toMatch(/^See @x\n\[Plinth left out [^\n]*\]$/);
  expect(taken('gemini', prompt('gemini', block.trimStart()))).toMatch(/^\[Plinth left out [^\n]*\]$/);
});

describe('through the route', () => {
  let host: RunningHost;
  let home: string;
  const MODEL = 'SUBPROMPT-MODEL';
  beforeAll(async () => {
    home = temporaryFolder();
    host = await startTestHost({ surroundings: { variables: { HOME: home }, platform: 'linux' } });
    for (const harness of HOOK_HARNESS_IDS) await host.control('bridges.connect', { harness });
  });
  afterAll(async () => {
    await host.remove();
    rmSync(home, { recursive: true, force: true });
  });
  const bridge = async (harness: HarnessId) =>
    (await host.control('bridges.status', {})).bridges.find((each) => each.harness === harness)!;
  const contents = async (sessionId: string) => {
    const page = await host.control('receipts.export', { filter: { sessionId, event: 'prompt.submitted' } });
    return page.receipts.map(({ data }) => data.content);
  };

  test('no model answer reaches the disk, and dropped prompts are counted', async () => {
    for (const [harness, name] of [
      ['claude-code', 'UserPromptSubmit-background-agent'],
      ['copilot', 'UserPromptSubmit-subagent'],
      ['gemini', 'BeforeAgent-referenced-file'],
      ['claude-code', 'UserPromptSubmit-attached-file'],
      ['kimi-code', 'UserPromptSubmit-attached-file'],
      ['qwen-code', 'UserPromptSubmit-while-working'],
    ] as const) {
      const token = readFileSync(join(host.dataDir, 'bridges', `${harness}.token`), 'utf8');
      const answer = await fetch(`${host.baseUrl}/api/bridges/v1/${harness}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(captured(`${harness}/${name}`)),
      });
      expect(answer.status).toBe(202);
    }
    expect((await bridge('claude-code')).notUserInput).toBe(1);
    expect((await bridge('copilot')).notUserInput).toBe(1);
    expect((await bridge('gemini')).notUserInput).toBe(0);
    expect(
      plantedIn(host.dataDir, ['SUBRESULT-MODEL', MODEL, 'PLANTED-FILE-CONTENT', 'MORE-PLANTED']),
    ).toEqual([]);
  });

  test('the OpenCode plugin identifies sub-agent sessions, and sends a command instead of its template', async () => {
    const plugin = (await import(pathToFileURL(join(home, '.config/opencode/plugins/plinth.js')).href)) as {
      Plinth: (input: object) => Promise<Record<string, (...args: object[]) => Promise<void>>>;
    };
    // OpenCode's own client, which answers within the process.
    const known: Record<string, object> = { root: { id: 'root' }, sub: { id: 'sub', parentID: 'root' } };
    const client = {
      session: { get: async ({ path }: { path: { id: string } }) => ({ data: known[path.id] }) },
    };
    const hooks = await plugin.Plinth({ directory: '/srv', client });
    let messages = 0;
    const say = (sessionID: string, text: string) => {
      messages += 1;
      return hooks['chat.message']!(
        { sessionID },
        { message: { id: `msg_${messages}` }, parts: [{ type: 'text', text }] },
      );
    };
    await say('root', 'typed before this process began');
    await say('sub', `${MODEL} one`);
    await say('nobody', `${MODEL} two`);
    const created = (id: string, parentID?: string) =>
      hooks.event!({ event: { type: 'session.created', properties: { info: { id, parentID } } } });
    await created('fresh');
    await created('child', 'fresh');
    await say('fresh', 'typed');
    await say('child', `${MODEL} three`);
    await hooks['command.execute.before']!(
      { command: 'probe', sessionID: 'fresh', arguments: 'now' },
      { parts: [] },
    );
    await say('fresh', 'Template says: SHELLOUT-23 now');
    await say('fresh', 'typed again');
    await hooks.dispose!({});
    // The end waits half a second for the reports, and on a busy computer they are later.
    await expect.poll(() => contents('root')).toEqual(['typed before this process began']);
    await expect
      .poll(async () => (await contents('fresh')).sort())
      .toEqual(['/probe now', 'typed', 'typed again']);
    for (const session of ['sub', 'nobody', 'child']) expect(await contents(session)).toEqual([]);
    expect((await bridge('opencode')).notUserInput).toBe(3);
    expect(plantedIn(host.dataDir, [MODEL, 'SHELLOUT-23'])).toEqual([]);
  });
});

const WRITTEN = 'MODEL-TEXT';
describe('a message as Copilot sends it to the model', () => {
  const now = '<current_datetime>2026-11-22T18:05:04.950+00:00</current_datetime>\n\n';
  test.each([
    ['Copilot CLI', `${now}Run it`, 'Run it'],
    ['its reminder', `${now}Go on\n\n<reminder>${WRITTEN}</reminder>`, 'Go on'],
    ['its notification', `${now}<system_notification>${WRITTEN}</system_notification>`, undefined],
    [
      'VS Code',
      `<attachments>${WRITTEN} <userRequest></attachments>\n<userRequest>\nExplain it\n</userRequest>`,
      'Explain it',
    ],
  ])('of %s', (_name, message, typed) => {
    expect(typedCopilotMessage(message)?.content).toBe(typed);
  });
});
