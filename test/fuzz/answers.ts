import { BinaryReader } from '@bufbuild/protobuf/wire';
import { Compile } from 'typebox/compile';
import { type ControlChannel, control } from '../../shared/control.ts';
import { ControlFailure } from '../../shared/failure.ts';
import { contractFault } from '../support/contract-answer.ts';
import type { RawAnswer } from '../support/raw-connection.ts';
import { CANARY, SECRET } from './pieces.ts';
import type { Target } from './plan.ts';

/** The statuses that answer a request of telemetry with a valid token. 503 would say that the store failed. */
const OTLP_STATUSES = new Set([200, 400, 413, 415, 429]);

const failure = Compile(ControlFailure);
const results = new Map<ControlChannel, ReturnType<typeof Compile>>();

function controlFault(channel: ControlChannel, { status, body }: RawAnswer): string | undefined {
  const { ok, result, error } = JSON.parse(body);
  if (!ok) {
    if (error.reason === 'unexpected') return `${channel}: an unexpected failure`;
    if (!failure.Check(error)) return `${channel}: a failure that the contract does not know`;
    return undefined;
  }
  if (status !== 200) return `${channel}: status ${status}`;
  const validator = results.get(channel) ?? (Compile(control[channel].result) as never);
  results.set(channel, validator);
  return validator.Check(result) ? undefined : `${channel}: another result`;
}

function otlpFault({ status, headers, body }: RawAnswer): string | undefined {
  if (!OTLP_STATUSES.has(status)) return `status ${status}`;
  const type = headers.get('content-type');
  if (type === 'application/json') JSON.parse(body);
  else if (type === 'application/x-protobuf') {
    const reader = new BinaryReader(Buffer.from(body));
    while (reader.pos < reader.len) reader.skip(reader.tag()[1]);
  } else return `status ${status} as ${type}`;
  return undefined;
}

/** Returns how an answer differs from the contract of its route, or undefined. */
export function answerFault(target: Target, answer: RawAnswer): string | undefined {
  try {
    if (target.route === 'control') return controlFault(target.channel, answer);
    // The answer to a reporter repeats nothing. Control returns what is stored.
    if ([CANARY, SECRET].some((text) => answer.text.includes(text))) return 'repeats what was sent';
    if (answer.status === 503) return 'status 503';
    if (target.route === 'otlp') return otlpFault(answer);
    if (target.route === 'bridges' && answer.status === 202) {
      return answer.body === '{}' ? undefined : 'status 202 with another body';
    }
    return contractFault(answer);
  } catch {
    return `status ${answer.status} with a body that cannot be read`;
  }
}
