import type { ConfigurationFault } from '../bridge.ts';
import type { ControlFailure, FailureParams, FailureReason } from '../failure.ts';
import { formatCount } from '../quantity.ts';

const configurationFaults: Record<ConfigurationFault, string> = {
  not_a_file: 'is not a regular file',
  too_large: 'is larger than 1 MB, which is too large for a settings file',
  dangling_link: 'is a link to a file that does not exist',
  foreign_owner: 'belongs to another user',
  not_utf8: 'is not UTF-8 text',
  unparseable: 'cannot be parsed, or has a key twice. Correct the file, then try again',
  unexpected_shape: 'has hooks in a form that the agent’s documentation does not describe',
  read_only: 'is read-only',
  locked: 'is locked by another program. Try again in a moment',
  unwritable: 'cannot be written',
  changed_meanwhile: 'changed after the preview. Look at the change again',
  not_ours: 'has the name of a Plinth file, but Plinth did not write it',
  own_telemetry:
    'already has settings for telemetry that are not Plinth’s. Plinth does not replace them. Remove them first, or send a copy to Plinth from your collector',
  not_private:
    'can be read by other users of this computer, and would contain a credential. Take that right away (chmod 600), then try again',
  not_on_windows: 'is not changed on Windows, where this connection was not tried',
  other_plinth: 'belongs to a Plinth with another data directory. Disconnect it there first',
};

/** The sentence of every failure of control. */
const failureWords: { [R in FailureReason]: (params: FailureParams<R>) => string } = {
  unknown_channel: () => 'This version of Plinth does not know this request. Restart Plinth.',
  invalid_params: () => 'The request does not match the control contract.',
  invalid_instant: ({ member }) =>
    `“${member}” must be a date such as 2026-11-21 or an instant such as 2026-11-21T10:00:00Z.`,
  not_post: () => 'Control accepts only POST requests.',
  not_json: () => 'The request is not valid JSON.',
  foreign_page: () => 'This page may not send requests to Plinth.',

  invalid_name: () => 'A name has 1 to 64 characters, no control characters, and no space at either end.',
  name_taken: () => 'Another integration has this name. Revoke that integration, or choose another name.',
  no_permission: () => 'A token needs at least one permission.',
  no_integration: () => 'This integration does not exist.',
  already_revoked: () => 'This integration is already revoked. Generate a new token instead.',
  managed_credential: () =>
    'Plinth manages this credential for an agent. Reconnect or disconnect the agent instead.',

  no_checkpoint: () =>
    'The record has no signed checkpoint that fits it, so nothing can be proven. Run plinth verify.',
  too_many_receipts: ({ receipts, most }) =>
    `A bundle holds at most ${formatCount(most)} receipts, and ${formatCount(receipts)} match. Choose fewer.`,
  sample_data: () => 'This is sample data. It cannot be changed or handed over.',
  no_receipt: () => 'There is no receipt with this id.',
  no_session: () => 'There is no session with this number.',
  no_repository: () =>
    'This folder belongs to no git repository that git lets this user read. Plinth compares files with the last commit.',
  git_missing: () => 'Plinth did not find git. Install git, or add it to the PATH of Plinth.',
  git_failed: () =>
    'The repository’s changed files could not be listed within 20 seconds. Run git status there to see why.',
  too_many_pauses: () =>
    'So many agents and projects are paused that no further one can be. Resume one, or pause everything.',
  invalid_cursor: () => 'Plinth did not issue this cursor.',
  copy_missing: () => 'There is no such file or folder. Give the full path of one that exists.',
  copy_exists: () =>
    'A file is there already, and Plinth changed nothing. Choose another name, or another folder.',
  copy_unreadable: () => 'This file is no intact record of Plinth. Plinth changed nothing.',
  copy_newer: () => 'A newer Plinth wrote this copy. Update Plinth to use it. Plinth changed nothing.',
  copy_unwritable: () => 'Plinth cannot read or write there. Check the volume and its permissions.',
  mirror_in_data_dir: () =>
    'This folder is in the data directory. Whatever takes the record would take the mirror. Choose another volume.',
  store_damaged: () =>
    'The receipt store was damaged. Plinth wrote every readable receipt to a new file meanwhile, so this result is not complete. Try again.',
  store_unavailable: () =>
    'The receipt store cannot answer at the moment. To find the reason, run: plinth doctor',
  disk_full: () => 'The disk is full. Free some space and try again.',
  not_kept_yet: () =>
    'This applies now, but is not saved yet: settings.json cannot be written. Free some disk space, and keep Plinth running. It tries again by itself.',

  configuration: ({ path, fault }) => `${path} ${configurationFaults[fault]}. Plinth changed nothing.`,
  bridge_not_connected: ({ name }) => `${name} is not connected.`,
  bridge_home_unreachable: ({ name, folder }) =>
    `${name} never reads its settings from ${folder}: no variable leads it there. Nothing was changed. Name a folder that has the usual name of its settings at the end.`,
  bridge_home_unclear: ({ name, homes }) =>
    `${name} is connected in several folders, and not in this one. Name one: ${homes.join(', ')}.`,
  bridge_name_taken: () => 'Another integration has the name of this agent. Revoke that integration first.',

  unreachable: () => 'Plinth is not answering. Check that it is running.',
  unreadable: () => 'Plinth sent an answer that this page cannot read. Reload the page.',
  signed_out: () => 'This page needs a new login link. Run “plinth console” in a terminal to get one.',

  unexpected: () =>
    'An unexpected error occurred. The log in the data directory shows the operation that failed.',
};

/** Gives the sentence of a failure. */
export function failureSentence({ reason, params }: ControlFailure): string {
  return (failureWords[reason] as (params: unknown) => string)(params);
}
