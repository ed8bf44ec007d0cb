import { dirname, join } from 'node:path';
import type { HookLauncher } from '../harness.ts';

const routeLiteral = ({ path, bridgeId }: HookLauncher) =>
  JSON.stringify(join(dirname(path), `${bridgeId}.route`));

/** A text that only the present plugin contains. */
const PRESENT_FORM = 'const actorOf = ';

/** Recognises a plugin file of this installation that an earlier version wrote. */
export function isOutdatedPlugin(text: string, launcher: HookLauncher): boolean {
  // The first plugins used the runtime's HTTP client, which obeys the proxies of the environment.
  if (text.includes(JSON.stringify(join(dirname(launcher.path), 'opencode.curl')))) return true;
  return text.includes(routeLiteral(launcher)) && !text.includes(PRESENT_FORM);
}

/**
 * Builds the plugin file for OpenCode. The plugin reads the route at run time from a private file. It sends
 * reports one after the other, and OpenCode never waits for it. It discards reports when nothing answers. It
 * writes to the socket itself, because an HTTP client, Bun's in particular, obeys the proxies of the
 * environment or can be patched by a package.
 */
export function openCodePlugin(launcher: HookLauncher): string {
  const route = routeLiteral(launcher);
  return `// Plinth keeps a private, local record of what agents report. This file is Plinth's:
// \`plinth bridge disconnect opencode\` removes it. Without Plinth it does nothing.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';

const ROUTE = ${route};
const MAX_WAITING = 256;
const MAX_ANSWER = 4096;
const ANSWER_MS = 300;
// Sub-agents start sub-agents, but not for ever.
const MAX_DEPTH = 16;

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

export const Plinth = async ({ directory, client }) => {
  const sessions = new Set();
  // The parent of each known session, null where it has none. A sub-agent has a session of its own, whose
  // prompts no person typed.
  const parents = new Map();
  // What the newest message of a session set: its turn, and the agent and the model that answer.
  const turns = new Map();
  // Commands on their way to becoming a message, by session.
  const commands = new Map();
  let tail = Promise.resolve();
  let waiting = 0;

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
  const report = (hook, input, output, complete) => {
    try {
      if (waiting >= MAX_WAITING) return;
      const payload = { hook, directory, input, output };
      const body = complete === undefined ? JSON.stringify(payload) : undefined;
      waiting += 1;
      tail = tail
        .then(async () => send(body ?? JSON.stringify(await complete(payload))))
        .catch(() => {})
        .finally(() => { waiting -= 1; });
    } catch {}
  };
  // A session that began before this process did is looked up in OpenCode itself, without a network.
  const isChild = async (id) => {
    if (!parents.has(id)) {
      const timeout = new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      const found = await Promise.race([client?.session?.get({ path: { id } }), timeout]).catch(() => {});
      if (found?.data?.id !== id) return undefined;
      parents.set(id, found.data.parentID ?? null);
    }
    return parents.get(id) !== null;
  };
  // The session of the person that a sub-agent works for.
  const rootOf = (id) => {
    let root = id;
    for (let up = 0; up < MAX_DEPTH && typeof parents.get(root) === 'string'; up += 1) root = parents.get(root);
    return root;
  };
  const actorOf = (id) => ({ ...turns.get(id), turn: turns.get(rootOf(id))?.turn, root: rootOf(id), parent: parents.get(id) ?? undefined });

  return {
    event: async ({ event }) => {
      if (event?.type !== 'session.created') return;
      const { id, version, parentID } = event.properties?.info ?? {};
      if (typeof id === 'string') {
        if (typeof parentID !== 'string') sessions.add(id);
        parents.set(id, typeof parentID === 'string' ? parentID : null);
      }
      report('session.created', { sessionID: id, info: { id, version, parentID } });
    },
    'chat.message': async (input, output) => {
      const parts = (output?.parts ?? [])
        .map(({ type, text, synthetic, ignored }) => ({ type, text: type === 'text' ? text : undefined, synthetic, ignored }));
      const { sessionID, model } = input ?? {};
      const { id, agent } = output?.message ?? {};
      turns.set(sessionID, { turn: id, agent, model: model?.modelID });
      // A command's template may hold what a shell command printed; what the user typed is the command.
      const command = commands.get(sessionID);
      commands.delete(sessionID);
      if (command !== undefined) parts.splice(0, parts.length, { type: 'text', text: command });
      report(
        'chat.message',
        { sessionID, model },
        { message: { id, agent }, parts },
        async (payload) => {
          const child = await isChild(sessionID);
          if (child === false) sessions.add(sessionID);
          return { ...payload, child };
        },
      );
    },
    'command.execute.before': async (input) => {
      const { command, sessionID, arguments: given } = input ?? {};
      if (typeof command === 'string') commands.set(sessionID, ('/' + command + ' ' + (given ?? '')).trim());
    },
    'tool.execute.before': async (input, output) => {
      const { tool, sessionID, callID } = input ?? {};
      report('tool.execute.before', { tool, sessionID, callID, actor: actorOf(sessionID) }, { args: output?.args });
    },
    'tool.execute.after': async (input, output) => {
      const { tool, sessionID, callID, args } = input ?? {};
      if (!['write', 'edit', 'apply_patch', 'patch'].includes(tool)) return;
      const files = output?.metadata?.files?.map(({ filePath, type, movePath }) => ({ filePath, type, movePath }));
      const { filePath, patchText } = args ?? {};
      report(
        'tool.execute.after',
        { tool, sessionID, callID, actor: actorOf(sessionID), args: { filePath, patchText } },
        { metadata: { exists: output?.metadata?.exists, files } },
      );
    },
    dispose: async () => {
      report('dispose', { sessions: [...sessions] });
      // OpenCode waits for this, so it waits for no more than half a second.
      await Promise.race([tail, new Promise((resolve) => setTimeout(resolve, 500))]);
    },
  };
};
`;
}
