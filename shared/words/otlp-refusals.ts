import { OTLP_PATH } from '../limits.ts';
import type { ProblemCode } from '../problem.ts';

/** The sentences of the OpenTelemetry endpoint for refusals whose usual one is about the developer API. */
export const otlpRefusals: Partial<Record<ProblemCode, string>> = {
  not_found: `There is no such endpoint. OpenTelemetry goes to ${OTLP_PATH}/logs, ${OTLP_PATH}/traces or ${OTLP_PATH}/metrics.`,
  method_not_allowed: 'This endpoint takes POST only.',
  unsupported_media_type:
    'Send application/json or application/x-protobuf, without compression or with gzip.',
};

/** The sentences of a body that cannot be read, by the encoding or compression that its headers name. */
export const unreadableOtlpBody = {
  json: 'The body is not JSON, or not an OTLP request of this signal.',
  protobuf: 'The body is not protobuf, or not an OTLP request of this signal.',
  gzip: 'The body is not gzip, as its Content-Encoding says, or it is cut off.',
} as const;
