import { join } from 'node:path';
import { withCutNamed } from '../../../../shared/typed-text.ts';
import { hookCommand } from '../../connect/hook-command.ts';
import {
  type Adaptation,
  type AdaptedEvent,
  countUnknown,
  eventMaker,
  incomplete,
  instantOf,
  isPayload,
  objectOf,
  type Payload,
  present,
  textOf,
  withoutSession,
} from '../adaptation.ts';
import { within } from '../apply-patch.ts';
import { commandIn } from '../command-line.ts';
import type { Harness, HarnessEnvironment } from '../harness.ts';
import { ownProvider } from '../provider.ts';
import { isUnreadPrompt, NOT_TYPED, typedPrompt } from '../user-input.ts';

const HOOKS = [
  'pre_user_prompt',
  'pre_read_code',
  'pre_write_code',
  'post_write_code',
  'pre_run_command',
  'pre_mcp_tool_use',
] as const;
const known: ReadonlySet<string> = new Set(HOOKS);
const KNOWN_FIELDS = new Set([
  ...['agent_action_name', 'trajectory_id', 'execution_id', 'timestamp', 'tool_info', 'model_name'],
]);

type Members = Record<string, unknown>;

/** Returns the event types and members of one hook. */
function meaningOf(name: string, info: Payload, cwd: string | undefined): [AdaptedEvent['event'], Members][] {
  const path = textOf(info, 'file_path');
  const tool = name.replace(/^pre_/, '');
  switch (name) {
    case 'post_write_code':
      return [['file.changed', { path: path && within(cwd, path), changeType: 'modified' }]];
    case 'pre_run_command': {
      const command = commandIn({ command: info.command_line });
      return [
        ['tool.before_use', { toolName: tool, toolInput: present({ command }) }],
        ['command.before_run', { command }],
      ];
    }
    case 'pre_mcp_tool_use': {
      const toolInput = objectOf(info, 'mcp_tool_arguments');
      const mcpServer = textOf(info, 'mcp_server_name');
      return [['tool.before_use', { toolName: textOf(info, 'mcp_tool_name') ?? tool, toolInput, mcpServer }]];
    }
    default:
      return [['tool.before_use', { toolName: tool, toolInput: present({ file_path: path }) }]];
  }
}

/** Reads a payload of Cascade's hooks. Each kind of action has a hook of its own. */
function adapt(payload: Payload): Adaptation {
  const name = textOf(payload, 'agent_action_name');
  const sessionId = textOf(payload, 'trajectory_id');
  if (name === undefined || !known.has(name)) return { kind: 'unknown' };
  if (sessionId === undefined) return withoutSession;
  const info = objectOf(payload, 'tool_info') ?? {};
  const cwd = textOf(info, 'cwd');
  const about = { cwd, turnId: textOf(payload, 'execution_id'), model: textOf(payload, 'model_name') };
  const event = eventMaker({ sessionId, occurredAt: instantOf(payload.timestamp) }, about);
  const unknownFields = countUnknown(payload, KNOWN_FIELDS);
  if (name === 'pre_user_prompt') {
    const given = { prompt: info.user_prompt };
    const typed = typedPrompt(given);
    if (typed === undefined)
      return isUnreadPrompt(given) ? incomplete(sessionId) : { kind: 'not_user_input' };
    const prompt = event('prompt.submitted', { content: withCutNamed(typed, NOT_TYPED) });
    const leftOut = typed.cutBytes > 0 ? 1 : 0;
    return { kind: 'events', events: [{ ...prompt, leftOut }], unknownFields };
  }
  const events = meaningOf(name, info, cwd).map(([type, members]) => event(type, members));
  return { kind: 'events', events, unknownFields };
}

/** Fits each hook: Windsurf has none for the start of a session. */
const testPayload = (event: string, sessionId: string, cwd: string): Payload => ({
  agent_action_name: event,
  trajectory_id: sessionId,
  tool_info: { cwd, user_prompt: 'A test of Plinth', file_path: join(cwd, 'hooks.json') },
});

const folder = ({ home }: HarnessEnvironment) => join(home, '.codeium', 'windsurf');

/** Windsurf has no hooks for the start and the end of a session. Written from its documentation. */
export const windsurf: Harness = {
  id: 'windsurf',
  name: 'Windsurf',
  testedVersion: null,
  reports: ['prompt.submitted', 'tool.before_use', 'command.before_run', 'file.changed'],
  notes: () => ['from_documentation'],
  executables: ['windsurf'],
  configurationFolder: folder,
  plan(environment, launcher) {
    const command = hookCommand(launcher, 'user_shell');
    const powershell = hookCommand(launcher, 'powershell');
    const element = { command, powershell, show_output: false };
    return {
      form: 'json_hooks',
      path: join(folder(environment), 'hooks.json'),
      frame: {},
      entries: HOOKS.map((event) => ({ event, element })),
    };
  },
  provider: () => ownProvider('windsurf'),
  testPayload,
  parts: ({ tool_info: info }) => [info].filter(isPayload),
  adapt,
};
