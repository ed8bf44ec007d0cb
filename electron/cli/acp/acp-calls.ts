import { MAX_LABEL_LENGTH, MAX_PATH_LENGTH } from '../../../shared/limits.ts';
import { isPayload, objectOf, type Payload, textOf } from '../../bridges/harnesses/adaptation.ts';
import type { FileChange } from '../../bridges/harnesses/apply-patch.ts';
import { commandIn } from '../../bridges/harnesses/command-line.ts';
import { keepNewest } from '../../bridges/recent-values.ts';

/** What is known of one tool call of an agent. Agents report it in parts. */
export interface ToolCall {
  sessionId: string;
  callId: string;
  name: string | undefined;
  kind: string | undefined;
  title: string | undefined;
  input: unknown;
  locations: string[];
  /** The changed files by their paths, as far as the agent described the changes. */
  changed: Map<string, FileChange>;
  /** The paths that renamed files had before. */
  former: Set<string>;
  /** Characters of the paths above. */
  pathsLength: number;
  reported: boolean;
  /** The editor ran its command in a terminal, which was reported. */
  ranInTerminal: boolean;
  finished: boolean;
  /** Files that were already reported for this call. */
  told: Set<string>;
}

/** More calls than an agent runs at once. Each can hold the input of one message until it is reported. */
const MAX_CALLS = 256;
/** More files than one call changes. */
export const MAX_FILES = 256;
/** The characters of the paths that one call names, before and after its changes. */
const MAX_PATHS_LENGTH = 131_072;
/** Longer than an id, a name or a title of an agent. */
const MAX_NAME_LENGTH = 1024;

/** Returns a member that is a text of at most `limit` characters. Maps keep it while the agent runs. */
export function shortText(payload: Payload, name: string, limit = MAX_NAME_LENGTH): string | undefined {
  const text = textOf(payload, name);
  return text !== undefined && text.length <= limit ? text : undefined;
}

const pathOf = (payload: Payload) => shortText(payload, 'path', MAX_PATH_LENGTH);

const CHANGE_TYPES: Readonly<Record<string, FileChange['changeType']>> = {
  ...{ add: 'created', create: 'created', update: 'modified', delete: 'deleted' },
};
const hasContent = (input: unknown): boolean =>
  typeof input === 'string' ? input !== '' : isPayload(input) && Object.keys(input).length > 0;

/** Members of an input that say where a tool works, and not what it does. Agents announce a call with them alone. */
const FOLDERS = new Set(['cwd', 'workdir', 'dir_path', 'directory']);
/** Kimi Code writes the number of the turn before the id. Its hooks do not. */
const TURN_PREFIX = /^\d+:(?=.)/;
/** Agents that never give an input. The title of a call is all that they tell. */
export const TELLS_TITLES = /gemini/i;

/** Returns true if the input of a call says what it does: of a command, the line. */
export function isComplete({ kind, input }: ToolCall): boolean {
  if (kind === 'execute') return commandIn(input) !== undefined;
  if (!isPayload(input) || Array.isArray(input)) return input !== undefined;
  return Object.keys(input).some((name) => !FOLDERS.has(name));
}

/** Reads the name of a tool where the agent gives one: its own member, or the member of an extension. */
function nameOf(update: Payload): string | undefined {
  const named = shortText(update, 'name');
  if (named !== undefined) return named;
  for (const extension of Object.values(objectOf(update, '_meta') ?? {})) {
    const name = isPayload(extension) ? shortText(extension, 'toolName') : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Reads the changes in the input of Codex's tool: their paths and types, and no text of a file. */
function changesIn(input: unknown): FileChange[] {
  const changes = isPayload(input) ? objectOf(input, 'changes') : undefined;
  const given = Object.entries(changes ?? {}).slice(0, MAX_FILES);
  return given.flatMap(([path, change]) => {
    if (!isPayload(change)) return [];
    // Earlier versions named the type by the only member.
    const [tag = '', only] = Object.entries(change)[0] ?? [];
    const changeType = CHANGE_TYPES[textOf(change, 'type') ?? tag];
    const to = textOf(change, 'move_path') ?? textOf(isPayload(only) ? only : {}, 'move_path');
    if (changeType === undefined) return [];
    return to === undefined ? { path, changeType } : { path: to, changeType: 'renamed', previousPath: path };
  });
}

/** Returns true if a call can keep another path, and counts it. */
function hasRoom(call: ToolCall, path: string): boolean {
  const length = call.pathsLength + path.length;
  if (path.length > MAX_PATH_LENGTH || length > MAX_PATHS_LENGTH) return false;
  if (call.changed.size >= MAX_FILES || call.former.size >= MAX_FILES) return false;
  call.pathsLength = length;
  return true;
}

/** The tool calls of one agent process. The oldest are forgotten. */
export class ToolCalls {
  readonly #calls = new Map<string, ToolCall>();

  /** Adds what an update says to its call. Of a difference, it reads the path and whether the file is new. */
  update(sessionId: string, update: Payload): ToolCall | undefined {
    const callId = shortText(update, 'toolCallId', MAX_LABEL_LENGTH);
    if (callId === undefined) return undefined;
    const call = this.#callOf(sessionId, callId);
    call.name = nameOf(update) ?? call.name;
    call.kind = shortText(update, 'kind') ?? call.kind;
    call.title = shortText(update, 'title') ?? call.title;
    if (!call.reported && hasContent(update.rawInput)) call.input = update.rawInput;
    if (Array.isArray(update.locations)) {
      const given = update.locations.slice(0, MAX_FILES).filter(isPayload);
      call.locations = given.flatMap((each) => pathOf(each) ?? []);
    }
    const content = Array.isArray(update.content) ? update.content.filter(isPayload) : [];
    for (const part of content) {
      const path = part.type === 'diff' ? pathOf(part) : undefined;
      if (path === undefined || call.changed.has(path) || call.former.has(path)) continue;
      if (!hasRoom(call, path)) continue;
      call.changed.set(path, {
        path,
        changeType: typeof part.oldText === 'string' ? 'modified' : 'created',
      });
    }
    // The input is more exact than the differences, which have no form for a deletion.
    for (const change of changesIn(update.rawInput)) {
      const { path, previousPath } = change;
      if (previousPath !== undefined) {
        if (!call.former.has(previousPath) && !hasRoom(call, previousPath)) continue;
        call.former.add(previousPath);
        call.changed.delete(previousPath);
      }
      if (call.changed.has(path) || hasRoom(call, path)) call.changed.set(path, change);
    }
    return call;
  }

  /** Forgets what a finished call held. Its id stays, so that it is not reported again. */
  finish(call: ToolCall): void {
    Object.assign(call, { finished: true, input: undefined, locations: [], pathsLength: 0 });
    for (const paths of [call.changed, call.former, call.told]) paths.clear();
  }

  /** Returns the unfinished calls of a session. */
  open(sessionId: string): ToolCall[] {
    return [...this.#calls.values()].filter((call) => call.sessionId === sessionId && !call.finished);
  }

  #callOf(sessionId: string, callId: string): ToolCall {
    const key = `${sessionId}\0${callId}`;
    const known = this.#calls.get(key);
    if (known !== undefined) return known;
    const call: ToolCall = {
      ...{
        sessionId,
        callId: callId.replace(TURN_PREFIX, ''),
        locations: [],
        ranInTerminal: false,
        pathsLength: 0,
      },
      ...{ name: undefined, kind: undefined, title: undefined, input: undefined },
      ...{ changed: new Map(), former: new Set(), told: new Set(), reported: false, finished: false },
    };
    keepNewest(this.#calls, key, call, MAX_CALLS);
    return call;
  }
}
