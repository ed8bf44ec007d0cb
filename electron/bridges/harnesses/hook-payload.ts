import type { Outcome } from '../../../shared/session-notes.ts';
import { withCutNamed } from '../../../shared/typed-text.ts';
import { actionContextOf, actorOf } from './action-context.ts';
import {
  type Adaptation,
  type AdaptedEvent,
  type CallNotes,
  countUnknown,
  type EventMaker,
  eventMaker,
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
  | 'tool_failed'
  | 'tool_refused'
  | 'permission'
  | 'sub_agent'
  | 'interrupt'
  | 'file_watched'
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
  /** A description of the text that is cut from a prompt. */
  cutName?: string;
  /** Returns the part of a prompt hook's payload that the user typed, or undefined where no user typed it. */
  typed(payload: Payload): UserInput | undefined;
  /** Returns what became of a finished tool. Without it, that is told only of one that changed files. */
  outcome?(payload: Payload, tool: string): Outcome | undefined;
  /** Returns what a hook tells about a decision on a call. */
  decision?(payload: Payload): CallNotes;
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

/** One payload, and what all its events have. */
interface HookReport {
  payload: Payload;
  dialect: HookDialect;
  sessionId: string;
  cwd: string | undefined;
  event: EventMaker;
}

const toolOf = (payload: Payload) => textOf(payload, 'tool_name', 'toolName') ?? '';
const callOf = (payload: Payload) => textOf(payload, 'tool_use_id', 'toolUseId', 'tool_call_id');

/** Returns the use of a tool, and the command that it runs. */
function callEvents(report: HookReport): AdaptedEvent[] {
  const { payload, dialect, cwd } = report;
  const tool = toolOf(payload);
  const action = callOf(payload);
  const input = payload.tool_input ?? payload.toolArgs;
  const call = { toolName: tool || undefined, toolInput: input };
  const used = { ...report.event('tool.before_use', call), action };
  if (!dialect.shellTools.has(tool)) return [used];
  const folder = commandFolder(isPayload(input) ? input : {}, cwd);
  const members = present({ command: commandIn(input), cwd: folder });
  return [used, { ...report.event('command.before_run', members), action, mended: isInWords(input) }];
}

/** Returns what a hook tells about a call. A call without an id is found by its content. */
function told(report: HookReport, notes: CallNotes): Adaptation {
  const { payload, sessionId } = report;
  const callId = callOf(payload);
  const events = callId === undefined ? callEvents(report) : undefined;
  return { kind: 'told', sessionId, callId, events, ...notes };
}

/** Returns the changed files of a finished tool, or what became of one that changed none. */
function afterTool(report: HookReport): Adaptation | AdaptedEvent[] {
  const { payload, dialect, sessionId, cwd } = report;
  const tool = toolOf(payload);
  const input = objectOf(payload, 'tool_input', 'toolArgs') ?? {};
  const changes = dialect.changedFiles(payload, tool, input, cwd);
  const outcome = dialect.outcome?.(payload, tool);
  if (changes.length > 0) {
    return changes.map((change) => ({
      ...report.event('file.changed', change),
      action: callOf(payload),
      outcome: outcome ?? 'succeeded',
    }));
  }
  // A text that begins as JSON and is none could name a file.
  if (/^\s*[{[]/.test(textOf(payload, 'tool_input', 'toolArgs') ?? '')) return incomplete(sessionId);
  return outcome === undefined ? { kind: 'ignored' } : told(report, { outcome });
}

/** Returns the prompt, where a user typed one. */
function promptOf(report: HookReport): Adaptation | AdaptedEvent[] {
  const { payload, dialect, sessionId } = report;
  const typed = dialect.typed(payload);
  if (typed === undefined)
    return isUnreadPrompt(payload) ? incomplete(sessionId) : { kind: 'not_user_input' };
  const content = withCutNamed(typed, dialect.cutName ?? NOT_TYPED);
  return [{ ...report.event('prompt.submitted', { content }), leftOut: typed.cutBytes > 0 ? 1 : 0 }];
}

const WATCHED_CHANGES: Readonly<Record<string, FileChange['changeType']>> = {
  add: 'created',
  change: 'modified',
  unlink: 'deleted',
};

/** Returns the change of a file that the harness watches. The payload does not say who made it. */
function watchedFile(report: HookReport): Adaptation | AdaptedEvent[] {
  const { payload, cwd } = report;
  const path = textOf(payload, 'file_path');
  // Settings of an administrator have no file.
  if (path === undefined) return { kind: 'ignored' };
  const changeType = WATCHED_CHANGES[textOf(payload, 'event') ?? ''] ?? 'modified';
  return [{ ...report.event('file.changed', { path: within(cwd, path), changeType }), isWatched: true }];
}

function meaningOf(meaning: HookMeaning, report: HookReport): Adaptation | AdaptedEvent[] {
  const { payload, dialect } = report;
  switch (meaning) {
    case 'session_start': {
      // A resumed or compacted session continues. Its start was already reported.
      if (CONTINUED.has(textOf(payload, 'source') ?? '')) return { kind: 'ignored' };
      const harnessVersion = textOf(payload, 'cursor_version');
      return [report.event('session.started', { harness: dialect.harness, harnessVersion })];
    }
    case 'session_end':
      return [report.event('session.ended', { reason: textOf(payload, 'reason') })];
    case 'prompt':
      return promptOf(report);
    case 'before_tool':
      return callEvents(report);
    case 'before_shell': {
      const run = report.event('command.before_run', { command: commandIn(payload) });
      return [{ ...run, mended: isInWords(payload) }];
    }
    case 'after_tool':
    case 'after_edit':
      return afterTool(report);
    case 'tool_failed':
      return told(report, { outcome: 'failed' });
    case 'tool_refused':
      return told(report, { outcome: 'refused' });
    case 'sub_agent':
      return { kind: 'counted', sessionId: report.sessionId, count: 'subAgents' };
    case 'interrupt':
      return { kind: 'counted', sessionId: report.sessionId, count: 'interrupts' };
    case 'file_watched':
      return watchedFile(report);
    case 'permission':
      return told(report, dialect.decision?.(payload) ?? {});
  }
}

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
  const isOfSession = meaning === 'session_start' || meaning === 'session_end';
  const context = isOfSession ? actorOf(payload) : actionContextOf(payload);
  const event = eventMaker({ sessionId, occurredAt: instantOf(payload.timestamp) }, { cwd, ...context });
  const read = meaningOf(meaning, { payload, dialect, sessionId, cwd, event });
  if (!Array.isArray(read)) return read;
  return { kind: 'events', events: read, unknownFields: countUnknown(payload, dialect.knownFields) };
}

/** Returns the folder that a shell tool's own input names. A relative path is below the agent's folder. */
export function commandFolder(input: Payload, cwd: string | undefined): string | undefined {
  const named = textOf(input, 'workdir', 'dir_path', 'directory');
  return named === undefined ? cwd : within(cwd, named);
}
