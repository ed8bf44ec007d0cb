export type HostErrorCode =
  | 'already_running'
  | 'unavailable'
  | 'no_answer'
  | 'no_record'
  | 'record_incomplete'
  | 'record_unreadable'
  | 'other_home'
  | 'data_dir_unwritable'
  | 'data_dir_foreign'
  | 'too_many_files'
  | 'disk_read_only'
  | 'disk_failing'
  | 'socket_folder_untrusted'
  | 'settings_unreadable'
  | 'settings_newer'
  | 'receipts_unopenable'
  | 'receipts_other_version'
  | 'receipts_locked'
  | 'disk_full'
  | 'no_free_port'
  | 'invalid_port';

/** A reason why a host cannot start, with one sentence for the user that names the next step. */
export class HostError extends Error {
  readonly code: HostErrorCode;

  constructor(code: HostErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** True for the system's errors of a full disk and of an exhausted quota. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
