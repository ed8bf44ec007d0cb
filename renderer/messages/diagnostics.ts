import { formatCount } from '../format/quantity.ts';
import { plural } from './plural.ts';

/** Words of the Diagnostics screen. */
export const diagnosticsMessages = {
  diagnostics: {
    title: 'Diagnostics',
    refresh: 'Check again',
    checking: 'Checking …',
    checked: (attention: number) =>
      attention === 0
        ? 'Checked just now.'
        : `Checked just now; ${plural(attention, { one: 'finding needs', other: 'findings need' })} your attention.`,
    findings: 'Checks',
    allWell: 'Everything that was checked is in order.',
    levels: { ok: 'In order', attention: 'Needs your attention', failure: 'Failure' },
    remedy: 'What to do',
    listener: 'Listener',
    baseUrl: 'Base address',
    copyBaseUrl: 'Copy base address',
    notListening: 'Not listening',
    addresses: 'Listens on',
    port: 'Port',
    apiVersion: 'Protocol',
    pid: 'Process',
    instance: 'Instance',
    stores: 'Stores',
    receipts: 'Receipts',
    sessions: 'Sessions',
    receiptsBytes: 'Receipt store',
    settingsBytes: 'Settings',
    logBytes: 'Log',
    unindexed: 'Not yet searchable',
    faults: 'Unexpected errors since the start',
    faultsNote: 'The log in the data folder says where they happened, without any content.',
    setAside: 'Set aside',
    setAsideNote: 'These files could not be read. They were kept beside the new ones.',
    vault: 'Keys',
    vaultBackends: {
      keychain: 'In the system’s keychain',
      file: 'In a file that only you can read',
    },
    vaultReasons: {
      no_keychain: 'This computer has no keychain service.',
      keychain_locked: 'The keychain is locked.',
      keychain_timeout: 'The keychain did not answer in time.',
      chosen: 'This was chosen when Plinth was started.',
    },
    rejections: 'Refused requests',
    rejectionsNote: 'Time, reason and place only. Nothing of what was sent is kept.',
    codeCount: (count: number) => `× ${formatCount(count)}`,
    noRejections: 'No request has been refused.',
    at: 'Time',
    code: 'Reason',
    endpoint: 'Address',
    endpoints: { events: 'events', capabilities: 'capabilities', bridges: 'bridges', other: 'other' },
    from: 'Integration',
    unknownIntegration: 'unknown',
  },
} as const;
