import { expect, test } from 'vitest';
import type { EventType } from '../../../shared/event.ts';
import type { Receipt, ReceiptSummary, Session } from '../../../shared/receipt.ts';
import { receiptsAsMarkdown, scriptOf } from './session-texts.ts';
import { type StoryItem, turnsOf } from './story.ts';

let made = 0;
const receipt = (event: EventType, context: ReceiptSummary['context'] = {}): ReceiptSummary => {
  made += 1;
  return { id: `r${made}`, event, context, occurredAt: `${made}` } as ReceiptSummary;
};
const outline = (items: readonly StoryItem[]): unknown[] =>
  items.map((item) =>
    item.kind === 'receipt'
      ? item.receipt.event
      : item.kind === 'run'
        ? `${item.receipts.length} × ${item.tool}`
        : item.kind === 'gap'
          ? item.gap.cause
          : { [item.type ?? '?']: outline(item.items) },
  );

test('a session is told by its prompts, and a turn’s id is stronger than the order', () => {
  const turns = turnsOf([
    receipt('session.started'),
    receipt('prompt.submitted', { turnId: 'a' }),
    receipt('command.before_run', { turnId: 'a' }),
    receipt('prompt.submitted', { turnId: 'b' }),
    receipt('file.changed', { turnId: 'a' }),
    receipt('session.ended'),
  ]);
  expect(turns.map(({ prompt, items }) => [prompt?.event, outline(items)])).toEqual([
    [undefined, ['session.started']],
    ['prompt.submitted', ['command.before_run', 'file.changed']],
    ['prompt.submitted', ['session.ended']],
  ]);
});

test('a refused command is no command of the script, and a story says what became of it', () => {
  const ran = (command: string, outcome?: Receipt['outcome']) =>
    ({
      ...receipt('command.before_run'),
      ...{ data: { command }, redaction: { findings: [] }, outcome, receivedAt: '2026-11-22T12:00:00.000Z' },
      ...{ session: { key: 1, id: 's' }, integration: { id: 'i', name: 'Claude Code' } },
    }) as unknown as Receipt;
  const receipts = [ran('rm -rf a\nrm -rf b', 'refused'), ran('make', 'failed'), ran('ls')];
  const lines = scriptOf({ id: 's', title: null } as Session, receipts).split('\n');
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['make', 'ls']);
  expect(lines).toContain('# rm -rf b');
  const story = receiptsAsMarkdown('t', receipts);
  expect(story).toContain('(refused)');
  expect(story).toContain('`make` (failed)');
  expect(story).toMatch(/`ls`$/m);
});

test('sub-agents are branches, and runs of one tool are folded', () => {
  const read = (context: ReceiptSummary['context'] = {}) =>
    receipt('tool.before_use', { tool: 'Read', ...context });
  const sub = { agentId: 's', agentType: 'explorer', parentAgentId: 'main' };
  const [turn] = turnsOf([
    receipt('prompt.submitted'),
    ...Array.from({ length: 5 }, () => read()),
    read(sub),
    receipt('command.before_run', { agentId: 'main' }),
    receipt('command.before_run', sub),
  ]);
  expect(outline(turn!.items)).toEqual([
    '5 × Read',
    { explorer: ['tool.before_use', 'command.before_run'] },
    'command.before_run',
  ]);
});

test('a command and the call that ran it are one line', () => {
  const at = (instant: string, each: ReceiptSummary) => ({ ...each, occurredAt: instant });
  const [turn] = turnsOf([
    receipt('prompt.submitted'),
    receipt('tool.before_use', { tool: 'Bash', callId: 'a' }),
    receipt('command.before_run', { callId: 'a' }),
    at('same', receipt('tool.before_use', { tool: 'run_shell_command' })),
    at('same', receipt('command.before_run')),
    receipt('tool.before_use', { tool: 'Read', callId: 'b' }),
    receipt('command.before_run', { callId: 'c' }),
    receipt('tool.before_use', { tool: 'Task' }),
    receipt('command.before_run'),
  ]);
  expect(outline(turn!.items)).toEqual([
    'command.before_run',
    'command.before_run',
    'tool.before_use',
    'command.before_run',
    'tool.before_use',
    'command.before_run',
  ]);
});

test('a gap is told where it began, and ends a run of one tool', () => {
  const at = (second: number, each: ReceiptSummary) => ({ ...each, receivedAt: timeOf(second) });
  const timeOf = (second: number) => new Date(second * 1000).toISOString();
  const gap = (from: number, cause: 'not_running' | 'computer_off') => ({
    from: timeOf(from),
    until: timeOf(from + 1),
    ...{ cause, precision: 'exact' as const, notRecorded: null, scope: null },
  });
  const read = (second: number) => at(second, receipt('tool.before_use', { tool: 'Read' }));
  const receipts = [
    at(10, receipt('prompt.submitted')),
    ...[11, 12, 13, 14, 16].map(read),
    at(20, receipt('prompt.submitted')),
    at(21, receipt('session.ended')),
  ];
  const gaps = [
    gap(5, 'not_running'),
    gap(15, 'not_running'),
    gap(18, 'computer_off'),
    gap(22, 'not_running'),
  ];
  expect(turnsOf(receipts, gaps).map(({ prompt, items }) => [prompt?.event, outline(items)])).toEqual([
    [undefined, ['not_running']],
    ['prompt.submitted', ['4 × Read', 'not_running', 'tool.before_use', 'computer_off']],
    ['prompt.submitted', ['session.ended', 'not_running']],
  ]);
});
