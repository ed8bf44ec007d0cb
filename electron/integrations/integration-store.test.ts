import { beforeEach, describe, expect, test } from 'vitest';
import { credentialDigest, generateCredential } from './credential.ts';
import { describeIntegration, type IntegrationRecord, IntegrationStore } from './integration-store.ts';

/** Stores records as a file does, as a copy of their text. It can refuse a write. */
class KeptText {
  text = '[]';
  refuses = false;
  saves = 0;

  load(): IntegrationRecord[] {
    return JSON.parse(this.text);
  }

  save(records: readonly IntegrationRecord[]): void {
    if (this.refuses) throw new Error('ENOSPC');
    this.saves += 1;
    this.text = JSON.stringify(records);
  }
}

let kept: KeptText;
let store: IntegrationStore;

beforeEach(() => {
  kept = new KeptText();
  store = new IntegrationStore(kept);
});

function issue(name: string, target = store) {
  const result = target.generate(name, ['events:write']);
  if (!result.ok) throw new Error(result.fault);
  return result.value;
}

const reopened = () => new IntegrationStore(kept);

describe('generating', () => {
  test('returns a token that authenticates, now and after a restart, and stores only its digest', () => {
    const { credential, integration } = issue('agent');
    expect(store.authenticate(credential)).toBe(integration);
    expect(reopened().authenticate(credential)?.id).toBe(integration.id);
    expect(kept.text).toContain(credentialDigest(credential));
    for (let at = 0; at + 12 <= credential.length; at += 1) {
      expect(kept.text).not.toContain(credential.slice(at, at + 12));
    }
    expect(integration.id).toMatch(/^int_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  test('stores each permission once and in one order, and requires at least one', () => {
    const result = store.generate('agent', ['capabilities:read', 'events:write', 'capabilities:read']);
    expect(result.ok && result.value.integration.permissions).toEqual(['events:write', 'capabilities:read']);
    expect(store.generate('none', [])).toEqual({ ok: false, fault: 'no_permission' });
    expect(store.generate('odd', ['admin' as never])).toEqual({ ok: false, fault: 'no_permission' });
  });

  test.each(['', ' ', ' a', 'a ', '\ta', 'a\n', 'a\u0000b', 'a\u0085b', 'x'.repeat(65), '𝄞'.repeat(65)])(
    'refuses the name %j',
    (name) => {
      expect(store.generate(name, ['events:write'])).toEqual({ ok: false, fault: 'invalid_name' });
      expect(kept.saves).toBe(0);
    },
  );

  test.each(['a', 'A b-c_d', 'x'.repeat(64), '𝄞'.repeat(64), 'größe', '__proto__', 'constructor'])(
    'takes the name %j as it is',
    (name) => {
      expect(issue(name).integration.name).toBe(name);
    },
  );

  test('refuses the name of a live integration and accepts the name of a revoked one', () => {
    const first = issue('agent');
    expect(store.generate('agent', ['events:write'])).toEqual({ ok: false, fault: 'name_taken' });
    expect(store.generateManaged('agent', 'claude-code')).toEqual({ ok: false, fault: 'name_taken' });
    expect(issue('Agent').integration.id).not.toBe(first.integration.id);
    store.revoke(first.integration.id);
    const second = issue('agent');
    expect(second.integration.id).not.toBe(first.integration.id);
    expect(store.authenticate(first.credential)).toBeUndefined();
    expect(store.authenticate(second.credential)?.id).toBe(second.integration.id);
  });

  test.each([
    ['caf\u00e9', 'cafe\u0301'],
    ['agent', '\uff41gent'],
    ['file', '\ufb01le'],
    ['Å', '\u212b'],
  ])('%s has one live integration in all forms of Unicode', (name, other) => {
    const first = issue(name);
    expect(store.generate(other, ['events:write'])).toEqual({ ok: false, fault: 'name_taken' });
    expect(store.generateManaged(other, 'claude-code')).toEqual({ ok: false, fault: 'name_taken' });
    store.revoke(first.integration.id);
    expect(issue(other).integration.name).toBe(other);
    expect(store.generate(name, ['events:write'])).toEqual({ ok: false, fault: 'name_taken' });
  });

  test('gives a managed integration a hook credential', () => {
    const result = store.generateManaged('claude-code', 'claude-code');
    if (!result.ok) throw new Error(result.fault);
    expect(result.value.credential).toMatch(/^plhook_/);
    expect(store.authenticate(result.value.credential)).toMatchObject({
      kind: 'managed',
      harness: 'claude-code',
    });
  });
});

describe('rotating and revoking', () => {
  test('a rotated token stops at once, and the integration keeps its id', () => {
    const { credential, integration } = issue('agent');
    const result = store.rotate(integration.id);
    if (!result.ok) throw new Error(result.fault);
    for (const target of [store, reopened()]) {
      expect(target.authenticate(credential)).toBeUndefined();
      expect(target.authenticate(result.value.credential)).toMatchObject({
        id: integration.id,
        name: 'agent',
      });
    }
    expect(result.value.integration.rotatedAt).not.toBeNull();
  });

  test('a revoked token stops at once and permanently', () => {
    const { credential, integration } = issue('agent');
    expect(store.revoke(integration.id).ok).toBe(true);
    for (const target of [store, reopened()]) {
      expect(target.authenticate(credential)).toBeUndefined();
      expect(target.revoke(integration.id)).toEqual({ ok: false, fault: 'already_revoked' });
      expect(target.rotate(integration.id)).toEqual({ ok: false, fault: 'already_revoked' });
    }
  });

  test('an unknown id is not found', () => {
    for (const id of ['', 'int_0', 'agent', '__proto__']) {
      expect(store.rotate(id)).toEqual({ ok: false, fault: 'not_found' });
      expect(store.revoke(id)).toEqual({ ok: false, fault: 'not_found' });
    }
    expect(store.authenticate(generateCredential('plint_'))).toBeUndefined();
    expect(store.authenticate('')).toBeUndefined();
  });
});

describe('a failed save', () => {
  test('has no effect', () => {
    const { credential, integration } = issue('agent');
    let changes = 0;
    store.on('changed', () => {
      changes += 1;
    });
    kept.refuses = true;
    expect(() => store.rotate(integration.id)).toThrow();
    expect(() => issue('another')).toThrow();
    expect(store.authenticate(credential)?.id).toBe(integration.id);
    expect(store.list()).toHaveLength(1);
    expect(changes).toBe(0);
    kept.refuses = false;
    expect(store.rotate(integration.id).ok).toBe(true);
    expect(changes).toBe(1);
  });
});

describe('the last use', () => {
  test('is noted to the second, saved later, and never delays an event', () => {
    const { credential, integration } = issue('agent');
    const saves = kept.saves;
    const at = Date.UTC(2026, 0, 2);
    store.touch(integration, at);
    store.touch(integration, at + 999);
    store.touch(integration, at + 1000);
    expect(kept.saves).toBe(saves);
    expect(store.get(integration.id)?.lastUsedAt).toBe('2026-01-02T00:00:01.000Z');
    kept.refuses = true;
    expect(() => store.flush()).not.toThrow();
    kept.refuses = false;
    store.touch(integration, at + 2000);
    store.flush();
    expect(kept.saves).toBe(saves + 1);
    store.flush();
    expect(kept.saves).toBe(saves + 1);
    expect(reopened().authenticate(credential)?.lastUsedAt).toBe('2026-01-02T00:00:02.000Z');
  });
});

test('a description shows a fingerprint and no digest', () => {
  const { credential, integration } = issue('agent');
  const text = JSON.stringify(describeIntegration(integration, 7));
  expect(text).toContain(credentialDigest(credential).slice(0, 8));
  expect(text).not.toContain(credentialDigest(credential).slice(0, 9));
  expect(text).toContain('"events":7');
});
