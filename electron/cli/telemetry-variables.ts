import { OTLP_PATH } from '../../shared/limits.ts';

const EXPORTER_VARIABLE =
  /^(?:OTEL_(?:EXPORTER_|(?:LOGS|TRACES|METRICS)_EXPORTER$|SDK_DISABLED$)|(?:GEMINI|QWEN)_TELEMETRY_OTLP_)/;

/**
 * The switches of agents that export only when they are told to, and without prompts and tool inputs by default. Other
 * programs do not read them. Plinth drops answers and outputs while it decodes.
 */
const agentSwitches = (endpoint: string): Record<string, string> => ({
  CLAUDE_CODE_ENABLE_TELEMETRY: '1',
  OTEL_LOG_USER_PROMPTS: '1',
  OTEL_LOG_TOOL_DETAILS: '1',
  COPILOT_OTEL_ENABLED: 'true',
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
  ...switchesOfGemini('GEMINI', endpoint),
  ...switchesOfGemini('QWEN', endpoint),
});

/** Gemini CLI and its fork Qwen Code read the same switches under names of their own. */
const switchesOfGemini = (name: string, endpoint: string): Record<string, string> => ({
  [`${name}_TELEMETRY_ENABLED`]: 'true',
  [`${name}_TELEMETRY_TARGET`]: 'local',
  [`${name}_TELEMETRY_OTLP_ENDPOINT`]: endpoint,
  [`${name}_TELEMETRY_OTLP_PROTOCOL`]: 'http',
  [`${name}_TELEMETRY_LOG_PROMPTS`]: 'true',
});

/**
 * Returns the variables that make a program with OpenTelemetry export to the collector. Returns none where the user
 * has set an exporter: the program's telemetry then stays where the user sends it.
 */
export function telemetryVariables(
  baseUrl: string,
  token: string,
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  if (Object.entries(own).some(([name, value]) => EXPORTER_VARIABLE.test(name) && value !== '')) return {};
  const endpoint = `${baseUrl}${OTLP_PATH.replace(/\/v1$/, '')}`;
  const chosen = Object.entries(agentSwitches(endpoint)).filter(([name]) => !own[name]);
  return {
    ...Object.fromEntries(chosen),
    // Exporters append `/v1/<signal>`.
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    // Every exporter has this protocol. The one for JSON is missing in Python.
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    // A space in a header's value is percent-encoded.
    OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${token}`,
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_METRICS_EXPORTER: 'none',
  };
}
