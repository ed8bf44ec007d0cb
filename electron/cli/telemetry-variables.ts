import { OTLP_PATH } from '../../shared/limits.ts';

const EXPORTER_VARIABLE = /^OTEL_(?:EXPORTER_|(?:LOGS|TRACES|METRICS)_EXPORTER$|SDK_DISABLED$)/;

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
  return {
    // Exporters append `/v1/<signal>`.
    OTEL_EXPORTER_OTLP_ENDPOINT: `${baseUrl}${OTLP_PATH.replace(/\/v1$/, '')}`,
    // Every exporter has this protocol. The one for JSON is missing in Python.
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    // A space in a header's value is percent-encoded.
    OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${token}`,
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_METRICS_EXPORTER: 'none',
  };
}
