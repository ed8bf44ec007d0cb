import type { IncomingMessage, ServerResponse } from 'node:http';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { PROBLEMS, type ProblemCode } from '../../shared/problem.ts';
import { otlpRefusals, unreadableOtlpBody } from '../../shared/words/otlp-refusals.ts';
import type { IntegrationRecord } from '../integrations/integration-store.ts';
import { type CollectorContext, refuse } from './collector-context.ts';
import { type OtlpEncoding, type OtlpRefusal, otlpEncoding } from './otlp-body.ts';
import { headersOf, sendJson } from './problem-response.ts';

/** The codes of `google.rpc.Code` that OTLP's `Status` bodies carry. */
const STATUS_CODES: Partial<Record<ProblemCode, number>> = {
  unauthorized: 16,
  insufficient_permission: 7,
  managed_credential: 7,
  rate_limited: 8,
  payload_too_large: 8,
  unavailable: 14,
  not_found: 12,
  method_not_allowed: 12,
  unsupported_media_type: 12,
};
const INVALID_ARGUMENT = 3;

/** Records of a request that could not be recorded. The client must not send them again. */
export interface PartialSuccess {
  rejected: number;
  /** The member of the answer that counts them: it differs between logs and traces. */
  member: 'rejectedLogRecords' | 'rejectedSpans';
}

const MESSAGE = 'Some records did not fit the limits of an event.';

/** Builds the body of a successful answer. It is empty unless records were rejected. */
export function successBody(encoding: OtlpEncoding, partial: PartialSuccess): Buffer {
  const { rejected, member } = partial;
  if (encoding === 'json') {
    const body =
      rejected === 0 ? {} : { partialSuccess: { [member]: String(rejected), errorMessage: MESSAGE } };
    return Buffer.from(JSON.stringify(body));
  }
  if (rejected === 0) return Buffer.alloc(0);
  const inner = new BinaryWriter()
    .tag(1, WireType.Varint)
    .int64(rejected)
    .tag(2, WireType.LengthDelimited)
    .string(MESSAGE)
    .finish();
  return Buffer.from(new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(inner).finish());
}

/** Builds the `Status` body of a refusal. */
function statusBody(encoding: OtlpEncoding, { code, words }: OtlpRefusal): Buffer {
  const status = STATUS_CODES[code] ?? INVALID_ARGUMENT;
  const usual = code === 'invalid_json' ? unreadableOtlpBody[encoding] : otlpRefusals[code];
  const message = words ?? usual ?? PROBLEMS[code].title;
  if (encoding === 'json') return Buffer.from(JSON.stringify({ code: status, message }));
  const writer = new BinaryWriter().tag(1, WireType.Varint).int32(status);
  return Buffer.from(writer.tag(2, WireType.LengthDelimited).string(message).finish());
}

/** Sends an answer in the encoding of its request. */
export function sendOtlp(
  res: ServerResponse,
  status: number,
  encoding: OtlpEncoding,
  body: Buffer,
  extraHeaders: readonly string[] = [],
): void {
  const contentType = encoding === 'json' ? 'application/json' : 'application/x-protobuf';
  sendJson(res, status, contentType, body, extraHeaders);
}

/** Answers a refusal with a `Status` in the encoding of its request, and in JSON where the request names none. */
export function refuseOtlp(
  context: CollectorContext,
  req: IncomingMessage,
  res: ServerResponse,
  refusal: OtlpRefusal,
  integration?: IntegrationRecord,
): void {
  refuse(context, req, res, 'telemetry', refusal, integration, () => {
    const encoding = otlpEncoding(req) ?? 'json';
    const { status } = PROBLEMS[refusal.code];
    sendOtlp(res, status, encoding, statusBody(encoding, refusal), headersOf(req, refusal));
  });
}
