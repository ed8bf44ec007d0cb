import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type HarnessId, HOOK_HARNESS_IDS } from '../../../shared/bridge.ts';
import type { AdaptedEvent, Payload } from './adaptation.ts';
import { HARNESSES } from './index.ts';

const harnesses = fileURLToPath(new URL('./', import.meta.url));
const load = (harness: HarnessId, name: string): Payload =>
  JSON.parse(readFileSync(`${harnesses}${harness}/captured/${name}.json`, 'utf8'));

/** Wraps a captured OpenCode payload in the form that our plugin sends. */
const fromPlugin = (hook: string, payload: Payload) => ({
  hook,
  directory: '/home/dev/project',
  child: false,
  ...payload,
});

function eventsOf(harness: HarnessId, payload: Payload): AdaptedEvent[] {
  const adaptation = HARNESSES[harness].adapt(payload);
  return adaptation.kind === 'events' ? adaptation.events : [];
}
const WHO = ['turnId', 'callId', 'agentId', 'agentType', 'parentAgentId', 'model', 'mode', 'mcpServer'];
/** Returns what each event says, without its place and without who acts. */
const shortly = (events: AdaptedEvent[]) =>
  events.map(({ event, data }) => {
    const said = Object.entries(data).filter(([name]) => name !== 'cwd' && !WHO.includes(name));
    return [event, Object.fromEntries(said)];
  });
const whoActs = (events: AdaptedEvent[]) =>
  events.map(({ data }) => Object.fromEntries(Object.entries(data).filter(([name]) => WHO.includes(name))));

const codexPatch = (tool_response: string) => ({
  ...load('codex', 'PostToolUse.apply_patch'),
  tool_response,
});
const copilotResult = (result_type: string, text_result_for_llm: string, name = 'PostToolUse.Bash') => ({
  ...load('copilot', name),
  tool_result: { result_type, text_result_for_llm },
});

const session = '00000000-0000-4000-8000-000000000001';
const file = '/home/dev/project/plinth-probe.txt';
const command = 'echo plinth-probe';

describe('captured payloads', () => {
  test.each<[HarnessId, string, unknown[]]>([
    ['claude-code', 'SessionStart', [['session.started', { harness: 'claude-code' }]]],
    ['claude-code', 'UserPromptSubmit', [['prompt.submitted', { content: 'Run the plinth probe' }]]],
    [
      'claude-code',
      'PreToolUse.Bash',
      [
        [
          'tool.before_use',
          { toolName: 'Bash', toolInput: { command, description: 'Print the probe marker' } },
        ],
        ['command.before_run', { command }],
      ],
    ],
    ['claude-code', 'PostToolUse.Write', [['file.changed', { path: file, changeType: 'created' }]]],
    [
      'claude-code',
      'PreSkillShellCommand',
      [
        ['tool.before_use', { toolName: 'Bash', toolInput: { command: 'cat package.json' } }],
        ['command.before_run', { command: 'cat package.json' }],
      ],
    ],
    [
      'claude-code',
      'FileChanged',
      [['file.changed', { path: '/home/dev/project/.env', changeType: 'created' }]],
    ],
    [
      'claude-code',
      'ConfigChange',
      [['file.changed', { path: '/home/dev/project/.claude/settings.local.json', changeType: 'modified' }]],
    ],
    ['claude-code', 'PostToolUse.Edit', [['file.changed', { path: file, changeType: 'modified' }]]],
    ['claude-code', 'SessionEnd', [['session.ended', { reason: 'other' }]]],
    ['codex', 'SessionStart', [['session.started', { harness: 'codex' }]]],
    ['codex', 'UserPromptSubmit', [['prompt.submitted', { content: 'Run the plinth probe' }]]],
    [
      'codex',
      'PreToolUse.Bash',
      [
        ['tool.before_use', { toolName: 'Bash', toolInput: { command } }],
        ['command.before_run', { command }],
      ],
    ],
    ['codex', 'PostToolUse.apply_patch', [['file.changed', { path: file, changeType: 'created' }]]],
    ['codex', 'PostToolUse.apply_patch-update', [['file.changed', { path: file, changeType: 'modified' }]]],
    [
      'codex',
      'PostToolUse.apply_patch-multi',
      [
        ['file.changed', { path: '/home/dev/project/sub/added.txt', changeType: 'created' }],
        ['file.changed', { path: '/home/dev/project/seed-update.txt', changeType: 'modified' }],
        [
          'file.changed',
          {
            path: '/home/dev/project/moved.txt',
            changeType: 'renamed',
            previousPath: '/home/dev/project/seed-move.txt',
          },
        ],
        ['file.changed', { path: '/home/dev/project/seed-delete.txt', changeType: 'deleted' }],
      ],
    ],
    ['codex', 'SessionEnd', [['session.ended', { reason: 'other' }]]],
    ['copilot', 'SessionStart', [['session.started', { harness: 'copilot' }]]],
    ['copilot', 'UserPromptSubmit', [['prompt.submitted', { content: 'Run the plinth probe' }]]],
    [
      'copilot',
      'PreToolUse.Bash',
      [
        [
          'tool.before_use',
          { toolName: 'Bash', toolInput: { command, description: 'Print the probe marker' } },
        ],
        ['command.before_run', { command }],
      ],
    ],
    ['copilot', 'PostToolUse.Write', [['file.changed', { path: file, changeType: 'created' }]]],
    ['copilot', 'PostToolUse.Edit', [['file.changed', { path: file, changeType: 'modified' }]]],
    ['copilot', 'SessionEnd', [['session.ended', { reason: 'complete' }]]],
    ['gemini', 'SessionStart', [['session.started', { harness: 'gemini' }]]],
    ['gemini', 'BeforeAgent', [['prompt.submitted', { content: 'Run the plinth probe' }]]],
    [
      'gemini',
      'BeforeTool.run_shell_command',
      [
        [
          'tool.before_use',
          { toolName: 'run_shell_command', toolInput: { command, description: 'Print the probe marker' } },
        ],
        ['command.before_run', { command }],
      ],
    ],
    ['gemini', 'AfterTool.write_file', [['file.changed', { path: file, changeType: 'created' }]]],
    ['gemini', 'AfterTool.replace', [['file.changed', { path: file, changeType: 'modified' }]]],
    ['gemini', 'SessionEnd', [['session.ended', { reason: 'exit' }]]],
    ['qwen-code', 'SessionStart', [['session.started', { harness: 'qwen-code' }]]],
    ['qwen-code', 'UserPromptSubmit', [['prompt.submitted', { content: 'Run the plinth probe' }]]],
    [
      'qwen-code',
      'PreToolUse.run_shell_command',
      [
        [
          'tool.before_use',
          { toolName: 'run_shell_command', toolInput: { command, description: 'Print the probe' } },
        ],
        ['command.before_run', { command }],
      ],
    ],
    ['qwen-code', 'PostToolUse.write_file', [['file.changed', { path: file, changeType: 'created' }]]],
    ['kimi-code', 'SessionStart', [['session.started', { harness: 'kimi-code' }]]],
    ['kimi-code', 'UserPromptSubmit', [['prompt.submitted', { content: 'Run the plinth probe' }]]],
    [
      'kimi-code',
      'PreToolUse.Bash',
      [
        ['tool.before_use', { toolName: 'Bash', toolInput: { command, description: 'Print the probe' } }],
        ['command.before_run', { command }],
      ],
    ],
    ['kimi-code', 'PostToolUse.Write', [['file.changed', { path: file, changeType: 'modified' }]]],
  ])('%s %s', (harness, name, expected) => {
    const events = eventsOf(harness, load(harness, name));
    expect(shortly(events)).toEqual(expected);
    expect(
      events.every(({ sessionId, data }) => sessionId === session && data.cwd === '/home/dev/project'),
    ).toBe(true);
  });

  test.each<[HarnessId, string]>([
    ['claude-code', 'SessionStart-resume'],
    ['claude-code', 'PostToolBatch'],
    ['claude-code', 'Stop'],
    ['codex', 'PostToolUse.Bash'],
    ['codex', 'PreModelRequest'],
    ['codex', 'PostModelRequest'],
    ['codex', 'Stop'],
    ['copilot', 'PermissionRequest.bash'],
    ['copilot', 'Stop'],
    ['gemini', 'AfterTool.run_shell_command'],
    ['gemini', 'AfterAgent'],
    ['gemini', 'PreCompress'],
    ['qwen-code', 'PostToolUse.run_shell_command'],
    ['qwen-code', 'Notification'],
    ['qwen-code', 'Stop'],
    ['kimi-code', 'Stop'],
  ])('%s %s is known and gives no event', (harness, name) => {
    expect(HARNESSES[harness].adapt(load(harness, name)).kind).toBe('ignored');
  });

  test('a cleared Claude Code session starts a new session', () => {
    const [start] = eventsOf('claude-code', load('claude-code', 'SessionStart-interactive-clear'));
    expect(start?.event).toBe('session.started');
    expect(start?.sessionId).not.toBe(session);
  });

  test.each<[string, string, unknown[]]>([
    [
      'chat.message',
      'chat.message',
      [['prompt.submitted', { content: '"Run the plinth probe"', destination: 'kitfake' }]],
    ],
    [
      'tool.execute.before',
      'tool.execute.before.bash',
      [
        ['tool.before_use', { toolName: 'bash', toolInput: { command } }],
        ['command.before_run', { command }],
      ],
    ],
    [
      'tool.execute.after',
      'tool.execute.after.write',
      [['file.changed', { path: file, changeType: 'created' }]],
    ],
    [
      'tool.execute.after',
      'tool.execute.after.edit',
      [['file.changed', { path: file, changeType: 'modified' }]],
    ],
    ['tool.execute.after', 'tool.execute.after.bash', []],
    [
      'tool.execute.after',
      'tool.execute.after.apply_patch-multi',
      [
        ['file.changed', { path: '/home/dev/project/sub/added.txt', changeType: 'created' }],
        ['file.changed', { path: '/home/dev/project/seed-update.txt', changeType: 'modified' }],
        [
          'file.changed',
          {
            path: '/home/dev/project/moved.txt',
            changeType: 'renamed',
            previousPath: '/home/dev/project/seed-move.txt',
          },
        ],
        ['file.changed', { path: '/home/dev/project/seed-delete.txt', changeType: 'deleted' }],
      ],
    ],
  ])('opencode %s from %s', (hook, name, expected) => {
    expect(shortly(eventsOf('opencode', fromPlugin(hook, load('opencode', name))))).toEqual(expected);
  });

  test('OpenCode reports its version and the end of each session', () => {
    const { event } = load('opencode', 'event.session.created') as { event: { properties: Payload } };
    expect(shortly(eventsOf('opencode', fromPlugin('session.created', { input: event.properties })))).toEqual(
      [['session.started', { harness: 'opencode', harnessVersion: '1.18.33' }]],
    );
    const end = fromPlugin('dispose', { input: { sessions: ['ses_1', 'ses_2', 7] } });
    expect(eventsOf('opencode', end).map(({ sessionId }) => sessionId)).toEqual(['ses_1', 'ses_2']);
    const none = fromPlugin('dispose', { input: { sessions: [] } });
    expect(HARNESSES.opencode.adapt(none).kind).toBe('ignored');
  });
});

describe('Cursor, as documented', () => {
  const base = {
    conversation_id: 'conversation-1',
    generation_id: 'generation-1',
    cursor_version: '3.1.0',
    workspace_roots: ['/home/dev/project'],
    user_email: `dev${'@'}example.com`,
  };
  test.each<[Payload, unknown[]]>([
    [
      { hook_event_name: 'sessionStart', session_id: 'conversation-1' },
      [['session.started', { harness: 'cursor', harnessVersion: '3.1.0' }]],
    ],
    [
      { hook_event_name: 'beforeSubmitPrompt', prompt: 'Explain', attachments: [] },
      [['prompt.submitted', { content: 'Explain' }]],
    ],
    [
      { hook_event_name: 'preToolUse', tool_name: 'Shell', tool_input: { command }, tool_use_id: 't1' },
      [['tool.before_use', { toolName: 'Shell', toolInput: { command } }]],
    ],
    [{ hook_event_name: 'beforeShellExecution', command }, [['command.before_run', { command }]]],
    [
      { hook_event_name: 'afterFileEdit', file_path: file, edits: [{ old_string: 'a', new_string: 'b' }] },
      [['file.changed', { path: file, changeType: 'modified' }]],
    ],
    [{ hook_event_name: 'sessionEnd', reason: 'completed' }, [['session.ended', { reason: 'completed' }]]],
    // Cursor can run Claude Code's hooks.
    [
      { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, tool_use_id: 't1' },
      [
        ['tool.before_use', { toolName: 'Bash', toolInput: { command } }],
        ['command.before_run', { command }],
      ],
    ],
  ])('%j', (payload, expected) => {
    const events = eventsOf('cursor', { ...base, ...payload });
    expect(shortly(events)).toEqual(expected);
    expect(JSON.stringify(events)).not.toContain('example.com');
  });
});

describe('as documented', () => {
  const said = (harness: HarnessId, payload: Payload) => shortly(eventsOf(harness, payload));
  const hook = (name: string, tool: string, members: Payload) => ({
    ...{ hook_event_name: name, session_id: 's', cwd: '/home/dev/project', tool_name: tool },
    tool_input: members,
  });

  test.each<[HarnessId, string, Payload]>([
    ['droid', 'Execute', { command }],
    ['auggie', 'launch-process', { command }],
    ['kiro', 'execute_bash', { command }],
  ])('%s: the shell tool runs a command', (harness, tool, input) => {
    expect(said(harness, hook('PreToolUse', tool, input))).toEqual([
      ['tool.before_use', { toolName: tool, toolInput: input }],
      ['command.before_run', { command }],
    ]);
  });

  test.each<[HarnessId, string, Payload]>([
    ['droid', 'Create', { file_path: file, content: 'x' }],
    ['auggie', 'save-file', { path: file, file_content: 'x' }],
    ['kiro', 'fs_write', { command: 'create', path: file }],
  ])('%s: a finished edit changes a file', (harness, tool, input) => {
    expect(said(harness, hook('PostToolUse', tool, input))).toEqual([
      ['file.changed', { path: file, changeType: 'created' }],
    ]);
  });

  test('Kilo CLI reports as OpenCode does, under its own name', () => {
    const { event } = load('opencode', 'event.session.created') as { event: { properties: Payload } };
    const [start] = eventsOf('kilo', fromPlugin('session.created', { input: event.properties }));
    expect(start?.data.harness).toBe('kilo');
  });

  test('pi reports through events of its own', () => {
    const act = (name: string) => shortly(eventsOf('pi', load('pi', name)));
    expect(act('session_start')).toEqual([['session.started', { harness: 'pi', harnessVersion: '0.87.1' }]]);
    expect(act('input')).toEqual([
      ['prompt.submitted', { content: 'Run the plinth probe', destination: 'scripted' }],
    ]);
    expect(act('tool_call.bash')).toEqual([
      ['tool.before_use', { toolName: 'bash', toolInput: { command, description: 'Print the probe' } }],
      ['command.before_run', { command }],
    ]);
    expect(act('tool_result.write')).toEqual([['file.changed', { path: file, changeType: 'modified' }]]);
    expect(act('session_shutdown')).toEqual([['session.ended', { reason: 'quit' }]]);
    const edit = { toolName: 'write', toolCallId: 'c', input: { path: 'a.ts' } };
    const kindOf = (name: string, members: Payload) =>
      HARNESSES.pi.adapt({ hook: name, session: 's', ...members }).kind;
    expect(kindOf('tool_result', { ...edit, isError: true })).toBe('told');
    expect(kindOf('session_start', { reason: 'startup', resumed: true })).toBe('ignored');
    expect(kindOf('input', { text: 'Continue', source: 'extension' })).toBe('not_user_input');
  });

  test.each<[HarnessId, Payload, string]>([
    ['claude-code', load('claude-code', 'SubagentStart'), 'subAgents'],
    ['codex', load('codex', 'SubagentStart'), 'subAgents'],
    ['codex', { hook_event_name: 'Interrupt', session_id: 's', turn_id: 't' }, 'interrupts'],
    ['kimi-code', load('kimi-code', 'SubagentStart'), 'subAgents'],
    [
      'kimi-code',
      { hook_event_name: 'Interrupt', session_id: 's', turn_id: 0, reason: 'cancelled' },
      'interrupts',
    ],
  ])('%s counts %j of a session', (harness, payload, count) => {
    const adaptation = HARNESSES[harness].adapt(payload);
    expect(adaptation).toEqual({ kind: 'counted', sessionId: payload.session_id, count });
  });

  test('a command that the user types into pi is the user’s', () => {
    const run = eventsOf('pi', { hook: 'user_bash', session: 's', cwd: '/srv', command: 'git push' });
    expect(run).toMatchObject([
      { event: 'command.before_run', byUser: true, data: { command: 'git push', cwd: '/srv' } },
    ]);
  });

  test('Cline reports through events of its own', () => {
    const act = (name: string) => shortly(eventsOf('cline', load('cline', name)));
    const shell = { toolName: 'run_commands', toolInput: { commands: [command] } };
    expect(act('start')).toEqual([['session.started', { harness: 'cline', harnessVersion: '3.0.65' }]]);
    expect(act('prompt')).toEqual([
      ['prompt.submitted', { content: 'Run the plinth probe with @notes.txt' }],
    ]);
    expect(act('call.run_commands')).toEqual([
      ['tool.before_use', shell],
      ['command.before_run', { command }],
    ]);
    expect(act('ended.editor')).toEqual([['file.changed', { path: file, changeType: 'created' }]]);
    expect(act('end')).toEqual([['session.ended', { reason: 'plugins_ended' }]]);
    expect(whoActs(eventsOf('cline', load('cline', 'prompt')))).toEqual([
      { turnId: 'run_AAAAAAAA', mode: 'act' },
    ]);
    expect(whoActs(eventsOf('cline', load('cline', 'call-subagent')))[1]).toEqual({
      ...{ turnId: 'run_AAAAAAAA', callId: 'call_fake000008', model: 'scripted-model' },
      ...{ agentId: 'agent_1795300000002_bbbbbb', parentAgentId: 'agent_1795300000001_aaaaaa' },
    });
  });

  test('each command of one call of Cline is a receipt, in every form that it takes', () => {
    const commandsOf = (input: unknown) =>
      eventsOf('cline', { hook: 'call', session: 's', callId: 'c', tool: 'run_commands', input })
        .filter(({ event }) => event === 'command.before_run')
        .map(({ data, action }) => [data.command, action]);
    expect(commandsOf({ commands: ['ls', { command: 'git', args: ['diff', '-z'] }, 'ls'] })).toEqual([
      ['ls', 'c'],
      ['git diff -z', 'c#1'],
      ['ls', 'c#2'],
    ]);
    for (const input of [
      'ls',
      ['ls'],
      { command: 'ls' },
      { commands: 'ls' },
      { commands: { command: 'ls' } },
    ])
      expect(commandsOf(input)).toEqual([['ls', 'c']]);
    expect(commandsOf({ commands: [7, {}, ''] })).toEqual([]);
  });

  test('a failed edit of Cline changes no file, and a patch changes each of its files', () => {
    const edited = (tool: string, input: unknown, failed = false) =>
      shortly(eventsOf('cline', { hook: 'ended', session: 's', cwd: '/srv', tool, input, failed }));
    expect(edited('editor', { path: 'a.ts' })).toEqual([
      ['file.changed', { path: '/srv/a.ts', changeType: 'modified' }],
    ]);
    expect(edited('editor', { path: 'a.ts' }, true)).toEqual([]);
    const patch = '*** Begin Patch\n*** Add File: b.ts\n+x\n*** Delete File: c.ts\n*** End Patch';
    const both = [
      ['file.changed', { path: '/srv/b.ts', changeType: 'created' }],
      ['file.changed', { path: '/srv/c.ts', changeType: 'deleted' }],
    ];
    expect(edited('apply_patch', { input: patch })).toEqual(both);
    expect(edited('apply_patch', patch)).toEqual(both);
  });

  test('Goose has names of its own for the members', () => {
    const act = (event: string, members: Payload) =>
      said('goose', { event, session_id: 's', matcher_context: 'canary', ...members });
    expect(act('SessionStart', {})).toEqual([['session.started', { harness: 'goose' }]]);
    expect(act('UserPromptSubmit', { message: 'Explain' })).toEqual([
      ['prompt.submitted', { content: 'Explain' }],
    ]);
    const call = { tool_call_id: 'c', working_dir: '/srv' };
    const shell = { tool_name: 'developer__shell', tool_input: { command } };
    expect(act('PreToolUse', { ...call, ...shell })).toEqual([
      ['tool.before_use', { toolName: 'developer__shell', toolInput: { command } }],
      ['command.before_run', { command }],
    ]);
    const edit = { tool_name: 'developer__write', tool_input: { path: 'a.ts', content: 'x' } };
    expect(act('PostToolUse', { ...call, ...edit, tool_output: 'canary' })).toEqual([
      ['file.changed', { path: '/srv/a.ts', changeType: 'modified' }],
    ]);
  });

  test('Windsurf has a hook for each kind of action', () => {
    const act = (name: string, info: Payload) =>
      said('windsurf', { agent_action_name: name, trajectory_id: 't', tool_info: info });
    expect(act('pre_user_prompt', { user_prompt: 'Explain' })).toEqual([
      ['prompt.submitted', { content: 'Explain' }],
    ]);
    expect(act('pre_run_command', { command_line: command, cwd: '/srv' })).toEqual([
      ['tool.before_use', { toolName: 'run_command', toolInput: { command } }],
      ['command.before_run', { command }],
    ]);
    expect(act('post_write_code', { file_path: file, edits: [{ new_string: 'x' }] })).toEqual([
      ['file.changed', { path: file, changeType: 'modified' }],
    ]);
  });
});

test('a sub-agent of Copilot acts in the session above it', () => {
  const { agent_id, agent_type, parent_agent_id } = load('copilot', 'UserPromptSubmit-subagent');
  const payload = { ...load('copilot', 'PreToolUse.Bash'), agent_id, agent_type, parent_agent_id };
  const [used] = eventsOf('copilot', { ...payload, session_id: agent_id });
  expect(used!.sessionId).toBe(parent_agent_id);
  expect(used!.data).toMatchObject({ agentId: agent_id, agentType: 'general-purpose' });
  expect(used!.data.parentAgentId).toBeUndefined();
});

describe('who acts', () => {
  const turn = '00000000-0000-4000-8000-000000000002';
  test.each<[HarnessId, string, Payload, unknown]>([
    ['claude-code', 'SessionStart', { model: 'opus' }, { model: 'opus' }],
    ['claude-code', 'UserPromptSubmit', {}, { turnId: turn, mode: 'default' }],
    ['claude-code', 'PreToolUse.Write', {}, { turnId: turn, callId: 'toolu_fake000003', mode: 'default' }],
    [
      'claude-code',
      'PreToolUse.Write',
      { agent_id: 'a1', agent_type: 'Explore', parent_agent_id: 'a0', tool_name: 'mcp__my_files__write' },
      {
        turnId: turn,
        callId: 'toolu_fake000003',
        agentId: 'a1',
        agentType: 'Explore',
        parentAgentId: 'a0',
        mode: 'default',
        mcpServer: 'my_files',
      },
    ],
    // The name of a server can hold the marks of the tool's name.
    [
      'claude-code',
      'PreToolUse.Write',
      { tool_name: 'mcp__a__b__write', mcp_server: { name: 'a__b', source: 'user' } },
      { turnId: turn, callId: 'toolu_fake000003', mode: 'default', mcpServer: 'a__b' },
    ],
    [
      'claude-code',
      'PreToolUse.mcp',
      {},
      { turnId: turn, callId: 'toolu_fake000001', mode: 'acceptEdits', mcpServer: 'planted' },
    ],
    ['gemini', 'BeforeTool.mcp', {}, { mcpServer: 'planted' }],
  ])('%s %s %j', (harness, name, change, expected) => {
    expect(whoActs(eventsOf(harness, { ...load(harness, name), ...change }))).toEqual([expected]);
  });

  test('Codex names the turn, the call, the model and the mode of every action', () => {
    for (const event of eventsOf('codex', load('codex', 'PreToolUse.Bash'))) {
      expect(event.data).toMatchObject({
        turnId: expect.any(String),
        callId: expect.any(String),
        model: expect.any(String),
        mode: expect.any(String),
      });
    }
  });

  test('a command carries the folder that the tool’s input names', () => {
    const folderOf = (harness: HarnessId, name: string, members: Payload) => {
      const payload = load(harness, name);
      const [, run] = eventsOf(harness, {
        ...payload,
        tool_input: { ...(payload.tool_input as Payload), ...members },
      });
      return run?.data.cwd;
    };
    expect(folderOf('codex', 'PreToolUse.Bash', { workdir: '/srv/other' })).toBe('/srv/other');
    expect(folderOf('gemini', 'BeforeTool.run_shell_command', { dir_path: 'packages/a' })).toBe(
      '/home/dev/project/packages/a',
    );
  });

  test('a sub-agent’s session in OpenCode is a branch of the session that it works for', () => {
    const input = { sessionID: 'ses_3', tool: 'bash', callID: 'c1' };
    const actor = { root: 'ses_1', parent: 'ses_2', turn: 'msg_1', agent: 'explore', model: 'm' };
    const used = eventsOf('opencode', {
      ...fromPlugin('tool.execute.before', {}),
      input: { ...input, actor },
      output: { args: { command } },
    });
    expect(used.map(({ sessionId }) => sessionId)).toEqual(['ses_1', 'ses_1']);
    expect(whoActs(used)[0]).toEqual({
      ...{ turnId: 'msg_1', callId: 'c1', agentId: 'ses_3', agentType: 'explore' },
      ...{ parentAgentId: 'ses_2', model: 'm' },
    });
    const child = fromPlugin('session.created', { input: { info: { id: 'ses_3', parentID: 'ses_1' } } });
    expect(HARNESSES.opencode.adapt(child).kind).toBe('ignored');
  });
});

describe('content that is not stored', () => {
  test('no event contains a tool’s or a model’s answer, or a user’s address', () => {
    for (const harness of HOOK_HARNESS_IDS) {
      // Without a program that was run there is nothing captured. Kilo CLI runs OpenCode's plugin.
      if (HARNESSES[harness].testedVersion === null || harness === 'kilo') continue;
      for (const name of readdirSync(`${harnesses}${harness}/captured`)) {
        if (!name.endsWith('.json')) continue;
        const payload = load(harness, name.slice(0, -5));
        const planted = plant({ ...payload, user_email: 'canary-address' });
        const sent =
          harness === 'opencode' ? fromPlugin(name.split('.').slice(0, 3).join('.'), planted) : planted;
        expect(JSON.stringify(eventsOf(harness, sent)), `${harness}/${name}`).not.toContain('canary');
      }
    }
  });

  function plant(payload: Payload): Payload {
    const answers = [
      'tool_response',
      'tool_output',
      'tool_result',
      'toolResult',
      'last_assistant_message',
      'prompt_response',
      'error',
    ];
    for (const name of answers) {
      const value = payload[name];
      if (typeof value === 'string') payload[name] = 'canary';
      else if (typeof value === 'object' && value !== null) {
        payload[name] = { ...value, stdout: 'canary', content: 'canary', text_result_for_llm: 'canary' };
      }
    }
    return payload;
  }

  test.each(HOOK_HARNESS_IDS)('%s: no input makes the adapter throw', (harness) => {
    const { adapt } = HARNESSES[harness];
    const strange: Payload[] = [
      {},
      { hook_event_name: 'BrandNewEvent', session_id: 's' },
      { hook_event_name: '__proto__', session_id: 's' },
      { hook_event_name: 'PreToolUse' },
      { hook_event_name: 7, session_id: {} },
      { hook: 'tool.execute.after', input: null, output: [] },
      { hook: 'chat.message', input: { sessionID: 's' }, output: { parts: 'x' } },
      {
        hook_event_name: 'PostToolUse',
        session_id: 's',
        tool_name: ['x'],
        tool_input: 'y',
        tool_response: 3,
      },
    ];
    for (const payload of strange)
      expect(['unknown', 'ignored', 'not_user_input', 'events', 'told']).toContain(adapt(payload).kind);
    expect(adapt({ hook_event_name: 'BrandNewEvent', session_id: 's' }).kind).toBe('unknown');
  });

  test('a field that the adapter does not know is counted', () => {
    const payload = { ...load('claude-code', 'PreToolUse.Bash'), brand_new: 1, another: 2 };
    expect(HARNESSES['claude-code'].adapt(payload)).toMatchObject({ kind: 'events', unknownFields: 2 });
  });
});

describe('what became of a call', () => {
  const shell = (exit: number | null) => ({
    ...load('opencode', 'tool.execute.after.bash'),
    output: { metadata: { output: 'canary', exit } },
  });
  const answered = (reply: string) => ({ input: { sessionID: 's', callID: 'c', reply } });
  const ofCline = (members: Payload) => ({ hook: 'ended', session: 's', callId: 'c', ...members });
  const ofPi = (members: Payload) => ({ hook: 'tool_result', session: 's', toolCallId: 'c', ...members });
  const permission = (members: Payload) => ({
    ...load('kimi-code', 'PermissionResult'),
    ...members,
  });
  const acp = (members: Payload) => ({ sessionId: 's', callId: 'c', ...members });
  const failedWrite = { ...load('qwen-code', 'PostToolUse.write_file'), tool_response: { error: 'canary' } };

  // A harness that does not tell it gives undefined, and never a success.
  test.each<[HarnessId, string, Payload, string | undefined, string?]>([
    ['claude-code', 'a failure', load('claude-code', 'PostToolUseFailure.Bash'), 'failed'],
    ['claude-code', 'a refusal', load('claude-code', 'PermissionDenied'), 'refused'],
    ['claude-code', 'an edit', load('claude-code', 'PostToolUse.Edit'), 'succeeded'],
    ['codex', 'a failed patch', codexPatch('Exit code: 1\ncanary'), 'failed'],
    ['codex', 'a patch', load('codex', 'PostToolUse.apply_patch'), 'succeeded'],
    ['copilot', 'a command', load('copilot', 'PostToolUse.Bash'), 'succeeded'],
    ['copilot', 'a failed command', load('copilot', 'PostToolUse.Bash-exit3'), 'failed'],
    ['copilot', 'a running command', copilotResult('success', 'canary'), undefined],
    [
      'copilot',
      'words of a command',
      copilotResult('success', '<shellId: 0 completed with exit code 0>\nx'),
      undefined,
    ],
    ['copilot', 'a refusal', copilotResult('denied', 'canary'), 'refused'],
    ['copilot', 'a new word', copilotResult('later', 'canary'), undefined],
    ['qwen-code', 'a failed edit', failedWrite, 'failed'],
    ['qwen-code', 'a failed command', load('qwen-code', 'PostToolUseFailure.run_shell_command'), 'failed'],
    ['kimi-code', 'a command', load('kimi-code', 'PostToolUse.Bash'), 'succeeded'],
    ['kimi-code', 'a failed command', load('kimi-code', 'PostToolUseFailure.Bash'), 'failed'],
    ['kimi-code', 'a refusal', permission({ decision: 'rejected' }), 'refused'],
    ['kimi-code', 'an approval', permission({}), undefined, 'you_once'],
    ['kimi-code', 'a lasting approval', permission({ scope: 'session' }), undefined, 'you_always'],
    ['kimi-code', 'an error', permission({ decision: 'error' }), undefined],
    ['opencode', 'a command', fromPlugin('tool.execute.after', shell(0)), 'succeeded'],
    ['opencode', 'a failed command', fromPlugin('tool.execute.after', shell(3)), 'failed'],
    ['opencode', 'an ended command', fromPlugin('tool.execute.after', shell(null)), undefined],
    ['opencode', 'a refusal', fromPlugin('permission.replied', answered('reject')), 'refused'],
    [
      'opencode',
      'an approval',
      fromPlugin('permission.replied', answered('always')),
      undefined,
      'you_always',
    ],
    ['pi', 'a failed command', ofPi({ toolName: 'bash', isError: true }), 'failed'],
    ['pi', 'a command', ofPi({ toolName: 'bash', isError: false }), 'succeeded'],
    ['cline', 'a command', ofCline({ tool: 'run_commands', failed: false, succeeded: true }), 'succeeded'],
    ['cline', 'a command without an answer', ofCline({ tool: 'run_commands', failed: false }), undefined],
    ['cline', 'a refusal', ofCline({ tool: 'run_commands', failed: true, refused: true }), 'refused'],
    ['cline', 'a failed command', ofCline({ tool: 'run_commands', failed: true }), 'failed'],
    ['acp', 'a refusal', acp({ hook: 'decision', decision: 'reject_once' }), 'refused'],
    ['acp', 'a command', acp({ hook: 'outcome', kind: 'execute', status: 'completed' }), undefined],
    ['acp', 'a failed command', acp({ hook: 'outcome', kind: 'execute', status: 'failed' }), 'failed'],
    ['acp', 'a read', acp({ hook: 'outcome', kind: 'read', status: 'completed' }), 'succeeded'],
  ])('%s: %s', (harness, _name, payload, outcome, approval) => {
    const adaptation = HARNESSES[harness].adapt(payload);
    const told = adaptation.kind === 'events' ? adaptation.events : [adaptation];
    expect(JSON.stringify(told)).not.toContain('canary');
    for (const each of told) {
      expect('outcome' in each ? each.outcome : undefined).toBe(outcome);
      expect('approval' in each ? each.approval : undefined).toBe(approval);
    }
  });

  test('a call without an id is told by its content', () => {
    const told = HARNESSES.copilot.adapt(load('copilot', 'PostToolUse.Bash-exit3'));
    expect(told).toMatchObject({
      callId: undefined,
      events: [{ event: 'tool.before_use' }, { event: 'command.before_run' }],
    });
  });

  test('a failed edit changes no file', () => {
    const payloads = [codexPatch('Exit code: 1\nfailed'), copilotResult('failure', '', 'PostToolUse.Write')];
    for (const payload of payloads)
      expect(eventsOf('tool_result' in payload ? 'copilot' : 'codex', payload)).toEqual([]);
    const gemini = { ...load('gemini', 'AfterTool.write_file'), tool_response: { error: 'no' } };
    expect(eventsOf('gemini', gemini)).toEqual([]);
  });
});

describe('a patch that a model types into Codex’s shell', () => {
  const patch =
    '*** Begin Patch\n*** Add File: new.txt\n+x\n*** Update File: old.txt\n@@\n-a\n+b\n*** End Patch';
  const answer = 'Success. Updated the following files:\nA new.txt\nM old.txt\n';
  const changes = (command: string, tool_response = answer) => {
    const payload = { ...load('codex', 'PostToolUse.Bash'), tool_input: { command }, tool_response };
    return eventsOf('codex', payload).map(({ data }) => [data.path, data.changeType]);
  };

  test('reports its files', () => {
    const here = [
      ['/home/dev/project/new.txt', 'created'],
      ['/home/dev/project/old.txt', 'modified'],
    ];
    expect(changes(`apply_patch <<'EOF'\n${patch}\nEOF\n`)).toEqual(here);
    expect(changes(`apply_patch "${patch}"`)).toEqual(here);
    expect(changes(`cd /srv/other && apply_patch <<EOF\n${patch}\nEOF`)[0]).toEqual([
      '/srv/other/new.txt',
      'created',
    ]);
    expect(changes(`cd 'sub dir' && applypatch <<EOF\n${patch}\nEOF`)[0]).toEqual([
      '/home/dev/project/sub dir/new.txt',
      'created',
    ]);
  });

  test('reports nothing if it failed or only looks like one', () => {
    expect(changes(`apply_patch <<'EOF'\n${patch}\nEOF\n`, '')).toEqual([]);
    expect(changes(`cat <<'EOF' > x.patch\n${patch}\nEOF\n`)).toEqual([]);
    expect(changes('ls')).toEqual([]);
  });
});
