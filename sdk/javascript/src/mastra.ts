import {
  type AdapterReporter,
  membersOf,
  promptIn,
  reporterOf,
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
 * Makes the exporter: `new Observability({ configs: { plinth: { serviceName, exporters: [plinthExporter('acme-agent')] } } })`.
 * All runs share one session, which begins with the first of them.
 */
export function plinthExporter(given: AdapterReporter | string, options?: SessionOptions): PlinthExporter {
  const reporter = reporterOf(given);
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
      tree.beginTool(id, parentSpanId, turnId);
      const { toolCallId, mcpServer } = membersOf(attributes);
      const ids = { callId: textOf(toolCallId), mcpServer: textOf(mcpServer) };
      tree.callTool(id, name ?? 'tool', toolInput(input), ids);
    } else tree.begin(id, parentSpanId, turnId);
  };
  const ended = (span: unknown) => {
    const { id, errorInfo, attributes, output } = membersOf(span);
    const failed = errorInfo !== undefined || membersOf(attributes).success === false;
    // What Mastra answers for an input that the tool's schema refuses.
    tree.end(id, !failed && membersOf(output).error !== true);
  };
  const report = safely((event: unknown) => {
    const { type, exportedSpan } = membersOf(event);
    if (type === 'span_started') started(exportedSpan);
    if (type === 'span_ended') ended(exportedSpan);
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
