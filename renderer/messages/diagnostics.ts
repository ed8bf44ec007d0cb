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
    allWell: 'All checks passed.',
    levels: { ok: 'OK', attention: 'Needs your attention', failure: 'Failure' },
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
    faultsNote: 'The log in the data directory shows where they occurred. It contains no content of events.',
    vault: 'Keys',
    vaultBackends: {
      keychain: 'In the system’s keychain',
      file: 'In a file that only you can read',
    },
    vaultReasons: {
      no_keychain: 'This computer has no keychain service.',
      keychain_locked: 'The keychain is locked.',
      keychain_timeout: 'The keychain did not answer in time.',
      chosen: 'This was selected when Plinth started.',
    },
    refusals: 'Refused requests',
    refusalsNote:
      'Plinth stores the time, the reason and the address of a refused request, but none of its content.',
    codeCount: (count: number) => `× ${formatCount(count)}`,
    noRefusals: 'No request has been refused.',
    at: 'Time',
    code: 'Reason',
    endpoint: 'Address',
    endpoints: {
      events: 'events',
      capabilities: 'capabilities',
      bridges: 'bridges',
      telemetry: 'telemetry',
      other: 'other',
    },
    from: 'Agent or program',
    unknownIntegration: 'unknown',
  },
} as const;
