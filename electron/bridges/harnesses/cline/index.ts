import { join } from 'node:path';
import { MAX_LABEL_LENGTH } from '../../../../shared/limits.ts';
import type { Outcome } from '../../../../shared/session-notes.ts';
import { type TypedText, withCutNamed } from '../../../../shared/typed-text.ts';
import { MAX_EVENTS } from '../../../body/body-budget.ts';
import { readSettingsFile } from '../../configuration/settings-reading.ts';
import {
  type Adaptation,
  type AdaptedEvent,
  type EventMaker,
  eventMaker,
  events,
  isPayload,
  objectOf,
  type Payload,
  textOf,
  withoutSession,
} from '../adaptation.ts';
import { type FileChange, parseApplyPatch, within } from '../apply-patch.ts';
import { typedLine } from '../command-line.ts';
import { type Harness, type HarnessEnvironment, homeAt, type Provider } from '../harness.ts';
import { hostOf, namedProvider } from '../provider.ts';
import { ATTACHED_FILES, typedText } from '../user-input.ts';
import { clinePlugin } from './plugin.ts';

/** The package, and those of the systems. npm lets the command lead to one of the latter. */
const PACKAGES = ['linux', 'darwin', 'windows'].flatMap((system) =>
  ['x64', 'arm64'].map((processor) => `@cline/cli-${system}-${processor}`),
);
const SHELL_TOOL = 'run_commands';
/** The form that Cline gives to what a user typed. Its own messages to the model have other forms. */
const TYPED = /^<user_input mode="([a-z]+)">([\s\S]*)<\/user_input>\s*$/;

/** Returns the command line of one entry: a text, or a program with its arguments. */
function commandLine(entry: unknown): string[] {
  if (typeof entry === 'string') return entry === '' ? [] : [entry];
  if (!isPayload(entry)) return [];
  const command = textOf(entry, 'command');
  const args = (Array.isArray(entry.args) ? entry.args : []).filter((arg) => typeof arg === 'string');
  return command === undefined ? [] : [typedLine([command, ...args])];
}

/**
 * Returns the first commands of a call, and the number of entries after them. A model gives one or several, as a list or
 * not, and Cline accepts each form.
 */
function commandsOf(input: unknown): { told: string[]; leftOut: number } {
  const given = isPayload(input) ? (input.commands ?? input) : input;
  const entries = Array.isArray(given) ? given : [given];
  const told = entries.slice(0, MAX_EVENTS).flatMap(commandLine);
  return { told, leftOut: Math.max(0, entries.length - MAX_EVENTS) };
}

/** Returns what a user typed of a prompt's text parts, and the mode that it was typed in. */
function typedOf(payload: Payload): (TypedText & { mode: string }) | undefined {
  // The instruction to a sub-agent is text of a model.
  if (textOf(payload, 'parent') !== undefined) return undefined;
  const texts = Array.isArray(payload.texts) ? payload.texts : [];
  for (const text of texts) {
    const [, mode, content] = (typeof text === 'string' && TYPED.exec(text)) || [];
    const typed = typedText(content ?? '');
    if (mode !== undefined && typed !== undefined) return { ...typed, mode };
  }
  return undefined;
}

function changesOf(payload: Payload, cwd: string | undefined): FileChange[] {
  const input = isPayload(payload.input) ? payload.input : {};
  if (textOf(payload, 'tool') === 'apply_patch') {
    const patch = typeof payload.input === 'string' ? payload.input : textOf(input, 'input', 'patch');
    return patch === undefined ? [] : parseApplyPatch(patch, cwd);
  }
  if (textOf(payload, 'tool') !== 'editor') return [];
  const path = textOf(input, 'path');
  const changeType = payload.isNew === true ? 'created' : 'modified';
  return [{ path: within(cwd, path), changeType }];
}

/** Returns what became of a call. A command that failed can be a tool that succeeded. */
function outcomeOf({ tool, failed, refused, succeeded }: Payload): Outcome | undefined {
  if (refused === true) return 'refused';
  if (failed === true) return 'failed';
  return tool === SHELL_TOOL && succeeded !== true ? undefined : 'succeeded';
}

/** Returns the call of a tool, and each command in it. */
function callEvents(payload: Payload, event: EventMaker): AdaptedEvent[] {
  const toolName = textOf(payload, 'tool');
  const used = event('tool.before_use', { toolName, toolInput: objectOf(payload, 'input') });
  if (toolName !== SHELL_TOOL) return [used];
  const { told, leftOut } = commandsOf(payload.input);
  const commands = told.map((command, at) => {
    const run = event('command.before_run', { command });
    const { action } = run;
    const isShort = action !== undefined && action.length <= MAX_LABEL_LENGTH;
    // One call can run the same command twice. A long id is not copied for each.
    return at === 0 ? run : { ...run, action: isShort ? `${action}#${at}` : undefined };
  });
  return [{ ...used, leftOut }, ...commands];
}

/** Reads a report of our plugin. */
function adapt(payload: Payload): Adaptation {
  const sessionId = textOf(payload, 'session');
  if (sessionId === undefined) return withoutSession;
  const callId = textOf(payload, 'callId');
  const cwd = textOf(payload, 'cwd');
  const parentAgentId = textOf(payload, 'parent');
  const who = {
    turnId: textOf(payload, 'turn'),
    callId,
    // Only a sub-agent is named. The other one is the session's own.
    agentId: parentAgentId === undefined ? undefined : textOf(payload, 'agent'),
    parentAgentId,
    model: textOf(payload, 'model'),
  };
  const event = eventMaker({ sessionId, action: callId }, { cwd, ...who });
  switch (textOf(payload, 'hook')) {
    case 'start':
      return events(
        event('session.started', {
          ...{ turnId: undefined, harness: 'cline', harnessVersion: textOf(payload, 'version') },
        }),
      );
    case 'prompt': {
      const typed = typedOf(payload);
      if (typed === undefined) return { kind: 'not_user_input' };
      const content = withCutNamed(typed, ATTACHED_FILES);
      const prompt = event('prompt.submitted', { content, mode: typed.mode });
      return events({ ...prompt, leftOut: typed.cutBytes > 0 ? 1 : 0 });
    }
    case 'call':
      return events(...callEvents(payload, event));
    case 'ended': {
      const outcome = outcomeOf(payload);
      const changes = payload.failed === true ? [] : changesOf(payload, cwd);
      if (changes.length === 0) return { kind: 'told', sessionId, callId, outcome };
      return events(...changes.map((change) => ({ ...event('file.changed', change), outcome })));
    }
    case 'end':
      return events(event('session.ended', { turnId: undefined, reason: 'plugins_ended' }));
    default:
      return { kind: 'unknown' };
  }
}

const home = homeAt('CLINE_DIR', '.cline');
const folder = home.configurationFolder;

/** Returns the provider that was used last: its host where the settings name an address. */
function provider(environment: HarnessEnvironment): Provider | undefined {
  const settings = readSettingsFile(join(folder(environment), 'data', 'settings', 'providers.json')) ?? {};
  const name = textOf(settings, 'lastUsedProvider');
  if (name === undefined) return undefined;
  const own = objectOf(objectOf(settings, 'providers') ?? {}, name) ?? {};
  const address = textOf(objectOf(own, 'settings') ?? {}, 'baseUrl');
  return namedProvider(hostOf(address) ?? name);
}

/** The parts of our plugin's module that its test calls. */
interface ClinePlugin {
  setup(api: object, context: object): void;
  hooks: { beforeRun(context: object): void };
}

/** The command line of Cline reads a file of ours in its folder of plugins. */
export const cline: Harness = {
  id: 'cline',
  name: 'Cline',
  testedVersion: '3.0.65',
  notes: () => ['plugins_in_time'],
  executables: ['cline'],
  packages: ['cline', ...PACKAGES],
  sender: 'plugin',
  ...home,
  plan: (environment, launcher) => ({
    form: 'own_file',
    path: join(folder(environment), 'plugins', 'plinth.js'),
    content: clinePlugin(launcher),
  }),
  provider,
  async testPlugin(module, sessionId) {
    const plugin = module.default as ClinePlugin;
    plugin.setup({}, { session: { sessionId } });
    plugin.hooks.beforeRun({ snapshot: { messages: [] } });
  },
  adapt,
};
