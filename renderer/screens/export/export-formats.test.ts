import { expect, test } from 'vitest';
import type { Receipt } from '../../../shared/receipt.ts';
import type { RecordingGap } from '../../../shared/recording-gap.ts';
import { EXPORT_FORMATS, fileNameOf } from './export-formats.ts';

const receipt = (id: string, event: Receipt['event'], data: Receipt['data'], key = 1) =>
  ({
    id,
    event,
    data,
    integration: { id: 'int_1', name: '=1+1' },
    session: { key, id: `session ${key}` },
    occurredAt: '2026-11-21T10:00:00.000Z',
    receivedAt: '2026-11-21T10:00:00.000Z',
    flags: [],
    redaction: { state: 'redacted', findings: [] },
  }) as unknown as Receipt;

const receipts = [
  receipt('rcpt_1', 'prompt.submitted', { content: 'two\nlines' }),
  receipt('rcpt_2', 'command.before_run', { command: 'echo "a, b"' }, 2),
  receipt('rcpt_3', 'command.before_run', { command: 'ls `pwd`' }),
];

test('Markdown tells each session under a heading of its own', () => {
  const text = EXPORT_FORMATS.markdown.write('A title', receipts);
  expect(text.match(/^## .*$/gm)).toHaveLength(2);
  expect(text).toContain('> two\n> lines');
  expect(text.indexOf('ls `pwd`')).toBeLessThan(text.indexOf('echo'));
  const gap: RecordingGap = {
    from: '2026-11-21T10:00:00.000Z',
    until: '2026-11-21T11:00:00.000Z',
    cause: 'not_running',
    precision: 'exact',
    notRecorded: null,
    scope: null,
  };
  expect(EXPORT_FORMATS.markdown.write('A title', receipts, [gap])).toMatch(
    /^# A title\n\n\*Plinth was not running from .* What agents did then is not in the record\.\*\n/,
  );
});

test('Markdown has the lines of the rows, with the names of masks', () => {
  const masked = receipt('rcpt_6', 'command.before_run', { command: 'X=[github-token]' });
  const finding = {
    rule: 'github-token',
    tier: 'definite',
    member: '/command',
    start: 2,
    end: 16,
    removed: 40,
  };
  const lines = EXPORT_FORMATS.markdown.write('', [
    receipt('rcpt_4', 'file.changed', { path: '/app/src/x', changeType: 'deleted', cwd: '/app' }),
    receipt('rcpt_5', 'tool.before_use', { toolName: 'Read', toolInput: { file_path: 'a.ts' } }),
    { ...masked, redaction: { ...masked.redaction, findings: [finding] } } as Receipt,
    receipt('rcpt_7', 'command.before_run', { command: `echo ${'x'.repeat(999)}` }),
  ]);
  expect(lines).toContain('File changed: `deleted src/x`');
  expect(lines).toContain('`Read a.ts`');
  expect(lines).toContain('`X=[GitHub token]`');
  expect(lines).toContain('x'.repeat(999));
});

test('JSON Lines has a whole receipt in each line', () => {
  const lines = EXPORT_FORMATS.jsonLines.write('', receipts).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(receipts);
});

test('CSV quotes cells, and a spreadsheet evaluates none of them', () => {
  const [head, first, second] = EXPORT_FORMATS.csv.write('', receipts).split('\r\n');
  expect(head).toMatch(/^id,integration,/);
  expect(first).toContain("rcpt_1,'=1+1,prompt.submitted");
  expect(second).toContain('"{""command"":""echo \\""a, b\\""""}"');
});

test('a file name has no character that a system refuses', () => {
  expect(fileNameOf('~/code/app: "x"', 'csv')).toBe('plinth-code-app-x.csv');
  expect(fileNameOf('関数 🚀', 'markdown')).toBe('plinth-関数.md');
  expect(fileNameOf('///', 'jsonLines')).toBe('plinth-receipts.jsonl');
});
