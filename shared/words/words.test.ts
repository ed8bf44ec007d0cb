import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { type DoctorCode, type DoctorFinding, doctorFinding, doctorFindings } from '../doctor.ts';
import { type ControlFailure, controlFailure, type FailureReason, failureReasons } from '../failure.ts';
import { doctorSentence } from './doctor.ts';
import { failureSentence } from './failures.ts';

/** One value for each parameter of any code. */
const values: Record<string, unknown> = {
  port: 1,
  movedFrom: 2,
  addresses: ['127.0.0.1', '::1'],
  reason: 'keychain_locked',
  keys: 2,
  since: '2026-11-21T10:00:00.000Z',
  noticedAt: '2026-11-21T10:00:00.000Z',
  at: '2026-11-21T10:00:00.000Z',
  latest: '2026-11-21T10:00:00.000Z',
  receipts: 1,
  incidents: 2,
  found: 1,
  expected: 2,
  of: 3,
  most: 500,
  problem: 'invalid_event',
  errors: [{ pointer: '/data/path', code: 'too_long' }],
  names: ['a', 'b'],
  setting: 'theme',
  integration: 'agent',
  integrations: 1,
  records: 5,
  dropped: 2,
  notUserInput: 1,
  duplicates: 1,
  rejected: 1,
  causes: ['curl_missing', 'waiting_for_review'],
  homes: ['~/.claude', '~/.claude-work'],
  wasDamaged: true,
  dataDir: '/data',
  freeBytes: 1024,
  byMs: -7_200_000,
  otherTimes: 1,
  isInstalled: true,
  isDiskFull: true,
  member: 'since',
  path: '/settings.json',
  fault: 'read_only',
  harness: 'codex',
  name: 'Codex',
  home: '/home/own/.codex',
  file: '/media/backup/settings',
  isKnown: true,
  isManaged: false,
  projects: 2,
  folder: '/media/backup',
  state: 'away',
  source: 'keychain',
  last: {
    from: '2026-11-21T10:00:00.000Z',
    until: '2026-11-21T11:00:00.000Z',
    cause: 'not_running',
    precision: 'exact',
    notRecorded: null,
    scope: null,
  },
  otherGaps: 2,
  requests: 3,
  days: [1, 2, 3, 4, 5],
  from: 540,
  until: 1080,
  missed: 2,
  lastAt: '2026-11-21T10:00:00.000Z',
  obstacle: 'entry_missing',
  faults: 2,
};
const sample = (params: { properties: object }) =>
  Object.fromEntries(Object.keys(params.properties).map((name) => [name, values[name]]));

// A sentence ends with a full stop, or with a command that a user can copy.
const SENTENCE = /^(?:[A-Z“/]|npx|settings\.json|cursor-agent)[^\n]*(?:\.|: [^.]+|: chmod .*)$/;

const findings = (Object.keys(doctorFindings) as DoctorCode[]).map((code): [string, DoctorFinding] => [
  code,
  doctorFinding(code, sample(doctorFindings[code].params) as never),
]);
const failures = (Object.keys(failureReasons) as FailureReason[]).map((name): [string, ControlFailure] => [
  name,
  controlFailure(name, sample(failureReasons[name].params) as never),
]);

describe('the words of codes', () => {
  test.each(findings)('the finding %s has a sentence', (code, finding) => {
    expect(Compile(doctorFindings[code as DoctorCode].params).Check(finding.params)).toBe(true);
    const { summary, remedy } = doctorSentence(finding);
    expect(`${summary}${remedy ?? ''}`).not.toMatch(/undefined|null|\[object/);
    expect(summary).toMatch(SENTENCE);
    if (remedy !== null) expect(remedy).toMatch(SENTENCE);
    expect(remedy === null).toBe(finding.level === 'ok');
  });

  test.each(failures)('the failure %s has a sentence', (name, failure) => {
    expect(Compile(failureReasons[name as FailureReason].params).Check(failure.params)).toBe(true);
    expect(failureSentence(failure)).toMatch(SENTENCE);
    expect(failureSentence(failure)).not.toMatch(/undefined|null|\[object/);
  });

  test('a count takes the plural of the language', () => {
    const summary = (receipts: number) =>
      doctorSentence(doctorFinding('record_complete', { receipts })).summary;
    expect([summary(1), summary(1234)]).toEqual([
      'The store contains 1 receipt, as expected.',
      'The store contains 1,234 receipts, as expected.',
    ]);
  });

  test('an instant has the form that the client gives', () => {
    const at = '2026-11-21T10:00:00.000Z';
    const finding = doctorFinding('clock_was_set', { byMs: 31_536_000_000, at, otherTimes: 0 });
    expect(doctorSentence(finding).summary).toBe(
      `The computer’s clock was set forward by 365 days before ${at}.`,
    );
    expect(doctorSentence(finding, () => 'noon').summary).toContain('before noon.');
  });
});
