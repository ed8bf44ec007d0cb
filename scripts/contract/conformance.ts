import {
  CONFORMANCE_INTEGRATION,
  type ConformanceFile,
  type ConformanceVector,
} from './conformance-vector.ts';
import { acceptedVectors } from './vectors/accepted.ts';
import { accessVectors } from './vectors/access.ts';
import { invalidVectors } from './vectors/invalid.ts';
import { limitVectors } from './vectors/limits.ts';
import { transportVectors } from './vectors/transport.ts';

/** Returns every conformance file by its name. The server's tests and both SDKs run them. */
export function conformanceFiles(): Record<string, ConformanceFile> {
  const file = (vectors: ConformanceVector[]): ConformanceFile => ({
    version: 1,
    integration: CONFORMANCE_INTEGRATION,
    vectors,
  });
  return {
    'accepted.json': file(acceptedVectors()),
    'limits.json': file(limitVectors()),
    'invalid.json': file(invalidVectors()),
    'access.json': file(accessVectors()),
    'transport.json': file(transportVectors()),
  };
}
