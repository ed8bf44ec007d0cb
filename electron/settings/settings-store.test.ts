import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../shared/settings.ts';
import { nodeHostOptions } from '../headless-options.ts';
import { IntegrationStore } from '../integrations/integration-store.ts';
import { temporaryFolder } from '../testing/running-host.ts';
import { type OpenKeyValueFile, SettingsStore } from './settings-store.ts';

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = temporaryFolder();
  file = join(dataDir, 'settings.json');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const { openSettingsFile } = nodeHostOptions('stores-only', { dataDir: '/', port: '0' });
const open = () => new SettingsStore(dataDir, openSettingsFile);
const content = () => JSON.parse(readFileSync(file, 'utf8'));

function rewrite(change: (content: Record<string, unknown>) => void): void {
  const changed = content();
  change(changed);
  writeFileSync(file, JSON.stringify(changed));
}

test('begins with the defaults, in a file of its owner’s alone', () => {
  const store = open();
  expect(store.settings).toEqual(DEFAULT_SETTINGS);
  expect(store.recording).toEqual({ pausedAt: null, resumesAt: null });
  expect(store.load()).toEqual([]);
  expect(store.setAside).toBeUndefined();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(open().vaultAccount).toBe(store.vaultAccount);
});

test('keeps what is set, over a restart', () => {
  const store = open();
  let changes = 0;
  store.on('changed', () => {
    changes += 1;
  });
  store.update({ theme: 'dark', retention: { maxAgeDays: null, maxBytes: 2_000_000 } });
  store.setRecording({ pausedAt: '2026-01-01T00:00:00.000Z', resumesAt: null });
  new IntegrationStore(store).generate('agent', ['events:write']);
  expect(changes).toBe(2);
  const again = open();
  expect(again.settings).toEqual({
    ...DEFAULT_SETTINGS,
    theme: 'dark',
    retention: { maxAgeDays: null, maxBytes: 2_000_000 },
  });
  expect(again.recording.pausedAt).toBe('2026-01-01T00:00:00.000Z');
  expect(again.load().map(({ name }) => name)).toEqual(['agent']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['settings.json']);
});

describe('a file of another version of Plinth', () => {
  test('that lacks a setting gets its default', () => {
    open().update({ theme: 'dark' });
    rewrite((stored) => {
      delete (stored.settings as Record<string, unknown>).notifications;
    });
    const store = open();
    expect(store.settings).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
    expect(store.setAside).toBeUndefined();
  });

  test('that has a setting more keeps the rest', () => {
    open().update({ theme: 'dark' });
    rewrite((stored) => {
      (stored.settings as Record<string, unknown>).future = true;
    });
    const store = open();
    expect(store.settings.theme).toBe('dark');
    expect(store.setAside).toBeUndefined();
  });
});

describe('a corrupt file', () => {
  test.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['an array', '[]'],
    ['a string', '"settings"'],
    ['another object', '{"theme":"dark"}'],
  ])('of %s is set aside under a name of its own and begun anew', (_name, text) => {
    open();
    writeFileSync(file, text);
    const store = open();
    expect(store.setAside).toMatch(/^settings\.json\.corrupt-/);
    expect(readFileSync(join(dataDir, store.setAside!), 'utf8')).toBe(text);
    expect(store.settings).toEqual(DEFAULT_SETTINGS);
    expect(open().setAside).toBeUndefined();
  });

  test.each<[string, (stored: Record<string, unknown>) => void]>([
    ['a theme that is none', (stored) => Object.assign(stored.settings as object, { theme: 'pink' })],
    [
      'a retention of a negative age',
      (stored) => Object.assign(stored.settings as object, { retention: { maxAgeDays: -1, maxBytes: null } }),
    ],
    [
      'a privacy level that is none',
      (stored) =>
        Object.assign(stored.settings as object, { privacy: { defaults: { '*': 'all' }, integrations: {} } }),
    ],
    [
      'an integration with a plain token',
      (stored) => Object.assign(stored, { integrations: [{ name: 'a', digest: 'plain' }] }),
    ],
    ['no version', (stored) => delete stored.version],
  ])('with %s is set aside', (_name, damage) => {
    open().update({ theme: 'dark' });
    rewrite(damage);
    expect(open().setAside).toBeDefined();
    expect(readdirSync(dataDir)).toHaveLength(2);
  });
});

test('what could not be saved does not hold', () => {
  let refuses = false;
  const refusing: OpenKeyValueFile = (options) => {
    const opened = openSettingsFile(options);
    return {
      path: opened.path,
      get store() {
        return opened.store;
      },
      set store(value) {
        opened.store = value;
      },
      set(values) {
        if (refuses) throw new Error('ENOSPC');
        opened.set(values);
      },
    };
  };
  const store = new SettingsStore(dataDir, refusing);
  refuses = true;
  expect(() => store.update({ theme: 'dark' })).toThrow();
  expect(() => store.setRecording({ pausedAt: 'now', resumesAt: null })).toThrow();
  expect(store.settings.theme).toBe('system');
  expect(store.recording.pausedAt).toBeNull();
  refuses = false;
  store.update({ notifications: true });
  expect(content().settings).toMatchObject({ theme: 'system', notifications: true });
  expect(existsSync(`${file}.tmp`)).toBe(false);
});
