/** What a prompt may tell. */
export interface PromptSubmittedData {
  /** The prompt's text. Plinth redacts it before it is stored. */
  content?: string;
  /** The AI provider it goes to. */
  destination?: string;
  /** Working directory. */
  cwd?: string;
}

/** What a tool call may tell. */
export interface ToolBeforeUseData {
  toolName?: string;
  /** Any JSON value. */
  toolInput?: unknown;
  cwd?: string;
}

/** What a command may tell. */
export interface CommandBeforeRunData {
  command?: string;
  cwd?: string;
}

/** What a file change may tell. Paths hold at most 4,096 characters. */
export interface FileChangedData {
  path?: string;
  changeType?: 'created' | 'modified' | 'deleted' | 'renamed';
  /** The path before a rename. */
  previousPath?: string;
  cwd?: string;
}

/** What a session's start may tell. */
export interface SessionStartedData {
  /** The agent harness's name. */
  harness?: string;
  harnessVersion?: string;
  cwd?: string;
}

/** What a session's end may tell. */
export interface SessionEndedData {
  reason?: string;
  cwd?: string;
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
  occurredAt?: Date | string;
  data?: EventDataByType[T];
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
  abstract submit(event: PlinthEvent): Result;

  /** @internal */
  protected report<T extends EventType>(event: T, input: EventInput<T>): Result {
    return this.submit({ ...input, event } as PlinthEvent);
  }

  /** A prompt is about to go to a model. */
  promptSubmitted(input: EventInput<'prompt.submitted'>): Result {
    return this.report('prompt.submitted', input);
  }

  /** A tool is about to be used. */
  toolBeforeUse(input: EventInput<'tool.before_use'>): Result {
    return this.report('tool.before_use', input);
  }

  /** A command is about to run. Never send its output: Plinth refuses it. */
  commandBeforeRun(input: EventInput<'command.before_run'>): Result {
    return this.report('command.before_run', input);
  }

  /** A file was created, modified, deleted or renamed. Never send what it holds: Plinth drops it. */
  fileChanged(input: EventInput<'file.changed'>): Result {
    return this.report('file.changed', input);
  }

  /** An agent's session began. */
  sessionStarted(input: EventInput<'session.started'>): Result {
    return this.report('session.started', input);
  }

  /** An agent's session ended. */
  sessionEnded(input: EventInput<'session.ended'>): Result {
    return this.report('session.ended', input);
  }
}
