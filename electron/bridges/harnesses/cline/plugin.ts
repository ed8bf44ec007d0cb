import type { HookLauncher } from '../harness.ts';
import { pluginSender } from '../plugin-sender.ts';

/**
 * Builds the plugin file for Cline. Cline loads it into a process of its own for each session. Its handlers give Cline
 * no answer, so they change and block nothing.
 */
export function clinePlugin(launcher: HookLauncher): string {
  return `${pluginSender(launcher, 'cline')}
const REFUSED = /NOT a tool or system failure|rejected by the user and not executed/;
let session;
let cwd;
let version;
// The run that the newest prompt began. A sub-agent has runs of its own.
let turn;
let hasReported = false;

// Reports an event with the session and the agent that acts.
const report = (hook, snapshot, members) => {
  try {
    if (session === undefined) return;
    const { agentId, parentAgentId, messages } = snapshot ?? {};
    const model = messages?.findLast(({ modelInfo }) => modelInfo !== undefined)?.modelInfo?.id;
    const body = { hook, session, cwd, version, turn, agent: agentId, parent: parentAgentId ?? undefined, model, ...members };
    const text = JSON.stringify(body);
    hasReported = true;
    queue(async () => text);
  } catch {}
};

export const Plinth = {
  name: 'plinth',
  manifest: { capabilities: ['hooks'] },
  setup(_api, ctx) {
    session = ctx?.session?.sessionId;
    cwd = ctx?.workspaceInfo?.rootPath;
    version = ctx?.client?.name === 'cline-cli' ? ctx.client.version : undefined;
  },
  hooks: {
    beforeRun: ({ snapshot }) => {
      const messages = snapshot?.messages ?? [];
      const isChild = snapshot?.parentAgentId != null;
      if (!isChild) turn = snapshot?.runId;
      // Before its first run a session has no answer of the model.
      const isFirst = !isChild && !messages.some(({ role }) => role === 'assistant');
      if (isFirst) report('start', snapshot, {});
      const last = messages.at(-1);
      if (last?.role !== 'user') return;
      // The contents of mentioned files are parts of another type.
      const texts = (last.content ?? []).filter(({ type }) => type === 'text').map(({ text }) => text);
      report('prompt', snapshot, { texts });
    },
    beforeTool: ({ snapshot, toolCall, input }) => {
      report('call', snapshot, { callId: toolCall?.toolCallId, tool: toolCall?.toolName, input });
    },
    afterTool: ({ snapshot, toolCall, input, result }) => {
      const { toolCallId: callId, toolName: tool } = toolCall ?? {};
      const told = result?.output?.result;
      // Several commands of one call have an answer each.
      const parts = [result?.output].flat();
      const failed = result?.isError === true || parts.some((part) => part?.success === false);
      // Cline's own words for a call that did not run.
      const refused = result?.isError === true && REFUSED.test(result?.output?.error ?? '');
      const succeeded = parts.every((part) => part?.success === true);
      const isNew = typeof told === 'string' && told.startsWith('File created');
      const edited = tool === 'editor' ? { path: input?.path } : tool === 'apply_patch' ? input : undefined;
      report('ended', snapshot, { callId, tool, input: edited, failed, refused, succeeded, isNew });
    },
  },
};
export default Plinth;

// Cline ends the process of its plugins with this signal, and waits a moment. Elsewhere the process is not ours to end.
if (globalThis.__clinePluginHost !== undefined) {
  process.once('SIGTERM', async () => {
    if (hasReported) report('end', undefined, {});
    await settled();
    process.exit(0);
  });
}
`;
}
