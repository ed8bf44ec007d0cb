import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { makeToken } from './support/token.ts';

const run = promisify(execFile);
const AUTO = new URL('../src/auto.ts', import.meta.url).href;

// Stand-ins with the public functions alone. The real packages are in `npm run e2e:frameworks`.
const AGENTS_CORE =
  'globalThis.heard = []; exports.addTraceProcessor = (given) => heard.push(typeof given.onSpanStart);';
const FILES: Record<string, string> = {
  '@openai/agents-core/index.js': AGENTS_CORE,
  // As the real one does, it begins with a list of processors of its own.
  '@openai/agents/index.js': "require('@openai/agents-core'); globalThis.heard = ['reset'];",
  '@openai/agents/index.mjs': "import '@openai/agents-core'; globalThis.heard = ['reset'];",
  '@openai/agents/package.json':
    '{ "exports": { ".": { "import": "./index.mjs", "require": "./index.js" } } }',
  // A version without the function, and one without the module.
  '@langchain/core/context.mjs': 'export const another = 1;',
  '@langchain/core/package.json':
    '{ "exports": { "./context": { "import": "./context.mjs", "require": "./context.mjs" } } }',
  'langchain/index.mjs': "globalThis.heard = ['langchain'];",
  'langchain/package.json': '{ "exports": { ".": "./index.mjs" } }',
  'old/node_modules/langchain/index.mjs': "globalThis.heard = ['old'];",
  'old/node_modules/langchain/package.json': '{ "exports": { ".": "./index.mjs" } }',
  'old/index.mjs': "export * from 'langchain';",
  'old/package.json': '{ "exports": { ".": "./index.mjs" } }',
};

describe('node --import @plinth/sdk/auto', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-sdk-auto-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(folder, 'node_modules', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  async function heardBy(name: string, program: string, integration = 'acme'): Promise<unknown> {
    writeFileSync(join(folder, name), `${program}\nconsole.log(JSON.stringify(heard));`);
    const env = { ...process.env, PLINTH_TOKEN: makeToken(), PLINTH_INTEGRATION: integration };
    const { stdout } = await run(process.execPath, ['--import', AUTO, name], { cwd: folder, env });
    return JSON.parse(stdout);
  }

  for (const [name, program] of [
    ['module.mjs', "import '@openai/agents';"],
    ['dynamic.mjs', "await import('@openai/agents');"],
    ['script.cjs', "require('@openai/agents');"],
  ] as const) {
    it(`calls the public function of a framework after it was loaded (${name})`, async () => {
      assert.deepEqual(await heardBy(name, program), ['reset', 'function']);
    });
  }

  it('changes nothing without an integration', async () => {
    assert.deepEqual(await heardBy('none.mjs', "import '@openai/agents';", ''), ['reset']);
  });

  it('leaves a framework alone that has no such function or no such module', async () => {
    assert.deepEqual(await heardBy('without.mjs', "import 'langchain';"), ['langchain']);
    rmSync(join(folder, 'node_modules/@langchain'), { recursive: true });
    assert.deepEqual(await heardBy('old.mjs', "import 'old';"), ['old']);
  });
});
