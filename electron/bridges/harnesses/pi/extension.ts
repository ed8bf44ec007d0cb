import type { HookLauncher } from '../harness.ts';
import { pluginSender } from '../plugin-sender.ts';

/** Builds the extension file for pi. Its handlers give pi no answer, so they change and block nothing. */
export function piExtension(launcher: HookLauncher): string {
  return `${pluginSender(launcher, 'pi')}
export default function (pi) {
  let version;
  // Reports an event with the session, and the model where one is chosen.
  const report = (hook, ctx, members) => {
    try {
      const { provider, id } = ctx.model ?? {};
      const body = { hook, session: ctx.sessionManager.getSessionId(), cwd: ctx.cwd, provider, model: id, version, ...members };
      const text = JSON.stringify(body);
      queue(async () => text);
    } catch {}
  };
  const isResumed = (ctx) => {
    try {
      return ctx.sessionManager.getEntries().some(({ type }) => type === 'message');
    } catch {
      return false;
    }
  };
  pi.on('session_start', async ({ reason }, ctx) => {
    version ??= await import('@earendil-works/pi-coding-agent').then((library) => library.VERSION, () => undefined);
    report('session_start', ctx, { reason, resumed: isResumed(ctx) });
  });
  pi.on('input', ({ text, source }, ctx) => report('input', ctx, { text, source }));
  pi.on('user_bash', ({ command, cwd }, ctx) => report('user_bash', ctx, { command, ...(cwd === undefined ? {} : { cwd }) }));
  pi.on('tool_call', ({ toolName, toolCallId, input }, ctx) => report('tool_call', ctx, { toolName, toolCallId, input }));
  pi.on('tool_result', ({ toolName, toolCallId, input, isError }, ctx) => {
    report('tool_result', ctx, { toolName, toolCallId, isError, input: { path: input?.path } });
  });
  pi.on('session_shutdown', async ({ reason }, ctx) => {
    report('session_shutdown', ctx, { reason });
    await settled();
  });
}
`;
}
