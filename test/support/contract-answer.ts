import { Compile } from 'typebox/compile';
import { API_VERSION } from '../../shared/limits.ts';
import { Manifest } from '../../shared/manifest.ts';
import { PROBLEMS, Problem } from '../../shared/problem.ts';
import { EventAccepted } from '../../shared/receipt.ts';
import type { RawAnswer } from './raw-connection.ts';

const accepted = Compile(EventAccepted);
const manifest = Compile(Manifest);
const problem = Compile(Problem);

/** Statuses of answers to bytes that are not an HTTP request. They have no code of the contract. */
const MALFORMED = new Set([400, 408, 431]);

function requiredHeader(code: string): string | undefined {
  if (code === 'unauthorized') return 'www-authenticate';
  if (code === 'method_not_allowed') return 'allow';
  if (code === 'rate_limited' || code === 'unavailable') return 'retry-after';
  return undefined;
}

/** Returns the part of an answer that violates the contract (design §1.3), or undefined. */
export function contractFault(answer: RawAnswer): string | undefined {
  const { status, headers, body } = answer;
  if (headers.get('plinth-api-version') !== API_VERSION) return `status ${status} without Plinth-Api-Version`;
  if (headers.get('cache-control') !== 'no-store') return `status ${status} without Cache-Control`;
  if (headers.get('cross-origin-resource-policy') !== 'same-origin') {
    return `status ${status} without Cross-Origin-Resource-Policy`;
  }
  for (const name of headers.keys()) {
    if (name.startsWith('access-control-') || name === 'x-powered-by') return `header ${name}`;
  }
  if (status >= 500 && status !== 503) return `status ${status}`;

  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return `status ${status} with a body that is not JSON`;
  }
  const type = headers.get('content-type');
  if (status === 200 || status === 202) {
    if (type !== 'application/json') return `status ${status} as ${type}`;
    const validator = status === 200 ? manifest : accepted;
    return validator.Check(value) ? undefined : `status ${status} with another body`;
  }
  if (type !== 'application/problem+json') return `status ${status} as ${type}`;
  if (problem.Check(value)) {
    const { code, title } = value as Problem;
    if ((value as Problem).status !== status || PROBLEMS[code].status !== status) {
      return `${code} with status ${status}`;
    }
    if (PROBLEMS[code].title !== title) return `${code} with another title`;
    const required = requiredHeader(code);
    return required === undefined || headers.has(required) ? undefined : `${code} without ${required}`;
  }
  const { type: problemType, title, status: told, ...rest } = value as Record<string, unknown>;
  const isBlank = problemType === 'about:blank' && typeof title === 'string' && told === status;
  if (isBlank && Object.keys(rest).length === 0 && MALFORMED.has(status)) return undefined;
  return `status ${status} with a problem the contract does not know`;
}
