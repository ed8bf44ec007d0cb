import { join } from 'node:path';
import { withCutNamed } from '../../../../shared/typed-text.ts';
import { readSettingsFile } from '../../configuration/settings-reading.ts';
import {
  type Adaptation,
  type AdaptedEvent,
  type EventMaker,
  eventMaker,
  events,
  objectOf,
  type Payload,
  textOf,
  withoutSession,
} from '../adaptation.ts';
import { within } from '../apply-patch.ts';
import { commandIn, isInWords } from '../command-line.ts';
import { type Harness, homeAt } from '../harness.ts';
import { switchesIn } from '../hook-switch.ts';
import { namedProvider } from '../provider.ts';
import { ATTACHED_FILES, typedText } from '../user-input.ts';
import { piExtension } from './extension.ts';

const SHELL_TOOLS = new Set(['bash', 'powershell']);
const EDIT_TOOLS = new Set(['write', 'edit']);
const ignored: Adaptation = { kind: 'ignored' };

function toolEvents(payload: Payload, event: EventMaker): AdaptedEvent[] {
  const toolName = textOf(payload, 'toolName');
  const toolInput = objectOf(payload, 'input');
  const used = event('tool.before_use', { toolName, toolInput });
  if (toolName === undefined || !SHELL_TOOLS.has(toolName)) return [used];
  const run = event('command.before_run', { command: commandIn(payload.input) });
  return [used, { ...run, mended: isInWords(payload.input) }];
}

/** Reads a report of our extension: the name of an event of pi with the members that Plinth uses. */
function adapt(payload: Payload): Adaptation {
  const sessionId = textOf(payload, 'session');
  if (sessionId === undefined) return withoutSession;
  const callId = textOf(payload, 'toolCallId');
  const cwd = textOf(payload, 'cwd');
  const model = textOf(payload, 'model');
  const event = eventMaker({ sessionId, action: callId }, { cwd, model, callId });
  const reason = textOf(payload, 'reason');
  switch (textOf(payload, 'hook')) {
    case 'session_start': {
      // A reload and a resumption go on with a session whose start was reported.
      if (reason === 'reload' || reason === 'resume' || payload.resumed === true) return ignored;
      return events(event('session.started', { harness: 'pi', harnessVersion: textOf(payload, 'version') }));
    }
    case 'input': {
      // An extension can also send a message as the user.
      const typed = payload.source === 'extension' ? undefined : typedText(textOf(payload, 'text') ?? '');
      if (typed === undefined) return { kind: 'not_user_input' };
      const content = withCutNamed(typed, ATTACHED_FILES);
      const prompt = event('prompt.submitted', { content, destination: textOf(payload, 'provider') });
      return events({ ...prompt, leftOut: typed.cutBytes > 0 ? 1 : 0 });
    }
    case 'user_bash':
      return events({
        ...event('command.before_run', { command: textOf(payload, 'command') }),
        byUser: true,
      });
    case 'tool_call':
      return events(...toolEvents(payload, event));
    case 'tool_result': {
      const path = textOf(objectOf(payload, 'input') ?? {}, 'path');
      const outcome = payload.isError === true ? 'failed' : 'succeeded';
      if (!EDIT_TOOLS.has(textOf(payload, 'toolName') ?? '') || outcome === 'failed') {
        return { kind: 'told', sessionId, callId, outcome };
      }
      // The result does not say whether the file is new.
      const changed = event('file.changed', { path: within(cwd, path), changeType: 'modified' });
      return events({ ...changed, outcome });
    }
    case 'session_shutdown':
      return reason === 'reload' ? ignored : events(event('session.ended', { reason }));
    default:
      return { kind: 'unknown' };
  }
}

const home = homeAt('PI_CODING_AGENT_DIR', '.pi/agent');
const folder = home.configurationFolder;

/** Reads a list of extensions, in which `-` and `!` leave some out. Patterns can mean ours. */
const isLeftOut = ({ extensions }: Payload): unknown => {
  const entries = Array.isArray(extensions) ? extensions.map(String) : [];
  if (entries.some((entry) => /^[-!].*plinth/.test(entry))) return true;
  return entries.some((entry) => /^!.*\*/.test(entry)) ? 'not_known' : undefined;
};

/** The handlers that our extension registers, by the name of pi's event. */
type Handlers = Record<string, (event: object, context: object) => unknown>;

/** pi reads a file of ours in its folder of extensions. */
export const pi: Harness = {
  id: 'pi',
  name: 'pi',
  testedVersion: '1.5.2',
  executables: ['pi'],
  packages: ['@earendil-works/pi-coding-agent'],
  sender: 'plugin',
  ...home,
  plan(environment, launcher) {
    return {
      form: 'own_file',
      path: join(folder(environment), 'extensions', 'plinth.js'),
      content: piExtension(launcher),
    };
  },
  hookSwitches: (environment, project) => [
    ...switchesIn(project, ['.pi/settings.json'], isLeftOut),
    ...switchesIn(folder(environment), ['settings.json'], isLeftOut),
  ],
  provider(environment) {
    const settings = readSettingsFile(join(folder(environment), 'settings.json')) ?? {};
    const name = textOf(settings, 'defaultProvider');
    return name === undefined ? undefined : namedProvider(name);
  },
  async testPlugin(module, sessionId) {
    const handlers: Handlers = {};
    const extension = module.default as (pi: object) => void;
    extension({
      on: (name: string, handler: Handlers[string]) => Object.assign(handlers, { [name]: handler }),
    });
    const sessionManager = { getSessionId: () => sessionId, getEntries: () => [] };
    await handlers.session_start?.({ reason: 'startup' }, { cwd: '/', sessionManager });
  },
  adapt,
};
