import type { EventType } from '../../../shared/event.ts';

const MAX_LENGTH = 200;
const LONGEST_MASK = 48;
const UNEVEN_SPACE = /[^\S ]| {2}/;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns one line of at most 200 characters. Cuts before a mask, never inside it. */
function oneLine(value: string): string {
  const head = value.slice(0, MAX_LENGTH * 4);
  const line = (UNEVEN_SPACE.test(head) ? head.replaceAll(/\s+/g, ' ') : head).trim();
  if (line.length <= MAX_LENGTH) return line;
  let end = MAX_LENGTH - 1;
  const opened = line.lastIndexOf('[', end);
  if (opened > end - LONGEST_MASK && line.indexOf(']', opened) >= end) end = opened;
  if (/[\ud800-\udbff]/.test(line[end - 1] ?? '')) end -= 1;
  return `${line.slice(0, end).trimEnd()}…`;
}

/** Summarizes an event in one line of redacted data. */
export function summaryOf(event: EventType, data: Record<string, unknown>): string {
  switch (event) {
    case 'prompt.submitted':
      return oneLine(text(data.content));
    case 'tool.before_use': {
      const input = data.toolInput === undefined ? '' : JSON.stringify(data.toolInput);
      return oneLine(`${text(data.toolName)} ${input}`);
    }
    case 'command.before_run':
      return oneLine(text(data.command));
    case 'file.changed': {
      const from = text(data.previousPath) === '' ? '' : ` (was ${text(data.previousPath)})`;
      return oneLine(`${text(data.changeType)} ${text(data.path)}${from}`);
    }
    case 'session.started':
      return oneLine(`${text(data.harness)} ${text(data.harnessVersion)}`);
    case 'session.ended':
      return oneLine(text(data.reason));
  }
}
