import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Outcome } from './harness-session.ts';
import type { Json } from './model-script.ts';

const PROTOCOL_VERSION = 1;
const METHOD_NOT_FOUND = -32_601;
/** Some agents, and services that they start, do not end when their editor has gone. They get a signal then. */
const LEAVE_MS = 10_000;
/** What does not end by the signal is ended. */
const FORCED_MS = 5000;
const SESSION_MS = 120_000;

/** A prompt in an editor: what is typed, and the files that are attached in front of it and behind it. */
interface EditorPrompt {
  cwd: string;
  env: NodeJS.ProcessEnv;
  typed: string;
  /** A file of which the editor sends the name only. The agent reads it. */
  linked: string;
  /** A file whose contents the editor sends, if the agent takes them. */
  embedded: string;
}

/** The parts of the prompt, as an editor writes them. */
function partsOf({ typed, linked, embedded }: EditorPrompt, takesContents: boolean): Json[] {
  const uriOf = (path: string) => String(pathToFileURL(path));
  const text = readFileSync(embedded, 'utf8');
  const resource = { uri: uriOf(embedded), mimeType: 'text/plain', text };
  const link = (path: string) => ({ type: 'resource_link', name: basename(path), uri: uriOf(path) });
  return [
    { type: 'text', text: `${typed} ` },
    link(linked),
    { type: 'text', text: ' and ' },
    takesContents ? { type: 'resource', resource } : link(embedded),
  ];
}

/** Answers what an agent asks its editor for. */
function answerOf(method: string, params: Json): Json | undefined {
  if (method === 'session/request_permission') {
    const options = params.options as { optionId: string; kind: string }[];
    const allowed = options.find(({ kind }) => kind === 'allow_once') ?? options[0]!;
    return { outcome: { outcome: 'selected', optionId: allowed.optionId } };
  }
  const path = String(params.path);
  if (method === 'fs/read_text_file') {
    // Gemini CLI takes no error for a missing file.
    return { content: existsSync(path) ? readFileSync(path, 'utf8') : '' };
  }
  if (method !== 'fs/write_text_file') return undefined;
  writeFileSync(path, String(params.content));
  return {};
}

/** Drives an agent over the Agent Client Protocol as an editor does: one session with one prompt, and its end. */
export async function promptFromEditor(command: readonly string[], prompt: EditorPrompt): Promise<Outcome> {
  const started = performance.now();
  const { cwd, env } = prompt;
  const child = spawn(command[0]!, command.slice(1), { cwd, env, stdio: 'pipe', detached: true });
  const isTraced = process.env.PLINTH_E2E_TRACE !== undefined;
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const waiting = new Map<unknown, { resolve(result: Json): void; reject(error: Error): void }>();
  const write = (message: Json) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method: string, params: Json) =>
    new Promise<Json>((resolve, reject) => {
      const id = waiting.size + 1;
      waiting.set(id, { resolve, reject });
      write({ id, method, params });
    });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (isTraced) console.error(`agent: ${line.slice(0, 2000)}`);
    if (!line.startsWith('{')) return;
    const { id, method, params, result, error } = JSON.parse(line) as Json;
    if (typeof method === 'string') {
      if (id === undefined) return;
      const answer = answerOf(method, params as Json);
      write(
        answer === undefined
          ? { id, error: { code: METHOD_NOT_FOUND, message: method } }
          : { id, result: answer },
      );
    } else if (error !== undefined) waiting.get(id)?.reject(new Error(JSON.stringify(error)));
    else waiting.get(id)?.resolve((result ?? {}) as Json);
  });
  child.stdin.on('error', () => {});
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // The group has the agent's own processes, which can hold its output open.
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, name);
    } catch {
      // All have ended.
    }
  };
  const limit = setTimeout(() => signal('SIGKILL'), SESSION_MS);
  const gone = closed.then(() => Promise.reject(new Error('the agent ended')));
  const talk = async () => {
    const clientCapabilities = { fs: { readTextFile: true, writeTextFile: true } };
    const { agentCapabilities } = await ask('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities,
    });
    const { promptCapabilities } = (agentCapabilities ?? {}) as Json;
    const { embeddedContext } = (promptCapabilities ?? {}) as Json;
    const { sessionId } = await ask('session/new', { cwd, mcpServers: [] });
    await ask('session/prompt', { sessionId, prompt: partsOf(prompt, embeddedContext === true) });
  };
  let status = 0;
  try {
    await Promise.race([talk(), gone]);
  } catch (error) {
    output += `\n${(error as Error).message}`;
    status = 1;
  }
  gone.catch(() => {});
  child.stdin.end();
  const leave = setTimeout(() => signal('SIGTERM'), LEAVE_MS);
  const forced = setTimeout(() => signal('SIGKILL'), LEAVE_MS + FORCED_MS);
  await closed;
  for (const timer of [limit, leave, forced]) clearTimeout(timer);
  return { status, output, ms: Math.round(performance.now() - started) };
}
