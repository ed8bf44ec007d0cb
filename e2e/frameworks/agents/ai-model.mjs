// A model of the AI SDK that follows a script. Each step is a tool call, or a text.
export function scripted(MockModel, ReadableStream, steps) {
  let done = 0;
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const next = () => {
    const step = steps[done++];
    const isCall = step.toolName !== undefined;
    const content = isCall
      ? { type: 'tool-call', toolCallId: `call-${done}`, ...step, input: JSON.stringify(step.input) }
      : { type: 'text', text: step.text };
    const reason = isCall ? 'tool-calls' : 'stop';
    return { content: [content], finishReason: { unified: reason, raw: reason }, usage, warnings: [] };
  };
  return new MockModel({
    provider: 'acme-ai',
    modelId: 'acme-1',
    doGenerate: async () => next(),
    doStream: async () => {
      const { content, finishReason } = next();
      const [part] = content;
      const text = [
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: part.text },
        { type: 'text-end', id: '1' },
      ];
      const parts = [
        { type: 'stream-start', warnings: [] },
        ...(part.type === 'text' ? text : [part]),
        { type: 'finish', usage, finishReason },
      ];
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const each of parts) controller.enqueue(each);
            controller.close();
          },
        }),
      };
    },
  });
}
