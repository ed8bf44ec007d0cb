import {
  type AdapterReporter,
  membersOf,
  promptIn,
  safely,
  sessionOf,
  textOf,
  toolInput,
} from './adapter.ts';
import { RunTree } from './run-tree.ts';
import type { SessionOptions } from './session.ts';

/** An exporter of Mastra's observability. It reports prompts and tool calls, never answers. */
export interface PlinthExporter {
  readonly name: string;
  exportTracingEvent(event: unknown): Promise<void>;
  flush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** The kinds of spans that stand for a tool that Mastra runs itself. */
const TOOL_SPANS: readonly unknown[] = ['tool_call', 'mcp_tool_call'];

/**
 * Makes the exporter: `new Observability({ configs: { plinth: { serviceName, exporters: [plinthExporter(reporter)] } } })`.
 * All runs share one session, which begins with the first of them.
 */
export function plinthExporter(reporter: AdapterReporter, options?: SessionOptions): PlinthExporter {
  const tree = new RunTree(sessionOf(reporter, 'mastra', options));
  const started = (span: unknown) => {
    const { id, parentSpanId, traceId, type, entityName, entityId, attributes, input } = membersOf(span);
    const turnId = `${traceId}`;
    const name = textOf(entityName) ?? textOf(entityId);
    if (type === 'agent_run') {
      const { inside, reports } = tree.beginAgent(`${id}`, parentSpanId, turnId, name);
      const content = inside ? undefined : promptIn(membersOf(input).messages ?? input);
      if (content !== undefined) reports.prompt(content, { turnId, agentType: name });
    } else if (TOOL_SPANS.includes(type)) {
      const { reports, common } = tree.beginTool(id, parentSpanId, turnId);
      const { toolCallId, mcpServer } = membersOf(attributes);
      const ids = { callId: textOf(toolCallId), mcpServer: textOf(mcpServer) };
      reports.toolCall(name ?? 'tool', toolInput(input), { ...common, ...ids });
    } else tree.begin(id, parentSpanId, turnId);
  };
  const report = safely((event: unknown) => {
    const { type, exportedSpan } = membersOf(event);
    if (type === 'span_started') started(exportedSpan);
    if (type === 'span_ended') tree.end(membersOf(exportedSpan).id);
  });
  const flush = async () => {
    await reporter.flush();
  };
  return {
    name: 'plinth',
    exportTracingEvent: async (event) => report(event),
    flush,
    shutdown: flush,
  };
}
