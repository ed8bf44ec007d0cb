import { dirname, join } from 'node:path';
import type { Approval, Outcome } from '../../../../shared/session-notes.ts';
import { withCutNamed } from '../../../../shared/typed-text.ts';
import {
  type Adaptation,
  type EventMaker,
  eventMaker,
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
import { commandIn, isInWords } from '../command-line.ts';
import { type Harness, settingsFolder } from '../harness.ts';
import { commandFolder } from '../hook-payload.ts';
import { ATTACHED_FILES, typedText, type UserInput } from '../user-input.ts';
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
};
const REFUSALS = new Set(['reject_once', 'reject_always', 'cancelled']);
const OUTCOMES: Readonly<Record<string, Outcome>> = { completed: 'succeeded', failed: 'failed' };

/** Reads one part: what the user typed or the name of an attached file, and the bytes of other text. */
function typedPart(part: Payload): UserInput {
  if (part.type === 'text') {
    const text = textOf(part, 'text') ?? '';
    // A space between two attached files.
    if (text.trim() === '') return { content: text, cutBytes: 0 };
    return typedText(text) ?? { content: undefined, cutBytes: Buffer.byteLength(text) };
  }
  const uri = textOf(part, 'uri');
  // The contents of an attached file were only measured.
  const cutBytes = typeof part.bytes === 'number' ? part.bytes : 0;
  return { content: uri === undefined ? undefined : `[@${uri}]`, cutBytes };
}

/** Returns the text that the user typed, with the names of attached files, or undefined where no user typed any. */
function typedMessage(payload: Payload): { content: string | undefined; leftOut: number } | undefined {
  const given = (Array.isArray(payload.prompt) ? payload.prompt : []).filter(isPayload);
  const parts = given.map(typedPart);
  const texts = parts.flatMap(({ content }) => content ?? []);
  if (texts.length === 0 && given.every(({ type }) => type === 'text')) return undefined;
  const cutBytes = parts.reduce((sum, part) => sum + part.cutBytes, 0);
  const leftOut = parts.filter((part) => part.content === undefined || part.cutBytes > 0).length;
  const content = texts.length === 0 ? undefined : texts.join('');
  return { content: withCutNamed({ content, cutBytes }, ATTACHED_FILES), leftOut };
}

/** What Gemini CLI writes behind the command in the title of a call: its folder, and the model's description. */
const TITLE_END = / \[(?:in|current working directory) [^[\]]*\](?: \([^()\n]*\))?(?: \[background\])?$/;

/** Returns the command line that a call runs, if it is known. Codex calls a command that only reads `read` or `search`. */
function commandOf(payload: Payload): string | undefined {
  const { input } = payload;
  if (textOf(payload, 'kind') !== 'execute') return isInWords(input) ? commandIn(input) : undefined;
  const title = /gemini/i.test(textOf(payload, 'agent') ?? '') ? textOf(payload, 'title') : undefined;
  return commandIn(input) ?? title?.replace(TITLE_END, '');
}

function toolEvents(payload: Payload, event: EventMaker) {
  const kind = textOf(payload, 'kind');
  const input = objectOf(payload, 'input');
  const locations = Array.isArray(payload.locations) && payload.locations.length > 0;
  const described = present({
    title: textOf(payload, 'title'),
    locations: locations ? payload.locations : undefined,
  });
  const toolName = textOf(payload, 'name') ?? kind ?? 'other';
  const events = [event('tool.before_use', { toolName, toolInput: payload.input ?? described })];
  const command = commandOf(payload);
  if (command !== undefined && payload.ranInTerminal !== true) {
    const cwd = commandFolder(input ?? {}, textOf(payload, 'cwd'));
    events.push(event('command.before_run', { command, cwd }));
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
  const marks = { numbersAsText: payload.numbersAsText === true, mended: payload.mended === true };
  const common = { sessionId, occurredAt: instantOf(payload.at), action: callId, ...marks };
  const event = eventMaker(common, { cwd, callId, mode });
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
      const typed = typedMessage(payload);
      if (typed === undefined) return { kind: 'not_user_input' };
      const { content, leftOut } = typed;
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
      const previous = textOf(payload, 'previousPath');
      const previousPath = previous === undefined ? undefined : within(cwd, previous);
      const changeType = textOf(payload, 'change') ?? 'modified';
      return events(event('file.changed', { path: path && within(cwd, path), previousPath, changeType }));
    }
    case 'decision': {
      const decision = textOf(payload, 'decision') ?? '';
      const outcome = REFUSALS.has(decision) ? 'refused' : undefined;
      return { kind: 'told', sessionId, callId, approval: APPROVALS[decision], outcome };
    }
    case 'outcome': {
      const outcome = OUTCOMES[textOf(payload, 'status') ?? ''];
      // Not every agent calls a command that ended with an error failed.
      const isUnclear = outcome === 'succeeded' && textOf(payload, 'kind') === 'execute';
      return { kind: 'told', sessionId, callId, outcome: isUnclear ? undefined : outcome };
    }
    default:
      return { kind: 'unknown' };
  }
}

/** Editors that run agents over the Agent Client Protocol, through `plinth acp`. The agent decides where a prompt goes. */
export const acp: Harness = {
  id: 'acp',
  name: 'Editors (Agent Client Protocol)',
  testedVersion: null,
  notes: () => ['set_up_in_editor'],
  executables: ['zed', 'zeditor'],
  sender: 'plugin',
  hasEntry: false,
  configurationFolder: (environment) => settingsFolder(environment, 'zed', 'Zed'),
  plan: (_environment, launcher) => ({
    form: 'own_file',
    path: join(dirname(launcher.path), 'acp-editors.md'),
    content: editorSettings(),
  }),
  adapt,
};
