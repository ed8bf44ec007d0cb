import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A proxy that accepts and records everything that it receives. */
export interface ProxyTrap {
  url: string;
  port: number;
  /** Returns everything that has arrived so far. */
  caught(): string;
  connections(): number;
  close(): Promise<void>;
}

/**
 * Opens a trap on loopback. It answers every request, so that a client that trusts it sends all of its data.
 */
export async function openProxyTrap(): Promise<ProxyTrap> {
  let caught = '';
  let connections = 0;
  const sockets = new Set<Socket>();
  const http: Server = createServer((req, res) => {
    req.on('data', (chunk: Buffer) => {
      caught += chunk.toString('latin1');
    });
    req.on('end', () => res.writeHead(202, { 'Content-Type': 'application/json' }).end('{}'));
  });
  http.on('connect', (_req, socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      caught += chunk.toString('latin1');
      socket.end('HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  });
  // Counts before parsing, because other kinds of proxy do not use HTTP.
  const server = createTcpServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      caught += chunk.toString('latin1');
    });
    http.emit('connection', socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    caught: () => caught,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const PROXY_NAMES = [
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'ftp_proxy',
  'socks_proxy',
  'ws_proxy',
  'wss_proxy',
  'proxy',
  'npm_config_proxy',
  'npm_config_http_proxy',
  'npm_config_https_proxy',
  'global_agent_http_proxy',
  'global_agent_https_proxy',
  'bun_config_http_proxy',
  'bun_config_https_proxy',
  'bun_config_proxy',
  'yarn_http_proxy',
  'yarn_https_proxy',
];

/**
 * Returns every variable that an HTTP client is known to use for its proxy, in both cases, and no variable that
 * excludes an address.
 */
export function proxyVariables(url: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const name of PROXY_NAMES) {
    variables[name] = url;
    variables[name.toUpperCase()] = url;
  }
  return {
    ...variables,
    no_proxy: '',
    NO_PROXY: '',
    NPM_CONFIG_NOPROXY: '',
    npm_config_noproxy: '',
    NODE_USE_ENV_PROXY: '1',
    GLOBAL_AGENT_NO_PROXY: '',
  };
}

/**
 * Creates a home whose settings files for network clients all name the trap. Returns the variables that name
 * it.
 */
export function trappedHome(home: string, url: string): Record<string, string> {
  const { host } = new URL(url);
  mkdirSync(join(home, '.config'), { recursive: true });
  const curl = `proxy = "${url}"\nproxy-header = "X-Trap: 1"\nnetrc-optional\nverbose\noutput = "/dev/stdout"\n`;
  for (const name of ['.curlrc', '.config/curlrc', '_curlrc']) writeFileSync(join(home, name), curl);
  for (const name of ['.netrc', '_netrc']) {
    writeFileSync(join(home, name), 'default login trapped password trapped\n', { mode: 0o600 });
  }
  writeFileSync(join(home, '.npmrc'), `proxy=${url}\nhttps-proxy=${url}\nnoproxy=\n`);
  writeFileSync(join(home, '.wgetrc'), `use_proxy=on\nhttp_proxy=${host}\n`);
  writeFileSync(join(home, '.bunfig.toml'), `[install]\nproxy = "${url}"\n`);
  return { HOME: home, CURL_HOME: home, XDG_CONFIG_HOME: join(home, '.config'), NETRC: join(home, '.netrc') };
}

/** Runs a program to its end with some input. */
export function runToEnd(
  program: string,
  args: readonly string[],
  input: string,
  options: SpawnOptions,
): Promise<{ status: number | null; output: string }> {
  const child: ChildProcess = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}
