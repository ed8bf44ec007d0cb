import Type, { type Static, type TProperties } from 'typebox';
import { HarnessIdSchema } from './bridge.ts';
import { CONFIGURATION_FAULTS, FaultPlace } from './configuration-fault.ts';
import { PROBLEM_CODES, type ProblemCode, ValidationError } from './problem.ts';

const closed = { additionalProperties: false } as const;

const CONTROL_ERROR_CODES = [
  'invalid_params',
  'invalid_name',
  'name_taken',
  'not_found',
  'already_revoked',
  'managed',
  'invalid_cursor',
  'unavailable',
  'refused',
  'internal',
] as const;
/** The kind of a failure, for programs. Several reasons can have the same code. */
export type ControlErrorCode = (typeof CONTROL_ERROR_CODES)[number];

const reason = <C extends ControlErrorCode, P extends TProperties>(code: C, params: P) => ({
  code,
  params: Type.Object(params, closed),
});

/**
 * Every reason for a failure of control, with its code and the values that its sentence needs. The sentences are in
 * `words/failures.ts`.
 */
export const failureReasons = {
  unknown_channel: reason('not_found', {}),
  invalid_params: reason('invalid_params', { errors: Type.Optional(Type.Array(ValidationError)) }),
  invalid_instant: reason('invalid_params', {
    member: Type.Union([Type.Literal('since'), Type.Literal('until')]),
  }),
  not_post: reason('not_found', {}),
  not_json: reason('invalid_params', {}),
  foreign_page: reason('refused', {}),

  invalid_name: reason('invalid_name', {}),
  name_taken: reason('name_taken', {}),
  no_permission: reason('invalid_params', {}),
  no_integration: reason('not_found', {}),
  already_revoked: reason('already_revoked', {}),
  managed_credential: reason('managed', {}),
  event_refused: reason('refused', {
    problem: Type.Unsafe<ProblemCode>(Type.Enum(PROBLEM_CODES)),
    errors: Type.Array(ValidationError),
  }),

  no_receipt: reason('not_found', {}),
  no_checkpoint: reason('refused', {}),
  no_session: reason('not_found', {}),
  no_repository: reason('not_found', {}),
  not_a_folder: reason('refused', {}),
  git_dubious: reason('refused', {}),
  git_bare: reason('refused', {}),
  git_elsewhere: reason('refused', {}),
  git_large: reason('refused', {}),
  git_oversized: reason('refused', {}),
  git_missing: reason('unavailable', {}),
  git_slow: reason('unavailable', {}),
  git_failed: reason('unavailable', {}),
  copy_gone: reason('not_found', {}),
  copies_too_large: reason('refused', {}),
  foreign_files: reason('refused', {}),
  folder_linked: reason('refused', {}),
  folder_unwritable: reason('refused', {}),
  name_too_long: reason('refused', {}),
  original_folder_gone: reason('refused', {}),
  recovered_exists: reason('refused', {}),
  search_busy: reason('unavailable', {}),
  search_failed: reason('unavailable', {}),
  search_stopped: reason('unavailable', {}),
  invalid_cursor: reason('invalid_cursor', {}),
  sample_data: reason('refused', {}),
  too_many_pauses: reason('refused', {}),
  copy_missing: reason('not_found', {}),
  copy_exists: reason('refused', {}),
  copy_unreadable: reason('refused', {}),
  copy_other_version: reason('refused', {}),
  copy_unwritable: reason('refused', {}),
  mirror_in_data_dir: reason('refused', {}),
  store_damaged: reason('unavailable', {}),
  store_unavailable: reason('unavailable', {}),
  disk_full: reason('unavailable', {}),
  store_in_use: reason('unavailable', {}),
  not_kept_yet: reason('unavailable', {}),

  configuration: reason('refused', {
    path: Type.String(),
    fault: Type.Unsafe<(typeof CONFIGURATION_FAULTS)[number]>(Type.Enum([...CONFIGURATION_FAULTS])),
    where: Type.Optional(FaultPlace),
  }),
  bridge_not_connected: reason('refused', { harness: HarnessIdSchema, name: Type.String() }),
  bridge_home_unreachable: reason('refused', { name: Type.String(), folder: Type.String() }),
  bridge_home_unclear: reason('refused', { name: Type.String(), homes: Type.Array(Type.String()) }),
  bridge_name_taken: reason('refused', {}),

  /** The transport found no host, could not read its answer, or must log in again. */
  unreachable: reason('unavailable', {}),
  unreadable: reason('internal', {}),
  signed_out: reason('refused', {}),

  unexpected: reason('internal', {}),
} as const;

export type FailureReason = keyof typeof failureReasons;
export type FailureParams<R extends FailureReason> = Static<(typeof failureReasons)[R]['params']>;

/** A failure as transports return it. A client words its reason. */
export type ControlFailure = {
  [R in FailureReason]: {
    code: (typeof failureReasons)[R]['code'];
    reason: R;
    params: FailureParams<R>;
  };
}[FailureReason];

export const ControlFailure = Type.Unsafe<ControlFailure>(
  Type.Union(
    Object.entries(failureReasons).map(([name, { code, params }]) =>
      Type.Object({ code: Type.Literal(code), reason: Type.Literal(name), params }, closed),
    ),
  ),
);

/** The reasons whose sentence needs no values. */
export type PlainReason = {
  [R in FailureReason]: Record<never, never> extends FailureParams<R> ? R : never;
}[FailureReason];

/** Makes a failure. The table gives its code. */
export function controlFailure(name: PlainReason): ControlFailure;
export function controlFailure<R extends FailureReason>(name: R, params: FailureParams<R>): ControlFailure;
export function controlFailure(name: FailureReason, params: unknown = {}): ControlFailure {
  return { code: failureReasons[name].code, reason: name, params } as ControlFailure;
}
