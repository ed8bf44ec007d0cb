import { dirname, join } from 'node:path';
import { LOST_NAME, REPORT_HEADER } from '../connect/lost-reports.ts';
import type { HookLauncher } from './harness.ts';

const literal = ({ path }: HookLauncher, name: string) => JSON.stringify(join(dirname(path), name));

/**
 * Builds the beginning of a plugin file that Plinth places in a harness: a queue that sends reports one after the
 * other, and never makes the harness wait. It reads the route at run time from a private file and discards reports
 * when nothing answers. It writes to the socket itself, because an HTTP client, Bun's in particular, obeys the
 * proxies of the environment or can be patched by a package. Limits of time are counted in turns of the event loop: while
 * the harness blocks it, no answer can arrive.
 */
export function pluginSender(launcher: HookLauncher, harness: string): string {
  return `// Plinth keeps a private, local record of what agents report. This file is Plinth's:
// \`plinth bridge disconnect ${harness}\` removes it. Without Plinth it does nothing.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { appendFileSync, closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';

const ROUTE = ${literal(launcher, `${launcher.bridgeId}.route`)};
const LOST = ${literal(launcher, LOST_NAME)};
const MAX_LOST_BYTES = 65536;
const MAX_ROUTE_BYTES = 4096;
const MAX_WAITING = 256;
const MAX_ANSWER = 4096;
const TURN_MS = 100;
const ANSWER_TURNS = 50;
const SETTLED_TURNS = 5;

// The socket and its folder must be this user's, and the folder closed to everybody else.
const isPrivate = (path) => {
  const uid = process.getuid?.();
  const socket = lstatSync(path);
  const folder = lstatSync(dirname(path));
  if (!socket.isSocket() || !folder.isDirectory()) return false;
  return socket.uid === uid && folder.uid === uid && (folder.mode & 0o077) === 0;
};

// Runs an action after some turns of the event loop. Gives what stops that.
const afterTurns = (turns, action) => {
  let left = turns;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    action();
  }, TURN_MS);
  return timer;
};

// Sends a whole request and gives the answer, or what came of it in time. Does not keep the process from its end.
const exchange = (where, request) =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(where);
    const done = () => {
      clearInterval(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = afterTurns(ANSWER_TURNS, done);
    timer.unref();
    socket.unref();
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.length > MAX_ANSWER) done();
    });
    socket.on('error', done);
    socket.on('close', done);
    socket.write(request);
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

// Tells Plinth, by a line in a file, of a report that it did not get. Without Plinth's folder there is no file.
const lose = (name) => {
  try {
    const file = statSync(LOST, { throwIfNoEntry: false });
    if (file !== undefined && !(file.isFile() && file.size < MAX_LOST_BYTES)) return;
    appendFileSync(LOST, ${JSON.stringify(launcher.bridgeId)} + ' ' + name + '\\n', { mode: 0o600 });
  } catch {}
};

// Gives the route. To open a pipe in its place waits for a writer, and a device may not end.
const readRoute = () => {
  const file = openSync(ROUTE, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = Buffer.alloc(MAX_ROUTE_BYTES);
    return JSON.parse(bytes.toString('utf8', 0, readSync(file, bytes, 0, MAX_ROUTE_BYTES, 0)));
  } finally {
    closeSync(file);
  }
};

// Gives true if the collector took the report.
const send = async (name, body) => {
  try {
    const route = readRoute();
    const { socketPath, host, port, path, authorization } = route;
    if (socketPath === undefined ? !(await isCollector(route)) : !isPrivate(socketPath)) return false;
    const where = socketPath === undefined ? { host, port } : { path: socketPath };
    const content = Buffer.from(body);
    const head = [
      'POST ' + path + ' HTTP/1.1',
      'Host: ' + (socketPath === undefined ? host + ':' + port : 'localhost'),
      'Authorization: ' + authorization,
      'Content-Type: application/json',
      '${REPORT_HEADER}: ' + name,
      'Content-Length: ' + content.length,
      'Connection: close',
      '',
      '',
    ].join('\\r\\n');
    const answer = await exchange(where, Buffer.concat([Buffer.from(head), content]));
    return answer.startsWith('HTTP/1.1 202');
  } catch {
    return false;
  }
};

let tail = Promise.resolve();
let reports = 0;
// The names of the reports that are not taken yet. Where the process ends before, they are lost. It ends half a second
// after the newest at the latest.
const waiting = new Set();
let hold;
const loseAll = () => { for (const name of waiting) lose(name); };
// Takes a report, or a promise of one.
const queue = (body) => {
  reports += 1;
  const name = process.pid + '-' + reports;
  if (waiting.size >= MAX_WAITING) return lose(name);
  if (waiting.size === 0) process.on('exit', loseAll);
  waiting.add(name);
  clearInterval(hold);
  hold = afterTurns(SETTLED_TURNS, () => {});
  tail = tail
    .then(async () => send(name, await body()))
    .catch(() => false)
    .then((isTaken) => {
      if (!isTaken) lose(name);
      waiting.delete(name);
      if (waiting.size > 0) return;
      clearInterval(hold);
      process.off('exit', loseAll);
    });
};
// A harness waits for its plugins when it ends, so it waits for no more than half a second.
const settled = () => Promise.race([tail, new Promise((resolve) => afterTurns(SETTLED_TURNS, resolve))]);
`;
}
