/// <reference lib="esnext.disposable" preserve="true" />

import { randomUUID } from 'node:crypto';
import type {
  CommandBeforeRunData,
  CommonData,
  EventHelpers,
  FileChangedData,
  PromptSubmittedData,
  ToolBeforeUseData,
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

class Agent implements AgentReports {
  readonly sessionId: string;
  readonly #reporter: EventHelpers<boolean>;
  readonly #common: CommonData;
  readonly #destination: string | undefined;
  /** The turn is the session's, not the agent's: a sub-agent works for the prompt that started it. */
  readonly #turn: { id: string | undefined };

  constructor(
    reporter: EventHelpers<boolean>,
    sessionId: string,
    common: CommonData,
    destination: string | undefined,
    turn: { id: string | undefined } = { id: undefined },
  ) {
    this.sessionId = sessionId;
    this.#reporter = reporter;
    this.#common = common;
    this.#destination = destination;
    this.#turn = turn;
  }

  prompt(content: string, data?: PromptSubmittedData): boolean {
    this.#turn.id = data?.turnId ?? randomUUID();
    const { sessionId } = this;
    const destination = data?.destination ?? this.#destination;
    return this.#reporter.promptSubmitted({ sessionId, data: this.#data({ content, ...data, destination }) });
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
    const event: ToolBeforeUseData = { toolName, toolInput, ...data };
    return this.#reporter.toolBeforeUse({ sessionId: this.sessionId, data: this.#data(event) });
  }

  command(command: string, data?: CommandBeforeRunData): boolean {
    return this.#reporter.commandBeforeRun({
      sessionId: this.sessionId,
      data: this.#data({ command, ...data }),
    });
  }

  fileChanged(path: string, changeType?: FileChangedData['changeType'], data?: FileChangedData): boolean {
    return this.#reporter.fileChanged({
      sessionId: this.sessionId,
      data: this.#data({ path, changeType, ...data }),
    });
  }

  agent(options: Parameters<AgentReports['agent']>[0] = {}): AgentReports {
    const { agentType: _, agentId: parentAgentId, ...common } = this.#common;
    const agent = { ...common, parentAgentId, agentId: randomUUID(), ...options };
    return new Agent(this.#reporter, this.sessionId, agent, this.#destination, this.#turn);
  }

  /** What a call leaves out, also as `undefined`, comes from the agent. */
  #data<T extends CommonData>(data: T): T {
    const given = Object.entries(data).filter(([, value]) => value !== undefined);
    return { ...this.#common, turnId: this.#turn.id, ...Object.fromEntries(given) } as T;
  }
}

/** @internal */
export class Session extends Agent implements PlinthSession {
  readonly #report: EventHelpers<boolean> & { flush(): Promise<boolean> };
  readonly #common: CommonData;
  #ended = false;

  constructor(reporter: EventHelpers<boolean> & { flush(): Promise<boolean> }, options: SessionOptions) {
    const { sessionId = randomUUID(), harness, harnessVersion, destination, ...common } = options;
    super(reporter, sessionId, common, destination);
    this.#report = reporter;
    this.#common = common;
    reporter.sessionStarted({ sessionId, data: { ...common, harness, harnessVersion } });
  }

  end(reason?: string): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    return this.#report.sessionEnded({ sessionId: this.sessionId, data: { ...this.#common, reason } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
    await this.#report.flush();
  }
}
