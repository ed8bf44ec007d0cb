import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plantedIn } from '../../../test/support/planted-values.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../../test/support/running-host.ts';

const plinth = fileURLToPath(new URL('../../../bin/plinth.js', import.meta.url));
/** The tests start processes on a machine that also runs other work. */
const LONG_MS = 120_000;
const ANSWER = 'PLANTED-ANSWER-OF-A-MODEL';
const CONTENTS = 'PLANTED-CONTENTS-OF-A-FILE';

let dataDir: string;
let home: string;
let host: RunningHost;

beforeAll(async () => {
  home = temporaryFolder();
  host = await startTestHost({ surroundings: { variables: { HOME: home }, platform: 'linux' } });
  dataDir = host.dataDir;
  await host.control('bridges.connect', { harness: 'acp' });
});
afterAll(async () => {
  await host.remove();
  rmSync(home, { recursive: true, force: true });
});

/** Runs the command. Each part of the input follows when the agent has answered the part before it. */
async function runAcp(command: string[], input: readonly (string | Buffer)[], folder = dataDir) {
  const child = spawn(process.execPath, [plinth, 'acp', '--', ...command], {
    env: { ...process.env, PLINTH_DATA_DIR: folder },
  });
  const stderr = buffer(child.stderr);
  const closed = once(child, 'close');
  const answers: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => answers.push(chunk));
  for (const [at, part] of input.entries()) {
    if (at > 0) await once(child.stdout, 'data');
    child.stdin.write(part);
  }
  child.stdin.end();
  const [status, signal] = await closed;
  return { stdout: Buffer.concat(answers), stderr: String(await stderr), status, signal };
}

/** An agent that answers each line of the editor with some lines, in one write. */
function agentOf(answers: readonly string[]): string[] {
  const file = join(home, `agent-${randomBytes(4).toString('hex')}.cjs`);
  const script = `
    const answers = ${JSON.stringify(answers)};
    require('node:readline').createInterface({ input: process.stdin }).on('line', () => {
      process.stdout.write(answers.shift());
    });`;
  writeFileSync(file, script);
  return [process.execPath, file];
}

const rpc = (members: object) => ({ jsonrpc: '2.0', ...members });
const text = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const update = (sessionId: string, members: object) =>
  rpc({ method: 'session/update', params: { sessionId, update: members } });

describe('plinth acp', { timeout: LONG_MS }, () => {
  test('goes on for an agent whose messages nest deeply, have long ids or do not end', async () => {
    const session = 'hostile-agent';
    const deep = `${'[1,'.repeat(5000)}0${']'.repeat(5000)}`;
    const call = (id: string, rawInput: string) =>
      `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${session}","update":{"sessionUpdate":"tool_call",` +
      `"toolCallId":"${id}","title":"Run","kind":"other","status":"pending","rawInput":{"a":${rawInput}}}}}\n`;
    const answers = [
      text([rpc({ id: 1, result: { sessionId: session } })]) +
        call('deep', deep) +
        call('i'.repeat(300_000), '1') +
        call('large', JSON.stringify('x'.repeat(3_000_000))) +
        '[{"jsonrpc":"2.0","method":7,"params":[[]]},null,"text"]\n' +
        call('after', '"done"'),
      '{"jsonrpc":"2.0","id":2,"res',
    ];
    const editor = [
      rpc({ id: 1, method: 'session/new', params: { cwd: '/srv/shop', mcpServers: [] } }),
      rpc({ id: 2, method: 'session/prompt', params: { sessionId: session, prompt: [] } }),
    ];
    const { stdout, status, stderr } = await runAcp(
      agentOf(answers),
      editor.map((line) => text([line])),
    );
    expect([stdout.toString() === answers.join(''), status, stderr]).toEqual([true, 0, '']);
    // A busy machine reads the large report after the sender has stopped waiting for it.
    const calls = async () => {
      const { receipts } = await host.control('receipts.export', { filter: { sessionId: session } });
      return receipts
        .filter(({ event }) => event === 'tool.before_use')
        .map(({ data }) => data.callId)
        .sort();
    };
    await expect.poll(calls, { timeout: LONG_MS }).toEqual(['after', 'deep', 'large']);
  });

  test('passes every byte on in both directions, and the exit code', async () => {
    const noise = Buffer.concat([
      randomBytes(300_000),
      Buffer.from('\n{"jsonrpc":"2.0","method":"session/upd'),
      Buffer.alloc(5 * 1_048_576, 'x'),
    ]);
    const script = `process.stdin.pipe(process.stdout); process.stdin.on('end', () => { process.exitCode = 9; })`;
    const { stdout, stderr, status } = await runAcp([process.execPath, '-e', script], [noise]);
    expect([stdout.equals(noise), stderr, status]).toEqual([true, '', 9]);
  });

  test('ends by the signal that ended the agent, and says when a command does not exist', async () => {
    const killed = await runAcp([process.execPath, '-e', 'process.kill(process.pid, "SIGKILL")'], []);
    // Windows tells no signal.
    expect(killed.signal ?? killed.status).toBe(process.platform === 'win32' ? 1 : 'SIGKILL');
    const missing = await runAcp(['no-such-agent'], []);
    expect([missing.status, missing.stderr]).toEqual([127, 'no-such-agent: command not found\n']);
  });

  test.each(['when Plinth is not there', 'when a pipe has the place of its route'])(
    'runs the agent unchanged %s',
    async (when) => {
      if (when.includes('pipe') && process.platform === 'win32') return;
      const empty = temporaryFolder();
      mkdirSync(join(empty, 'bridges'));
      if (when.includes('pipe')) execFileSync('mkfifo', [join(empty, 'bridges/acp.route')]);
      const { stdout, stderr, status } = await runAcp(
        [process.execPath, '-e', 'process.stdin.pipe(process.stdout)'],
        ['hello'],
        empty,
      );
      rmSync(empty, { recursive: true, force: true });
      expect([stdout.toString(), status]).toEqual(['hello', 0]);
      expect(stderr).toContain('Plinth records nothing from this agent');
    },
  );

  test('keeps every digit of a number, and no half character', async () => {
    const session = 'acp-exact';
    const call = (members: object) =>
      text([update(session, { sessionUpdate: 'tool_call', toolCallId: 'c1', kind: 'other', ...members })]);
    const input = String.raw`{"id":1290123456789012345,"half":"\ud83d"}`;
    const answers = [
      text([rpc({ id: 1, result: { sessionId: session } })]),
      call({ rawInput: 0 }).replace('"rawInput":0', `"rawInput":${input}`) + call({ status: 'completed' }),
    ];
    const editor = [
      rpc({ id: 1, method: 'session/new', params: { cwd: '/srv/shop', mcpServers: [] } }),
      rpc({ id: 2, method: 'session/cancel', params: { sessionId: session } }),
    ];
    const { status } = await runAcp(
      agentOf(answers),
      editor.map((line) => text([line])),
    );
    expect(status).toBe(0);
    const { receipts } = await host.control('receipts.export', { filter: { sessionId: session } });
    expect(receipts.find(({ event }) => event === 'tool.before_use')).toMatchObject({
      flags: ['number_as_text'],
      data: { toolInput: { id: '1290123456789012345', half: '\ufffd' } },
    });
  });

  test('reads ids that are numbers, a prompt that is one text, and numbers among the words of a command', async () => {
    const sessionId = 4711;
    const agent = agentOf([
      text([rpc({ id: 1, result: { sessionId } })]),
      JSON.stringify(
        rpc({
          method: 'session/update',
          params: {
            sessionId,
            update: {
              sessionUpdate: 'tool_call',
              ...{ toolCallId: 1, kind: 'read', status: 'in_progress', rawInput: { path: 'a' } },
            },
          },
        }),
      ) +
        '\n' +
        text([
          rpc({
            id: 7,
            method: 'terminal/create',
            params: { sessionId, command: 'head', args: ['-n', 5, 'f'] },
          }),
          rpc({ id: 2, result: { stopReason: 'end_turn' } }),
        ]),
    ]);
    await runAcp(agent, [
      text([rpc({ id: 1, method: 'session/new', params: { cwd: '/srv' } })]),
      text([rpc({ id: 2, method: 'session/prompt', params: { sessionId, prompt: 'typed' } })]),
    ]);
    const told = async () => {
      const filter = { sessionId: String(sessionId) };
      const { receipts } = await host.control('receipts.export', { filter, limit: 20 });
      return receipts
        .toReversed()
        .map(({ event, data, flags }) => [
          event,
          data.content ?? data.command ?? data.callId,
          flags.includes('mended'),
        ]);
    };
    await expect.poll(told, { timeout: LONG_MS }).toEqual([
      ['session.started', undefined, true],
      ['prompt.submitted', 'typed', true],
      ['tool.before_use', '1', true],
      ['command.before_run', 'head -n 5 f', true],
      ['session.ended', undefined, expect.any(Boolean)],
    ]);
  });

  test('reports what was asked and done, and no answer and no file’s contents', async () => {
    const session = 'acp-session';
    const call = (members: object) =>
      update(session, { sessionUpdate: 'tool_call_update', toolCallId: 'c1', ...members });
    const prompt = [
      { type: 'text', text: 'Explain ' },
      { type: 'resource', resource: { uri: 'file:///srv/shop/a.ts', text: CONTENTS } },
    ];
    const editor = [
      rpc({ id: 0, method: 'initialize', params: { protocolVersion: 1 } }),
      rpc({ id: 1, method: 'session/new', params: { cwd: '/srv/shop', mcpServers: [] } }),
      rpc({ id: 2, method: 'session/prompt', params: { sessionId: session, prompt } }),
      rpc({ id: 2, result: { outcome: { outcome: 'selected', optionId: 'once' } } }),
      rpc({ id: 8, result: {} }),
    ];
    const request = {
      sessionId: session,
      toolCall: { toolCallId: 'c1' },
      options: [{ optionId: 'once', name: 'Allow', kind: 'allow_once' }],
    };
    const write = { sessionId: session, path: '/srv/shop/b.ts', content: CONTENTS };
    const answers = [
      [rpc({ id: 0, result: { protocolVersion: 1, agentInfo: { name: 'claude-acp', version: '1.2.3' } } })],
      [rpc({ id: 1, result: { sessionId: session, modes: { currentModeId: 'ask' } } })],
      [
        update(session, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: ANSWER } }),
        update(session, { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Run', kind: 'execute' }),
        call({ rawInput: { command: 'npm test' } }),
        // Both sides number their own requests.
        rpc({ id: 2, method: 'session/request_permission', params: request }),
      ],
      [
        call({
          status: 'completed',
          content: [{ type: 'content', content: { type: 'text', text: ANSWER } }],
          rawOutput: { stdout: ANSWER },
        }),
        update(session, {
          sessionUpdate: 'tool_call',
          toolCallId: 'c2',
          title: 'Edit',
          kind: 'edit',
          status: 'completed',
          content: [{ type: 'diff', path: '/srv/shop/new.ts', oldText: null, newText: CONTENTS }],
        }),
        rpc({ id: 8, method: 'fs/write_text_file', params: write }),
      ],
      [rpc({ id: 2, result: { stopReason: 'end_turn' } })],
      // An agent can write a line that is not quite JSON. It is passed on as it is.
    ].map((lines) => text(lines).replace('npm test', 'npm\ttest'));
    const { stdout, status } = await runAcp(
      agentOf(answers),
      editor.map((line) => text([line])),
    );
    expect([stdout.toString(), status]).toEqual([answers.join(''), 0]);
    const { receipts } = await host.control('receipts.export', { filter: { sessionId: session } });
    const told = receipts.map(({ event, data }) => [event, data]);
    expect(told.toReversed()).toEqual([
      ['session.started', { harness: 'claude-acp', harnessVersion: '1.2.3', cwd: '/srv/shop', mode: 'ask' }],
      ['prompt.submitted', expect.objectContaining({ destination: 'anthropic' })],
      [
        'tool.before_use',
        expect.objectContaining({ toolName: 'execute', toolInput: { command: 'npm\ttest' }, callId: 'c1' }),
      ],
      ['command.before_run', expect.objectContaining({ command: 'npm\ttest', cwd: '/srv/shop' })],
      ['tool.before_use', expect.objectContaining({ toolName: 'edit', callId: 'c2' })],
      ['file.changed', expect.objectContaining({ path: '/srv/shop/new.ts', changeType: 'created' })],
      ['file.changed', expect.objectContaining({ path: '/srv/shop/b.ts', changeType: 'modified' })],
      ['session.ended', expect.objectContaining({ reason: 'exit' })],
    ]);
    expect(receipts.filter(({ flags }) => flags.includes('mended')).map(({ event }) => event)).toEqual([
      'command.before_run',
      'tool.before_use',
    ]);
    expect(receipts.at(-2)!.data.content).toBe(
      `Explain [@file:///srv/shop/a.ts]\n[Plinth left out the contents of attached files: ${CONTENTS.length} bytes]`,
    );
    expect(plantedIn(dataDir, [ANSWER, CONTENTS])).toEqual([]);
  });

  test.each([
    {
      name: 'opencode',
      parts: [
        { status: 'pending', title: 'bash', kind: 'execute', rawInput: { cwd: '/srv' } },
        { status: 'in_progress', rawInput: { cwd: '/srv', command: 'make it' } },
        { status: 'completed' },
      ],
      told: ['tool.before_use', 'command.before_run make it'],
    },
    {
      // The input follows the permission, and the id has the number of the turn.
      name: 'kimi',
      parts: [
        { toolCallId: '0:call_x', status: 'pending', title: 'Bash', kind: 'execute' },
        { ask: 'allow_once' },
        { toolCallId: '0:call_x', status: 'in_progress', rawInput: { command: 'make it' } },
        { toolCallId: '0:call_x', status: 'completed' },
      ],
      told: ['tool.before_use call_x', 'command.before_run make it'],
    },
    {
      name: 'kimi',
      parts: [
        { toolCallId: '1:call_y', status: 'pending', title: 'Bash', kind: 'execute' },
        { ask: 'reject_once' },
        { toolCallId: '1:call_y', status: 'failed' },
      ],
      told: ['tool.before_use call_y'],
    },
    {
      name: 'gemini-cli',
      parts: [
        { status: 'pending', title: 'make it [current working directory /srv] (builds)', kind: 'execute' },
        { ask: 'allow_once' },
        { status: 'completed' },
      ],
      told: ['tool.before_use', 'command.before_run make it'],
    },
    {
      name: 'codex-acp',
      parts: [
        { status: 'in_progress', kind: 'read', rawInput: { command: ['bash', '-lc', 'cat a'], cwd: '/srv' } },
        { status: 'completed' },
      ],
      told: ['tool.before_use', 'command.before_run cat a'],
    },
    {
      name: 'reader',
      parts: [{ status: 'completed', kind: 'read', rawInput: { command: 'view', path: '/srv/a' } }],
      told: ['tool.before_use'],
    },
    {
      // The editor runs the command before the call has it.
      name: 'terminal',
      parts: [
        { status: 'pending', kind: 'execute' },
        { terminal: 'make it' },
        { status: 'completed', rawInput: { command: 'make it' } },
      ],
      told: ['command.before_run make it', 'tool.before_use'],
    },
  ])('reports a call of $name once, with its command, as soon as it is complete', async (each) => {
    const session = `acp-${each.name}-${randomBytes(4).toString('hex')}`;
    const partOf = ({ ask, terminal, ...members }: Record<string, unknown>, at: number) => {
      const toolCallId =
        each.parts.flatMap((part) => ('toolCallId' in part ? part.toolCallId : []))[0] ?? 'c1';
      if (terminal !== undefined) {
        const params = { sessionId: session, command: terminal };
        return rpc({ id: 100 + at, method: 'terminal/create', params });
      }
      if (ask === undefined) {
        const sessionUpdate = at === 0 ? 'tool_call' : 'tool_call_update';
        return update(session, { sessionUpdate, toolCallId, ...members });
      }
      const options = [{ optionId: 'o', name: 'x', kind: ask }];
      const params = { sessionId: session, toolCall: { toolCallId }, options };
      return rpc({ id: 50, method: 'session/request_permission', params });
    };
    const asked = each.parts.findIndex((part) => 'ask' in part);
    const parts = each.parts.map(partOf);
    const answers = [
      [rpc({ id: 0, result: { agentInfo: { name: each.name, version: '1' } } })],
      [rpc({ id: 1, result: { sessionId: session } })],
      ...(asked === -1 ? [] : [parts.slice(0, asked + 1)]),
      [...parts.slice(asked + 1), rpc({ id: 2, result: { stopReason: 'end_turn' } })],
      // A prompt to a session that the agent does not know.
      [rpc({ id: 3, error: { code: -32602, message: 'no session' } })],
    ].map(text);
    const editor = [
      rpc({ id: 0, method: 'initialize', params: {} }),
      rpc({ id: 1, method: 'session/new', params: { cwd: '/srv', mcpServers: [] } }),
      rpc({ id: 2, method: 'session/prompt', params: { sessionId: session, prompt: [] } }),
      ...(asked === -1 ? [] : [rpc({ id: 50, result: { outcome: { outcome: 'selected', optionId: 'o' } } })]),
      rpc({ id: 3, method: 'session/prompt', params: { sessionId: `${session}-unknown`, prompt: 'typed' } }),
    ];
    await runAcp(
      agentOf(answers),
      editor.map((line) => text([line])),
    );
    const told = async () => {
      const { receipts } = await host.control('receipts.export', { filter: { sessionId: session } });
      return receipts
        .toReversed()
        .filter(({ event }) => /^(tool|command)/.test(event))
        .map(({ event, data }) => {
          const callId = /^call_/.test(String(data.callId)) ? data.callId : undefined;
          return [event, event === 'tool.before_use' ? callId : data.command].filter(Boolean).join(' ');
        });
    };
    await expect.poll(told, { timeout: LONG_MS }).toEqual(each.told);
    const filter = { sessionId: `${session}-unknown` };
    expect((await host.control('receipts.export', { filter })).receipts).toEqual([]);
  });

  test('reports the changes that Codex lists, and no text of the files', async () => {
    const session = 'acp-codex';
    const changes = {
      '/srv/shop/.env': { type: 'delete', content: CONTENTS },
      '/srv/shop/a.ts': {
        type: 'update',
        unified_diff: `@@ -1,2 +1,2 @@\n-${CONTENTS}\n+new\n ${CONTENTS}\n`,
        move_path: '/srv/shop/b.ts',
      },
      '/srv/shop/c.ts': { type: 'add', content: CONTENTS },
    };
    const prompt = [
      { type: 'text', text: `Explain\n<context ref="file:///srv/shop/a.ts">\n${CONTENTS}\n</context>` },
      { type: 'text', text: CONTENTS, annotations: { audience: ['assistant'] } },
      { type: 'resource_link', name: 'a', uri: `data:text/plain,${CONTENTS}` },
      { type: 'text', text: '<task-notification>PLANTED</task-notification>' },
    ];
    const difference = (path: string) => ({ type: 'diff', path, oldText: CONTENTS, newText: '' });
    const answers = [
      [rpc({ id: 1, result: { sessionId: session } })],
      [
        update(session, {
          ...{
            sessionUpdate: 'tool_call',
            toolCallId: 'c1',
            title: 'Edit',
            kind: 'edit',
            status: 'completed',
          },
          ...{ rawInput: { call_id: 'c1', changes }, content: Object.keys(changes).map(difference) },
        }),
        rpc({ id: 2, result: { stopReason: 'end_turn' } }),
      ],
    ].map(text);
    const editor = [
      rpc({ id: 1, method: 'session/new', params: { cwd: '/srv/shop', mcpServers: [] } }),
      rpc({ id: 2, method: 'session/prompt', params: { sessionId: session, prompt } }),
    ];
    const { status } = await runAcp(
      agentOf(answers),
      editor.map((line) => text([line])),
    );
    expect(status).toBe(0);
    const { receipts } = await host.control('receipts.export', { filter: { sessionId: session } });
    const [, typed, used, ...changed] = receipts.toReversed();
    expect(typed!.data.content).toMatch(
      /^Explain\n\[Plinth left out the contents of attached files: \d+ bytes\]$/,
    );
    expect(used!.data.toolInput).toEqual({
      call_id: 'c1',
      changes: {
        '/srv/shop/.env': { type: 'delete' },
        '/srv/shop/a.ts': { type: 'update', move_path: '/srv/shop/b.ts' },
        '/srv/shop/c.ts': { type: 'add' },
      },
    });
    expect(changed.slice(0, 3).map(({ data: { cwd: _, callId: __, ...data } }) => data)).toEqual([
      { path: '/srv/shop/.env', changeType: 'deleted' },
      { path: '/srv/shop/c.ts', changeType: 'created' },
      { path: '/srv/shop/b.ts', previousPath: '/srv/shop/a.ts', changeType: 'renamed' },
    ]);
    await host.stop();
    expect(plantedIn(dataDir, [ANSWER, CONTENTS])).toEqual([]);
  });
});
