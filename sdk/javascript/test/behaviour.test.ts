import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PlinthClient, PlinthError } from '../src/index.ts';
import { type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';
import { makeToken } from './support/token.ts';

interface Scenario {
  name: string;
  client?: { timeoutMs?: number; retries?: number };
  replies: ScriptedReply[];
  expect: {
    receipt?: object;
    error?: string;
    requests: number;
    floodAtMost?: number;
  };
}

const file = new URL('../../behaviour/scenarios.json', import.meta.url);
const { scenarios } = JSON.parse(readFileSync(file, 'utf8')) as { scenarios: Scenario[] };
const token = makeToken();
const content = 'quietly rotate the 7 orchard keys';

function fill<T>(replies: T, trap: number): T {
  const words: Record<string, string> = { content, token, trap: String(trap) };
  return JSON.parse(JSON.stringify(replies).replaceAll(/\$(content|token|trap)/g, (_, word) => words[word]!));
}

/** All that an error could show to whoever logs it. */
function everythingIn(error: Error): string {
  return [error.message, error.stack, String(error), JSON.stringify(error), String(error.cause)].join('\n');
}

describe('behaviour', { concurrency: 4 }, () => {
  for (const { name, client, replies, expect } of scenarios) {
    it(name, async () => {
      const trap = await startScriptedServer(() => ({ raw: [{ close: true }] }));
      const script = fill(replies, trap.port);
      const server = await startScriptedServer((index) => script[Math.min(index, script.length - 1)]!);
      const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl, ...client });
      try {
        const outcome = await plinth.promptSubmitted({ sessionId: 's', data: { content } }).catch((e) => e);
        if (expect.receipt) {
          assert.deepEqual(outcome, expect.receipt);
        } else {
          assert.ok(outcome instanceof PlinthError, String(outcome));
          const { requests, error, floodAtMost, ...facts } = expect;
          assert.equal(outcome.code, error);
          assert.deepEqual({ ...outcome, ...facts }, { ...outcome });
          assert.doesNotMatch(everythingIn(outcome), new RegExp(`${content}|${token}`));
        }
        assert.equal(server.requests.length, expect.requests);
        for (const request of server.requests) assert.deepEqual(request, server.requests[0]);
        assert.equal(trap.connections, 0);
        if (expect.floodAtMost) assert.ok(server.flooded <= expect.floodAtMost, `sent ${server.flooded}`);
      } finally {
        plinth.close();
        await Promise.all([server.close(), trap.close()]);
      }
    });
  }
});
