import { createInterface } from 'node:readline';
import { MCP_TOOL } from './model-script.ts';

/*
 * An MCP server over standard input and output with one tool. Its argument is the text that the tool answers with, so
 * that a test can look for it.
 */

const [, , answer = ''] = process.argv;

const results: Record<string, (params: { protocolVersion?: string }) => unknown> = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: protocolVersion ?? '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'planted', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [
      {
        name: MCP_TOOL,
        description: 'Repeats a text',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      },
    ],
  }),
  'tools/call': () => ({ content: [{ type: 'text', text: answer }] }),
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = results[method];
  const answered =
    result === undefined
      ? { error: { code: -32601, message: 'unknown method' } }
      : { result: result(params ?? {}) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answered })}\n`);
}
