import type { ControlFailure } from '../../../shared/failure.ts';

/** A bridge action was refused and changed nothing. */
export class BridgeRefused extends Error {
  readonly failure: ControlFailure;

  constructor(failure: ControlFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}
