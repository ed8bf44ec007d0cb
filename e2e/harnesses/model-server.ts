import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf, type Json, nextCall, type Script, TOOL_SEARCH } from './model-script.ts';

const list = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

function sse(res: ServerResponse, events: readonly { event?: string; data: unknown }[]): void {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const { event, data } of events) {
    if (event !== undefined) res.write(`event: ${event}\n`);
    res.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  res.end();
}

function json(res: ServerResponse, body: unknown, status = 200): void {
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(body));
}

let serial = 0;
const nextId = (prefix: string) => {
  serial += 1;
  return `${prefix}_probe${String(serial).padStart(6, '0')}`;
};

/** Anthropic Messages, as Claude Code uses it. */
function answerMessages(res: ServerResponse, body: Json, script: Script): void {
  const tools = list(body.tools).map((tool) => ({
    name: String(tool.name),
    schema: tool.input_schema as Json | undefined,
  }));
  const answered = list(body.messages).flatMap(({ content }) =>
    list(content).filter(({ type }) => type === 'tool_result'),
  ).length;
  const call = nextCall(script, tools, answered, body.messages);
  const block =
    call === undefined
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: nextId('toolu'), name: call.name, input: {} };
  const delta =
    call === undefined
      ? { type: 'text_delta', text: answerOf(script) }
      : { type: 'input_json_delta', partial_json: JSON.stringify(call.args) };
  const usage = { input_tokens: 10, output_tokens: 10 };
  const stopReason = call === undefined ? 'end_turn' : 'tool_use';
  const message = { id: nextId('msg'), type: 'message', role: 'assistant', model: body.model, content: [] };
  if (body.stream !== true) {
    const content = [
      call === undefined ? { type: 'text', text: answerOf(script) } : { ...block, input: call.args },
    ];
    json(res, { ...message, content, stop_reason: stopReason, stop_sequence: null, usage });
    return;
  }
  const events: Json[] = [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  sse(
    res,
    events.map((data) => ({ event: String(data.type), data })),
  );
}

/** OpenAI Responses, as Codex uses it. */
function answerResponses(res: ServerResponse, body: Json, script: Script): void {
  const definitions = list(body.tools);
  // Codex puts some tools into a namespace, and gives others only in the answer to a search for them.
  const found = list(body.input).flatMap(({ type, tools }) =>
    type === 'tool_search_output' ? list(tools) : [],
  );
  const tools = [...definitions, ...found].flatMap((tool) =>
    (tool.type === 'namespace' ? list(tool.tools) : [tool]).map(({ name, type, parameters }) => ({
      name: String(name ?? type),
      schema: parameters as Json | undefined,
      ...(tool.type === 'namespace' ? { namespace: String(tool.name) } : {}),
    })),
  );
  const answered = list(body.input).filter(({ type }) => String(type).endsWith('_call_output')).length;
  const call = nextCall(script, tools, answered, body.input);
  const custom = definitions.some(({ name, type }) => name === call?.name && type === 'custom');
  const item =
    call === undefined
      ? {
          type: 'message',
          role: 'assistant',
          id: nextId('msg'),
          content: [{ type: 'output_text', text: answerOf(script), annotations: [] }],
        }
      : call.name === TOOL_SEARCH
        ? {
            type: 'tool_search_call',
            call_id: nextId('call'),
            status: 'completed',
            execution: 'client',
            arguments: call.args,
          }
        : custom
          ? {
              type: 'custom_tool_call',
              id: nextId('ctc'),
              call_id: nextId('call'),
              name: call.name,
              input: call.args.input,
            }
          : {
              type: 'function_call',
              id: nextId('fc'),
              call_id: nextId('call'),
              name: call.name,
              ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
              arguments: JSON.stringify(call.args),
            };
  const usage = {
    input_tokens: 10,
    input_tokens_details: null,
    output_tokens: 10,
    output_tokens_details: null,
    total_tokens: 20,
  };
  const id = nextId('resp');
  const events: Json[] = [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id, usage } },
  ];
  sse(
    res,
    events.map((data) => ({ event: String(data.type), data })),
  );
}

/** OpenAI Chat Completions, as OpenCode and Copilot CLI use it. */
function answerChat(res: ServerResponse, body: Json, script: Script): void {
  const tools = list(body.tools).map((tool) => {
    const { name, parameters } = (tool.function ?? {}) as Json;
    return { name: String(name), schema: parameters as Json | undefined };
  });
  const answered = list(body.messages).filter(({ role }) => role === 'tool').length;
  const call = nextCall(script, tools, answered, body.messages);
  const base = { id: nextId('chatcmpl'), created: 1_795_219_200, model: body.model };
  const toolCalls =
    call === undefined
      ? undefined
      : [
          {
            index: 0,
            id: nextId('call'),
            type: 'function',
            function: { name: call.name, arguments: JSON.stringify(call.args) },
          },
        ];
  const said =
    toolCalls === undefined
      ? { role: 'assistant', content: answerOf(script) }
      : { role: 'assistant', tool_calls: toolCalls };
  const finish = toolCalls === undefined ? 'stop' : 'tool_calls';
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
  if (body.stream !== true) {
    const message = { content: null, ...said };
    const choices = [{ index: 0, message, finish_reason: finish }];
    json(res, { ...base, object: 'chat.completion', choices, usage });
    return;
  }
  const chunk = (choices: unknown[], extra: Json = {}) => ({
    data: { ...base, object: 'chat.completion.chunk', choices, ...extra },
  });
  sse(res, [
    chunk([{ index: 0, delta: said, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason: finish }]),
    chunk([], { usage }),
    { data: '[DONE]' },
  ]);
}

/** Gemini's generateContent. */
function answerGemini(res: ServerResponse, body: Json, script: Script, stream: boolean): void {
  const tools = list(body.tools).flatMap(({ functionDeclarations }) =>
    list(functionDeclarations).map(({ name, parameters, parametersJsonSchema }) => ({
      name: String(name),
      schema: (parametersJsonSchema ?? parameters) as Json | undefined,
    })),
  );
  const answered = list(body.contents).flatMap(({ parts }) =>
    list(parts).filter((part) => 'functionResponse' in part),
  ).length;
  const call = nextCall(script, tools, answered, body.contents);
  const part =
    call === undefined ? { text: answerOf(script) } : { functionCall: { name: call.name, args: call.args } };
  const answer = {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
    modelVersion: 'scripted',
  };
  if (stream) sse(res, [{ data: answer }]);
  else json(res, answer);
}

async function bodyOf(req: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return {};
  }
}

/** Starts a model on loopback that follows a script, in the four dialects that the harnesses use. */
export async function startModelServer(script: () => Script): Promise<{ url: string; stop(): void }> {
  const server: Server = createServer(async (req, res) => {
    const path = new URL(req.url ?? '/', 'http://model').pathname;
    const body = await bodyOf(req);
    if (process.env.PLINTH_E2E_TRACE !== undefined) console.error(`model ${req.method} ${path}`);
    if (req.method !== 'POST') json(res, { object: 'list', data: [], models: [] });
    else if (path.endsWith('/messages')) answerMessages(res, body, script());
    else if (path.endsWith('/responses')) answerResponses(res, body, script());
    else if (path.endsWith('/chat/completions')) answerChat(res, body, script());
    else if (path.endsWith(':streamGenerateContent')) answerGemini(res, body, script(), true);
    else if (path.endsWith(':generateContent')) answerGemini(res, body, script(), false);
    else if (path.endsWith(':countTokens')) json(res, { totalTokens: 10 });
    else json(res, { error: { message: 'not scripted' } }, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
