import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { it } from 'node:test';
import { PlinthClient, type PlinthError } from '../src/index.ts';
import { startContractServer } from './support/contract-server.ts';
import { isolateEnvironment } from './support/environment.ts';
import { makeToken } from './support/token.ts';

isolateEnvironment();

// In a process of its own: once it was loaded, the part cannot be missing.
it('a part that cannot be loaded is looked for again', async (t) => {
  const token = makeToken();
  const server = await startContractServer([{ token, name: 'acme', permissions: ['events:write'] }]);
  t.after(() => server.close());
  const plinth = new PlinthClient({ token, integration: 'acme', baseUrl: server.baseUrl, timeoutMs: 60_000 });
  const gone = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === './tries.ts') throw new Error('gone');
      return next(specifier, context);
    },
  });
  const error = await plinth.sessionStarted({ sessionId: 's' }).catch((caught: PlinthError) => caught);
  assert.equal((error as PlinthError).code, 'down');
  assert.equal(server.accepted.length, 0);
  gone.deregister();
  assert.equal((await plinth.sessionStarted({ sessionId: 's' })).accepted, true);
  plinth.close();
});
