import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { samples } from '../../scripts/contract/conformance-vector.ts';
import { EVENT_TYPES } from '../../shared/event.ts';
import { EVENT_SCHEMA } from '../../shared/limits.ts';

/** The name of the integration that sends events. */
export const ATTACKER = 'attacker';

export type Json = Record<string, unknown>;

const harnesses = fileURLToPath(new URL('../../electron/bridges/harnesses/', import.meta.url));

/** What a harness really sends. */
const capturedOf = (harness: string): Json[] =>
  globSync(`${harness}/captured/**/*.json`, { cwd: harnesses })
    .sort()
    .map((file) => JSON.parse(readFileSync(`${harnesses}${file}`, 'utf8')));

const acp = { sessionId: 's', at: '2026-11-21T10:00:00.000Z', agent: 'gemini', cwd: '/srv', callId: 'c' };
const windsurf = { trajectory_id: 's', execution_id: 'e', model_name: 'm' };
const cursor = {
  conversation_id: 's',
  generation_id: 'g',
  cursor_version: '3.1.0',
  workspace_roots: ['/srv'],
};

/** Payloads of harnesses that have no captured ones: those of their documentation, or of their family. */
const documented: Record<string, Json[]> = {
  ...Object.fromEntries(['droid', 'auggie', 'kiro'].map((name) => [name, capturedOf('claude-code')])),
  goose: capturedOf('claude-code').map((payload) => ({ ...payload, event: payload.hook_event_name })),
  kilo: capturedOf('opencode'),
  cursor: [
    ...capturedOf('claude-code').map((payload) => ({ ...payload, ...cursor })),
    { ...cursor, hook_event_name: 'beforeShellExecution', command: 'ls', cwd: '/srv' },
    { ...cursor, hook_event_name: 'beforeSubmitPrompt', prompt: 'hi', attachments: [{ type: 'file' }] },
    { ...cursor, hook_event_name: 'afterFileEdit', file_path: '/srv/a', edits: [{ old_string: 'a' }] },
    { ...cursor, hook_event_name: 'beforeMCPExecution', tool_name: 't', tool_input: '{"a":1}', url: 'u' },
  ],
  windsurf: [
    { ...windsurf, agent_action_name: 'pre_run_command', tool_info: { command_line: 'ls', cwd: '/srv' } },
    { ...windsurf, agent_action_name: 'post_write_code', tool_info: { file_path: '/a', edits: [{}] } },
    { ...windsurf, agent_action_name: 'pre_user_prompt', tool_info: { user_prompt: 'hi' } },
    { ...windsurf, agent_action_name: 'pre_mcp_tool_use', tool_info: { mcp_tool_arguments: { a: 1 } } },
  ],
  acp: [
    {
      ...acp,
      hook: 'prompt',
      prompt: [
        { type: 'text', text: 'hi' },
        { type: 'resource_link', uri: '/a' },
      ],
    },
    { ...acp, hook: 'tool', kind: 'execute', input: { command: ['ls', '-l'] }, locations: ['/a'] },
    { ...acp, hook: 'command', command: 'ls' },
    { ...acp, hook: 'file', path: 'a', previousPath: 'b', change: 'renamed' },
    { ...acp, hook: 'decision', decision: 'allow_once' },
  ],
};

/** The payloads that the fuzzer changes, by harness. */
export const payloadsOf = (harness: string): Json[] => documented[harness] ?? capturedOf(harness);

export const EVENTS: Json[] = EVENT_TYPES.map((event) => ({
  ...{ schema: EVENT_SCHEMA, integration: ATTACKER, event, sessionId: 's' },
  ...{ occurredAt: '2026-11-21T10:00:00.000Z', data: samples[event] },
}));

/** Records of telemetry: the service, the name, and the attributes. */
type Told = readonly [service: string, name: string, attributes: Json];
const patch = '*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch';
const message = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'hi' }] }]);
const LOGS: Told[] = [
  ['claude-code', 'claude_code.user_prompt', { 'session.id': 's', 'prompt.id': 't', prompt: 'hi' }],
  [
    ...(['claude-code', 'tool_decision'] as const),
    {
      ...{ 'session.id': 's', 'event.sequence': 7, tool_use_id: 'c', tool_name: 'Bash', decision: 'accept' },
      ...{ source: 'user_temporary', tool_parameters: '{"full_command":"make %n"}' },
    },
  ],
  [
    ...(['claude-code', 'tool_result'] as const),
    {
      'session.id': 's',
      tool_use_id: 'c',
      tool_name: 'Edit',
      success: true,
      tool_input: { file_path: '/a' },
    },
  ],
  ['codex_cli_rs', 'codex.conversation_starts', { 'conversation.id': 's', model: 'm', approval_policy: 'x' }],
  ['codex_cli_rs', 'codex.user_prompt', { 'conversation.id': 's', prompt: 'hi', provider_name: 'P' }],
  [
    ...(['codex_cli_rs', 'codex.tool_result'] as const),
    { 'conversation.id': 's', call_id: 'c', tool_name: 'apply_patch', success: 'true', arguments: patch },
  ],
  [
    ...(['codex_cli_rs', 'codex.tool_result'] as const),
    { 'conversation.id': 's', call_id: 'c', tool_name: 'shell', arguments: { command: ['ls', '%n'] } },
  ],
  [
    ...(['codex_cli_rs', 'codex.tool_decision'] as const),
    { 'conversation.id': 's', call_id: 'c', decision: 'approved', source: 'user' },
  ],
  [
    ...(['gemini-cli', 'gemini_cli.tool_call'] as const),
    {
      'session.id': 's',
      function_name: 'run_shell_command',
      function_args: '{"command":"ls"}',
      success: true,
    },
  ],
  ['qwen-code', 'qwen-code.user_prompt', { 'session.id': 's', prompt: 'hi', prompt_id: 't' }],
];
const SPANS: Told[] = [
  [
    ...(['copilot', 'invoke_agent'] as const),
    { 'gen_ai.operation.name': 'invoke_agent', 'session.id': 's', 'gen_ai.input.messages': message },
  ],
  [
    ...(['acme', 'execute_tool'] as const),
    {
      ...{
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.conversation.id': 's',
        'gen_ai.tool.name': 'bash',
      },
      ...{ 'gen_ai.tool.call.id': 'c', 'gen_ai.tool.call.arguments': '{"command":"ls"}' },
    },
  ],
];

function anyValue(value: unknown): Json {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: attributes(value as Json) } };
}
const attributes = (members: Json) =>
  Object.entries(members).map(([key, value]) => ({ key, value: anyValue(value) }));

const AT = '1795219200000000000';
const grouped = (groups: string, scopes: string, records: string, service: string, record: Json) => ({
  [groups]: [
    {
      resource: { attributes: attributes({ 'service.name': service }) },
      [scopes]: [{ scope: { name: 'scope' }, [records]: [record, record] }],
    },
  ],
});
const TRACE = '5b8efff798038103d269b633813fc60c';
export const LOG_REQUESTS: Json[] = LOGS.map(([service, name, members]) =>
  grouped('resourceLogs', 'scopeLogs', 'logRecords', service, {
    ...{ timeUnixNano: AT, eventName: name, traceId: TRACE },
    attributes: attributes({ 'event.name': name, ...members, other: [1, 'x', { a: true }] }),
  }),
);
export const SPAN_REQUESTS: Json[] = SPANS.map(([service, name, members]) =>
  grouped('resourceSpans', 'scopeSpans', 'spans', service, {
    ...{ name, startTimeUnixNano: AT, traceId: TRACE, attributes: attributes(members) },
  }),
);

const rpc = (members: Json): Json => ({ jsonrpc: '2.0', ...members });
const update = (members: Json) =>
  rpc({ method: 'session/update', params: { sessionId: 's', update: { toolCallId: 'c', ...members } } });
/** A conversation of an editor and an agent. The agent of the fuzzer repeats each line, so both sides say all of it. */
export const CONVERSATION: Json[] = [
  rpc({ id: 0, method: 'initialize', params: { protocolVersion: 1 } }),
  rpc({ id: 0, result: { protocolVersion: 1, agentInfo: { name: 'gemini', version: '1.2.3' } } }),
  rpc({ id: 1, method: 'session/new', params: { cwd: '/srv', mcpServers: [] } }),
  rpc({ id: 1, result: { sessionId: 's', modes: { currentModeId: 'ask' } } }),
  rpc({
    id: 2,
    method: 'session/prompt',
    params: { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }] },
  }),
  update({ sessionUpdate: 'tool_call', title: 'Run', kind: 'execute', rawInput: { command: 'ls' } }),
  rpc({
    ...{ id: 3, method: 'session/request_permission' },
    params: {
      sessionId: 's',
      toolCall: { toolCallId: 'c' },
      options: [{ optionId: 'y', kind: 'allow_once' }],
    },
  }),
  rpc({ id: 3, result: { outcome: { outcome: 'selected', optionId: 'y' } } }),
  update({
    ...{ sessionUpdate: 'tool_call_update', status: 'completed', kind: 'edit', locations: [{ path: '/a' }] },
    ...{
      content: [{ type: 'diff', path: '/a', oldText: 'x' }],
      rawInput: { changes: { '/b': { type: 'add' } } },
    },
  }),
  rpc({ id: 4, method: 'terminal/create', params: { sessionId: 's', command: 'ls', args: ['-l'] } }),
  rpc({ id: 5, method: 'fs/write_text_file', params: { sessionId: 's', path: '/c', content: 'x' } }),
  rpc({ id: 5, result: {} }),
  rpc({ id: 2, result: { stopReason: 'end_turn' } }),
];
