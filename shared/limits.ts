/** Protocol constants and limits (design §1). Sizes are bytes, lengths are Unicode code points. */
export const API_VERSION = '1.1';
export const EVENT_SCHEMA = 'service.event.v1';
export const DEFAULT_PORT = 47613;

export const EVENTS_PATH = '/api/developer/v1/events';
export const CAPABILITIES_PATH = '/api/developer/v1/capabilities';
export const BRIDGES_PATH = '/api/bridges/v1';
/** OpenTelemetry exporters append the signal to this path (design §8). */
export const TELEMETRY_PATH = '/api/otlp';
export const OTLP_PATH = `${TELEMETRY_PATH}/v1`;

export const MAX_EVENT_BYTES = 1_048_576;
export const MAX_SESSION_ID_LENGTH = 256;
export const MAX_PATH_LENGTH = 4096;
export const MAX_LABEL_LENGTH = 256;
/** Characters of one text that are kept. Longer texts are cut. */
export const MAX_KEPT_TEXT_LENGTH = 65_536;
/** Nesting of objects and arrays. The event itself is level 1. */
export const MAX_JSON_DEPTH = 32;
export const REQUESTS_PER_SECOND = 200;
export const BURST = 2000;
/** The events of a report or of a batch. An exporter holds 2,048 records while it cannot send; a record has two as a rule. */
export const EVENT_BURST = 8192;
export const MAX_INTEGRATION_NAME_LENGTH = 64;
export const DEFAULT_RETENTION_DAYS = 90;
export const DEFAULT_RETENTION_BYTES = 1_073_741_824;
/** The receipt is flagged if the reporter's clock differs from ours by more than this. */
export const CLOCK_SKEW_FLAG_MS = 5 * 60_000;

/** No agent that reports through a bridge is older. A time before it is in a wrong unit, or none. */
export const EARLIEST_REPORT_MS = Date.UTC(2020, 0, 1);

/** A clock of another time zone is less than a day ahead. */
export const MAX_AHEAD_MS = 86_400_000;
