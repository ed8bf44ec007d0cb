import type { ReceiptFlag, RedactionState } from '../../shared/receipt.ts';
import { secretName } from '../../shared/words/secret-names.ts';
import { formatCount } from '../format/quantity.ts';
import { events, plural, receipts } from './plural.ts';

/** Words of the Activity screen and of a receipt's details. */
export const activityMessages = {
  activity: {
    title: 'Timeline',
    list: 'Receipts, newest first',
    search: 'Search receipts',
    searchShort: 'Search',
    integration: 'Agent or program',
    allIntegrations: 'All agents',
    type: 'Type',
    allTypes: 'All types',
    session: 'Session',
    allSessions: 'All sessions',
    groupBySession: 'Group by session',
    clear: 'Clear filters',
    cleared: 'The filters are cleared.',
    count: (shown: number) => receipts(shown),
    moreThan: (count: number) => `more than ${receipts(count)}`,
    counting: 'Counting …',
    overTime: 'Receipts over time',
    jumpToDay: 'Go to a day',
    newer: 'Newer receipts',
    paneWidth: 'Width of the receipt pane',
    chips: {
      project: (path: string) => `Project ${path}`,
      destination: (name: string) => `To ${name}`,
      secret: 'With a secret',
      personal: 'With personal data',
      any: 'With a secret or personal data',
      late: 'Arrived late',
      fingerprint: (digits: string) => `Secret ${digits}`,
      span: (from: string, until: string) => `${from} – ${until}`,
      until: (until: string) => `Before ${until}`,
      remove: (label: string) => `Remove the filter “${label}”`,
    },
    filters: (count: number) => (count === 0 ? 'Filters' : `Filters (${formatCount(count)})`),
    filtersTitle: 'Filters',
    filtersDone: 'Show receipts',
    tokens: {
      list: 'Ways to complete the search',
      names: {
        agent: 'an agent or a program',
        project: 'a project, by its folder',
        to: 'the AI provider of a prompt',
        kind: 'a kind of event',
        has: 'what was masked',
        is: 'an action worth a look, or late',
        after: 'from a day on',
        before: 'before a day',
        session: 'a session',
        secret: 'a secret, by its fingerprint',
      },
      days: (ago: number) => (ago === 0 ? 'today' : ago === 1 ? 'yesterday' : `${formatCount(ago)} days ago`),
    },
    newReceipts: (count: number) => `${formatCount(count)} new`,
    showNew: (count: number) => `Show ${plural(count, { one: 'new receipt', other: 'new receipts' })}`,
    moreFailed: 'Earlier receipts could not be loaded.',
    emptyTitle: 'Nothing has been reported yet',
    emptyText:
      'When an agent or a program reports an event, Plinth redacts it and adds a receipt to this list.',
    emptyKeepsNothing:
      'The privacy level is “Nothing”. Agents and programs that report get an answer, but Plinth stores no receipt.',
    emptyPrivacy: 'Open Privacy',
    emptyConnect: 'Connect an agent',
    emptyAction: 'Generate a token',
    noMatchTitle: 'No receipt matches these filters',
    noMatchText: 'Change the search, or clear the filters to see all receipts.',
    secrets: (count: number) => plural(count, { one: 'secret', other: 'secrets' }),
    personal: 'personal',
    removals: (secrets: number, personal: number) => {
      const kinds = [
        ...(secrets > 0 ? [plural(secrets, { one: 'secret', other: 'secrets' })] : []),
        ...(personal > 0
          ? [plural(personal, { one: 'piece of personal data', other: 'pieces of personal data' })]
          : []),
      ];
      return `${kinds.join(' and ')} masked before storage`;
    },
    repeats: (count: number) => `Reported ${plural(count + 1, { one: 'time', other: 'times' })}`,
    withCall: 'The command, and the tool call that ran it',
    sessionEvents: (count: number, matching: number) =>
      matching === count ? events(count) : `${formatCount(matching)} of ${events(count)}`,
  },

  receipt: {
    title: 'Receipt',
    close: 'Close the receipt',
    loading: 'Loading the receipt …',
    gone: 'This receipt no longer exists. It was deleted, by a user or by retention.',
    reported: 'What was reported',
    nothingKept: {
      redacted: 'The event contained no text.',
      metadata: 'The privacy level for this event stores sizes and times only, no text.',
      failed: 'Redaction could not finish, so Plinth stored sizes only, no text.',
    } satisfies Record<RedactionState, string>,
    removed: 'What was removed',
    nothingRemoved: 'Redaction removed nothing.',
    notLooked: 'No text was stored, so there was nothing to remove.',
    rule: 'Removed',
    ruleIs: secretName,
    count: 'Count',
    omitted: (count: number) =>
      `${plural(count, { one: 'more place was', other: 'more places were' })} masked but not listed individually.`,
    showAll: 'Show all',
    showLess: 'Show less',
    where: 'Where',
    characters: 'Characters',
    tiers: { definite: 'secret', candidate: 'likely secret', personal: 'personal data' },
    normalised: 'name of a user or home folder, shortened',
    truncated: (member: string, kept: string, from: string) =>
      `${member} was cut from ${from} to ${kept} characters after redaction.`,
    dropped: 'What was dropped',
    droppedCount: (count: number) =>
      `${plural(count, { one: 'member', other: 'members' })} that this event type does not define. Their names and values were not stored.`,
    nothingDropped: 'Nothing was dropped.',
    sizes: 'Sizes and times',
    bodyBytes: 'Whole event',
    occurredAt: 'Occurred',
    receivedAt: 'Received',
    repeats: 'Repeats',
    repeatsCount: (count: number) =>
      count === 0
        ? 'Reported once'
        : `Retried ${plural(count, { one: 'time', other: 'times' })}; recorded once`,
    identity: 'Identity',
    id: 'Receipt',
    integration: 'Agent or program',
    session: 'Session',
    noSession: 'Not known',
    event: 'Event',
    redaction: 'Redaction',
    redactedBy: (engine: string, rules: string) => `${engine}, rules ${rules}`,
    raw: 'Raw receipt',
    showRaw: 'Show JSON',
    hideRaw: 'Hide JSON',
    copyJson: 'Copy as JSON',
    onlySession: 'Show only this session',
    onlyIntegration: 'Show only this agent or program',
    delete: 'Delete receipt',
    fingerprint: 'On this computer, the same secret always has the same fingerprint',
    arrivedLate: (length: string, at: string) =>
      `Arrived late: it happened ${length} before, at ${at}. Either the report was delivered late or a clock was wrong.`,
    arrivedEarly: (length: string, at: string) =>
      `Its reported time is ${length} after its arrival: ${at}. A clock was wrong.`,
    flags: {
      clock_skew: 'The report named a time that cannot be right. The time shown is that of its arrival.',
      session_not_started: 'No start of this session was reported.',
      ended_by_silence: 'Plinth closed this session after a long time without events.',
      via_claude_code:
        'Reported through the connection of Claude Code, because Cursor also runs Claude Code’s hooks.',
      destination_assumed:
        'The harness did not name the AI provider. The destination is the provider that the harness uses by default.',
      reported_afterwards: 'Reported by telemetry, after the action.',
      mended:
        'The report was not quite as its agent’s format says, such as JSON with a raw line break. It had one reading, and Plinth recorded that.',
      number_as_text:
        'Contains a number with more digits than programs usually keep. Plinth keeps it as text, digit for digit.',
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
      bytes: 'Bytes',
      count: 'Reports',
      turnId: 'Turn',
      callId: 'Tool call',
      agentId: 'Agent',
      agentType: 'Kind of agent',
      parentAgentId: 'Started by agent',
      model: 'Model',
      mode: 'Permission mode',
      mcpServer: 'MCP server',
      sessionId: 'Session id',
    } as Record<string, string>,
  },
} as const;
