/// <reference lib="esnext.disposable" preserve="true" />

import { randomUUID } from 'node:crypto';
import type {
  CommandBeforeRunData,
  CommonData,
  EventDataByType,
  EventHelpers,
  EventType,
  FileChangedData,
  PromptSubmittedData,
} from './events.ts';

/** Options of a session. */
export interface SessionOptions extends Omit<CommonData, 'turnId' | 'callId'> {
  /** The agent's own name for the session; a random one if left out. */
  sessionId?: string | undefined;
  /** Name of the agent. */
  harness?: string | undefined;
  harnessVersion?: string | undefined;
  /** The AI provider that prompts go to. */
  destination?: string | undefined;
}

/** What an agent, or one of its sub-agents, does. Each method reports one event and returns whether it was queued. */
export interface AgentReports {
  readonly sessionId: string;
  /** A prompt begins a turn: what follows has its `turnId`. */
  prompt(content: string, data?: PromptSubmittedData): boolean;
  /**
   * A tool is about to be used. A tool that runs a command is reported as a command, and one that edits a file as a
   * change of that file.
   */
  toolCall(toolName: string, toolInput?: unknown, data?: CommonData): boolean;
  command(command: string, data?: CommandBeforeRunData): boolean;
  fileChanged(path: string, changeType?: FileChangedData['changeType'], data?: FileChangedData): boolean;
  /** A sub-agent of this one. Its events name it, and this one as its parent. */
  agent(options?: Pick<CommonData, 'agentId' | 'agentType' | 'model' | 'mode' | 'cwd'>): AgentReports;
}

/** A session of an agent. At the end of an `await using` block it ends, also when the block throws. */
export interface PlinthSession extends AgentReports, AsyncDisposable {
  /** Ends the session. Only the first call reports. */
  end(reason?: string): boolean;
}

const COMMAND_TOOLS =
  /^(bash|sh|shell|localshell|terminal|powershell|exec|execcommand|execute|executecommand|runcommand|runshellcommand|runterminalcmd|runinterminal)$/;
const EDIT_TOOLS =
  /^(edit|editfile|multiedit|notebookedit|strreplace|searchreplace|replace|write|writefile|createfile)$/;

/** Returns the first of these members that is a text, or a list of texts joined by spaces. */
function textIn(input: unknown, ...names: string[]): string | undefined {
  const members = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  for (const name of names) {
    const value = members[name];
    const text = Array.isArray(value) ? value.join(' ') : value;
    if (typeof text === 'string' && text !== '') return text;
  }
  return undefined;
}

type Reporter = Pick<EventHelpers<boolean>, 'submit'> & { flush(): Promise<boolean> };

/** What all agents of a session share. A sub-agent works for the prompt that started it, so the turn is the session's. */
interface Shared {
  readonly reporter: Reporter;
  readonly destination: string | undefined;
  turnId?: string | undefined;
}

class Agent implements AgentReports {
  readonly sessionId: string;
  readonly #shared: Shared;
  readonly #common: CommonData;

  constructor(sessionId: string, common: CommonData, shared: Shared) {
    this.sessionId = sessionId;
    this.#common = common;
    this.#shared = shared;
  }

  prompt(content: string, data?: PromptSubmittedData): boolean {
    this.#shared.turnId = data?.turnId ?? randomUUID();
    const destination = data?.destination ?? this.#shared.destination;
    return this.report('prompt.submitted', { content, ...data, destination });
  }

  toolCall(toolName: string, toolInput?: unknown, data?: CommonData): boolean {
    const name = `${toolName}`.toLowerCase().replace(/[_\-. ]/g, '');
    const command = COMMAND_TOOLS.test(name) && textIn(toolInput, 'command', 'cmd', 'commands', 'script');
    if (command) return this.command(command, data);
    const path =
      EDIT_TOOLS.test(name) &&
      textIn(toolInput, 'file_path', 'filePath', 'path', 'target_file', 'notebook_path');
    // Whether the file existed is not known here, so a tool that writes whole files says nothing of it.
    if (path) return this.fileChanged(path, /write|create/.test(name) ? undefined : 'modified', data);
    return this.report('tool.before_use', { toolName, toolInput, ...data });
  }

  command(command: string, data?: CommandBeforeRunData): boolean {
    return this.report('command.before_run', { command, ...data });
  }

  fileChanged(path: string, changeType?: FileChangedData['changeType'], data?: FileChangedData): boolean {
    return this.report('file.changed', { path, changeType, ...data });
  }

  agent(options?: Parameters<AgentReports['agent']>[0]): AgentReports {
    const { agentType: _, agentId: parentAgentId, ...common } = this.#common;
    const agent = { ...common, parentAgentId, agentId: randomUUID(), ...options };
    return new Agent(this.sessionId, agent, this.#shared);
  }

  /**
   * What a call leaves out, also as `undefined`, comes from the agent.
   *
   * @internal
   */
  protected report<T extends EventType>(event: T, data: EventDataByType[T]): boolean {
    const { reporter, turnId } = this.#shared;
    const given = Object.entries(data).filter(([, value]) => value !== undefined);
    const all = { ...this.#common, turnId, ...Object.fromEntries(given) };
    return reporter.submit({ event, sessionId: this.sessionId, data: all });
  }
}

/** @internal */
export class Session extends Agent implements PlinthSession {
  readonly #shared: Shared;
  #ended = false;

  constructor(reporter: Reporter, options: SessionOptions) {
    const { sessionId = randomUUID(), harness, harnessVersion, destination, ...common } = options;
    const shared: Shared = { reporter, destination };
    super(sessionId, common, shared);
    this.#shared = shared;
    this.report('session.started', { harness, harnessVersion });
  }

  end(reason?: string): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.#shared.turnId = undefined;
    return this.report('session.ended', { reason });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
    await this.#shared.reporter.flush();
  }
}
