import type { BridgeAction, BridgeChange, BridgeState } from '../shared/bridge.ts';
import type { EventType } from '../shared/event.ts';
import type { IntegrationNameFault } from '../shared/integration.ts';
import type { NameSuspicion } from '../shared/integration-name.ts';
import type { Permission } from '../shared/permission.ts';
import type { ProblemCode, ValidationCode } from '../shared/problem.ts';
import type { ReceiptFlag, RedactionState } from '../shared/receipt.ts';
import type { PrivacyLevel } from '../shared/settings.ts';
import { formatCount } from './format/quantity.ts';

const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const receipts = (count: number) => plural(count, 'receipt', 'receipts');
const events = (count: number) => plural(count, 'event', 'events');

/** Every word the window shows, in one place, ready for translation. */
export const messages = {
  nameSuspicions: {
    mixed_alphabets:
      'This name mixes alphabets whose letters look alike. It may imitate another integration.',
    hidden_characters: 'This name has characters that cannot be seen. It may imitate another integration.',
  } satisfies Record<NameSuspicion, string>,
  app: { name: 'Plinth', skip: 'Skip to the content', navigation: 'Screens' },

  nav: {
    activity: 'Activity',
    settings: 'Settings',
    general: 'General',
    agents: 'Agents',
    integrations: 'Developer integrations',
    privacy: 'Privacy',
    diagnostics: 'Diagnostics',
  },

  common: {
    cancel: 'Cancel',
    close: 'Close',
    retry: 'Try again',
    loading: 'Loading …',
    unknown: 'unknown',
    copied: 'Copied',
    copyFailed: 'The clipboard could not be used. Select the text and copy it yourself.',
    failedTitle: 'This could not be loaded',
    never: 'Never',
    more: 'More',
    none: 'None',
  },

  connection: {
    reconnecting: 'Plinth is not answering. Trying again …',
    unreachable: 'Plinth is not answering. Check that it is running.',
    unreadable: 'Plinth gave an answer that this page cannot read. Reload the page.',
    signedOutTitle: 'This page needs a new login link',
    signedOutText:
      'The console was started again, or this login ended. Open the login link that “plinth serve” printed in the terminal.',
  },

  recording: {
    label: 'Recording',
    on: 'Recording',
    paused: 'Paused',
    pausedUntil: (time: string) => `Paused until ${time}`,
    pauseMenu: 'Pause recording',
    for15: 'For 15 minutes',
    for60: 'For 1 hour',
    forDay: 'Until tomorrow',
    untilResumed: 'Until I resume',
    resume: 'Resume recording',
    nowPaused: 'Recording is paused.',
    nowRecording: 'Recording again.',
    pausedNote: 'Agents still get an answer; it says that nothing was recorded.',
    gap: (from: string, until: string, count: number) =>
      count === 0
        ? `Recording was paused from ${from} to ${until}`
        : `Recording was paused from ${from} to ${until}; ${events(count)} not recorded`,
    openGap: (from: string, count: number) =>
      count === 0
        ? `Recording has been paused since ${from}`
        : `Recording has been paused since ${from}; ${events(count)} not recorded`,
  },

  eventTypes: {
    'prompt.submitted': 'Prompt submitted',
    'tool.before_use': 'Tool about to be used',
    'command.before_run': 'Command about to run',
    'file.changed': 'File changed',
    'session.started': 'Session started',
    'session.ended': 'Session ended',
  } satisfies Record<EventType, string>,

  /** What an event was, for receipts that kept no text. */
  withoutText: {
    'prompt.submitted': 'A prompt',
    'tool.before_use': 'Use of a tool',
    'command.before_run': 'A command',
    'file.changed': 'A change to a file',
    'session.started': 'Session started',
    'session.ended': 'Session ended',
  } satisfies Record<EventType, string>,

  /** A session's event names itself before what it carried, such as the harness or the reason. */
  sessionDetail: (what: string) => `${what} · `,

  permissions: {
    'events:write': { name: 'Report events', note: 'Send prompts, commands and file changes to Plinth.' },
    'capabilities:read': { name: 'Read capabilities', note: 'Ask Plinth what it accepts. Reads no receipt.' },
  } satisfies Record<Permission, { name: string; note: string }>,

  activity: {
    title: 'Activity',
    list: 'Receipts, newest first',
    search: 'Search what was reported',
    searchShort: 'Search',
    integration: 'Integration',
    allIntegrations: 'All integrations',
    type: 'Type',
    allTypes: 'All types',
    session: 'Session',
    allSessions: 'All sessions',
    groupBySession: 'Group by session',
    clear: 'Clear filters',
    count: (shown: number) => receipts(shown),
    counting: 'Counting …',
    newReceipts: (count: number) => `${formatCount(count)} new`,
    showNew: (count: number) => `Show ${plural(count, 'new receipt', 'new receipts')}`,
    loadingMore: 'Loading earlier receipts …',
    moreFailed: 'Earlier receipts could not be loaded.',
    emptyTitle: 'Nothing has been reported yet',
    emptyText:
      'When an agent or a program reports to Plinth, each event is redacted and becomes a receipt in this list.',
    emptyKeepsNothing:
      'Your privacy setting keeps nothing: agents and programs that report get an answer, but no receipt is written.',
    emptyPrivacy: 'Open Privacy',
    emptyConnect: 'Connect an agent',
    emptyAction: 'Generate a token',
    noMatchTitle: 'No receipt matches these filters',
    noMatchText: 'Widen the search, or clear the filters to see everything that was recorded.',
    findings: (count: number) => `${formatCount(count)} redacted`,
    repeats: (count: number) => `Reported ${plural(count + 1, 'time', 'times')}`,
    noDetailTitle: 'Select a receipt',
    noDetailText: 'Its details appear here: what was reported, what was removed, and when.',
    sessionEvents: (count: number, matching: number) =>
      matching === count ? events(count) : `${formatCount(matching)} of ${events(count)}`,
    sessionOpen: 'open',
    keys: 'Arrow keys move, Enter opens, Escape closes.',
  },

  receipt: {
    title: 'Receipt',
    close: 'Close the receipt',
    loading: 'Loading the receipt …',
    gone: 'This receipt is no longer there. It was deleted, or its time was up.',
    reported: 'What was reported',
    nothingKept: {
      redacted: 'The event carried no text.',
      metadata: 'Your privacy setting keeps no text for this kind of event: sizes and times only.',
      failed: 'Redaction could not finish, so no text was kept: sizes only.',
    } satisfies Record<RedactionState, string>,
    removed: 'What was removed',
    nothingRemoved: 'Nothing had to be removed.',
    notLooked: 'No text was kept, so there was nothing to remove.',
    rule: 'Removed',
    ruleIs: (rule: string) => `Rule ${rule}`,
    count: 'Count',
    omitted: (count: number) =>
      `${plural(count, 'more place was', 'more places were')} masked and not listed one by one.`,
    showAll: 'Show all',
    showLess: 'Show less',
    where: 'Where',
    characters: 'Characters',
    tiers: { definite: 'secret', candidate: 'likely secret', personal: 'personal data' },
    truncated: (member: string, kept: string, from: string) =>
      `${member} was cut from ${from} to ${kept} characters after redaction.`,
    dropped: 'What was dropped',
    droppedCount: (count: number) =>
      `${plural(count, 'member', 'members')} that this event type does not know. Their names and values were not kept.`,
    nothingDropped: 'Nothing was dropped.',
    sizes: 'Sizes and times',
    bodyBytes: 'Whole event',
    occurredAt: 'Occurred',
    receivedAt: 'Received',
    repeats: 'Repeats',
    repeatsCount: (count: number) =>
      count === 0 ? 'Reported once' : `Retried ${plural(count, 'time', 'times')}; recorded once`,
    identity: 'Identity',
    id: 'Receipt',
    integration: 'Integration',
    session: 'Session',
    event: 'Event',
    redaction: 'Redaction',
    redactedBy: (engine: string, rules: string) => `${engine}, rules ${rules}`,
    raw: 'Raw receipt',
    showRaw: 'Show JSON',
    hideRaw: 'Hide JSON',
    copyJson: 'Copy as JSON',
    onlySession: 'Show only this session',
    onlyIntegration: 'Show only this integration',
    delete: 'Delete receipt',
    fingerprint: 'Equal secrets on this computer have equal fingerprints',
    flags: {
      clock_skew: 'The reporter’s clock differs from this computer’s.',
      session_not_started: 'This session was never reported as started.',
      ended_by_silence: 'The session was closed after a long silence.',
      via_claude_code: 'Reported over the connection of Claude Code, whose hooks Cursor runs too.',
    } satisfies Record<ReceiptFlag, string>,
    members: {
      content: 'Prompt',
      destination: 'Destination',
      cwd: 'Working directory',
      toolName: 'Tool',
      toolInput: 'Tool input',
      command: 'Command',
      path: 'Path',
      previousPath: 'Previous path',
      changeType: 'Change',
      harness: 'Harness',
      harnessVersion: 'Harness version',
      reason: 'Reason',
      sessionId: 'Session id',
    } as Record<string, string>,
  },

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
        : `Checked just now; ${plural(attention, 'agent needs', 'agents need')} your attention.`,
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
        : `${plural(payloads, 'report', 'reports')}, ${plural(fields, 'field', 'fields')} since Plinth was started`,
    notTyped: 'Not typed by you',
    notTypedCount: (count: number) =>
      count === 0 ? 'None' : `${plural(count, 'prompt', 'prompts')} of agents and tools, not recorded`,
    duplicates: 'Seen twice',
    duplicatesCount: (count: number) =>
      count === 0 ? 'None' : `${plural(count, 'action', 'actions')}, recorded once each`,
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

  integrations: {
    title: 'Developer integrations',
    intro:
      'Give a program of yours a token, and it can report prompts, commands and file changes to Plinth on this computer. Plinth only records: it never stops or changes what a program does.',
    generate: 'Generate token',
    list: 'Integrations',
    emptyTitle: 'No integration yet',
    emptyText:
      'Generate a token for each program that should report to Plinth, so that you can revoke them one by one.',
    columns: {
      name: 'Name',
      permissions: 'Permissions',
      fingerprint: 'Fingerprint',
      created: 'Created',
      lastUsed: 'Last used',
      events: 'Events',
      state: 'State',
      actions: 'Actions',
    },
    kinds: { developer: 'Developer', managed: 'Managed by Plinth' },
    state: { active: 'Active', unused: 'Not used yet', revoked: 'Revoked' },
    showRevoked: 'Show revoked',
    actionsFor: (name: string) => `Actions for ${name}`,
    reconnect: 'Reconnect …',
    revoke: 'Revoke …',
    showActivity: 'Show activity',
    managedNote: 'Plinth made this credential for an agent and keeps it up to date.',
  },

  generate: {
    title: 'Generate a token',
    name: 'Name',
    namePlaceholder: 'For example: build script',
    nameNote: 'Your program sends this name with every event, exactly as you write it here.',
    permissions: 'Permissions',
    noPermission: 'Choose at least one permission.',
    submit: 'Generate token',
    submitting: 'Generating …',
    nameTaken: 'Another integration has this name. Choose a different one, or reconnect that integration.',
    nameFaults: {
      empty: 'Give the integration a name.',
      too_long: 'A name has at most 64 characters.',
      control_characters: 'A name cannot contain line breaks, tabs or other control characters.',
      outer_space: 'Remove the space at the beginning or the end.',
    } satisfies Record<IntegrationNameFault, string>,
  },

  token: {
    title: (name: string) => `Token for ${name}`,
    once: 'This token is shown once. Copy it now; Plinth keeps only a fingerprint.',
    label: 'Token',
    copy: 'Copy token',
    clears: 'Copied. The clipboard is cleared in one minute if it still holds the token.',
    stays:
      'Copied. This browser does not let Plinth clear the clipboard; copy something else when you are done.',
    first: 'Send a first event',
    next: 'Send an event',
    firstRead: 'Ask for the capabilities',
    copySnippet: 'Copy snippet',
    runShell: 'Paste this into a terminal. It contains the token.',
    runFile: (file: string, command: string) =>
      `Put the token into the environment variable PLINTH_TOKEN, save this as ${file}, and run: ${command}`,
    tabs: { shell: 'curl', powershell: 'PowerShell', javascript: 'JavaScript', python: 'Python' },
    done: 'Done',
    gone: 'The token is no longer shown. If you did not copy it, reconnect the integration to get a new one.',
  },

  firstEvent: {
    waiting: 'Waiting for your first event …',
    waitingAgain: 'Waiting for the next event …',
    arrivedAgain: 'An event has arrived',
    keepsNothing:
      'Your privacy setting keeps nothing of this: events are answered, but no receipt is written.',
    toPrivacy: 'Open Privacy',
    waitingPaused: 'Recording is paused: events are answered, but nothing is recorded until you resume.',
    notListening: 'Plinth has no address to listen on, so events cannot arrive. Diagnostics says why.',
    arrived: 'Your first event has arrived',
    open: 'Open the receipt',
    refusedTitle: 'An event arrived, but it was not recorded',
    strangerTitle: 'A request arrived with no token that Plinth knows',
    status: (status: number, code: string) => `Plinth answered ${status} ${code}.`,
    stillWaiting: 'Still waiting. Correct it and send the event again.',
  },

  /** Why a request was refused and what to do, by the protocol's code. */
  refusals: {
    forbidden_host: 'The request named another host. Use the base address exactly as shown here.',
    forbidden_origin: 'The request came from a web page. Report from a program, not from a browser.',
    not_found: 'The address is not one of Plinth’s. Check the path.',
    method_not_allowed: 'The address does not take that method. Events are sent with POST.',
    unauthorized:
      'The token is missing, mistyped or revoked. Check that the Authorization header is “Bearer” followed by the whole token.',
    insufficient_permission: 'The token does not have the permission for this. Generate one that has it.',
    managed_credential: 'This credential belongs to an agent’s own connection. Use a developer token.',
    rate_limited: 'Too many requests in a short time. Wait as long as Retry-After says.',
    unsupported_media_type: 'Send the header Content-Type: application/json, in UTF-8 and uncompressed.',
    payload_too_large: 'The event is larger than 1 MB. Send less of it.',
    invalid_json: 'The body is not valid JSON. Check quotes and commas.',
    invalid_event: 'The event does not have the form that Plinth expects:',
    forbidden_field:
      'The event carries something Plinth never takes, such as command output, environment variables or credentials. Leave it out.',
    integration_mismatch:
      'The “integration” in the event differs from the name this token was generated for. They must match character for character.',
    unavailable: 'Plinth could not write at that moment. Send the event again.',
  } satisfies Record<ProblemCode, string>,

  validation: {
    required: 'is missing',
    unknown_member: 'has a member that the contract does not know',
    wrong_type: 'has the wrong type',
    wrong_value: 'has a value that is not allowed',
    too_short: 'is too short',
    too_long: 'is too long',
    invalid_format: 'has the wrong format',
    too_deep: 'is nested too deeply',
    never_accepted: 'carries content that is never accepted',
  } satisfies Record<ValidationCode, string>,
  wholeEvent: 'the event',

  reconnect: {
    title: (name: string) => `Reconnect ${name}?`,
    text: 'Plinth generates a new token for this integration. The old token stops working on its very next request. Receipts stay, and the name does not change.',
    submit: 'Reconnect',
  },

  revoke: {
    title: (name: string) => `Revoke ${name}?`,
    text: 'Its token stops working on its very next request and cannot be brought back. The program gets 401 and nothing more is recorded from it. Receipts that are already here stay.',
    submit: 'Revoke token',
    done: (name: string) => `${name} is revoked.`,
  },

  general: {
    title: 'General',
    appearance: 'Appearance',
    theme: 'Theme',
    themes: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
    behaviour: 'Behaviour',
    startAtLogin: 'Start at login',
    startAtLoginNote: 'Plinth starts in the background when you log in to this computer.',
    notifications: 'Notifications',
    notificationsNote: 'Tell me when an integration reports for the first time or its requests fail.',
    access: 'Access',
    allowOtherUsers: 'Other users of this computer',
    allowOtherUsersNote:
      'On Linux, let them report as well if they have a token. Their connections are closed otherwise.',
    login: 'This browser',
    loginNote: 'Its login ends by itself after an hour without use, and after twelve hours.',
    logOut: 'Log out',
    about: 'About',
    version: 'Version',
    protocol: 'Protocol',
    host: 'Runs as',
    hosts: { electron: 'Desktop app', headless: 'Headless host', 'stores-only': 'Stores only' },
    dataDir: 'Data folder',
    running: 'Running since',
    welcome: 'Introduction',
    welcomeNote: 'The three steps that were shown at the first start.',
    showWelcome: 'Show again',
    saveFailed: 'The setting could not be saved.',
  },

  privacy: {
    title: 'Privacy',
    intro:
      'Everything stays on this computer. Text is redacted before it is written; the original is never stored.',
    dial: 'What is kept',
    dialNote: 'Applies to events from now on. Receipts that are already here do not change.',
    levels: {
      text: { name: 'Redacted text', note: 'What was reported, with secrets and personal data masked.' },
      metadata: {
        name: 'Sizes and times only',
        note: 'That something happened, how large it was, and when. No text.',
      },
      nothing: { name: 'Nothing', note: 'No receipt. The agent is told that nothing was recorded.' },
    } satisfies Record<PrivacyLevel, { name: string; note: string }>,
    everything: 'All events',
    byType: 'By type of event',
    byIntegration: 'By integration',
    byIntegrationNote: 'Overrides the choices above for one integration.',
    asAbove: (level: string) => `As above (${level})`,
    typeExceptions: (name: string) => `Types of events of ${name}`,
    mixed: 'differs by type',
    showTypes: 'By type',
    levelFor: (what: string) => `What is kept of ${what}`,
    retention: 'Retention',
    maxAge: 'Keep receipts for',
    maxAgeNote: 'Older receipts are deleted for good.',
    maxBytes: 'Keep at most',
    maxBytesNote: 'When the store grows larger, the oldest receipts go first.',
    days: (count: number) => plural(count, 'day', 'days'),
    forever: 'No age limit',
    noSizeLimit: 'No size limit',
    due: (count: number, bytes: string) => `${receipts(count)} (${bytes}) are over these limits now.`,
    noneDue: 'No receipt is over these limits.',
    held: (count: number, of: number) =>
      `Deleting ${receipts(count)} of ${formatCount(of)} because of their age is on hold: this computer’s clock may be wrong. Check the date and time. If they are right, delete the receipts here, or leave Plinth running: they are deleted when the clock has been steady for a day.`,
    runNow: 'Delete them now',
    pause: 'Pause',
    pauseNote:
      'While recording is paused, agents get their usual answer, which says that nothing was recorded. The pause stays visible as a gap.',
    gaps: 'Gaps',
    noGaps: 'Recording has not been paused.',
    gapFrom: 'From',
    gapUntil: 'To',
    gapEvents: 'Not recorded',
    gapOpen: 'still paused',
    try: 'Try the redaction',
    tryNote: 'Paste something, and see what would be kept. Nothing you type here is stored.',
    tryLabel: 'Text to try',
    tryPlaceholder: 'For example a command with a password in it',
    tryResult: 'What would be kept',
    tryEmpty: 'The redacted text appears here.',
    tryNothing: 'Nothing would be removed.',
    tryRemoved: (count: number) => `${plural(count, 'place', 'places')} would be removed.`,
    tryFiles: 'Files to try',
    tryFilesDrop: 'Drop files or folders of any size here, or choose them. Nothing of them is stored.',
    tryFilesChoose: 'Choose files …',
    tryFolderChoose: 'Choose a folder …',
    tryFilesReading: 'Reading …',
    tryFilesProgress: 'Read of this file',
    tryFilesStop: 'Stop',
    tryFilesDone: (places: number, files: number) =>
      places === 0
        ? `Nothing would be removed from ${plural(files, 'file', 'files')}.`
        : `${plural(places, 'place', 'places')} would be removed from ${plural(files, 'file', 'files')}.`,
    tryFileProblem: {
      binary: 'not looked at, because it is no text.',
      not_readable: 'cannot be read.',
    },
    tryLine: 'Line',
    tryColumn: 'Column',
    tryLinesOnly: 'A line with several places is shown once, and at most 200 lines of a file are shown.',
    delete: 'Delete',
    deleteNote: 'Deleted receipts cannot be brought back.',
    deleteIntegration: 'Receipts of one integration',
    deleteEverything: 'All receipts',
    chooseIntegration: 'Choose an integration',
    deleteButton: 'Delete …',
  },

  deletion: {
    title: 'Delete receipts?',
    counting: 'Counting what would be deleted …',
    ask: {
      receipt: 'This receipt will be deleted.',
      session: (id: string) => `All receipts of session ${id} will be deleted.`,
      integration: (name: string) => `All receipts of ${name} will be deleted. The integration itself stays.`,
      everything: 'All receipts will be deleted. Integrations and settings stay.',
    },
    counted: (count: number, bytes: string) => `${receipts(count)}, ${bytes}.`,
    nothing: 'There is nothing to delete.',
    irreversible: 'They cannot be brought back.',
    submit: (count: number) => `Delete ${receipts(count)}`,
    done: (count: number) => `${receipts(count)} deleted.`,
  },

  diagnostics: {
    title: 'Diagnostics',
    refresh: 'Check again',
    checking: 'Checking …',
    checked: (attention: number) =>
      attention === 0
        ? 'Checked just now.'
        : `Checked just now; ${plural(attention, 'finding needs', 'findings need')} your attention.`,
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

  welcome: {
    title: 'Welcome to Plinth',
    step: (step: number) => `Step ${step} of 3`,
    next: 'Continue',
    back: 'Back',
    skip: 'Skip the introduction',
    what: {
      title: 'A record that stays with you',
      text: 'AI agents on this computer can report their prompts and actions to Plinth. Plinth keeps a receipt of each.',
      points: [
        {
          title: 'Report only',
          text: 'Plinth writes down what is reported. It never stops or changes what an agent does.',
        },
        {
          title: 'Redacted first',
          text: 'Secrets and personal data are masked before anything is written to disk.',
        },
        { title: 'Only here', text: 'Nothing is sent anywhere. You decide what is kept, and for how long.' },
      ],
    },
    connect: {
      title: 'Let an agent or a program report',
      agents: 'These agents are on this computer. Connect one, and it reports by itself.',
      text: 'A program reports with a token of its own. Give the token a name that you will recognise.',
    },
    see: {
      title: 'Your record has begun',
      waitingTitle: 'Your record begins with the first event',
      text: 'Each event becomes a receipt in Activity, newest first, with what was kept and what was removed.',
      waitingText: 'No event has arrived yet. They appear in Activity by themselves as soon as one does.',
      finish: 'Go to Activity',
    },
  },
} as const;

export type Messages = typeof messages;
