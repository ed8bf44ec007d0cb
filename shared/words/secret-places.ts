import type { ReceiptType } from '../event.ts';

const UNKNOWN = 'where it went is not known';
/** Where a secret was, if no provider was reported. A command and a tool can send what they are given anywhere. */
const PLACES: Record<ReceiptType, string> = {
  'prompt.submitted': 'in a prompt; the provider was not reported',
  'command.before_run': `in a command; ${UNKNOWN}`,
  'tool.before_use': `in a tool call; ${UNKNOWN}`,
  'file.changed': 'in the name of a file',
  'session.started': 'in the report of a session’s start',
  'session.ended': 'in the report of a session’s end',
  'report.unreadable': 'in a report that could not be read',
};
const SENT: Partial<Record<ReceiptType, string>> = {
  'prompt.submitted': 'in a prompt',
  'command.before_run': 'in a command',
  'tool.before_use': 'in a tool call',
};

/** Says where a secret was: the provider that received it, or what held it. */
export const secretPlace = ({
  event,
  destination,
}: {
  event: ReceiptType;
  destination: string | null;
}): string => (destination === null ? PLACES[event] : [destination, SENT[event]].filter(Boolean).join(', '));
