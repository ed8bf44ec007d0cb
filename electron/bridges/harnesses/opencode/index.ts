import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HarnessId } from '../../../../shared/bridge.ts';
import type { Approval, Outcome } from '../../../../shared/session-notes.ts';
import { withCutNamed } from '../../../../shared/typed-text.ts';
import { readSettingsFile } from '../../configuration/settings-reading.ts';
import type { ActionContext } from '../action-context.ts';
import {
  type Adaptation,
  type AdaptedEvent,
  eventMaker,
  events,
  isPayload,
  objectOf,
  type Payload,
  textOf,
  withoutSession,
} from '../adaptation.ts';
import { type FileChange, parseApplyPatch, within } from '../apply-patch.ts';
import { commandIn, isInWords } from '../command-line.ts';
import type { Harness, HarnessEnvironment } from '../harness.ts';
import { commandFolder } from '../hook-payload.ts';
import { namedProvider } from '../provider.ts';
import { ATTACHED_FILES, typedText, type UserInput } from '../user-input.ts';
import { openCodePlugin } from './plugin.ts';

const ignored: Adaptation = { kind: 'ignored' };
const changeTypes: Record<string, FileChange['changeType']> = {
  add: 'created',
  update: 'modified',
  delete: 'deleted',
  move: 'renamed',
};

const APPROVALS: Readonly<Record<string, Approval>> = { once: 'you_once', always: 'you_always' };

/** Returns what became of a call. OpenCode tells only of those that ran, and of a command its exit code. */
function outcomeOf(tool: string, output: Payload): Outcome | undefined {
  if (tool !== 'bash') return 'succeeded';
  const { exit } = objectOf(output, 'metadata') ?? {};
  if (typeof exit !== 'number') return undefined;
  return exit === 0 ? 'succeeded' : 'failed';
}

/** The first line of a text part with a file that an editor attached: its path or address. */
const ATTACHED = /^\[(?:[~/\\]|[A-Za-z][\w+.-]*:)[^\r\n]*\]\r?\n/;

/**
 * Returns the part of a message that the user typed, or undefined where no user typed any. OpenCode marks the
 * parts that it creates, such as the contents of mentioned files, but not those that an editor attached. A command's
 * template contains the output of its shell commands, so the command's own text is used instead.
 */
function typedMessage(output: Payload): UserInput | undefined {
  const parts = (Array.isArray(output.parts) ? output.parts : []).filter(isPayload);
  const own = parts.filter((part) => part.synthetic !== true && part.ignored !== true);
  const texts = own.flatMap((part) => {
    const text = part.type === 'text' ? textOf(part, 'text') : undefined;
    if (text === undefined) return [];
    return ATTACHED.test(text) ? { content: '', cutBytes: Buffer.byteLength(text) } : (typedText(text) ?? []);
  });
  const cutBytes = texts.reduce((sum, text) => sum + text.cutBytes, 0);
  const typed = texts.flatMap(({ content }) => (content === '' ? [] : content));
  if (typed.length > 0 || cutBytes > 0) return { content: typed.join('\n'), cutBytes };
  return own.some(({ type }) => type === 'file') ? { content: undefined, cutBytes } : undefined;
}

function changedFiles(tool: string, args: Payload, output: Payload, cwd: string | undefined): FileChange[] {
  const metadata = objectOf(output, 'metadata') ?? {};
  const path = textOf(args, 'filePath');
  if (tool === 'write' || tool === 'edit') {
    const created = tool === 'write' && metadata.exists === false;
    return [{ path: within(cwd, path), changeType: created ? 'created' : 'modified' }];
  }
  if (tool !== 'apply_patch' && tool !== 'patch') return [];
  if (!Array.isArray(metadata.files)) return parseApplyPatch(textOf(args, 'patchText') ?? '', cwd);
  return metadata.files.filter(isPayload).flatMap((file): FileChange[] => {
    const from = textOf(file, 'filePath');
    const to = textOf(file, 'movePath');
    if (from === undefined) return [];
    if (to !== undefined) {
      return [{ path: within(cwd, to), previousPath: within(cwd, from), changeType: 'renamed' }];
    }
    return [{ path: within(cwd, from), changeType: changeTypes[textOf(file, 'type') ?? ''] ?? 'modified' }];
  });
}

/**
 * Reads who acts. A sub-agent has a session of its own in OpenCode. Its actions belong to the session of the
 * person that it works for, and its own session's id becomes the agent's.
 */
function actorOf(sessionId: string, input: Payload): { session: string; context: ActionContext } {
  const actor = objectOf(input, 'actor') ?? {};
  const root = textOf(actor, 'root') ?? sessionId;
  const isSubAgent = root !== sessionId;
  const parent = textOf(actor, 'parent');
  const context = {
    turnId: textOf(actor, 'turn'),
    callId: textOf(input, 'callID'),
    agentId: isSubAgent ? sessionId : undefined,
    agentType: textOf(actor, 'agent'),
    // The person's own agent has no id.
    parentAgentId: isSubAgent && parent !== root ? parent : undefined,
    model: textOf(actor, 'model'),
  };
  return { session: root, context };
}

function toolEvents(
  sessionId: string,
  input: Payload,
  args: Payload | undefined,
  cwd: string | undefined,
): AdaptedEvent[] {
  const toolName = textOf(input, 'tool');
  const { session, context } = actorOf(sessionId, input);
  const event = eventMaker({ sessionId: session, action: context.callId }, { cwd, ...context });
  const used = event('tool.before_use', { toolName, toolInput: args });
  if (toolName !== 'bash') return [used];
  const command = commandIn(args);
  const run = event('command.before_run', { command, cwd: commandFolder(args ?? {}, cwd) });
  return [used, { ...run, mended: isInWords(args) }];
}

/** Reads a report of our plugin: the name of a plugin hook with its input and output. */
function adapt(payload: Payload, harness: HarnessId): Adaptation {
  const hook = textOf(payload, 'hook');
  const input = objectOf(payload, 'input') ?? {};
  const output = objectOf(payload, 'output') ?? {};
  const cwd = textOf(payload, 'directory');
  const sessionId = textOf(input, 'sessionID');
  switch (hook) {
    case 'session.created': {
      const info = objectOf(input, 'info') ?? {};
      const id = sessionId ?? textOf(info, 'id');
      if (id === undefined) return withoutSession;
      // A sub-agent's session is a branch of the session that started it.
      if (textOf(info, 'parentID') !== undefined) return ignored;
      const data = { harness, harnessVersion: textOf(info, 'version') };
      return events(eventMaker({ sessionId: id }, { cwd })('session.started', data));
    }
    case 'chat.message': {
      if (sessionId === undefined) return withoutSession;
      // A prompt to a sub-agent is text of a model. A session that could not be identified counts as a
      // sub-agent's.
      const typed = payload.child === false ? typedMessage(output) : undefined;
      if (typed === undefined) return { kind: 'not_user_input' };
      const content = withCutNamed(typed, ATTACHED_FILES);
      const model = objectOf(input, 'model') ?? {};
      const message = objectOf(output, 'message') ?? {};
      const turnId = textOf(message, 'id');
      const about = { model: textOf(model, 'modelID'), turnId, cwd };
      const leftOut = typed.cutBytes > 0 ? 1 : 0;
      const event = eventMaker({ sessionId, action: turnId, leftOut }, about);
      return events(event('prompt.submitted', { content, destination: textOf(model, 'providerID') }));
    }
    case 'tool.execute.before': {
      if (sessionId === undefined) return withoutSession;
      return events(...toolEvents(sessionId, input, objectOf(output, 'args'), cwd));
    }
    case 'tool.execute.after': {
      if (sessionId === undefined) return withoutSession;
      const changes = changedFiles(textOf(input, 'tool') ?? '', objectOf(input, 'args') ?? {}, output, cwd);
      const { session, context } = actorOf(sessionId, input);
      const { callId } = context;
      const outcome = outcomeOf(textOf(input, 'tool') ?? '', output);
      if (changes.length === 0) return { kind: 'told', sessionId: session, callId, outcome };
      const event = eventMaker({ sessionId: session, action: callId, outcome }, { cwd, ...context });
      return events(...changes.map((change) => event('file.changed', change)));
    }
    case 'permission.replied': {
      if (sessionId === undefined) return withoutSession;
      const { session, context } = actorOf(sessionId, input);
      const outcome = input.reply === 'reject' ? 'refused' : undefined;
      const approval = APPROVALS[textOf(input, 'reply') ?? ''];
      return { kind: 'told', sessionId: session, callId: context.callId, approval, outcome };
    }
    case 'dispose': {
      const sessions = Array.isArray(input.sessions) ? input.sessions.slice(0, 64) : [];
      const ids = sessions.filter((id): id is string => typeof id === 'string' && id !== '');
      // A process that had no session, such as one of OpenCode's folders in an editor.
      if (ids.length === 0) return ignored;
      return events(
        ...ids.map((id) => eventMaker({ sessionId: id }, { cwd })('session.ended', { reason: 'exit' })),
      );
    }
    default:
      return { kind: 'unknown' };
  }
}

/** One harness of the OpenCode family: OpenCode itself and its forks. */
interface OpenCodeFamily extends Pick<Harness, 'id' | 'name' | 'testedVersion' | 'executables' | 'packages'> {
  folder(environment: HarnessEnvironment): string;
  variablesOfHome?: Harness['variablesOfHome'];
  /** The names of the settings file in the folder. */
  settings: readonly string[];
  /** The scope of the plugin library that the harness installs, such as `@opencode-ai`. */
  libraryScope: string;
}

/** Makes the bridge of a harness that takes OpenCode's plugins. */
export function openCodeFamily({
  folder,
  settings,
  libraryScope,
  variablesOfHome,
  ...row
}: OpenCodeFamily): Harness {
  return {
    ...row,
    notes(environment) {
      const library = join(folder(environment), 'node_modules', libraryScope, 'plugin', 'package.json');
      return existsSync(library) ? [] : ['plugin_library_install'];
    },
    sender: 'plugin',
    configurationFolder: folder,
    ...(variablesOfHome === undefined ? {} : { variablesOfHome }),
    plan(environment, launcher) {
      return {
        form: 'own_file',
        path: join(folder(environment), 'plugins', 'plinth.js'),
        content: openCodePlugin(launcher, row.id),
      };
    },
    provider(environment) {
      for (const name of settings) {
        // The default model is written as `provider/model`.
        const model = textOf(readSettingsFile(join(folder(environment), name)) ?? {}, 'model');
        const slash = model?.indexOf('/') ?? -1;
        if (model !== undefined && slash > 0) return namedProvider(model.slice(0, slash));
      }
      return undefined;
    },
    async testPlugin(module, sessionId) {
      const start = module.Plinth as (
        host: object,
      ) => Promise<Record<string, (report: object) => Promise<void>>>;
      const hooks = await start({ directory: '/' });
      await hooks.event?.({ event: { type: 'session.created', properties: { info: { id: sessionId } } } });
    },
    parts: ({ input, output }) =>
      [input, output]
        .filter(isPayload)
        .flatMap((part) => [part, part.actor, part.info, part.message])
        .filter(isPayload),
    adapt: (payload) => adapt(payload, row.id),
  };
}

export const openCode = openCodeFamily({
  id: 'opencode',
  name: 'OpenCode',
  testedVersion: '1.18.33',
  executables: ['opencode'],
  packages: ['opencode-ai'],
  folder: ({ home, variables }) =>
    variables.OPENCODE_CONFIG_DIR || join(variables.XDG_CONFIG_HOME || join(home, '.config'), 'opencode'),
  variablesOfHome: (home) => ({ OPENCODE_CONFIG_DIR: home }),
  settings: ['opencode.json', 'opencode.jsonc'],
  libraryScope: '@opencode-ai',
});
