import type { BridgeAction, BridgeChange, BridgeState } from '../../shared/bridge.ts';
import { plural } from './plural.ts';

/** Words of the Agents screen. */
export const agentsMessages = {
  agents: {
    title: 'Agents',
    intro:
      'Connect an agent that you already use, and it reports by itself. Plinth adds its entries to the agent’s own configuration, after showing you the exact change, and takes them out again when you disconnect. It never stops or changes what the agent does.',
    found: 'On this computer',
    notFound: 'Not found on this computer',
    notFoundNote:
      'An agent that was installed in an unusual place is not always found. You can connect it all the same.',
    noneTitle: 'No agent was found',
    noneText: 'When you install one of the agents below, it appears here and can be connected.',
    checkAgain: 'Check again',
    checked: (attention: number) =>
      attention === 0
        ? 'Checked just now.'
        : `Checked just now; ${plural(attention, { one: 'agent needs', other: 'agents need' })} your attention.`,
    states: {
      not_installed: 'Not found',
      available: 'Not connected',
      connected: 'Reporting',
      silent: 'No event yet',
      waiting_for_review: 'Waiting for your review',
      disabled_by_harness: 'Hooks turned off',
      entry_missing: 'Entries missing',
    } satisfies Record<BridgeState, string>,
    lastEvent: 'Last event',
    connectedSince: 'Connected',
    silent: (name: string) =>
      `No event has come since. Use ${name} as you always do, and it reports by itself.`,
    explain: {
      waiting_for_review: (name: string) =>
        `Open ${name}, type /hooks, and trust Plinth’s hooks. Until then nothing is reported.`,
      disabled_by_harness: (name: string) =>
        `${name}’s own settings turn hooks off, so nothing is reported. Turn them on there if you want a record.`,
      entry_missing: (name: string) =>
        `Plinth’s entries in ${name}’s configuration are gone or were changed. Restore them, or disconnect.`,
    },
    version: (version: string) => `Version ${version}`,
    newerThanTested: 'newer than tested',
    newerNote: (tested: string) =>
      `Tried with ${tested}. A newer version usually works; what Plinth does not understand is counted under Details.`,
    details: 'Details',
    configuration: 'Configuration',
    events: 'Last reported',
    canReport: 'Can report',
    cannotReport: 'this agent cannot report it',
    notUsed: 'Not understood',
    notUsedCount: (payloads: number, fields: number) =>
      payloads === 0 && fields === 0
        ? 'None'
        : `${plural(payloads, { one: 'report', other: 'reports' })}, ${plural(fields, { one: 'field', other: 'fields' })} since Plinth was started`,
    notTyped: 'Not typed by you',
    notTypedCount: (count: number) =>
      count === 0
        ? 'None'
        : `${plural(count, { one: 'prompt', other: 'prompts' })} of agents and tools, not recorded`,
    duplicates: 'Seen twice',
    duplicatesCount: (count: number) =>
      count === 0 ? 'None' : `${plural(count, { one: 'action', other: 'actions' })}, recorded once each`,
    notes: 'Good to know',
    actions: {
      connect: 'Connect …',
      reconnect: 'Reconnect …',
      disconnect: 'Disconnect …',
    } satisfies Record<BridgeAction, string>,
    connectNamed: (name: string) => `Connect ${name} …`,
    restore: 'Restore …',
    restoreNamed: (name: string) => `Restore the entries of ${name} …`,
    titles: {
      connect: (name: string) => `Connect ${name}?`,
      reconnect: (name: string) => `Reconnect ${name}?`,
      disconnect: (name: string) => `Disconnect ${name}?`,
    } satisfies Record<BridgeAction, (name: string) => string>,
    texts: {
      connect: (name: string) =>
        `${name} will report what it is asked and what it is about to do. Redaction and your privacy settings apply as always.`,
      reconnect: () =>
        'Plinth replaces the credential that this agent reports with. The old one stops working at once. Receipts stay.',
      disconnect: (name: string) =>
        `${name} stops reporting, and its credential stops working. Receipts that are already here stay.`,
    } satisfies Record<BridgeAction, (name: string) => string>,
    submit: {
      connect: 'Connect',
      reconnect: 'Reconnect',
      disconnect: 'Disconnect',
    } satisfies Record<BridgeAction, string>,
    done: {
      connect: (name: string) => `${name} is connected`,
      reconnect: (name: string) => `${name} is reconnected.`,
      disconnect: (name: string) => `${name} is disconnected.`,
    } satisfies Record<BridgeAction, (name: string) => string>,
    change: {
      none: 'This file needs no change:',
      create: 'Plinth creates this file:',
      modify: 'Plinth makes only this change to the file:',
      delete: 'Plinth deletes this file, which it made:',
    } satisfies Record<BridgeChange['kind'], string>,
    undoing: 'Disconnecting takes out exactly what was added. No copy of the file is kept.',
    preview: 'Looking at the configuration …',
    diff: 'The exact change',
    close: 'Done',
    use: (name: string) =>
      `Use ${name} as you always do. A session that is already open may have to be started again.`,
    managed: 'Manage in Agents',
    orToken: 'Or give a program of yours a token',
  },
} as const;
