/** Members that every event type defines. Strings hold at most 256 characters, paths 4,096. */
export interface CommonData {
  /** Working directory. */
  cwd?: string | undefined;
  /** The turn: everything that one prompt caused. */
  turnId?: string | undefined;
  /** The harness's id of one tool call. */
  callId?: string | undefined;
  /** The agent or sub-agent that acts. */
  agentId?: string | undefined;
  /** The kind of agent, as the harness names it. */
  agentType?: string | undefined;
  /** The agent that started a sub-agent. */
  parentAgentId?: string | undefined;
  /** The model that the agent uses. */
  model?: string | undefined;
  /** The permission mode of the harness. */
  mode?: string | undefined;
  /** The MCP server of the tool. */
  mcpServer?: string | undefined;
}

/** What a prompt may tell. */
export interface PromptSubmittedData extends CommonData {
  /** The prompt's text. Plinth redacts it before it is stored. */
  content?: string | undefined;
  /** The AI provider it goes to. */
  destination?: string | undefined;
}

/** What a tool call may tell. */
export interface ToolBeforeUseData extends CommonData {
  toolName?: string | undefined;
  /** Any JSON value. */
  toolInput?: unknown;
}

/** What a command may tell. */
export interface CommandBeforeRunData extends CommonData {
  command?: string | undefined;
}

/** What a file change may tell. Paths hold at most 4,096 characters. */
export interface FileChangedData extends CommonData {
  path?: string | undefined;
  changeType?: 'created' | 'modified' | 'deleted' | 'renamed' | undefined;
  /** The path before a rename. */
  previousPath?: string | undefined;
}

/** What a session's start may tell. */
export interface SessionStartedData extends CommonData {
  /** The agent harness's name. */
  harness?: string | undefined;
  harnessVersion?: string | undefined;
}

/** What a session's end may tell. */
export interface SessionEndedData extends CommonData {
  reason?: string | undefined;
}

/** The six events and the data each may carry. Every member is optional. */
export interface EventDataByType {
  'prompt.submitted': PromptSubmittedData;
  'tool.before_use': ToolBeforeUseData;
  'command.before_run': CommandBeforeRunData;
  'file.changed': FileChangedData;
  'session.started': SessionStartedData;
  'session.ended': SessionEndedData;
}

/** The name of an event. */
export type EventType = keyof EventDataByType;

/** What an event helper takes. */
export interface EventInput<T extends EventType> {
  /** The agent's own name for the session, 1 to 256 characters, no control characters. */
  sessionId: string;
  /** When it happened; now if left out. A string is sent as it is: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  occurredAt?: Date | string | undefined;
  data?: EventDataByType[T] | undefined;
}

/** What the SDK uses of an `AbortSignal`. A program may have no types of that name. */
export interface CallSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Options of one call. A reporter ignores them. */
export interface CallOptions {
  /** Ends the call: it rejects with the code `aborted`. Plinth may have the event all the same. */
  signal?: CallSignal | undefined;
  /** Milliseconds allowed for this call in total. */
  timeoutMs?: number | undefined;
  /** Tries of this call after the first. */
  retries?: number | undefined;
}

/** What `submit` takes: an event helper's input, and the event's name. */
export type PlinthEvent = { [T in EventType]: EventInput<T> & { event: T } }[EventType];

/** Plinth's answer to an event it took. */
export interface Receipt {
  readonly accepted: true;
  /** False when Plinth keeps nothing of this event: recording is paused, or the integration is set to keep nothing. */
  readonly recorded: boolean;
  /** Always true: Plinth never blocks or changes an action. */
  readonly reportOnly: true;
  /** `rcpt_` and a ULID; the same one again for the same event. */
  readonly receiptId: string;
  /** True when Plinth had this very event already. */
  readonly replayed: boolean;
}

/** What Plinth says it can do, and what the token may do. */
export interface Capabilities {
  readonly apiVersion: string;
  readonly schema: string;
  readonly integration: { readonly id: string; readonly name: string };
  readonly endpoints: { readonly events: string; readonly capabilities: string };
  readonly permissions: readonly string[];
  readonly capabilities: {
    readonly reportOnly: boolean;
    readonly blocking: boolean;
    readonly idempotentRetries: boolean;
    readonly unknownDataFields: string;
  };
  readonly eventTypes: readonly string[];
  readonly dataFields: readonly string[];
  readonly limits: {
    readonly maxEventBytes: number;
    readonly maxSessionIdLength: number;
    readonly maxPathLength: number;
    readonly maxJsonDepth: number;
    readonly requestsPerSecond: number;
    readonly burst: number;
  };
  readonly privacy: {
    readonly localOnly: boolean;
    readonly redaction: string;
    readonly storesRawContent: boolean;
    readonly retentionDays: number;
    readonly neverAccepted: readonly string[];
  };
}

/** The six helpers, over whatever `submit` returns: a promise of a receipt, or whether it was queued. */
export abstract class EventHelpers<Result> {
  /** Reports any event by its name. Unlike a helper, it adds only `schema`, `integration` and what is left out. */
  abstract submit(event: PlinthEvent, options?: CallOptions): Result;

  /** @internal */
  protected report<T extends EventType>(event: T, input: EventInput<T>, options?: CallOptions): Result {
    return this.submit({ ...input, event } as PlinthEvent, options);
  }

  /** A prompt is about to go to a model. */
  promptSubmitted(input: EventInput<'prompt.submitted'>, options?: CallOptions): Result {
    return this.report('prompt.submitted', input, options);
  }

  /** A tool is about to be used. */
  toolBeforeUse(input: EventInput<'tool.before_use'>, options?: CallOptions): Result {
    return this.report('tool.before_use', input, options);
  }

  /** A command is about to run. Never send its output: Plinth refuses it. */
  commandBeforeRun(input: EventInput<'command.before_run'>, options?: CallOptions): Result {
    return this.report('command.before_run', input, options);
  }

  /** A file was created, modified, deleted or renamed. Never send what it holds: Plinth drops it. */
  fileChanged(input: EventInput<'file.changed'>, options?: CallOptions): Result {
    return this.report('file.changed', input, options);
  }

  /** An agent's session began. */
  sessionStarted(input: EventInput<'session.started'>, options?: CallOptions): Result {
    return this.report('session.started', input, options);
  }

  /** An agent's session ended. */
  sessionEnded(input: EventInput<'session.ended'>, options?: CallOptions): Result {
    return this.report('session.ended', input, options);
  }
}
