export type HostErrorCode =
  | 'already_running'
  | 'data_dir_unwritable'
  | 'settings_unreadable'
  | 'receipts_unopenable'
  | 'receipts_newer'
  | 'disk_full'
  | 'no_free_port'
  | 'invalid_port';

/** A reason why a host cannot start, with one sentence for a person that says what to do next. */
export class HostError extends Error {
  readonly code: HostErrorCode;

  constructor(code: HostErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
