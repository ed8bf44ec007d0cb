import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startContractServer } from './support/contract-server.ts';
import { makeToken } from './support/token.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
const run = promisify(execFile);
const token = makeToken();
const known = [{ token, name: 'acme', permissions: ['events:write' as const] }];
const PROXY_VARIABLES = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'GLOBAL_AGENT_HTTP_PROXY',
  'npm_config_proxy',
];

interface Layer {
  name: string;
  /** Installs it; `require`, `http`, `net`, `PROXY` and `PORT` of the trap are at hand. */
  install: string;
  /** The report may fail: what matters is that nothing is sent elsewhere. */
  mayFail?: boolean;
}

const packageAt = (name: string) => JSON.stringify(require.resolve(name));

// The trap stands for a proxy at a loopback address, the harder case: an address elsewhere is refused anyway.
const LAYERS: Layer[] = [
  { name: 'variables and NODE_USE_ENV_PROXY', install: '' },
  { name: 'global-agent 3', install: `require(${packageAt('global-agent')}).bootstrap();` },
  { name: 'global-agent 4', install: `require(${packageAt('global-agent-4')}).bootstrap();` },
  {
    name: 'global-tunnel-ng',
    install: `require(${packageAt('global-tunnel-ng')}).initialize({ host: '127.0.0.1', port: PORT });`,
  },
  {
    name: 'undici EnvHttpProxyAgent',
    install: `const undici = require(${packageAt('undici')});
      undici.setGlobalDispatcher(new undici.EnvHttpProxyAgent());`,
  },
  {
    name: 'http.globalAgent of http-proxy-agent',
    install: `const { HttpProxyAgent } = require(${packageAt('http-proxy-agent')});
      http.globalAgent = new HttpProxyAgent(PROXY);`,
  },
  {
    name: 'http.request and http.get that force an agent',
    install: `const { HttpProxyAgent } = require(${packageAt('http-proxy-agent')});
      const agent = new HttpProxyAgent(PROXY);
      for (const name of ['request', 'get']) {
        const genuine = http[name];
        http[name] = (options, ...rest) => genuine({ ...options, agent }, ...rest);
      }`,
  },
  {
    name: 'http.request that goes elsewhere',
    install: `const genuine = http.request;
      http.request = (options, ...rest) =>
        genuine({ ...options, agent: undefined, host: '127.0.0.1', port: PORT }, ...rest);`,
  },
  {
    name: 'http.Agent that connects elsewhere',
    install: `http.Agent = class extends http.Agent {
        createConnection(options, callback) { return net.connect(PORT, '127.0.0.1', callback); }
      };`,
  },
  {
    name: 'http.Agent whose addRequest goes elsewhere',
    mayFail: true,
    install: `http.Agent = class extends http.Agent {
        addRequest(request) { request.onSocket(net.connect(PORT, '127.0.0.1')); }
      };`,
  },
  {
    name: 'Agent.prototype.addRequest',
    mayFail: true,
    install: `http.Agent.prototype.addRequest = function (request) {
        const socket = net.connect(PORT, '127.0.0.1');
        socket.once('connect', () => request.onSocket(socket));
      };`,
  },
  {
    name: 'http.ClientRequest',
    mayFail: true,
    install: `http.ClientRequest = class extends http.ClientRequest {
        constructor(options, callback) {
          super({ ...options, agent: undefined, host: '127.0.0.1', port: PORT }, callback);
        }
      };`,
  },
  {
    name: 'net.connect',
    mayFail: true,
    install: `const genuine = net.connect;
      net.connect = net.createConnection = () => genuine(PORT, '127.0.0.1');`,
  },
  {
    name: 'Socket.prototype.connect',
    mayFail: true,
    install: `const genuine = net.Socket.prototype.connect;
      net.Socket.prototype.connect = function () { return genuine.call(this, PORT, '127.0.0.1'); };`,
  },
];

const REPORT = `
  const plinth = new PlinthClient({ integration: 'acme', retries: 1 });
  const outcomes = [await plinth.sessionStarted({ sessionId: 's' }).then(() => 'sent', (error) => error.code)];
  const reporter = plinth.reporter();
  reporter.sessionEnded({ sessionId: 's' });
  await reporter.flush(10_000);
  outcomes.push(reporter.stats.sent === 1 ? 'sent' : reporter.stats.lastError);
  await reporter.close(1);
  plinth.close();
  console.log(JSON.stringify(outcomes));
  process.exit();`;

const headOf = (esm: boolean) =>
  esm
    ? `import { createRequire, syncBuiltinESMExports } from 'node:module';
       import http from 'node:http';
       import net from 'node:net';
       const require = createRequire(import.meta.url);`
    : `const { syncBuiltinESMExports } = require('node:module');
       const http = require('node:http');
       const net = require('node:net');`;

/** A program that installs a layer before or after it loads the SDK, and reports twice. */
function programOf(layer: Layer, esm: boolean, order: string, sdk: string, port: number): string {
  const load = esm
    ? `const { PlinthClient } = await import(${JSON.stringify(sdk)});`
    : `const { PlinthClient } = require(${JSON.stringify(sdk)});`;
  const install = `{ ${layer.install} } syncBuiltinESMExports();`;
  const body = `const PORT = ${port}, PROXY = 'http://127.0.0.1:${port}';
    ${order === 'before' ? install + load : load + install}
    ${REPORT}`;
  return esm ? headOf(esm) + body : `${headOf(esm)} (async () => { ${body} })();`;
}

async function startTrap(): Promise<{ port: number; bytes: () => number; close: () => void }> {
  let bytes = 0;
  const server = createServer((socket) => {
    socket.on('data', (data) => {
      bytes += data.length;
      socket.end('HTTP/1.1 502 Trap\r\nContent-Length: 0\r\n\r\n');
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    bytes: () => bytes,
    close: () => server.close(),
  };
}

describe('no byte reaches a proxy', { concurrency: 2 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-sdk-trap-'));
  const sdk = { esm: join(folder, 'esm/index.js'), cjs: join(folder, 'cjs/index.js') };
  before(() => {
    const compile = (format: 'esm' | 'cjs', ...options: string[]) => {
      const outDir = join(folder, format);
      execFileSync(
        process.execPath,
        [compiler, '-p', 'tsconfig.build.json', '--outDir', outDir, ...options],
        {
          cwd: root,
        },
      );
      writeFileSync(
        join(outDir, 'package.json'),
        `{ "type": "${format === 'esm' ? 'module' : 'commonjs'}" }`,
      );
    };
    compile('esm');
    compile(
      'cjs',
      '--module',
      'commonjs',
      '--moduleResolution',
      'bundler',
      '--verbatimModuleSyntax',
      'false',
    );
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const layer of LAYERS) {
    for (const format of ['esm', 'cjs'] as const) {
      for (const order of ['before', 'after']) {
        it(`${layer.name}, ${order} the SDK (${format})`, async (t) => {
          const trap = await startTrap();
          const server = await startContractServer(known);
          t.after(() => {
            trap.close();
            return server.close();
          });
          const file = join(folder, `${LAYERS.indexOf(layer)}-${order}.${format === 'esm' ? 'mjs' : 'cjs'}`);
          writeFileSync(file, programOf(layer, format === 'esm', order, sdk[format], trap.port));
          const proxies = PROXY_VARIABLES.flatMap((name) => [name, name.toLowerCase()]);
          const { stdout } = await run(process.execPath, [file], {
            env: {
              ...process.env,
              ...Object.fromEntries(proxies.map((name) => [name, `http://127.0.0.1:${trap.port}`])),
              NO_PROXY: '',
              no_proxy: '',
              NODE_USE_ENV_PROXY: '1',
              PLINTH_TOKEN: token,
              PLINTH_BASE_URL: server.baseUrl,
            },
          });
          const outcomes = JSON.parse(stdout) as string[];
          assert.equal(trap.bytes(), 0);
          if (layer.mayFail) {
            assert.ok(
              outcomes.every((outcome) => outcome === 'sent' || outcome === 'down'),
              stdout,
            );
          } else {
            assert.deepEqual(outcomes, ['sent', 'sent']);
          }
          assert.equal(server.accepted.length, outcomes.filter((outcome) => outcome === 'sent').length);
        });
      }
    }
  }
});
