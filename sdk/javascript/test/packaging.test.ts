import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, minifySync } from 'vite';
import { SDK_VERSION } from '../src/index.ts';
import { startContractServer } from './support/contract-server.ts';
import { startRealHost } from './support/real-host.ts';
import { makeToken } from './support/token.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const token = makeToken();
const run = promisify(execFile);
const shell = process.platform === 'win32';

const PROGRAM = `
async function main() {
  const plinth = new PlinthClient({ integration: 'acme' });
  const receipt = await plinth.promptSubmitted({ sessionId: 's', data: { content: 'hello' } });
  const report = await plinth.testConnection();
  const reporter = plinth.reporter();
  reporter.sessionEnded({ sessionId: 's' });
  const flushed = await reporter.flush(60_000);
  await reporter.close();
  try {
    new PlinthClient({ integration: 'acme', token: 'x' });
  } catch (error) {
    console.log(JSON.stringify([receipt.accepted, report.ok, flushed, error instanceof PlinthError, error.code]));
  }
}
main();
`;

const TYPES = `
const plinth = new PlinthClient({ integration: 'acme', timeoutMs: 1_000 });
export async function main(): Promise<string> {
  const occurredAt: Date | string = new Date();
  const receipt: Receipt = await plinth.fileChanged({ sessionId: 's', occurredAt, data: { changeType: 'created' } });
  // @ts-expect-error not a change type
  await plinth.fileChanged({ sessionId: 's', data: { changeType: 'burnt' } });
  // @ts-expect-error no session
  await plinth.sessionStarted({});
  // @ts-expect-error not a member of this event's data
  await plinth.submit({ event: 'session.ended', sessionId: 's', data: { content: '' } });
  try {
    await plinth.capabilities();
  } catch (error) {
    if (error instanceof PlinthError) return error.errors.map((each) => each.pointer).join() + error.code;
  }
  await using reporter = plinth.reporter({ maxQueue: 10 });
  const queued: boolean = reporter.toolBeforeUse({ sessionId: 's', data: { toolInput: { any: [1] } } });
  return receipt.receiptId + queued + (await plinth.testConnection()).problems.join();
}
`;

describe('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-sdk-package-'));
  const home = join(folder, 'fresh');
  let files: string[];
  before(() => {
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: root,
      shell,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ filename, files: entries }] = JSON.parse(packed.toString());
    files = entries.map(({ path }: { path: string }) => path);
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), '{ "private": true }');
    const options = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', ['install', ...options, join(folder, filename)], {
      cwd: home,
      shell,
      stdio: 'ignore',
    });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('holds what it should and depends on nothing', () => {
    const manifest = JSON.parse(readFileSync(join(home, 'node_modules/@plinth/sdk/package.json'), 'utf8'));
    assert.equal(manifest.version, SDK_VERSION);
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
      assert.equal(manifest[kind], undefined);
    }
    for (const name of [
      'dist/esm/index.js',
      'dist/esm/index.d.ts',
      'dist/cjs/index.js',
      'dist/cjs/index.d.ts',
    ]) {
      assert.ok(files.includes(name), name);
    }
    const others = files.filter((name) => !name.startsWith('dist/'));
    assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json']);
  });

  /** The bytes of a module, bundled with all that its import loads and minified. What is loaded on demand is not in it. */
  async function bundledSize(name: string): Promise<number> {
    const onDemand = {
      name: 'on-demand',
      resolveDynamicImport: (source: unknown) => ({ id: String(source), external: true }),
    };
    const built = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [onDemand],
      build: {
        write: false,
        minify: false,
        target: 'es2022',
        lib: {
          entry: join(home, `node_modules/@plinth/sdk/dist/esm/${name}.js`),
          formats: ['es'],
          fileName: 'sdk',
        },
        rolldownOptions: { external: [/^node:/] },
      },
    });
    const [{ output }] = built as unknown as [{ output: [{ code: string }] }];
    return minifySync('sdk.js', output[0].code, { module: true }).code.length;
  }

  it('is under 14 KB when bundled and minified, and an adapter adds under 10 KB', async () => {
    const entry = await bundledSize('index');
    assert.ok(entry < 14 * 1024, `${entry} bytes`);
    // A part is measured with what it shares with the entry.
    for (const [part, limit] of Object.entries({ tries: 9.5, 'connection-report': 2 })) {
      const size = await bundledSize(part);
      assert.ok(size < limit * 1024, `${part}: ${size} bytes`);
    }
    for (const name of ['ai', 'claude-agent-sdk', 'langchain', 'mastra', 'openai-agents']) {
      // An adapter has the client in it, which it makes itself if it is given a name.
      const added = (await bundledSize(name)) - entry;
      assert.ok(added < 10 * 1024, `${name}: ${added} bytes`);
    }
  });

  it('sends nothing and says so when its own files are gone', async (t) => {
    const server = await startContractServer([{ token, name: 'acme', permissions: ['events:write'] }]);
    t.after(() => server.close());
    const dist = join(home, 'partial');
    cpSync(join(home, 'node_modules/@plinth/sdk/dist/esm'), dist, { recursive: true });
    const program = `
      const { rmSync } = await import('node:fs');
      const { PlinthClient } = await import('./partial/index.js');
      const plinth = new PlinthClient({ integration: 'acme', retries: 0, timeoutMs: 60_000 });
      rmSync('partial/tries.js');
      const { code } = await plinth.sessionStarted({ sessionId: 's' }).catch((error) => error);
      plinth.close();
      console.log(code);`;
    writeFileSync(join(home, 'gone.mjs'), program);
    const env = { ...process.env, PLINTH_TOKEN: token, PLINTH_BASE_URL: server.baseUrl };
    const { stdout } = await run(process.execPath, ['gone.mjs'], { cwd: home, env });
    assert.equal(stdout, 'down\n');
    assert.equal(server.accepted.length, 0);
  });

  const forms = {
    'program.mjs': "import { PlinthClient, PlinthError } from '@plinth/sdk';",
    'program.cjs': "const { PlinthClient, PlinthError } = require('@plinth/sdk');",
  };
  for (const [name, head] of Object.entries(forms)) {
    it(`runs as ${name}`, async () => {
      writeFileSync(join(home, name), head + PROGRAM);
      const server = await startContractServer([
        { token, name: 'acme', permissions: ['events:write', 'capabilities:read'] },
      ]);
      const env = { ...process.env, PLINTH_TOKEN: token, PLINTH_BASE_URL: server.baseUrl };
      const { stdout } = await run(process.execPath, [name], { cwd: home, env });
      await server.close();
      assert.deepEqual(JSON.parse(stdout), [true, true, true, true, 'configuration']);
      assert.equal(server.accepted.length, 2);
    });
  }

  it('runs the example of an agent against a real host', async (t) => {
    const host = await startRealHost();
    t.after(() => host.stop());
    cpSync(join(root, '../../examples/javascript-agent.mjs'), join(home, 'agent.mjs'));
    const { PLINTH_BASE_URL: _, ...rest } = process.env;
    const env = {
      ...rest,
      PLINTH_TOKEN: await host.generate('example-agent'),
      PLINTH_DATA_DIR: host.dataDir,
    };
    const { stdout, stderr } = await run(process.execPath, ['agent.mjs'], { cwd: home, env });
    assert.match(stdout, /You asked.*\n.*took 4 reports, 0 were lost/);
    assert.equal(stderr, '');
    const curl = join(root, '../../examples/curl.sh');
    if (process.platform === 'win32' || spawnSync('curl', ['--version']).status !== 0) {
      t.diagnostic('curl is not here, so its example was not run');
      return;
    }
    const done = await run('sh', [curl], { env: { ...env, PLINTH_BASE_URL: host.baseUrl } });
    assert.match(
      done.stdout,
      /^\{"accepted":true,"recorded":true,"reportOnly":true,"receiptId":"rcpt_\w+"\}$/m,
    );
  });

  it('compiles under tsc --strict, as a module and as CommonJS, without any other types', async () => {
    writeFileSync(
      join(home, 'types.mts'),
      `import { PlinthClient, PlinthError, type Receipt } from '@plinth/sdk';${TYPES}`,
    );
    writeFileSync(
      join(home, 'types.cts'),
      `import sdk = require('@plinth/sdk');
       const { PlinthClient, PlinthError } = sdk;
       type Receipt = sdk.Receipt;${TYPES}`,
    );
    const options = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noEmit',
      '--target',
      'es2022',
      // A program for Node alone needs no types of browsers.
      '--lib',
      'es2022,esnext.disposable',
      '--types',
      '',
    ];
    for (const resolution of [
      ['--module', 'nodenext'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ]) {
      const sources = resolution.includes('nodenext') ? ['types.mts', 'types.cts'] : ['types.mts'];
      const done = await run(process.execPath, [compiler, ...options, ...resolution, ...sources], {
        cwd: home,
      }).catch((error) => error);
      assert.equal(done.stdout, '');
    }
  });
});
