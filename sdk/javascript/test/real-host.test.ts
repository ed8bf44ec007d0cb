import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PlinthClient, type PlinthError } from '../src/index.ts';
import { isolateEnvironment } from './support/environment.ts';
import { type RealHost, startRealHost } from './support/real-host.ts';

isolateEnvironment();

describe('a real host', () => {
  let host: RealHost;
  let token: string;
  before(async () => {
    host = await startRealHost();
    token = await host.generate('acme');
  });
  after(() => host.stop());

  it('is discovered, tested, asked and reported to', async (t) => {
    process.env.PLINTH_DATA_DIR = host.dataDir;
    const plinth = new PlinthClient({ token, integration: 'acme' });
    t.after(() => plinth.close());
    const report = await plinth.testConnection();
    assert.deepEqual([report.ok, report.problems, report.baseUrlSource], [true, [], 'discovery']);
    assert.equal(report.baseUrl, host.baseUrl);
    assert.deepEqual((await plinth.capabilities()).permissions, ['events:write', 'capabilities:read']);
    const event = { sessionId: 's', occurredAt: new Date(), data: { content: 'hello', cwd: '/tmp' } };
    const first = await plinth.promptSubmitted(event);
    const again = await plinth.promptSubmitted(event);
    assert.match(first.receiptId, /^rcpt_[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.deepEqual([first.recorded, first.replayed], [true, false]);
    assert.deepEqual(again, { ...first, replayed: true });
    await plinth.toolBeforeUse({ sessionId: 's', data: { toolName: 't', toolInput: { a: [1] } } });
    await plinth.commandBeforeRun({ sessionId: 's', data: { command: 'ls' } });
    await plinth.fileChanged({ sessionId: 's', data: { path: 'a', changeType: 'created' } });
    await plinth.sessionStarted({ sessionId: 's', data: { harness: 'acme' } });
    await plinth.sessionEnded({ sessionId: 's', data: { reason: 'done' } });
  });

  it('tells a token that may only write, one of another name, and a revoked one', async (t) => {
    const baseUrl = host.baseUrl;
    const writer = await host.generate('writer', ['events:write']);
    const plinth = new PlinthClient({ token: writer, integration: 'writer', baseUrl, retries: 0 });
    const misnamed = new PlinthClient({ token: writer, integration: 'Writer', baseUrl, retries: 0 });
    t.after(() => {
      plinth.close();
      misnamed.close();
    });
    const { ok, permissions } = await plinth.testConnection();
    assert.deepEqual([ok, permissions], [true, ['events:write']]);
    await assert.rejects(misnamed.sessionStarted({ sessionId: 's' }), { problem: 'integration_mismatch' });
    await plinth.sessionStarted({ sessionId: 's' });
    await host.revoke('writer');
    await assert.rejects(plinth.sessionStarted({ sessionId: 's' }), { code: 'unauthorized' });
  });

  it('may be killed in the middle: what was answered is kept, and the rest is sent to the next one', async (t) => {
    const victim = await startRealHost();
    process.env.PLINTH_DATA_DIR = victim.dataDir;
    const plinth = new PlinthClient({ token: await victim.generate('acme'), integration: 'acme' });
    const events = Array.from({ length: 60 }, (_, n) => ({ sessionId: `s${n}`, occurredAt: new Date() }));
    const receipts: string[] = [];
    const errors: string[] = [];
    for (const [n, event] of events.entries()) {
      if (n === 30) await victim.kill();
      try {
        receipts.push((await plinth.sessionStarted(event)).receiptId);
      } catch (error) {
        errors.push((error as PlinthError).code);
        if (n > 33) break;
      }
    }
    assert.equal(receipts.length, 30);
    // On a developer's machine another Plinth may be at the default port; it does not know this token.
    assert.ok(errors.length > 0);
    assert.ok(errors.every((code) => code === 'down' || code === 'unauthorized'));
    const next = await startRealHost(victim.dataDir);
    t.after(() => {
      plinth.close();
      return next.stop();
    });
    for (const [n, event] of events.entries()) {
      const { receiptId, replayed } = await plinth.sessionStarted(event);
      if (n < 30) assert.deepEqual([receiptId, replayed], [receipts[n], true]);
    }
  });
});
