import type { HookLauncher } from '../harness.ts';
import { pluginSender } from '../plugin-sender.ts';

/** Builds the plugin file for OpenCode, or for a fork of it. */
export function openCodePlugin(launcher: HookLauncher, harness: string): string {
  return `${pluginSender(launcher, harness)}
const LOOKUP_MS = 300;
// Sub-agents start sub-agents, but not for ever.
const MAX_DEPTH = 16;

export const Plinth = async ({ directory, client }) => {
  const sessions = new Set();
  // The parent of each known session, null where it has none. A sub-agent has a session of its own, whose
  // prompts no person typed.
  const parents = new Map();
  // What the newest message of a session set: its turn, and the agent and the model that answer.
  const turns = new Map();
  // Commands on their way to becoming a message, by session.
  const commands = new Map();
  // The calls for which OpenCode asked the user, by the id of the question.
  const asked = new Map();
  const report = (hook, input, output, complete) => {
    try {
      const payload = { hook, directory, input, output };
      const body = complete === undefined ? JSON.stringify(payload) : undefined;
      queue(async () => body ?? JSON.stringify(await complete(payload)));
    } catch {}
  };
  // A session that began before this process did is looked up in OpenCode itself, without a network.
  const isChild = async (id) => {
    if (!parents.has(id)) {
      const timeout = new Promise((resolve) => setTimeout(resolve, LOOKUP_MS));
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
      const { properties } = event ?? {};
      if (event?.type === 'permission.asked' && properties?.tool?.callID !== undefined) {
        asked.set(properties.id, properties.tool.callID);
      }
      if (event?.type === 'permission.replied') {
        const { sessionID, requestID, reply } = properties ?? {};
        const callID = asked.get(requestID);
        asked.delete(requestID);
        report('permission.replied', { sessionID, callID, reply, actor: actorOf(sessionID) });
      }
      if (event?.type !== 'session.created') return;
      const { id, version, parentID } = properties?.info ?? {};
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
      const { exists, exit, files: all } = output?.metadata ?? {};
      const files = Array.isArray(all) ? all.map(({ filePath, type, movePath }) => ({ filePath, type, movePath })) : undefined;
      const { filePath, patchText } = args ?? {};
      report(
        'tool.execute.after',
        { tool, sessionID, callID, actor: actorOf(sessionID), args: { filePath, patchText } },
        { metadata: { exists, exit, files } },
      );
    },
    dispose: async () => {
      report('dispose', { sessions: [...sessions] });
      await settled();
    },
  };
};
`;
}
