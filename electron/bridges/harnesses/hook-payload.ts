import { withCutNamed } from '../../../shared/typed-text.ts';
import { actionContextOf, actorOf } from './action-context.ts';
import {
  type Adaptation,
  type AdaptedEvent,
  countUnknown,
  incomplete,
  instantOf,
  isPayload,
  objectOf,
  type Payload,
  present,
  textOf,
  withoutSession,
} from './adaptation.ts';
import { type FileChange, within } from './apply-patch.ts';
import { commandIn, isInWords } from './command-line.ts';
import { isUnreadPrompt, NOT_TYPED, type UserInput } from './user-input.ts';

type HookMeaning =
  | 'session_start'
  | 'session_end'
  | 'prompt'
  | 'before_tool'
  | 'after_tool'
  | 'before_shell'
  | 'after_edit';

/** The differences in how one harness writes the payloads of the Claude Code family. */
export interface HookDialect {
  harness: string;
  /** Hook names and their meanings. `undefined` marks a known hook without content for Plinth. */
  events: Readonly<Record<string, HookMeaning | undefined>>;
  shellTools: ReadonlySet<string>;
  /** Every known top-level field, whether it is used or not. */
  knownFields: ReadonlySet<string>;
  /** True when a separate hook reports the shell tool's command. The tool's own hook then gives no event. */
  shellHookOfItsOwn?: boolean;
  /** A description of the text that is cut from a prompt. */
  cutName?: string;
  /** Returns the part of a prompt hook's payload that the user typed, or undefined where no user typed it. */
  typed(payload: Payload): UserInput | undefined;
  /** Returns the files that a finished tool changed. The list is empty when the tool changed none or failed. */
  changedFiles(payload: Payload, tool: string, input: Payload, cwd: string | undefined): FileChange[];
}

/** Fields that most harnesses of the family send. */
export const COMMON_FIELDS = [
  'session_id',
  'transcript_path',
  'cwd',
  'hook_event_name',
  'permission_mode',
  'model',
  'source',
  'reason',
  'prompt',
  'tool_name',
  'tool_input',
  'tool_use_id',
  'tool_response',
  'timestamp',
] as const;

const CONTINUED = new Set(['resume', 'compact']);

/** Reads a hook's payload. It uses only the fields named here, and no text of a tool's answer. */
export function adaptHookPayload(payload: Payload, dialect: HookDialect): Adaptation {
  const name = textOf(payload, 'hook_event_name', 'hookEventName', 'hookName');
  if (name === undefined || !Object.hasOwn(dialect.events, name)) return { kind: 'unknown' };
  const meaning = dialect.events[name];
  if (meaning === undefined) return { kind: 'ignored' };
  const sessionId = textOf(payload, 'conversation_id', 'session_id', 'sessionId');
  if (sessionId === undefined) return withoutSession;

  const workspaces = Array.isArray(payload.workspace_roots) ? payload.workspace_roots : [];
  const cwd = textOf(payload, 'cwd') ?? (typeof workspaces[0] === 'string' ? workspaces[0] : undefined);
  const occurredAt = instantOf(payload.timestamp);
  const event = (
    type: AdaptedEvent['event'],
    members: Record<string, unknown>,
    action?: string,
  ): AdaptedEvent => ({
    event: type,
    sessionId,
    occurredAt,
    data: present({ cwd, ...context, ...members }),
    action,
  });
  const events: AdaptedEvent[] = [];
  const isOfSession = meaning === 'session_start' || meaning === 'session_end';
  const context = isOfSession ? actorOf(payload) : actionContextOf(payload);
  const toolUse = textOf(payload, 'tool_use_id', 'toolUseId', 'tool_call_id');

  switch (meaning) {
    case 'session_start':
      // A resumed or compacted session continues. Its start was already reported.
      if (CONTINUED.has(textOf(payload, 'source') ?? '')) return { kind: 'ignored' };
      events.push(
        event('session.started', {
          harness: dialect.harness,
          harnessVersion: textOf(payload, 'cursor_version'),
        }),
      );
      break;
    case 'session_end':
      events.push(event('session.ended', { reason: textOf(payload, 'reason') }));
      break;
    case 'prompt': {
      const typed = dialect.typed(payload);
      if (typed === undefined && isUnreadPrompt(payload)) return incomplete(sessionId);
      if (typed === undefined) return { kind: 'not_user_input' };
      const content = withCutNamed(typed, dialect.cutName ?? NOT_TYPED);
      events.push({ ...event('prompt.submitted', { content }), leftOut: typed.cutBytes > 0 ? 1 : 0 });
      break;
    }
    case 'before_tool': {
      const tool = textOf(payload, 'tool_name', 'toolName');
      const input = payload.tool_input ?? payload.toolArgs;
      events.push(event('tool.before_use', { toolName: tool, toolInput: input }, toolUse));
      if (tool !== undefined && dialect.shellTools.has(tool) && dialect.shellHookOfItsOwn !== true) {
        const folder = commandFolder(isPayload(input) ? input : {}, cwd);
        const command = commandIn(input);
        const run = event('command.before_run', present({ command, cwd: folder }), toolUse);
        events.push({ ...run, mended: isInWords(input) });
      }
      break;
    }
    case 'before_shell':
      events.push({
        ...event('command.before_run', { command: commandIn(payload) }),
        mended: isInWords(payload),
      });
      break;
    case 'after_tool':
    case 'after_edit': {
      const tool = textOf(payload, 'tool_name', 'toolName') ?? '';
      const input = objectOf(payload, 'tool_input', 'toolArgs') ?? {};
      const changes = dialect.changedFiles(payload, tool, input, cwd);
      if (changes.length === 0) {
        // A text that begins as JSON and is none could name a file.
        const isBroken = /^\s*[{[]/.test(textOf(payload, 'tool_input', 'toolArgs') ?? '');
        return isBroken ? incomplete(sessionId) : { kind: 'ignored' };
      }
      events.push(...changes.map((change) => event('file.changed', { ...change }, toolUse)));
      break;
    }
  }
  return { kind: 'events', events, unknownFields: countUnknown(payload, dialect.knownFields) };
}

/** Returns the folder that a shell tool's own input names. A relative path is below the agent's folder. */
export function commandFolder(input: Payload, cwd: string | undefined): string | undefined {
  const named = textOf(input, 'workdir', 'dir_path', 'directory');
  return named === undefined ? cwd : within(cwd, named);
}
