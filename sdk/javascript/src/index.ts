/**
 * Report what an AI agent does to Plinth, a private record kept on the same computer.
 *
 * @packageDocumentation
 */

export type { BaseUrlSource } from './base-url.ts';
export { PlinthClient, type PlinthClientOptions } from './client.ts';
export type { ConnectionReport } from './connection-report.ts';
export {
  type ErrorFacts,
  type FieldError,
  NotPlinthError,
  PlinthAbortedError,
  PlinthConfigurationError,
  PlinthDownError,
  PlinthDroppedError,
  PlinthError,
  type PlinthErrorCode,
  PlinthForbiddenError,
  PlinthInvalidError,
  PlinthProtocolError,
  PlinthRateLimitedError,
  PlinthTimeoutError,
  PlinthTooLargeError,
  PlinthUnauthorizedError,
  PlinthUnavailableError,
} from './errors.ts';
export type {
  CallOptions,
  CallSignal,
  Capabilities,
  CommandBeforeRunData,
  CommonData,
  EventDataByType,
  EventInput,
  EventType,
  FileChangedData,
  PlinthEvent,
  PromptSubmittedData,
  Receipt,
  SessionEndedData,
  SessionStartedData,
  ToolBeforeUseData,
} from './events.ts';
export type { ExitCause } from './exit.ts';
export type { PlinthReporter, ReporterOptions, ReporterStats, ReporterStatus } from './reporter-contract.ts';
export type { AgentReports, PlinthSession, SessionOptions } from './session.ts';
export { SDK_VERSION } from './version.ts';
