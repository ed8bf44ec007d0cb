// biome-ignore-all lint/style/noExcessiveLinesPerFile: a table of sentences, one for each finding
import type { DoctorCode, DoctorFinding, DoctorParams, VaultReason } from '../doctor.ts';
import { formatBytes, formatCount } from '../quantity.ts';
import { bridgeRemedies, bridgeTestCauses, hooksOffSentence, lostReportsSentence } from './bridges.ts';
import { duration } from './duration.ts';
import { asSent, type FormatInstant } from './instants.ts';
import { mirrorStates } from './mirror.ts';
import { listed, plural, receipts } from './plural.ts';
import { checkpointPlaces } from './record-check.ts';
import { gapSentence } from './recording-gaps.ts';
import { lateSentence, silenceSentence } from './rhythm.ts';
import { setAsideSentence } from './set-aside.ts';
import { telemetrySentence } from './telemetry.ts';

/** A finding for a person: what was found, and the next step if there is one. */
export interface DoctorSentence {
  summary: string;
  remedy: string | null;
}

const fine = (summary: string): DoctorSentence => ({ summary, remedy: null });

const vaultReasons: Record<VaultReason, string> = {
  no_keychain: 'this computer has no keychain service',
  keychain_locked: 'the keychain is locked',
  keychain_timeout: 'the keychain did not answer in time',
  chosen: 'PLINTH_KEYCHAIN=off is set',
};

const listensOn = ({ port, addresses }: { port: number; addresses: readonly string[] }) =>
  `Plinth listens on port ${port} of ${listed(addresses)}.`;

const ANOTHER_KEY =
  'Plinth records an earlier event again if its reporter sends it again, and a secret gets another fingerprint than before.';
const MISSING_ELSEWHERE = 'Another program removed the others.';
const RESTORE_RECEIPTS = 'Restore receipts.db and the files beside it from a backup.';
const SEE_CHANGES = 'To see which, run “plinth verify”, or check the record in Diagnostics.';
const FREE_SPACE = 'Free some disk space, or keep receipts for a shorter time.';
const CHECK_CLOCK =
  'Check the date and time of this computer. Receipts stay in the order in which they arrived. Searches use the time of receipt.';
const KEPT_IN_FILE = 'settings.json keeps it unchanged.';

const missingElectron = (isInstalled: boolean) =>
  isInstalled ? 'Electron’s runtime is not downloaded.' : 'Electron is not installed.';

/** The sentences of every finding. */
const doctorWords: {
  [C in DoctorCode]: (params: DoctorParams<C>, instant: FormatInstant) => DoctorSentence;
} = {
  no_data_dir: () => ({
    summary: 'There is no data directory yet.',
    remedy: 'Start the Plinth app once, or run: plinth serve',
  }),

  listening: (params) => fine(listensOn(params)),
  not_running: () => ({
    summary: 'Plinth is not running for this data directory.',
    remedy: 'Start the Plinth app, or run: plinth serve',
  }),
  port_moved: (params) => ({
    summary: `${listensOn(params)} Another program uses port ${params.movedFrom}.`,
    remedy:
      'Clients that read runtime.json find the new port. To use the usual port again, close the other program and restart Plinth.',
  }),
  no_ipv6: (params) => ({
    summary: `${listensOn(params)} The IPv6 loopback address is not available.`,
    remedy: 'A client that connects to “localhost” over IPv6 only must use 127.0.0.1 instead.',
  }),

  keys_in_keychain: () => fine('The operating system’s keychain stores Plinth’s keys.'),
  keys_in_file_chosen: () =>
    fine(`A file that only you can read stores Plinth’s keys, because ${vaultReasons.chosen}.`),
  keys_in_file: ({ reason }) => ({
    summary: `A file that only you can read stores Plinth’s keys, because ${vaultReasons[reason]}.`,
    remedy:
      'Unlock or install a keychain (on Linux a Secret Service such as GNOME Keyring) and restart Plinth. Plinth then moves the keys there.',
  }),
  stand_in_key: ({ reason }) => ({
    summary: `Plinth cannot read the key of earlier receipts${reason === null ? '' : `, because ${vaultReasons[reason]}`}. It uses a temporary key. ${ANOTHER_KEY}`,
    remedy: 'Unlock the keychain and restart Plinth. Plinth then uses the earlier key again.',
  }),
  key_lost: () => ({
    summary: `The key of earlier receipts does not exist any more, so Plinth made a new one. ${ANOTHER_KEY}`,
    remedy:
      'Restore vault.key or the keychain from a backup and restart Plinth. If there is no backup, you need to do nothing: no receipt is lost.',
  }),
  several_keys: ({ keys, since }, instant) => ({
    summary: `The receipts were made with ${formatCount(keys)} different keys. Plinth uses the last one since ${instant(since)}.`,
    remedy:
      'You need to do nothing. Plinth compares fingerprints of secrets, and finds repeated events, only among receipts of one key.',
  }),

  record_complete: ({ receipts: count }) =>
    fine(
      count === 0
        ? 'The store contains no receipts, as expected.'
        : `The store contains ${receipts(count)}, as expected.`,
    ),
  record_unchanged: ({ at }, instant) => fine(`The check of the record at ${instant(at)} found no change.`),
  record_repaired: ({ at }, instant) => ({
    summary: `The check of the record at ${instant(at)} found receipts that were lost when the file was damaged.`,
    remedy: SEE_CHANGES,
  }),
  record_changed: ({ at }, instant) => ({
    summary: `The check of the record at ${instant(at)} found that the record was changed outside Plinth.`,
    remedy: SEE_CHANGES,
  }),
  record_not_checked: ({ since }, instant) => ({
    summary:
      since === null
        ? 'The record has not been checked for changes yet.'
        : `The record has not been checked for changes since ${instant(since)}.`,
    remedy:
      'Run “plinth verify”, or check the record in Diagnostics. Plinth also checks the record after each start and once a day.',
  }),
  receipts_missing: ({ found, expected }) => ({
    summary: `The store contains ${receipts(found)}, but Plinth expects ${formatCount(expected)}. ${MISSING_ELSEWHERE}`,
    remedy: `Close other programs that use receipts.db. ${RESTORE_RECEIPTS}`,
  }),
  receipts_were_lost: ({ noticedAt, at, found, expected }, instant) => ({
    summary: `At ${instant(noticedAt)} the store contained ${receipts(found)}. At ${instant(at)} it had contained ${formatCount(expected)}. ${MISSING_ELSEWHERE}`,
    remedy: `${RESTORE_RECEIPTS} If you delete all receipts in Plinth, this finding disappears.`,
  }),
  log_was_missing: ({ noticedAt, at }, instant) => ({
    summary: `At ${instant(noticedAt)} the store’s write-ahead log was missing. Receipts from after ${instant(at)} may be lost.`,
    remedy: `${RESTORE_RECEIPTS} If you delete all receipts in Plinth, this finding disappears.`,
  }),

  record_has_gaps: ({ last, otherGaps }, instant) => ({
    summary: `${gapSentence(last, instant)}${
      otherGaps === 0
        ? ''
        : ` There were ${plural(otherGaps, { one: 'other gap', other: 'other gaps' })} in the last 14 days.`
    }`,
    remedy:
      'To see each gap, run: plinth recording gaps. To let Plinth start with the computer, run: plinth service install',
  }),

  requests_refused: ({ name, requests, at }, instant) => ({
    summary: `Plinth refused ${plural(requests, { one: 'request', other: 'requests' })} ${name === null ? 'without a valid token' : `of “${name}”`}, the last one at ${instant(at)}.`,
    remedy: 'The screen Problems shows why, and what is allowed. To open it, run: plinth open',
  }),
  agent_silent: (silence, instant) => ({
    summary: silenceSentence(silence, instant),
    remedy: 'See whether it still runs. For a connected agent, run: plinth bridge status',
  }),
  agent_not_reporting: ({ name, obstacle }) => ({
    summary: bridgeRemedies[obstacle](name),
    remedy: 'To see each connected agent, run: plinth bridge status',
  }),
  reports_late: ({ receipts: count }) => ({
    summary: lateSentence(count),
    remedy: 'Check the clocks of the computers that report.',
  }),
  errors_since_start: ({ faults }) => ({
    summary: `Plinth had ${plural(faults, { one: 'unexpected error', other: 'unexpected errors' })} since its start.`,
    remedy: 'The log in the data directory shows where. For a bug report, run: plinth doctor --report FILE',
  }),

  checkpoint_disputed: ({ source, at }, instant) => ({
    summary: `The record does not continue from the checkpoint of ${instant(at)} ${checkpointPlaces[source]}. Another record, such as an older copy, took its place.`,
    remedy:
      'Check the record in Diagnostics or with: plinth verify. If you put an older copy there yourself, deleting everything in Plinth ends this finding.',
  }),

  bridge_works: ({ name }) => fine(`The connection of ${name} works.`),
  hooks_off: (found) => ({
    summary: hooksOffSentence(found),
    remedy: found.isManaged
      ? 'An administrator’s settings decide this. Plinth cannot change that.'
      : 'To record it there, correct that file. An agent or a repository can have changed it.',
  }),
  projects_not_seen: ({ projects }) => ({
    summary: `In ${plural(projects, { one: 'project', other: 'projects' })} of the record it is not known whether hooks are on: they are on a disk of another computer, in the home of another user, or looking took too long.`,
    remedy: 'In the folder of a project, run: plinth bridge test',
  }),
  bridge_fails: ({ name, causes }) => ({
    summary: causes.map((cause) => bridgeTestCauses[cause](name)).join(' '),
    remedy: 'To test the bridge again, run: plinth bridge test',
  }),
  reports_lost: ({ name, ...count }, instant) => ({
    summary: `Reports are missing. ${lostReportsSentence(name, count, instant)}`,
    remedy: 'To test the connection, run: plinth bridge test',
  }),

  mirror_current: ({ folder }) => fine(`The mirror in ${JSON.stringify(folder)} has every receipt.`),
  mirror_behind: ({ folder, state }) => ({
    summary: `${mirrorStates[state]} Its folder: ${JSON.stringify(folder)}.`,
    remedy: state === 'copying' ? null : 'To see what you can do, open Privacy or run: plinth mirror status',
  }),
  mirror_on_same_volume: ({ folder }) => ({
    summary: `The mirror in ${JSON.stringify(folder)} has every receipt, and is on the same volume as the record.`,
    remedy: 'What destroys this volume destroys both. Choose a folder on another volume.',
  }),

  telemetry_received: (counts) =>
    fine(
      `Telemetry arrives from ${plural(counts.integrations, { one: 'integration', other: 'integrations' })}. Plinth received ${telemetrySentence(counts)}.`,
    ),

  receipts_waiting: ({ dataDir, receipts: count }) => ({
    summary: `Plinth cannot write to ${JSON.stringify(dataDir)}. ${receipts(count)} will be lost if Plinth ends now.`,
    remedy:
      'Make it possible to create this folder, and keep Plinth running. Plinth then writes the receipts.',
  }),
  files_were_harmed: ({ at, incidents }, instant) => ({
    summary: `At ${instant(at)} Plinth found that its files were deleted or changed.${
      incidents === 1 ? '' : ` This happened ${formatCount(incidents)} times.`
    }`,
    remedy:
      'To see what Plinth did about it, and the last reports before it, open Diagnostics or run: plinth incidents',
  }),

  event_not_recorded: ({ at, isDiskFull }, instant) => ({
    summary: `Plinth could not record the newest event, at ${instant(at)}: ${isDiskFull ? 'the disk was full' : 'its store could not be written'}. Nothing has been recorded since.`,
    remedy: isDiskFull ? FREE_SPACE : 'The log in the data directory shows the kind of the error.',
  }),

  store_intact: () => fine('The receipt store is not damaged.'),
  store_not_indexed: () => ({
    summary: 'The indexes of the receipt store lack receipts, so filters and searches show too few.',
    remedy: 'Start Plinth. It makes the indexes anew.',
  }),
  store_damaged: () => ({
    summary: 'The receipt store is damaged.',
    remedy:
      'To try to recover receipts, first copy receipts.db and the files beside it. When Plinth reads the damaged part, it writes every readable receipt to a new file and renames the damaged one.',
  }),
  files_set_aside: ({ names }) => ({
    summary: names.map(setAsideSentence).join(' '),
    remedy:
      'They are in the data directory. Plinth has added what it could read of a damaged store to the record. To see what an undamaged store contains, run: plinth restore FILE --dry-run. Without --dry-run, it takes the place of the record. Delete the files when you no longer need them.',
  }),

  settings_valid: () => fine('The settings file is valid.'),
  unknown_setting: ({ setting }) => ({
    summary: `This version of Plinth does not know the value of the setting “${setting}” and uses the default.`,
    remedy: `${KEPT_IN_FILE} Set it again in the settings.`,
  }),
  unreadable_privacy_level: () => ({
    summary: 'Plinth cannot read a privacy level. It stores nothing where that level applies.',
    remedy: 'Choose the privacy levels again in the settings, under Privacy.',
  }),
  unknown_permission: ({ integration }) => ({
    summary: `${integration === null ? 'An integration without a usable name' : `The integration “${integration}”`} has a permission that this version of Plinth does not know. The permission has no effect.`,
    remedy: KEPT_IN_FILE,
  }),
  unreadable_integrations: ({ integrations }) => ({
    summary: `Plinth cannot read ${plural(integrations, { one: 'integration', other: 'integrations' })} and refuses their tokens. Other integrations work.`,
    remedy:
      'settings.json keeps these entries unchanged. Generate new tokens for the programs that used them.',
  }),
  unreadable_pause: () => ({
    summary: 'Plinth cannot read whether recording was paused, so it is paused now.',
    remedy: 'Resume recording in the window, or run: plinth recording resume',
  }),
  settings_restored: ({ wasDamaged }) => ({
    summary: `settings.json was ${wasDamaged ? 'damaged' : 'missing'}. Plinth restored it from its last good copy, with all settings and tokens.`,
    remedy: wasDamaged
      ? 'You need to do nothing. The damaged file is beside the new one.'
      : 'You need to do nothing.',
  }),
  settings_lost: () => ({
    summary:
      'settings.json was damaged and had no good copy. Tokens no longer work, and Plinth stores nothing of events until you choose a privacy level.',
    remedy:
      'Choose the privacy levels in the settings, under Privacy, and generate new tokens. The damaged file is beside the new one.',
  }),

  change_not_kept: () => ({
    summary:
      'The last change, such as a pause or a revoked token, applies but is not saved: settings.json cannot be written. If Plinth ends now, the change is lost.',
    remedy: 'Free some disk space, and keep Plinth running. It tries again every few seconds.',
  }),

  data_dir_private: () => fine('Only you can open the data directory.'),
  data_dir_open: ({ dataDir }) => ({
    summary: 'Other users of this computer can open the data directory.',
    remedy: `Run: chmod 700 ${JSON.stringify(dataDir)}`,
  }),

  disk_free: ({ freeBytes }) => fine(`The disk has ${formatBytes(freeBytes)} free.`),
  disk_low: ({ freeBytes }) => ({
    summary: `The disk has only ${formatBytes(freeBytes)} free.`,
    remedy: FREE_SPACE,
  }),
  disk_almost_full: ({ freeBytes }) => ({
    summary: `The disk is almost full: ${formatBytes(freeBytes)} free.`,
    remedy: FREE_SPACE,
  }),

  clock_right: () => fine('The clock agrees with the receipts.'),
  receipts_from_future: ({ latest }, instant) => ({
    summary: `Receipts have times in the future, up to ${instant(latest)}. The computer’s clock was set back, or it was ahead before.`,
    remedy: CHECK_CLOCK,
  }),
  clock_was_set: ({ byMs, at, otherTimes }, instant) => ({
    summary:
      `The computer’s clock was set ${byMs > 0 ? 'forward' : 'back'} by ${duration(byMs)} before ${instant(at)}.` +
      (otherTimes === 0
        ? ''
        : ` It was set ${plural(otherTimes, { one: 'other time', other: 'other times' })} since Plinth started.`),
    remedy: CHECK_CLOCK,
  }),
  clock_was_set_back: ({ receipts: count }) => ({
    summary: `The computer’s clock was set back once: ${receipts(count)} arrived after others with a later time.`,
    remedy: CHECK_CLOCK,
  }),
  clock_years_behind: () => ({
    summary: 'The computer’s clock is years behind.',
    remedy: 'Set the date and time of this computer.',
  }),

  retention_waits: ({ receipts: count, of }) => ({
    summary: `Retention would delete ${formatCount(count)} of ${receipts(of)} because of their age. It waits, because the clock may be wrong.`,
    remedy:
      'Check the date and time of this computer. If they are right, run: plinth retention run. If you do nothing, retention runs when the clock has been steady for a day.',
  }),

  electron_ready: () => fine('Electron’s runtime is installed.'),
  electron_not_needed: ({ isInstalled }) =>
    fine(`${missingElectron(isInstalled)} The screens open in a browser.`),
  electron_missing: ({ isInstalled }) => ({
    summary: missingElectron(isInstalled),
    remedy: 'The headless host works without it. To use the window, run: npx install-electron --no',
  }),
};

/** Gives the sentences of a finding. Instants are in ISO 8601 if `instant` is not given. */
export function doctorSentence(finding: DoctorFinding, instant: FormatInstant = asSent): DoctorSentence {
  const word = doctorWords[finding.code] as (params: unknown, instant: FormatInstant) => DoctorSentence;
  return word(finding.params, instant);
}
