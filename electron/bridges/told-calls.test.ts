import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HarnessId } from '../../shared/bridge.ts';
import { runCommand } from '../../test/support/command-line.ts';
import { plantedIn } from '../../test/support/planted-values.ts';
import { type RunningHost, startTestHost, temporaryFolder } from '../../test/support/running-host.ts';

const PLANTED = 'PLANTED-by-a-model';

let host: RunningHost;
let root: string;
let home: string;

/** Posts a payload as the hook of a harness does. */
async function hook(harness: HarnessId, payload: Record<string, unknown>): Promise<void> {
  const credential = readFileSync(join(host.dataDir, 'bridges', `${harness}.token`), 'utf8');
  const answer = await fetch(`${host.baseUrl}/api/bridges/v1/${harness}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_id: harness, cwd: root, ...payload }),
  });
  expect(answer.status).toBe(202);
}

/** What is known of the receipts of a session, oldest first. */
async function told(sessionId: string) {
  const { receipts } = await host.control('receipts.export', { filter: { sessionId }, order: 'oldest' });
  return receipts.map(({ event, data, outcome }) => [event, data.command ?? data.toolName, outcome]);
}

const bash = (command: string, id?: string) => ({
  tool_name: 'Bash',
  tool_input: { command },
  ...(id === undefined ? {} : { tool_use_id: id, tool_call_id: id }),
});

beforeAll(async () => {
  home = realpathSync(temporaryFolder());
  root = join(home, 'project');
  mkdirSync(join(root, 'build'), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      stdio: 'pipe',
    });
  git('init', '-q');
  for (const name of ['build/kept.txt', 'build/gone.txt', 'ran.txt']) writeFileSync(join(root, name), 'x\n');
  git('add', '-A');
  git('commit', '-qm', 'a');
  host = await startTestHost({ surroundings: { variables: { HOME: home }, platform: 'linux' } });
  for (const harness of ['claude-code', 'copilot', 'kimi-code'] as const)
    await host.control('bridges.connect', { harness });
});
afterAll(async () => {
  await host.remove();
  rmSync(home, { recursive: true, force: true });
});

test('a refused command is told apart from one that ran, and from one of which nobody tells', async () => {
  // A rule refuses in Claude Code without a report, so that is not known.
  await hook('claude-code', { hook_event_name: 'PreToolUse', ...bash('rm -rf a', 'c1') });
  await hook('claude-code', { hook_event_name: 'PreToolUse', ...bash('rm -rf b', 'c2') });
  await hook('claude-code', {
    hook_event_name: 'PermissionDenied',
    ...bash('rm -rf b', 'c2'),
    reason: PLANTED,
  });
  await hook('claude-code', { hook_event_name: 'PreToolUse', ...bash('rm -rf c', 'c3') });
  const error = `Exit code 1\n${PLANTED}`;
  await hook('claude-code', { hook_event_name: 'PostToolUseFailure', ...bash('rm -rf c', 'c3'), error });
  await expect
    .poll(() => told('claude-code'))
    .toEqual([
      ['tool.before_use', 'Bash', undefined],
      ['command.before_run', 'rm -rf a', undefined],
      ['tool.before_use', 'Bash', 'refused'],
      ['command.before_run', 'rm -rf b', 'refused'],
      ['tool.before_use', 'Bash', 'failed'],
      ['command.before_run', 'rm -rf c', 'failed'],
    ]);
});

test('what is told during a pause changes no note, and the end of a pause is no gap', async () => {
  const failed = (id: string) => ({
    ...{ hook_event_name: 'PostToolUseFailure', session_id: 'paused', ...bash(`make ${id}`, id) },
    error: 'Exit code 1',
  });
  const call = (id: string) => ({
    ...{ hook_event_name: 'PreToolUse', session_id: 'paused', ...bash(`make ${id}`, id) },
  });
  const number = (sequence: number) => ({ 'event.name': 'api_request', 'event.sequence': `${sequence}` });
  const { token } = await host.generateToken('Numbers');
  const telemetry = async (records: Record<string, string>[]) => {
    const attributesOf = (record: Record<string, string>) =>
      Object.entries({ 'session.id': 'paused telemetry', ...record }).map(([key, stringValue]) => ({
        ...{ key, value: { stringValue } },
      }));
    const resource = { attributes: attributesOf({ 'service.name': 'claude-code' }) };
    const logRecords = records.map((record) => ({ attributes: attributesOf(record) }));
    const answer = await fetch(`${host.baseUrl}/api/otlp/v1/logs`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }),
    });
    expect(answer.status).toBe(200);
  };
  const tool = { tool_use_id: 't1', tool_name: 'Read' };
  await telemetry([{ ...number(1), ...tool, 'event.name': 'tool_decision' }]);
  for (const id of ['p1', 'p2']) await hook('claude-code', call(id));
  await host.control('recording.pause', { minutes: null });
  await hook('claude-code', failed('p1'));
  await hook('claude-code', call('p3'));
  await telemetry([number(3), { ...number(8), ...tool, 'event.name': 'tool_result', success: 'false' }]);
  await host.control('recording.resume', {});
  await hook('claude-code', failed('p2'));
  await telemetry([number(9), number(11)]);
  await expect
    .poll(async () => (await told('paused')).map(([, name, outcome]) => [name, outcome]))
    .toEqual([
      ...[['Bash', undefined] as const, ['make p1', undefined] as const],
      ...[['Bash', 'failed'] as const, ['make p2', 'failed'] as const],
    ]);
  expect(await told('paused telemetry')).toEqual([['tool.before_use', 'Read', undefined]]);
  const notesOf = async (session: string) => {
    const { sessions } = await host.control('sessions.query', {});
    const { key } = sessions.find(({ id }) => id === session)!;
    return (await host.control('sessions.get', { key })).notes;
  };
  expect(await notesOf('paused')).toMatchObject({ hookReports: 2, hookEvents: 2 });
  // Between the last two numbers, after the pause.
  expect(await notesOf('paused telemetry')).toMatchObject({ missing: 1 });
});

test('a call without an id is found by its content', async () => {
  const result = (code: number) => ({
    result_type: 'success',
    text_result_for_llm: `${PLANTED}\n<shellId: 0 completed with exit code ${code}>`,
  });
  for (const [command, code] of [
    ['make a', 0],
    ['make b', 2],
  ] as const) {
    await hook('copilot', { hook_event_name: 'PreToolUse', ...bash(command) });
    await hook('copilot', { hook_event_name: 'PostToolUse', ...bash(command), tool_result: result(code) });
  }
  await hook('copilot', { hook_event_name: 'PreToolUse', ...bash('make c') });
  await expect
    .poll(() => told('copilot'))
    .toEqual([
      ['tool.before_use', 'Bash', 'succeeded'],
      ['command.before_run', 'make a', 'succeeded'],
      ['tool.before_use', 'Bash', 'failed'],
      ['command.before_run', 'make b', 'failed'],
      ['tool.before_use', 'Bash', undefined],
      ['command.before_run', 'make c', undefined],
    ]);
});

test('a refused command explains no change, and every list says that it was refused', async () => {
  const decide = (id: string, command: string, decision: string) =>
    hook('kimi-code', {
      ...{ hook_event_name: 'PermissionResult', ...bash(command, id), decision },
      ...{ action: PLANTED, display: { description: PLANTED }, feedback: PLANTED },
    });
  await hook('kimi-code', { hook_event_name: 'PreToolUse', ...bash('rm -rf build', 'k1') });
  await decide('k1', 'rm -rf build', 'rejected');
  // Kimi Code tells of a refused call that it failed, too.
  await hook('kimi-code', {
    ...{ hook_event_name: 'PostToolUseFailure', ...bash('rm -rf build', 'k1'), error: { message: PLANTED } },
  });
  await hook('kimi-code', { hook_event_name: 'PreToolUse', ...bash('rm ran.txt', 'k2') });
  await decide('k2', 'rm ran.txt', 'approved');
  await hook('kimi-code', {
    hook_event_name: 'PostToolUse',
    ...bash('rm ran.txt', 'k2'),
    tool_output: PLANTED,
  });
  await expect
    .poll(async () => (await told('kimi-code')).map(([, , outcome]) => outcome))
    .toEqual(['refused', 'refused', 'succeeded', 'succeeded']);
  rmSync(join(root, 'build/gone.txt'));
  rmSync(join(root, 'ran.txt'));

  const { files } = await host.control('changes.list', { folder: root });
  const verdicts = new Map(files.map(({ path, verdict }) => [path, verdict]));
  expect(verdicts.get('ran.txt')).toBe('named_by_command');
  expect(verdicts.get('build/gone.txt')).not.toBe('named_by_command');

  const env = { ...process.env, HOME: home, PLINTH_DATA_DIR: host.dataDir };
  await expect
    .poll(async () => (await host.control('receipts.count', { filter: { notable: 'deletes' } })).count)
    .toBeGreaterThanOrEqual(5);
  const recover = await runCommand(['recover', '--session', 'kimi-code'], { env });
  expect(recover.stdout).toMatch(/deletes \(refused\).*build/);
  expect(recover.stdout).toMatch(/deletes \(succeeded\).*ran\.txt/);
  const story = await runCommand(['sessions', 'show', 'kimi-code'], { env });
  expect(story.stdout).toContain('rm -rf build (refused)');
  expect(story.stdout).toContain('rm ran.txt (approved by you, once, succeeded)');
  const list = await runCommand(['receipts', 'list', '--session', 'kimi-code'], { env });
  expect(list.stdout).toContain('(refused) rm -rf build');
  expect(list.stdout).not.toContain('(succeeded)');
  expect(plantedIn(host.dataDir, [PLANTED])).toEqual([]);
});

test('a file that Claude Code watches is changed once, whoever tells of it', async () => {
  const sessionId = 'watched';
  const file = (name: string) => join(root, name);
  const edited = { tool_name: 'Edit', tool_use_id: 'e1', tool_input: { file_path: file('package.json') } };
  const watched = (name: string, event: string) =>
    hook('claude-code', {
      session_id: sessionId,
      hook_event_name: 'FileChanged',
      file_path: file(name),
      event,
    });
  await hook('claude-code', { session_id: sessionId, hook_event_name: 'PostToolUse', ...edited });
  await watched('package.json', 'change');
  await watched('.env', 'add');
  await watched('.env', 'unlink');
  await hook('claude-code', {
    session_id: sessionId,
    hook_event_name: 'SubagentStart',
    agent_id: 'a',
    agent_type: PLANTED,
  });
  const { receipts } = await host.control('receipts.export', { filter: { sessionId }, order: 'oldest' });
  expect(receipts.map(({ data }) => [data.path, data.changeType])).toEqual([
    [expect.stringContaining('package.json'), 'modified'],
    [expect.stringContaining('.env'), 'created'],
    [expect.stringContaining('.env'), 'deleted'],
  ]);
  const notes = async () => (await host.control('sessions.get', { key: receipts[0]!.session.key })).notes;
  await expect.poll(async () => (await notes()).subAgents).toBe(1);
  expect(plantedIn(host.dataDir, [PLANTED])).toEqual([]);
});

test('what the user types into pi is no action of the agent', async () => {
  await host.control('bridges.connect', { harness: 'pi' });
  await hook('pi', { hook: 'user_bash', session: 'typed', command: 'git push' });
  const { receipts } = await host.control('receipts.export', { filter: { sessionId: 'typed' } });
  expect(receipts).toMatchObject([
    { event: 'command.before_run', flags: expect.arrayContaining(['by_user']) },
  ]);
});

test('what a command of Gemini CLI puts into a prompt is not kept', async () => {
  await host.control('bridges.connect', { harness: 'gemini' });
  const put = (folder: string, name: string, prompt: string) => {
    const path = join(folder, '.gemini/commands', name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, `prompt = ${JSON.stringify(prompt)}\n`);
  };
  put(root, 'git/review.toml', "Review the changes for {{args}}:\n!{git diff | awk '{print}'}\nand end\n");
  put(home, 'look.toml', 'Look at this file: @{notes.txt}');
  put(home, 'plain.toml', 'Explain {{args}} to a beginner, please');
  put(home, 'short.toml', 'Fix !{git diff}');
  // Git on Windows writes files with other line ends than the harness may send.
  const crlf = 'prompt = """\r\nExplain this difference {{args}}:\r\n!{git diff}\r\nin short\r\n"""\r\n';
  writeFileSync(join(home, '.gemini/commands/crlf.toml'), crlf);
  const injected = `${PLANTED}\n[Shell command 'git diff' terminated by signal 0]`;
  const prompts = [
    [`Review the changes for the parser:\n${injected}\nand end\n`, '/git:review the parser'],
    [`Look at this file: ${PLANTED}\n\n/look now`, '/look now'],
    [`Look at this file: ${PLANTED}`, '/look'],
    ['Explain monads to a beginner, please', undefined],
    [`Explain this difference to me:\n${PLANTED}\nin short\n`, '/crlf to me'],
    [`Explain this difference to all:\r\n${PLANTED}\r\nin short\r\n`, '/crlf to all'],
    ['Review the changes for me', undefined],
    ['Fix the bug', undefined],
  ] as const;
  for (const [prompt] of prompts) await hook('gemini', { hook_event_name: 'BeforeAgent', prompt });
  const { receipts } = await host.control('receipts.export', {
    filter: { sessionId: 'gemini' },
    order: 'oldest',
  });
  expect(receipts.map(({ data }) => String(data.content).split('\n[Plinth')[0])).toEqual(
    prompts.map(([prompt, typed]) => typed ?? prompt),
  );
  expect(receipts.map(({ droppedMembers }) => droppedMembers)).toEqual([1, 1, 1, 0, 1, 1, 0, 0]);
  expect(plantedIn(host.dataDir, [PLANTED])).toEqual([]);
});

test.skipIf(process.platform === 'win32')('commands in a repository keep no report waiting', async () => {
  await host.control('bridges.connect', { harness: 'gemini' });
  const commands = join(root, '.gemini/commands');
  mkdirSync(commands, { recursive: true });
  for (const [name, target] of Object.entries({ one: '.', two: '.', 'loop.toml': 'loop.toml' })) {
    symlinkSync(target, join(commands, name));
  }
  const template = `Look at these files: !{ls}${'a'.repeat(30_000)}b`;
  writeFileSync(join(commands, 'long.toml'), `prompt = ${JSON.stringify(template)}\n`);
  const prompt = `Look at these files: ${'a'.repeat(1_000_000)}`;
  await hook('gemini', { hook_event_name: 'BeforeAgent', session_id: 'waiting', prompt });
  const { receipts } = await host.control('receipts.export', { filter: { sessionId: 'waiting' } });
  expect(receipts).toMatchObject([{ droppedMembers: 0 }]);
});
