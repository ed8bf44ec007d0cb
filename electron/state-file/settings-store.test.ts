import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, privacyLevel } from '../../shared/settings.ts';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { nodeHostOptions } from '../host/headless-options.ts';
import { IntegrationStore } from '../integrations/integration-store.ts';
import type { OpenKeyValueFile } from './key-value-file.ts';
import { NewerSettings, SETTINGS_COPY, SettingsStore } from './settings-store.ts';

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

test('starts with the defaults, in a file that only its owner can read', () => {
  const store = open();
  expect(store.settings).toEqual(DEFAULT_SETTINGS);
  expect(store.recording).toEqual({ pausedAt: null, resumesAt: null });
  expect(store.load()).toEqual([]);
  expect(store.setAside).toBeUndefined();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(open().vaultAccount).toBe(store.vaultAccount);
});

test('keeps changes over a restart', () => {
  const store = open();
  const changes: string[] = [];
  store.on('settings_changed', () => changes.push('settings'));
  store.on('recording_changed', () => changes.push('recording'));
  store.update({ theme: 'dark', retention: { maxAgeDays: null, maxBytes: 2_000_000 } });
  store.setRecording({ pausedAt: '2026-01-01T00:00:00.000Z', resumesAt: null });
  new IntegrationStore(store).generate('agent', ['events:write']);
  expect(changes).toEqual(['settings', 'recording']);
  const again = open();
  expect(again.settings).toEqual({
    ...DEFAULT_SETTINGS,
    theme: 'dark',
    retention: { maxAgeDays: null, maxBytes: 2_000_000 },
  });
  expect(again.recording.pausedAt).toBe('2026-01-01T00:00:00.000Z');
  expect(again.load().map(({ name }) => name)).toEqual(['agent']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir).sort()).toEqual(['settings.json', SETTINGS_COPY]);
});

test('takes half a character of a name that was written by hand as U+FFFD', () => {
  new IntegrationStore(open()).generate('agent', ['events:write']);
  rewrite((stored) => {
    (stored.integrations as { name: string }[])[0]!.name = 'agent \ud83d';
  });
  expect(
    open()
      .load()
      .map(({ name }) => name),
  ).toEqual(['agent \ufffd']);
});

describe('a file of another version of Plinth', () => {
  test('gets the default of a missing setting', () => {
    open().update({ theme: 'dark' });
    rewrite((stored) => {
      delete (stored.settings as Record<string, unknown>).notifications;
    });
    const store = open();
    expect(store.settings).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
    expect(store.setAside).toBeUndefined();
  });

  test('keeps unknown members, also when it is written again', () => {
    const store = open();
    const { value } = new IntegrationStore(store).generate('agent', ['events:write']) as never as {
      value: { credential: string; integration: { id: string } };
    };
    const { id } = value.integration;
    store.update({
      theme: 'dark',
      privacy: { defaults: { '*': 'metadata' }, integrations: { [id]: { '*': 'nothing' } } },
    });
    rewrite((stored) => {
      Object.assign(stored, { future: { kept: 1 } });
      const settings = stored.settings as Record<string, Record<string, Record<string, unknown>>>;
      Object.assign(settings, { future: true });
      Object.assign(settings.retention!, { future: 3 });
      Object.assign(settings.privacy!.integrations![id] as object, { 'screen.seen': 'blurred' });
      Object.assign((stored.integrations as object[])[0]!, { future: [1] });
    });
    const again = open();
    expect(again.settings.theme).toBe('dark');
    expect(again.settings.privacy.integrations[id]).toEqual({ '*': 'nothing' });
    const integrations = new IntegrationStore(again);
    expect(integrations.authenticate(value.credential)?.name).toBe('agent');

    again.update({ notifications: true, retention: { maxAgeDays: 7, maxBytes: null } });
    again.update({ privacy: { ...again.settings.privacy, defaults: { '*': 'nothing' } } });
    integrations.rotate(id);
    integrations.generate('another', ['events:write']);
    const written = content();
    expect(written.future).toEqual({ kept: 1 });
    expect(written.settings).toMatchObject({
      future: true,
      notifications: true,
      retention: { maxAgeDays: 7, maxBytes: null, future: 3 },
      privacy: {
        defaults: { '*': 'nothing' },
        integrations: { [id]: { '*': 'nothing', 'screen.seen': 'blurred' } },
      },
    });
    expect(written.integrations).toHaveLength(2);
    expect(written.integrations[0].future).toEqual([1]);
    expect(written.integrations[0].rotatedAt).not.toBeNull();
    expect(again.setAside).toBeUndefined();
  });

  test.each(['settings.json', SETTINGS_COPY])('that is newer, as %s, is refused and unchanged', (name) => {
    open();
    const newer = JSON.stringify({ ...content(), version: 2, settings: { theme: 'sepia' } });
    writeFileSync(join(dataDir, name), newer);
    if (name === SETTINGS_COPY) writeFileSync(file, '{');
    expect(open).toThrow(NewerSettings);
    expect(readFileSync(join(dataDir, name), 'utf8')).toBe(newer);
    expect(readdirSync(dataDir)).toHaveLength(2);
  });
});

describe('an unreadable part affects only that part', () => {
  test('an integration stays in the file and is reported', () => {
    const store = new IntegrationStore(open());
    const good = store.generate('good', ['events:write']) as never as { value: { credential: string } };
    store.generate('bad', ['events:write']);
    const strange = [{ id: 'int_1', name: 'b', digest: 'plain' }, null, 'text', { kind: 'robot' }];
    rewrite((stored) => {
      const records = stored.integrations as Record<string, unknown>[];
      records[1]!.kind = 'robot';
      records.unshift(...(strange as Record<string, unknown>[]));
    });
    const again = open();
    expect(again.faults).toMatchObject([{ code: 'unreadable_integrations', params: { integrations: 5 } }]);
    const integrations = new IntegrationStore(again);
    expect(integrations.list().map(({ name }) => name)).toEqual(['good']);
    expect(integrations.authenticate(good.value.credential)?.name).toBe('good');
    integrations.generate('new', ['events:write']);
    expect(content().integrations.slice(0, 4)).toEqual(strange);
    expect(
      content()
        .integrations.map((each: { name?: string } | null) => each?.name)
        .slice(4),
    ).toEqual(['good', 'bad', 'new']);
    expect(again.setAside).toBeUndefined();
  });

  test('a permission is not in force and stays in the file', () => {
    const store = new IntegrationStore(open());
    store.generate('agent', ['events:write']);
    rewrite((stored) => {
      (stored.integrations as { permissions: string[] }[])[0]!.permissions.push('everything:read');
    });
    const again = open();
    expect(again.faults).toMatchObject([{ code: 'unknown_permission', params: { integration: 'agent' } }]);
    const integrations = new IntegrationStore(again);
    expect(integrations.list()[0]?.permissions).toEqual(['events:write']);
    integrations.revoke(integrations.list()[0]!.id);
    expect(content().integrations[0]).toMatchObject({
      permissions: ['events:write', 'everything:read'],
      revokedAt: expect.any(String),
    });
  });

  test.each<[string, object, object]>([
    ['a theme', { theme: 'pink' }, { theme: 'system' }],
    [
      'a retention',
      { retention: { maxAgeDays: -1, maxBytes: null } },
      { retention: DEFAULT_SETTINGS.retention },
    ],
  ])('%s: the default applies, and the stored value stays until it is set', (_name, damage, expected) => {
    open().update({ startAtLogin: true });
    rewrite((stored) => Object.assign(stored.settings as object, damage));
    const again = open();
    expect(again.settings).toMatchObject({ startAtLogin: true, ...expected });
    expect(again.faults).toHaveLength(1);
    again.update({ notifications: true });
    expect(content().settings).toMatchObject({ ...damage, notifications: true });
    again.update(expected);
    expect(again.faults).toEqual([]);
    expect(content().settings).toMatchObject(expected);
  });

  test('the recording state: recording is paused', () => {
    open();
    rewrite((stored) => Object.assign(stored, { recording: { pausedAt: 5 } }));
    const again = open();
    expect(again.recording).toEqual({ pausedAt: expect.any(String), resumesAt: null });
    expect(again.faults).toHaveLength(1);
  });
});

describe('privacy never falls back to a level that reveals more', () => {
  const INT = 'int_1';
  const own = { [INT]: { 'prompt.submitted': 'metadata' } };
  test.each<[string, unknown, string, string]>([
    ['an unknown default', { defaults: { '*': 'fog' }, integrations: own }, 'nothing', 'metadata'],
    [
      'an unknown level of one integration',
      { defaults: { '*': 'metadata' }, integrations: { [INT]: { 'prompt.submitted': 7 } } },
      'metadata',
      'nothing',
    ],
    [
      'levels that are no object',
      { defaults: { '*': 'text' }, integrations: { [INT]: 'metadata' } },
      'text',
      'nothing',
    ],
    ['defaults that are none', { defaults: null, integrations: own }, 'nothing', 'metadata'],
    ['no integrations', { defaults: { '*': 'text' } }, 'nothing', 'nothing'],
    ['nothing at all', undefined, 'nothing', 'nothing'],
  ])('after %s', (_name, privacy, forOthers, forOne) => {
    open();
    rewrite((stored) => Object.assign(stored.settings as object, { privacy }));
    const again = open();
    expect(privacyLevel(again.settings.privacy, 'int_2', 'prompt.submitted')).toBe(forOthers);
    expect(privacyLevel(again.settings.privacy, INT, 'prompt.submitted')).toBe(forOne);
    expect(again.faults).toHaveLength(1);
    again.update({ privacy: { defaults: { '*': 'text' }, integrations: {} } });
    expect(again.faults).toEqual([]);
    expect(open().settings.privacy.defaults).toEqual({ '*': 'text' });
  });
});

describe('a damaged file', () => {
  const damages: [string, string][] = [
    ['no JSON', '{'],
    ['nothing', ''],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['an array', '[]'],
    ['a string', '"settings"'],
    ['another object', '{"theme":"dark"}'],
    ['no version', '{"vaultAccount":"x","settings":{},"recording":{},"integrations":[]}'],
  ];

  test.each(damages)('of %s is set aside, and the last good copy applies', (_name, text) => {
    const before = open();
    const integrations = new IntegrationStore(before);
    const { value } = integrations.generate('agent', ['events:write']) as never as {
      value: { credential: string; integration: { id: string } };
    };
    integrations.revoke(value.integration.id);
    before.update({ theme: 'dark', privacy: { defaults: { '*': 'nothing' }, integrations: {} } });
    writeFileSync(file, text);
    const store = open();
    expect(store.setAside).toMatch(/^settings\.json\.corrupt-/);
    expect(readFileSync(join(dataDir, store.setAside!), 'utf8')).toBe(text);
    expect(store.settings).toEqual(before.settings);
    expect(store.vaultAccount).toBe(before.vaultAccount);
    expect(new IntegrationStore(store).authenticate(value.credential)).toBeUndefined();
    expect(store.load()).toHaveLength(1);
    expect(store.faults).toMatchObject([{ code: 'settings_restored', params: { wasDamaged: true } }]);
    if (process.platform !== 'win32') {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(join(dataDir, SETTINGS_COPY)).mode & 0o777).toBe(0o600);
    }
    const again = open();
    expect(again.setAside).toBeUndefined();
    expect(again.faults).toEqual([]);
  });

  test.each(damages)(
    'of %s without a good copy is replaced by a new one that stores nothing until the user chooses a level',
    (_name, text) => {
      open();
      writeFileSync(file, text);
      writeFileSync(join(dataDir, SETTINGS_COPY), text);
      const store = open();
      expect(store.setAside).toMatch(/^settings\.json\.corrupt-/);
      expect(store.settings).toEqual({
        ...DEFAULT_SETTINGS,
        privacy: { defaults: { '*': 'nothing' }, integrations: {} },
      });
      expect(store.faults).toMatchObject([{ code: 'settings_lost' }]);
      expect(open().setAside).toBeUndefined();
    },
  );

  test('that was deleted is restored from the last good copy', () => {
    open().update({ theme: 'dark' });
    rmSync(file);
    const store = open();
    expect(store.settings.theme).toBe('dark');
    expect(store.setAside).toBeUndefined();
    expect(store.faults).toMatchObject([{ code: 'settings_restored', params: { wasDamaged: false } }]);
  });

  test('that cannot be read is not damaged', () => {
    open();
    rmSync(file);
    mkdirSync(file);
    expect(open).toThrow('EISDIR');
  });
});

test('a change that could not be saved does not apply', () => {
  let refuses = false;
  const refusing: OpenKeyValueFile = (options) => {
    const opened = openSettingsFile(options);
    return {
      path: opened.path,
      get store() {
        return opened.store;
      },
      set store(value) {
        if (refuses) throw new Error('ENOSPC');
        opened.store = value;
      },
      set(values) {
        if (refuses) throw new Error('ENOSPC');
        opened.set(values);
      },
    };
  };
  const store = new SettingsStore(dataDir, refusing);
  const integrations = new IntegrationStore(store);
  integrations.generate('agent', ['events:write']);
  refuses = true;
  expect(() => store.update({ theme: 'dark' })).toThrow();
  expect(store.settings.theme).toBe('system');
  expect(store.isUnkept).toBe(false);
  // A pause and a revocation do not wait for the disk, and are written with the next change.
  store.setRecording({ pausedAt: '2026-01-01T00:00:00.000Z', resumesAt: null });
  integrations.revoke(integrations.list()[0]!.id);
  expect(store.recording.pausedAt).not.toBeNull();
  expect(integrations.list()[0]!.revokedAt).not.toBeNull();
  expect(content()).toMatchObject({ recording: { pausedAt: null }, integrations: [{ revokedAt: null }] });
  expect(store.isUnkept).toBe(true);
  expect(store.faults).toMatchObject([{ code: 'change_not_kept', level: 'failure' }]);
  refuses = false;
  store.update({ notifications: true });
  expect(store.isUnkept).toBe(false);
  expect(content().settings).toMatchObject({ theme: 'system', notifications: true });
  expect(content().recording.pausedAt).not.toBeNull();
  expect(content().integrations[0].revokedAt).not.toBeNull();
  expect(existsSync(`${file}.tmp`)).toBe(false);
});
