import type { ReceiptType } from '../../shared/event.ts';

/** Names of the types of receipts. */
export const eventsMessages = {
  eventTypes: {
    'prompt.submitted': 'Prompt submitted',
    'tool.before_use': 'Tool about to be used',
    'command.before_run': 'Command about to run',
    'file.changed': 'File changed',
    'session.started': 'Session started',
    'session.ended': 'Session ended',
    'report.unreadable': 'Unreadable report',
  } satisfies Record<ReceiptType, string>,

  /** Names an event whose receipt stores no text. */
  withoutText: {
    'prompt.submitted': 'A prompt',
    'tool.before_use': 'A tool use',
    'command.before_run': 'A command',
    'file.changed': 'A file change',
    'session.started': 'Session started',
    'session.ended': 'Session ended',
    'report.unreadable': 'An unreadable report',
  } satisfies Record<ReceiptType, string>,

  /** The start of a session event's line. Its detail follows, such as the harness or the reason. */
  sessionDetail: (what: string) => `${what} · `,
} as const;
