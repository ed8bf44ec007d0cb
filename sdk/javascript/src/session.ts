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
  /** The agent's own name for the session; a random one if left out. `cwd` is the process's folder if left out. */
  sessionId?: string | undefined;
  /** Name of the agent. */
  harness?: string | undefined;
  harnessVersion?: string | undefined;
  /** The AI provider that prompts go to. */
  destination?: string | undefined;
}

/** What an agent, or one of its sub-agents, does. Each method returns whether its report was queued. */
export interface AgentReports {
  readonly sessionId: string;
  /** A prompt begins a turn: what follows has its `turnId`. */
  prompt(content: string, data?: PromptSubmittedData): boolean;
  /**
   * A tool is about to be used. The command of a tool that runs one is reported besides.
   */
  toolCall(toolName: string, toolInput?: unknown, data?: CommonData): boolean;
  /**
   * A tool did what it was given. If it edits a file, that is reported as a change of the file; otherwise nothing is, and
   * the answer is false. A tool that failed, or was refused, changed nothing.
   */
  toolSucceeded(toolName: string, toolInput?: unknown, data?: CommonData): boolean;
  command(command: string, data?: CommandBeforeRunData): boolean;
  fileChanged(path: string, changeType?: FileChangedData['changeType'], data?: FileChangedData): boolean;
  /** A sub-agent of this one. Its events name it, and this one as its parent. */
  agent(options?: Pick<CommonData, 'agentId' | 'agentType' | 'model' | 'mode' | 'cwd'>): AgentReports;
}

/**
 * A session of an agent. At the end of an `await using` block it ends, also when the block throws. One that is still open
 * ends with the reporter or the process.
 */
export interface PlinthSession extends AgentReports, AsyncDisposable {
  /** Ends the session. Only the first call reports. */
  end(reason?: string): boolean;
}

const COMMAND_TOOLS =
  /^(bash|sh|(local|power)?shell|terminal|exec(ute)?(command)?|run((shell)?command|terminalcmd|interminal))$/;
const EDIT_TOOLS = /^((edit|write)(file)?|(multi|notebook)edit|(str|search)?replace|createfile)$/;

const plainName = (toolName: string) => `${toolName}`.toLowerCase().replace(/[_\-. ]/g, '');

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
type Report = <T extends EventType>(event: T, data: EventDataByType[T]) => boolean;

/** What all agents of a session share. A sub-agent works for the prompt that started it, so the turn is the session's. */
interface Shared {
  readonly reporter: Reporter;
  readonly sessionId: string;
  readonly destination: string | undefined;
  turnId?: string | undefined;
}

/** Returns the function that reports for one agent. What a call leaves out, also as `undefined`, comes from the agent. */
function reportFor(shared: Shared, common: CommonData): Report {
  return (event, data) => {
    const given = Object.entries(data).filter(([, value]) => value !== undefined);
    const all = { ...common, turnId: shared.turnId, ...Object.fromEntries(given) };
    return shared.reporter.submit({ event, sessionId: shared.sessionId, data: all });
  };
}

function agentOf(shared: Shared, common: CommonData): AgentReports {
  const report = reportFor(shared, common);
  const agent: AgentReports = {
    sessionId: shared.sessionId,
    prompt(content, data) {
      shared.turnId = data?.turnId ?? randomUUID();
      const destination = data?.destination ?? shared.destination;
      return report('prompt.submitted', { content, ...data, destination });
    },
    toolCall(toolName, toolInput, data) {
      const command =
        COMMAND_TOOLS.test(plainName(toolName)) && textIn(toolInput, 'command', 'cmd', 'commands', 'script');
      const queued = report('tool.before_use', { toolName, toolInput, ...data });
      return command ? agent.command(command, data) && queued : queued;
    },
    toolSucceeded(toolName, toolInput, data) {
      const name = plainName(toolName);
      const path =
        EDIT_TOOLS.test(name) &&
        textIn(toolInput, 'file_path', 'filePath', 'path', 'target_file', 'notebook_path');
      // Whether the file existed is not known here, so a tool that writes whole files says nothing of it.
      const changeType = /write|create/.test(name) ? undefined : 'modified';
      return path ? agent.fileChanged(path, changeType, data) : false;
    },
    command: (command, data) => report('command.before_run', { command, ...data }),
    fileChanged: (path, changeType, data) => report('file.changed', { path, changeType, ...data }),
    agent(options) {
      const { agentType: _, agentId: parentAgentId, ...inherited } = common;
      return agentOf(shared, { ...inherited, parentAgentId, agentId: randomUUID(), ...options });
    },
  };
  return agent;
}

/** Returns the folder that the process works in; undefined if it was deleted, or must not be known (Deno). */
function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/**
 * Begins a session. Its `end` is in `open` until it was called.
 *
 * @internal
 */
export function beginSession(
  reporter: Reporter,
  options: SessionOptions,
  open: Set<() => unknown>,
): PlinthSession {
  const { sessionId = randomUUID(), harness, harnessVersion, destination, ...given } = options;
  const common = { ...given, cwd: given.cwd ?? workingFolder() };
  const shared: Shared = { reporter, sessionId, destination };
  const report = reportFor(shared, common);
  report('session.started', { harness, harnessVersion });
  let ended = false;
  const end = (reason?: string): boolean => {
    if (ended) return false;
    ended = true;
    open.delete(end);
    shared.turnId = undefined;
    return report('session.ended', { reason });
  };
  open.add(end);
  return {
    ...agentOf(shared, common),
    end,
    async [Symbol.asyncDispose]() {
      end();
      await reporter.flush();
    },
  };
}
