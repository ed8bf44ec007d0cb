import { dirname, join } from 'node:path';

/**
 * The plugin file for OpenCode. It reads address and credential at run time from the launcher's own configuration,
 * sends reports one after the other without ever being waited for, and forgets them when nobody answers.
 */
export function openCodePlugin(launcher: string): string {
  const configuration = JSON.stringify(join(dirname(launcher), 'opencode.curl'));
  return `// Plinth keeps a private, local record of what agents report. This file is Plinth's:
// \`plinth bridge disconnect opencode\` removes it. Without Plinth it does nothing.
import { readFileSync } from 'node:fs';

const CONFIGURATION = ${configuration};
const MAX_WAITING = 256;

export const Plinth = async ({ directory }) => {
  const sessions = new Set();
  let tail = Promise.resolve();
  let waiting = 0;

  const send = async (body) => {
    try {
      const text = readFileSync(CONFIGURATION, 'utf8');
      const url = /^url = "(.+)"$/m.exec(text)[1];
      const authorization = /^header = "Authorization: (.+)"$/m.exec(text)[1];
      const response = await fetch(url, {
        method: 'POST',
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        body,
        signal: AbortSignal.timeout(300),
      });
      await response.arrayBuffer();
    } catch {}
  };
  const report = (hook, input, output) => {
    try {
      if (waiting >= MAX_WAITING) return;
      const body = JSON.stringify({ hook, directory, input, output });
      waiting += 1;
      tail = tail.then(() => send(body)).finally(() => { waiting -= 1; });
    } catch {}
  };

  return {
    event: async ({ event }) => {
      if (event?.type !== 'session.created') return;
      const { id, version } = event.properties?.info ?? {};
      if (typeof id === 'string') sessions.add(id);
      report('session.created', { sessionID: id, info: { id, version } });
    },
    'chat.message': async (input, output) => {
      if (typeof input?.sessionID === 'string') sessions.add(input.sessionID);
      const parts = (output?.parts ?? [])
        .filter((part) => part?.type === 'text')
        .map(({ type, text, synthetic }) => ({ type, text, synthetic }));
      const { sessionID, model } = input ?? {};
      report('chat.message', { sessionID, model }, { message: { id: output?.message?.id }, parts });
    },
    'tool.execute.before': async (input, output) => {
      const { tool, sessionID, callID } = input ?? {};
      report('tool.execute.before', { tool, sessionID, callID }, { args: output?.args });
    },
    'tool.execute.after': async (input, output) => {
      const { tool, sessionID, callID, args } = input ?? {};
      if (!['write', 'edit', 'apply_patch', 'patch'].includes(tool)) return;
      const files = output?.metadata?.files?.map(({ filePath, type, movePath }) => ({ filePath, type, movePath }));
      const { filePath, patchText } = args ?? {};
      report(
        'tool.execute.after',
        { tool, sessionID, callID, args: { filePath, patchText } },
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
