import { dirname, join } from 'node:path';
import type { HookLauncher } from './harness.ts';

/**
 * Builds the beginning of a plugin file that Plinth places in a harness: a queue that sends reports one after the
 * other, and never makes the harness wait. It reads the route at run time from a private file and discards reports
 * when nothing answers. It writes to the socket itself, because an HTTP client, Bun's in particular, obeys the
 * proxies of the environment or can be patched by a package.
 */
export function pluginSender({ path, bridgeId }: HookLauncher, harness: string): string {
  const route = JSON.stringify(join(dirname(path), `${bridgeId}.route`));
  return `// Plinth keeps a private, local record of what agents report. This file is Plinth's:
// \`plinth bridge disconnect ${harness}\` removes it. Without Plinth it does nothing.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';

const ROUTE = ${route};
const MAX_WAITING = 256;
const MAX_ANSWER = 4096;
const ANSWER_MS = 300;

// The socket and its folder must be this user's, and the folder closed to everybody else.
const isPrivate = (path) => {
  const uid = process.getuid?.();
  const socket = lstatSync(path);
  const folder = lstatSync(dirname(path));
  if (!socket.isSocket() || !folder.isDirectory()) return false;
  return socket.uid === uid && folder.uid === uid && (folder.mode & 0o077) === 0;
};

// Sends a whole request and gives the answer, or what came of it in time.
const exchange = (where, request) =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(where);
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(done, ANSWER_MS);
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.length > MAX_ANSWER) done();
    });
    socket.on('error', done);
    socket.on('close', done);
    socket.on('connect', () => socket.write(request));
  });

// Where the collector is known by a port, it proves that it is the one that wrote the route.
const isCollector = async ({ host, port, path, proofSecret }) => {
  const nonce = randomBytes(16).toString('hex');
  const target = dirname(path) + '/proof/' + nonce;
  const answer = await exchange(
    { host, port },
    'GET ' + target + ' HTTP/1.1\\r\\nHost: ' + host + ':' + port + '\\r\\nConnection: close\\r\\n\\r\\n',
  );
  const given = Buffer.from(answer.split('\\r\\n\\r\\n')[1]?.trim() ?? '');
  const expected = Buffer.from(
    createHmac('sha256', proofSecret).update('plinth-server-proof:' + port + ':' + nonce).digest('hex'),
  );
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const send = async (body) => {
  try {
    const route = JSON.parse(readFileSync(ROUTE, 'utf8'));
    const { socketPath, host, port, path, authorization } = route;
    if (socketPath === undefined ? !(await isCollector(route)) : !isPrivate(socketPath)) return;
    const where = socketPath === undefined ? { host, port } : { path: socketPath };
    const content = Buffer.from(body);
    const head = [
      'POST ' + path + ' HTTP/1.1',
      'Host: ' + (socketPath === undefined ? host + ':' + port : 'localhost'),
      'Authorization: ' + authorization,
      'Content-Type: application/json',
      'Content-Length: ' + content.length,
      'Connection: close',
      '',
      '',
    ].join('\\r\\n');
    await exchange(where, Buffer.concat([Buffer.from(head), content]));
  } catch {}
};

let tail = Promise.resolve();
let waiting = 0;
// Takes a report, or a promise of one.
const queue = (body) => {
  if (waiting >= MAX_WAITING) return;
  waiting += 1;
  tail = tail
    .then(async () => send(await body()))
    .catch(() => {})
    .finally(() => { waiting -= 1; });
};
// A harness waits for its plugins when it ends, so it waits for no more than half a second.
const settled = () => Promise.race([tail, new Promise((resolve) => setTimeout(resolve, 500))]);
`;
}
