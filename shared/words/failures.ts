import type { ConfigurationFault, FaultPlace } from '../configuration-fault.ts';
import type { ControlFailure, FailureParams, FailureReason } from '../failure.ts';
import { PROBLEMS, type ValidationError } from '../problem.ts';
import { errorSentence } from './expectations.ts';

const FOUND: Record<NonNullable<FaultPlace['found']>, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  bigint: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/** Says what stands in a place, and what to change. */
function shapeSentence({ member, found, due }: FaultPlace): string {
  if (member === undefined || found === undefined) {
    return 'has hooks in a form that the agent’s documentation does not describe';
  }
  const inline = due === 'table' ? 'an inline table' : 'a table';
  const value = found === 'object' ? inline : FOUND[found];
  const cannotGrow = `has ${value} at “${member}”, to which no table can be added`;
  switch (due) {
    case 'table':
      return `${cannotGrow}. Write it as [[${member}.…]] tables, or delete it if it is empty, then try again`;
    case 'tables':
      return `${cannotGrow}. Write it as [[${member}]] tables, or delete it if it is empty, then try again`;
    case 'array':
      return `has ${FOUND[found]} at “${member}”, where a list is needed. Put it into a list, or delete it, then try again`;
    default:
      return member === ''
        ? `is ${FOUND[found]} as a whole, where an object is needed. Put the settings into { … }, then try again`
        : `has ${FOUND[found]} at “${member}”, where an object is needed. Write {} there, or delete it, then try again`;
  }
}

const configurationFaults: Record<ConfigurationFault, string | ((where: FaultPlace) => string)> = {
  not_a_file: 'is a pipe or a device, and no file',
  is_folder: 'is a folder, where a file is needed',
  too_large: 'is larger than 1 MB, which is too large for a settings file',
  dangling_link: 'is a link to a file that does not exist',
  link_loop: 'is a link that leads back to itself',
  foreign_owner: 'belongs to another user',
  not_utf8: 'is not UTF-8 text. Save it as UTF-8, then try again',
  utf16: 'is UTF-16 text. Save it as UTF-8, then try again',
  unparseable: ({ line, column }) =>
    `cannot be parsed${line === undefined ? '' : ` from line ${line}, column ${column} on`}. Correct the file, then try again`,
  key_twice: ({ line }) =>
    `has a key twice: the second one is in line ${line}. Delete one of them, then try again`,
  too_deep: 'has too many brackets inside each other',
  unexpected_shape: shapeSentence,
  not_removable:
    'has Plinth’s entries in a form from which they cannot be removed alone. Remove them by hand',
  read_only: 'is read-only. Make it writable, then try again',
  locked: 'is locked by another program. Try again in a moment',
  no_access: 'or its folder does not let this user read and write. Change its permissions, then try again',
  disk_full: 'cannot be written, because the disk is full. Free some space, then try again',
  read_only_volume: 'is on a volume that cannot be written',
  folder_is_file: 'cannot be created: a file is where its folder should be. Move that file, then try again',
  unwritable: 'cannot be read or written',
  changed_meanwhile: 'changed after the preview. Look at the change again',
  not_ours: 'has the name of a Plinth file, but Plinth did not write it',
  own_telemetry:
    'already has settings for telemetry that are not Plinth’s. Plinth does not replace them. Remove them first, or send a copy to Plinth from your collector',
  not_private:
    'can be read by other users of this computer, and would contain a credential. Take that right away (chmod 600), then try again',
  not_on_windows: 'is not changed on Windows, where this connection was not tried',
  other_plinth: 'belongs to a Plinth with another data directory. Disconnect it there first',
};

function faultOf(fault: ConfigurationFault, where: FaultPlace = {}): string {
  const words = configurationFaults[fault];
  return typeof words === 'string' ? words : words(where);
}

const withFirst = (sentence: string, [first]: readonly ValidationError[] = []): string =>
  first === undefined ? sentence : `${sentence} ${errorSentence(first)}`;

/** The sentence of every failure of control. */
const failureWords: { [R in FailureReason]: (params: FailureParams<R>) => string } = {
  unknown_channel: () => 'This version of Plinth does not know this request. Restart Plinth.',
  invalid_params: ({ errors }) => withFirst('The request does not match the control contract.', errors),
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

  event_refused: ({ problem, errors }) => withFirst(PROBLEMS[problem].title, errors),

  no_checkpoint: () =>
    'The record has no signed checkpoint that fits it, so nothing can be proven. Run plinth verify.',
  sample_data: () => 'This is sample data. It cannot be changed or handed over.',
  no_receipt: () => 'There is no receipt with this id.',
  no_session: () => 'There is no session with this number.',
  no_repository: () =>
    'This folder belongs to no git repository. Plinth compares files with the last commit of one.',
  not_a_folder: () => 'This is a file. Name the folder that it is in.',
  git_dubious: () =>
    'This repository belongs to another user, so git does not read it. If you trust it, run git status there: git names the setting that allows it.',
  git_bare: () => 'This git repository has no working files here. Name the folder of a working tree.',
  git_elsewhere: () =>
    'This repository keeps files, objects or its own data in another place. Plinth does not follow them. Use git status there.',
  git_large: () =>
    'The repository has more changed files than Plinth can list. A large folder may be missing from its .gitignore.',
  git_oversized: () =>
    'A file in the git folder of this repository is far too large for what it is. Look at .git/info, .git/shallow and the index there.',
  git_missing: () => 'Plinth did not find git. Install git, or add it to the PATH of Plinth.',
  git_failed: () =>
    'Git could not list the changed files of this repository. Run git status there to see why.',
  git_slow: () =>
    'Git did not list the changed files of this repository within 20 seconds. Run git status there to see why.',
  too_many_pauses: () =>
    'So many agents and projects are paused that no further one can be. Resume one, or pause everything.',
  copy_gone: () => 'This copy is gone by now, or it changed. Look for copies again.',
  copies_too_large: () => 'The copies are more than this disk, or one command, takes. Name fewer paths.',
  foreign_files: () => 'This is a place of another user. Look for copies as that user.',
  folder_linked: () =>
    'Its folder is a link, so Plinth wrote nothing. Name another place: plinth recover get … --to FILE',
  folder_unwritable: () =>
    'Its folder cannot be written, and Plinth wrote nothing. Name another place: plinth recover get … --to FILE',
  name_too_long: () =>
    'The name is too long, and Plinth wrote nothing. Name another place: plinth recover get … --to FILE',
  original_folder_gone: () =>
    'Its folder is gone, so Plinth wrote nothing. Name another place: plinth recover get … --to FILE, or --write FOLDER',
  recovered_exists: () =>
    'A file is there already, and Plinth changed nothing. Move it, or name another place: plinth recover get … --to FILE',
  search_busy: () => 'Plinth looks for other copies at the moment. Wait until it has ended, or stop it.',
  search_failed: () =>
    'The search ended without an answer: it took too long or too much memory, or could not be started. Look for a single file, or use the command line: plinth recover PATH',
  search_stopped: () => 'The search was stopped.',
  invalid_cursor: () => 'Plinth did not issue this cursor.',
  copy_missing: () => 'There is no such file or folder. Give the full path of one that exists.',
  copy_exists: () =>
    'A file is there already, and Plinth changed nothing. Choose another name, or another folder.',
  copy_unreadable: () => 'This file is no intact record of Plinth. Plinth changed nothing.',
  copy_other_version: () =>
    'Another version of Plinth wrote this copy. Restore it with that version. Plinth changed nothing.',
  copy_unwritable: () => 'Plinth cannot read or write there. Check the volume and its permissions.',
  mirror_in_data_dir: () =>
    'This folder is in the data directory. Whatever takes the record would take the mirror. Choose another volume.',
  store_damaged: () =>
    'The receipt store was damaged. Plinth wrote every readable receipt to a new file meanwhile, so this result is not complete. Try again.',
  store_unavailable: () =>
    'The receipt store cannot answer at the moment. To find the reason, run: plinth doctor',
  disk_full: () => 'The disk is full. Free some space and try again.',
  store_in_use: () =>
    'Another program has receipts.db open. Until you close that program, deleted text can stay in Plinth’s files. Close it and try again.',
  not_kept_yet: () =>
    'This applies now, but is not saved yet: settings.json cannot be written. Free some disk space, and keep Plinth running. It tries again by itself.',

  configuration: ({ path, fault, where }) => `${path} ${faultOf(fault, where)}. Plinth changed nothing.`,
  bridge_not_connected: ({ name }) => `${name} is not connected.`,
  bridge_home_unreachable: ({ name, folder }) =>
    `${name} never reads its settings from ${folder}: no variable leads it there. Nothing was changed. Name a folder that has the usual name of its settings at the end.`,
  bridge_home_unclear: ({ name, homes }) =>
    `${name} is not connected in this folder, but in ${homes.join(' and in ')}. Nothing was changed. If you mean ${homes.length === 1 ? 'it' : 'one of them'}, name it with --home.`,
  bridge_name_taken: () => 'Another integration has the name of this agent. Revoke that integration first.',

  unreachable: () => 'Plinth is not answering. Check that it is running.',
  unreadable: () => 'Plinth sent an answer that this page cannot read. Reload the page.',
  signed_out: () =>
    'This page needs a new login. Run “plinth open” in a terminal: it opens the page, logged in.',

  unexpected: () =>
    'An unexpected error occurred. The log in the data directory shows the operation that failed.',
};

/** Gives the sentence of a failure. */
export function failureSentence({ reason, params }: ControlFailure): string {
  return (failureWords[reason] as (params: unknown) => string)(params);
}
