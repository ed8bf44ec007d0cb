import { dirname, join } from 'node:path';
import type { Approval } from '../../../../shared/session-notes.ts';
import {
  type Adaptation,
  type AdaptedEvent,
  events,
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
import { ALL_EVENTS, type Harness } from '../harness.ts';
import { commandFolder } from '../hook-payload.ts';
import { withCutNamed } from '../user-input.ts';
import { editorSettings } from './editor-settings.ts';

/** The providers of agents that have one of their own, by a part of the agent's name. */
const PROVIDERS: readonly (readonly [RegExp, string])[] = [
  [/claude/i, 'anthropic'],
  [/codex|openai/i, 'openai'],
  [/gemini/i, 'google'],
  [/copilot/i, 'github-copilot'],
];

/** The kinds of answers to a request for permission. */
const APPROVALS: Readonly<Record<string, Approval>> = {
  allow_once: 'you_once',
  allow_always: 'you_always',
  reject_once: 'refused',
  reject_always: 'refused',
  cancelled: 'refused',
};

/** Returns the text that the user typed, with the names of attached files. Their contents were only measured. */
function typedText(payload: Payload): { content: string | undefined; leftOut: number } {
  const parts = (Array.isArray(payload.prompt) ? payload.prompt : []).filter(isPayload);
  const texts: string[] = [];
  let cutBytes = 0;
  let leftOut = 0;
  for (const part of parts) {
    const uri = textOf(part, 'uri');
    if (part.type === 'text') texts.push(textOf(part, 'text') ?? '');
    else if (uri !== undefined) texts.push(`[@${uri}]`);
    else leftOut += 1;
    if (typeof part.bytes === 'number') {
      cutBytes += part.bytes;
      leftOut += 1;
    }
  }
  const content = texts.length === 0 ? undefined : texts.join('');
  return { content: withCutNamed({ content, cutBytes }, 'the contents of attached files'), leftOut };
}

type Members = Record<string, unknown>;

function toolEvents(payload: Payload, event: (type: AdaptedEvent['event'], data: Members) => AdaptedEvent) {
  const kind = textOf(payload, 'kind');
  const input = objectOf(payload, 'input');
  const locations = Array.isArray(payload.locations) && payload.locations.length > 0;
  const described = present({
    title: textOf(payload, 'title'),
    locations: locations ? payload.locations : undefined,
  });
  const toolName = textOf(payload, 'name') ?? kind ?? 'other';
  const events = [event('tool.before_use', { toolName, toolInput: payload.input ?? described })];
  if (kind === 'execute') {
    const cwd = commandFolder(input ?? {}, textOf(payload, 'cwd'));
    events.push(event('command.before_run', { command: commandIn(payload.input), cwd }));
  }
  return events;
}

/** Reads a report of `plinth acp`: what an editor and an agent said to each other, reduced to named members. */
function adapt(payload: Payload): Adaptation {
  const sessionId = textOf(payload, 'sessionId');
  if (sessionId === undefined) return withoutSession;
  const cwd = textOf(payload, 'cwd');
  const callId = textOf(payload, 'callId');
  const agent = textOf(payload, 'agent');
  const mode = textOf(payload, 'mode');
  const event = (type: AdaptedEvent['event'], data: Members): AdaptedEvent => ({
    event: type,
    sessionId,
    occurredAt: instantOf(payload.at),
    action: callId,
    numbersAsText: payload.numbersAsText === true,
    data: present({ cwd, callId, mode, ...data }),
    mended: payload.mended === true,
  });
  switch (payload.hook) {
    case 'session_start': {
      const harnessVersion = textOf(payload, 'version');
      return events(
        event('session.started', { harness: agent, harnessVersion, model: textOf(payload, 'model') }),
      );
    }
    case 'session_end':
      return events(event('session.ended', { reason: textOf(payload, 'reason') }));
    case 'prompt': {
      const { content, leftOut } = typedText(payload);
      if (content === undefined && leftOut === 0) return { kind: 'not_user_input' };
      const destination = PROVIDERS.find(([name]) => name.test(agent ?? ''))?.[1];
      const prompt = event('prompt.submitted', { content, destination });
      return events({ ...prompt, destinationAssumed: true, leftOut });
    }
    case 'tool':
      return events(...toolEvents(payload, event));
    case 'command': {
      const folder = textOf(payload, 'commandFolder') ?? cwd;
      return events(event('command.before_run', { command: textOf(payload, 'command'), cwd: folder }));
    }
    case 'file': {
      const path = textOf(payload, 'path');
      const changeType = textOf(payload, 'change') ?? 'modified';
      return events(event('file.changed', { path: path && within(cwd, path), changeType }));
    }
    case 'decision': {
      const approval = APPROVALS[textOf(payload, 'decision') ?? ''];
      if (approval === undefined || callId === undefined) return { kind: 'ignored' };
      return { kind: 'decision', sessionId, callId, approval };
    }
    default:
      return { kind: 'unknown' };
  }
}

/** Editors that run agents over the Agent Client Protocol, through `plinth acp`. */
export const acp: Harness = {
  id: 'acp',
  name: 'Editors (Agent Client Protocol)',
  testedVersion: null,
  reports: ALL_EVENTS,
  notes: () => ['set_up_in_editor'],
  executables: ['zed', 'zeditor'],
  packages: [],
  sender: 'plugin',
  hasEntry: false,
  configurationFolder: ({ home }) => join(home, '.config', 'zed'),
  plan: (_environment, launcher) => ({
    form: 'own_file',
    path: join(dirname(launcher.path), 'acp-editors.md'),
    content: editorSettings(),
  }),
  // The agent decides where a prompt goes. The adapter knows agents with a provider of their own.
  provider: () => undefined,
  adapt,
};
