import type { EventType } from '../../shared/event.ts';

/** Names of event types. */
export const eventsMessages = {
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
} as const;
