import type { BridgeAction, BridgeChange, BridgeState, BridgeStatus } from '../../shared/bridge.ts';
import { lostReportsSentence } from '../../shared/words/bridges.ts';
import { exactTime } from '../format/time.ts';
import { plural } from './plural.ts';

/** Words of the Agents screen. */
export const agentsMessages = {
  agents: {
    title: 'Agents',
    intro:
      'Connect an agent that you use, and it reports to Plinth automatically. Plinth shows you the exact change to the agent’s configuration before it makes it, and removes it when you disconnect. Plinth never stops or changes what the agent does.',
    found: 'On this computer',
    notFound: 'Not found on this computer',
    notFoundNote:
      'Plinth may not find an agent that is installed in an unusual place. You can still connect it.',
    noneTitle: 'No agent was found',
    noneText: 'When you install one of the agents below, it appears here and you can connect it.',
    checkAgain: 'Check again',
    checked: (attention: number) =>
      attention === 0
        ? 'Checked just now.'
        : `Checked just now; ${plural(attention, { one: 'agent needs', other: 'agents need' })} your attention.`,
    states: {
      not_installed: 'Not found',
      available: 'Not connected',
      connected: 'Reporting',
      silent: 'Waiting for its first event',
      waiting_for_review: 'Waiting for your review',
      disabled_by_harness: 'Hooks turned off',
      entry_missing: 'Entries missing',
    } satisfies Record<BridgeState, string>,
    lastEvent: 'Last event',
    connectedSince: 'Connected',
    silent: (name: string) => `Waiting for its first event. Use ${name} as usual. It reports automatically.`,
    version: (version: string) => `Version ${version}`,
    newerThanTested: 'newer than tested',
    newerNote: (tested: string) =>
      `Tested with ${tested}. A newer version usually works. Details counts the reports and fields that Plinth does not understand.`,
    details: 'Details',
    test: 'Test',
    testNamed: (name: string) => `Test the connection of ${name}`,
    home: 'Folder',
    configuration: 'Configuration',
    events: 'Last reported',
    canReport: 'Can report',
    cannotReport: 'this agent cannot report this',
    notUsed: 'Not understood',
    notUsedCount: (payloads: number, fields: number) =>
      payloads === 0 && fields === 0
        ? 'None'
        : `${plural(payloads, { one: 'report', other: 'reports' })}, ${plural(fields, { one: 'field', other: 'fields' })} since Plinth started`,
    caller: 'Last reported by',
    callerText: (program: string, parents: readonly string[], folder: string | null) =>
      `${[program, ...parents].join(' ← ')}${folder === null ? '' : `, in ${folder}`}`,
    reports: 'Reports of hooks since the start',
    reportsCount: (arrived: number, refused: number) =>
      `${plural(arrived, { one: 'report', other: 'reports' })} arrived${refused === 0 ? '' : `, ${refused} not accepted`}`,
    lost: ({ name, lost }: BridgeStatus) =>
      lost === null ? [] : [lostReportsSentence(name, lost, exactTime)],
    exports: 'Exports since the start',
    telemetry: 'Telemetry',
    notTyped: 'Not typed by you',
    notTypedCount: (count: number) =>
      count === 0
        ? 'None'
        : `${plural(count, { one: 'prompt', other: 'prompts' })} from agents and tools, not recorded`,
    duplicates: 'Reported twice',
    duplicatesCount: (count: number) =>
      count === 0 ? 'None' : `${plural(count, { one: 'action', other: 'actions' })}, recorded once each`,
    notes: 'Notes',
    actions: {
      connect: 'Connect …',
      reconnect: 'Reconnect …',
      disconnect: 'Disconnect …',
    } satisfies Record<BridgeAction, string>,
    otherFolder: 'Connect another folder …',
    otherFolderNamed: (name: string) => `Connect another folder of ${name} …`,
    folderTitle: (name: string) => `Connect another folder of ${name}`,
    folderText:
      'An agent can have several folders with settings, for example for work and for home. Each one is connected by itself.',
    wholePath: 'Whole path of the folder with its settings',
    showChange: 'Show the change',
    connectAll: (agents: number) => `Connect all ${agents} …`,
    connectAllTitle: 'Connect the agents on this computer?',
    connectAllText:
      'They will report their prompts and the actions that they are about to take. Redaction and your privacy levels apply.',
    connectAllSubmit: (agents: number) => (agents === 1 ? 'Connect 1 agent' : `Connect ${agents} agents`),
    allConnected: 'All agents are connected.',
    changeInShort: (lines: number, path: string) =>
      `${plural(lines, { one: 'line', other: 'lines' })} added to ${path}`,
    connectNamed: (name: string) => `Connect ${name} …`,
    restore: 'Restore …',
    restoreNamed: (name: string) => `Restore the entries of ${name} …`,
    titles: {
      connect: (name: string) => `Connect ${name}?`,
      reconnect: (name: string) => `Reconnect ${name}?`,
      disconnect: (name: string) => `Disconnect ${name}?`,
    } satisfies Record<BridgeAction, (name: string) => string>,
    telemetryText: (name: string) =>
      `${name} will tell Plinth, some seconds afterwards, of its prompts and actions, and of who approved them. An action that its hooks report too is one receipt. Redaction and your privacy levels apply.`,
    texts: {
      connect: (name: string) =>
        `${name} will report its prompts and the actions that it is about to take. Redaction and your privacy levels apply.`,
      reconnect: () =>
        'Plinth replaces this agent’s credential. The old credential stops working immediately. Existing receipts stay.',
      disconnect: (name: string) =>
        `${name} stops reporting, and its credential stops working. Existing receipts stay.`,
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
      delete: 'Plinth deletes this file, which it created:',
    } satisfies Record<BridgeChange['kind'], string>,
    undoing: 'Disconnecting removes exactly what Plinth added. Plinth stores no copy of the file.',
    preview: 'Reading the configuration …',
    diff: 'The exact change',
    close: 'Done',
    use: (name: string) => `Use ${name} as usual. You may have to restart a session that is already open.`,
    managed: 'Manage in Agents',
    orToken: 'Or generate a token for your own program',
  },
} as const;
