import { MAX_LABEL_LENGTH, MAX_PATH_LENGTH, MAX_SESSION_ID_LENGTH } from '../../../shared/limits.ts';
import { ElementBudget } from '../../body/body-budget.ts';
import { isPayload, objectOf, type Payload, present, textOf } from '../../bridges/harnesses/adaptation.ts';
import { typedLine } from '../../bridges/harnesses/command-line.ts';
import { mendMembers, readReports } from '../../bridges/report-reader.ts';
import { isComplete, MAX_FILES, shortText, TELLS_TITLES, type ToolCall, ToolCalls } from './acp-calls.ts';

/** The sender of a message: the editor, or the agent. */
export type AcpSide = 'editor' | 'agent';

/** One report to the bridge of the Agent Client Protocol: see `harnesses/acp`. */
type AcpReport = Payload & { hook: string };

/** Requests whose answers are read. An agent answers all of them, so the bound is for broken ones. */
const MAX_WAITING = 1024;
/** More sessions than an editor has open. */
const MAX_SESSIONS = 1024;
const STARTS = new Set(['session/new', 'session/fork']);
/** Requests that make the agent repeat the history of a session. */
const CONTINUES = new Set(['session/load', 'session/resume']);
/** More answers than a dialog offers. */
const MAX_OPTIONS = 64;
const FINAL = new Set(['completed', 'failed']);
const CHANGING = new Set(['edit', 'delete', 'move']);

/**
 * Follows the messages between an editor and an agent, and reports prompts, tool calls, changed files and decisions.
 * It reads named members only. A model's text, a tool's output and the contents of files have others.
 */
export class AcpObserver {
  readonly #report: (report: AcpReport) => void;
  readonly #calls = new ToolCalls();
  /** Requests that wait for an answer, by the side that sent them and their id. */
  readonly #waiting = new Map<string, (result: Payload | undefined) => void>();
  /** Sessions whose history is being repeated. */
  readonly #repeating = new Set<string>();
  readonly #sessions = new Map<string, { cwd: string | undefined; mode: string | undefined }>();
  /** The last prompt to a session that nobody has begun. The agent may refuse it. */
  #unasked: { sessionId: string; prompt: Payload[] } | undefined;
  /** The message that is read was not quite JSON. */
  #isMended: boolean | undefined;
  #agent: { name: string | undefined; version: string | undefined };
  /** A number of a message became its own text. A call is reported later than its input arrives. */
  #numbersAsText = false;

  constructor(agent: string, report: (report: AcpReport) => void) {
    this.#agent = { name: agent, version: undefined };
    this.#report = report;
  }

  /** Reads one message. A message that is no JSON is not one of the protocol. */
  message(from: AcpSide, line: Buffer): void {
    const budget = new ElementBudget();
    for (const reading of readReports(line, budget)) {
      if ('reason' in reading) {
        if (reading.reason === 'too_large') this.#report({ hook: 'overlong' });
        continue;
      }
      const { value, marks } = reading;
      this.#isMended = marks.mended;
      this.#numbersAsText ||= marks.numbersAsText === true;
      const { params, result } = value;
      const inside = isPayload(params) ? [params.update, params.toolCall] : [];
      for (const each of [params, result, ...inside].filter(isPayload)) {
        if (mendMembers(each, budget).mended) this.#isMended = true;
      }
      this.#read(from, value);
    }
  }

  /** Reports the end of the sessions. The agent's process has ended. */
  end(): void {
    for (const sessionId of [...this.#sessions.keys()]) this.#close(sessionId, 'exit');
  }

  #read(from: AcpSide, message: Payload): void {
    const { method, id } = message;
    const params = objectOf(message, 'params') ?? {};
    if (typeof id === 'string' && id.length > MAX_LABEL_LENGTH) return;
    if (typeof method !== 'string') {
      const key = `${from === 'agent' ? 'editor' : 'agent'} ${String(id)}`;
      const answered = this.#waiting.get(key);
      this.#waiting.delete(key);
      answered?.(objectOf(message, 'result'));
      return;
    }
    const onResult = from === 'editor' ? this.#ofEditor(method, params) : this.#ofAgent(method, params);
    if (onResult === undefined || (typeof id !== 'string' && typeof id !== 'number')) return;
    if (this.#waiting.size >= MAX_WAITING) this.#waiting.delete(this.#waiting.keys().next().value!);
    this.#waiting.set(`${from} ${id}`, onResult);
  }

  #ofEditor(method: string, params: Payload): ((result: Payload | undefined) => void) | undefined {
    const sessionId = sessionOf(params);
    // A function that waits for an answer holds small values only.
    const cwd = shortText(params, 'cwd', MAX_PATH_LENGTH);
    if (method === 'initialize') return (result) => this.#identify(result ?? {});
    if (STARTS.has(method)) return (result) => this.#start(cwd, result);
    if (sessionId === undefined) return undefined;
    if (CONTINUES.has(method)) {
      if (this.#repeating.size < MAX_SESSIONS) this.#repeating.add(sessionId);
      return (result) => {
        this.#repeating.delete(sessionId);
        if (result !== undefined) this.#remember(sessionId, cwd, result);
      };
    }
    if (method === 'session/prompt') {
      const { prompt: given } = params;
      const parts = typeof given === 'string' ? [{ type: 'text', text: given }] : given;
      const prompt = Array.isArray(parts) ? parts.filter(isPayload) : [];
      const isKnown = this.#sessions.has(sessionId);
      if (isKnown) this.#tell('prompt', sessionId, { prompt: prompt.map(shortPart) });
      else this.#unasked = { sessionId, prompt: prompt.map(shortPart) };
      return (result) => {
        if (result !== undefined && this.#unasked?.sessionId === sessionId) this.#tellUnasked();
        this.#tellOpen(sessionId);
      };
    }
    if (method === 'session/close') return () => this.#close(sessionId, 'closed');
    return undefined;
  }

  #ofAgent(method: string, params: Payload): ((result: Payload | undefined) => void) | undefined {
    const sessionId = sessionOf(params);
    if (sessionId === undefined || this.#repeating.has(sessionId)) return undefined;
    if (this.#unasked?.sessionId === sessionId) this.#tellUnasked();
    if (method === 'session/update') this.#update(sessionId, objectOf(params, 'update') ?? {});
    if (method === 'session/request_permission') {
      const call = this.#calls.update(sessionId, objectOf(params, 'toolCall') ?? {});
      if (call === undefined) return undefined;
      const kinds = optionKinds(params);
      return (result) => this.#decide(call, kinds, result);
    }
    if (method === 'terminal/create') this.#terminal(sessionId, params);
    if (method === 'fs/write_text_file') {
      const path = shortText(params, 'path', MAX_PATH_LENGTH);
      return (result) => {
        if (result !== undefined && path !== undefined) this.#changed(sessionId, path);
      };
    }
    return undefined;
  }

  #identify(result: Payload): void {
    const agent = objectOf(result, 'agentInfo', 'info') ?? {};
    const name = shortText(agent, 'name') ?? shortText(agent, 'title') ?? this.#agent.name;
    this.#agent = { name, version: shortText(agent, 'version') };
  }

  #start(cwd: string | undefined, result: Payload | undefined): void {
    const sessionId = result === undefined ? undefined : sessionOf(result);
    if (sessionId === undefined) return;
    this.#remember(sessionId, cwd, result!);
    const model = textOf(objectOf(result!, 'models') ?? {}, 'currentModelId');
    this.#tell('session_start', sessionId, { model });
  }

  #remember(sessionId: string, cwd: string | undefined, result: Payload): void {
    const mode = shortText(objectOf(result, 'modes') ?? {}, 'currentModeId');
    if (this.#sessions.size < MAX_SESSIONS) this.#sessions.set(sessionId, { cwd, mode });
  }

  #close(sessionId: string, reason: string): void {
    this.#tellOpen(sessionId);
    if (this.#sessions.has(sessionId)) this.#tell('session_end', sessionId, { reason });
    this.#sessions.delete(sessionId);
  }

  #update(sessionId: string, update: Payload): void {
    const session = this.#sessions.get(sessionId);
    if (update.sessionUpdate === 'current_mode_update' && session !== undefined) {
      session.mode = shortText(update, 'currentModeId');
    }
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return;
    const call = this.#calls.update(sessionId, update);
    if (call === undefined) return;
    const status = textOf(update, 'status') ?? 'pending';
    const isFinal = FINAL.has(status);
    // An agent can announce a call before its input is complete.
    if (isFinal || isComplete(call) || (status !== 'pending' && this.#tellsTitles())) this.#tellCall(call);
    if (!isFinal) return;
    this.#tell('outcome', sessionId, { callId: call.callId, kind: call.kind, status });
    if (status === 'completed' && CHANGING.has(call.kind ?? '')) {
      const paths = call.changed.size > 0 ? [...call.changed.keys()] : call.locations;
      for (const path of paths) this.#tellFile(call, path);
    }
    this.#calls.finish(call);
  }

  #changed(sessionId: string, path: string): void {
    const call = this.#calls.open(sessionId).find(({ kind }) => kind === 'edit');
    if (call !== undefined) this.#tellFile(call, path);
    else this.#tell('file', sessionId, { path });
  }

  #tellFile(call: ToolCall, path: string): void {
    if (call.told.has(path)) return;
    // More are told again rather than remembered.
    if (call.told.size < MAX_FILES) call.told.add(path);
    const { changeType = 'modified', previousPath } = call.changed.get(path) ?? {};
    const change = call.kind === 'delete' ? 'deleted' : changeType;
    this.#tell('file', call.sessionId, { callId: call.callId, path, previousPath, change });
  }

  #tellCall(call: ToolCall): void {
    if (call.reported) return;
    call.reported = true;
    const { callId, name, kind, title, input, locations, ranInTerminal } = call;
    this.#tell('tool', call.sessionId, { callId, name, kind, title, input, locations, ranInTerminal });
    call.input = undefined;
  }

  #tellOpen(sessionId: string): void {
    for (const call of this.#calls.open(sessionId)) {
      this.#tellCall(call);
      this.#calls.finish(call);
    }
  }

  #tellsTitles(): boolean {
    return TELLS_TITLES.test(this.#agent.name ?? '');
  }

  #tellUnasked(): void {
    const { sessionId, prompt } = this.#unasked!;
    this.#unasked = undefined;
    this.#tell('prompt', sessionId, { prompt });
  }

  /** The editor runs the command of a call. A call that was reported has it. */
  #terminal(sessionId: string, params: Payload): void {
    const calls = this.#calls.open(sessionId).filter(({ kind }) => kind === 'execute');
    if (calls.some(({ reported }) => reported)) return;
    for (const call of calls) call.ranInTerminal = true;
    const args = Array.isArray(params.args) ? params.args.map(String) : [];
    const command = typedLine([textOf(params, 'command') ?? '', ...args]);
    this.#tell('command', sessionId, { command, commandFolder: textOf(params, 'cwd') });
  }

  #decide(
    call: ToolCall,
    kinds: ReadonlyMap<unknown, string | undefined>,
    result: Payload | undefined,
  ): void {
    const outcome = objectOf(result ?? {}, 'outcome') ?? {};
    const decision = outcome.outcome === 'selected' ? kinds.get(outcome.optionId) : 'cancelled';
    const isRefused = decision === undefined || !decision.startsWith('allow');
    // An input can follow the permission. Nothing more follows a refusal.
    if (isRefused || isComplete(call) || this.#tellsTitles()) this.#tellCall(call);
    this.#tell('decision', call.sessionId, { callId: call.callId, decision });
  }

  #tell(hook: string, sessionId: string, members: Payload): void {
    const { cwd, mode } = this.#sessions.get(sessionId) ?? {};
    const at = new Date().toISOString();
    const { name, version } = this.#agent;
    const marks = { mended: this.#isMended, numbersAsText: this.#numbersAsText };
    const about = { sessionId, at, agent: name, version, cwd, mode, ...marks };
    this.#report({ hook, ...present({ ...about, ...members }) });
  }
}

const sessionOf = (members: Payload) => shortText(members, 'sessionId', MAX_SESSION_ID_LENGTH);

/** Returns the kinds of the answers to a request for permission, by their ids. */
function optionKinds({ options }: Payload): Map<unknown, string | undefined> {
  const given = Array.isArray(options) ? options.slice(0, MAX_OPTIONS).filter(isPayload) : [];
  return new Map(given.map((option) => [shortText(option, 'optionId'), shortText(option, 'kind')]));
}

/** Keeps of a prompt's part what the user wrote or named. The contents of an attached file are only measured. */
function shortPart(part: Payload): Payload {
  const { type } = part;
  const audience = objectOf(part, 'annotations')?.audience;
  // An editor can add text that is for the agent alone.
  const isForAgent = Array.isArray(audience) && audience.length > 0 && !audience.includes('user');
  if (type === 'text' && !isForAgent) return present({ type, text: textOf(part, 'text') });
  const resource = objectOf(part, 'resource') ?? part;
  const named = textOf(resource, 'uri');
  // Such an address holds the content itself.
  const inline = named !== undefined && /^data:/i.test(named) ? named : undefined;
  const content = textOf(resource, 'text', 'blob') ?? inline;
  const uri = inline === undefined ? named : undefined;
  const bytes = content === undefined ? undefined : Buffer.byteLength(content);
  return present({ type: isForAgent ? 'annotation' : type, uri, bytes });
}
