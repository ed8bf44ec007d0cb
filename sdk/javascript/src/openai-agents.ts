import { randomUUID } from 'node:crypto';
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
import { type Run, RunTree } from './run-tree.ts';
import type { SessionOptions } from './session.ts';

const HARNESS = 'openai-agents';

/** A trace processor of the OpenAI Agents SDK. It reports prompts and tool calls, never answers. */
export interface PlinthTraceProcessor {
  onTraceStart(trace: unknown): Promise<void>;
  onTraceEnd(trace: unknown): Promise<void>;
  onSpanStart(span: unknown): Promise<void>;
  onSpanEnd(span: unknown): Promise<void>;
  shutdown(timeout?: number): Promise<void>;
  forceFlush(): Promise<void>;
}

/**
 * Makes the processor: `addTraceProcessor(plinthTraceProcessor('acme-agent'))`. All runs share one session, which begins with
 * the first of them. It knows what the traces hold: nothing where tracing is disabled, and no prompt of a model that
 * makes no span. {@link plinthRunner} needs no traces.
 */
export function plinthTraceProcessor(
  given: AdapterReporter | string,
  options?: SessionOptions,
): PlinthTraceProcessor {
  const reporter = reporterOf(given);
  const tree = new RunTree(sessionOf(reporter, HARNESS, options));
  /** The spans that began, and were not reported yet because their input was not there. */
  const waiting = new Set<unknown>();
  /** The traces whose first model call was seen. The input of the later ones ends with an output of a tool. */
  const prompted = new Set<unknown>();

  function begin(span: unknown): void {
    const { spanId, parentId, traceId, spanData } = membersOf(span);
    const { type, name } = membersOf(spanData);
    const turnId = `${traceId}`;
    if (type === 'agent') tree.beginAgent(`${spanId}`, parentId, turnId, textOf(name));
    else if (type === 'function') tree.beginTool(spanId, parentId, turnId);
    else tree.begin(spanId, parentId, turnId);
    waiting.add(spanId);
  }

  /** Reports a tool, or the prompt of the first model call, as soon as the framework has filled in the input. */
  function report(span: unknown): void {
    const { spanId, traceId, spanData } = membersOf(span);
    const { type, name, model, ...data } = membersOf(spanData);
    const input = type === 'response' ? data._input : data.input;
    const run = tree.get(spanId);
    if (run === undefined || !waiting.has(spanId) || input === undefined || input === '') return;
    waiting.delete(spanId);
    if (type === 'function') tree.callTool(spanId, `${name}`, toolInput(input));
    if ((type !== 'response' && type !== 'generation') || prompted.has(traceId)) return;
    prompted.add(traceId);
    const content = promptIn(input);
    if (content !== undefined) run.reports.prompt(content, { ...run.common, model: textOf(model) });
  }

  const started = safely(begin);
  const filled = safely(report);
  const ended = safely((span) => {
    report(span);
    const { spanId, error } = membersOf(span);
    waiting.delete(spanId);
    tree.end(spanId, (error ?? null) === null);
  });
  const flush = async () => {
    await reporter.flush();
  };
  return {
    onTraceStart: async () => {},
    onTraceEnd: async (trace) => {
      prompted.delete(membersOf(trace).traceId);
    },
    onSpanStart: async (span) => {
      started(span);
      // The framework fills in the input of a tool in the same task, after it began the span.
      await undefined;
      filled(span);
    },
    onSpanEnd: async (span) => ended(span),
    shutdown: flush,
    forceFlush: flush,
  };
}

/** A `Runner` of the OpenAI Agents SDK. */
export interface RunnerEvents {
  // biome-ignore lint/suspicious/noExplicitAny: the listeners of the framework have types that no other package has.
  on(event: any, listener: (...given: any[]) => void): unknown;
}

/**
 * Reports the runs of one runner, and returns it: `plinthRunner(new Runner(), 'acme-agent')`. It knows the prompt of every
 * model and the ids of tool calls, also while tracing is disabled. It does not see what an agent does that is a tool, and is
 * not told whether a tool succeeded, so that it reports no changed files.
 */
export function plinthRunner<Runner extends RunnerEvents>(
  runner: Runner,
  reporter: AdapterReporter | string,
  options?: SessionOptions,
): Runner {
  const session = sessionOf(reporterOf(reporter), HARNESS, options);
  const tree = new RunTree(session);
  /** The runs by their context. A handoff starts another agent in the same run. */
  const runs = new WeakMap<object, Run>();
  const runOf = (context: object): Run => {
    const tool = tree.tool();
    const run = runs.get(context) ?? {
      reports: tool ? tool.reports.agent() : session(),
      common: { turnId: tool ? tool.common.turnId : randomUUID() },
    };
    runs.set(context, run);
    return run;
  };
  const commonOf = (agent: unknown) => {
    const { name, model } = membersOf(agent);
    return { agentType: textOf(name), model: textOf(model) ?? textOf(membersOf(model).name) };
  };
  runner.on(
    'agent_start',
    safely((context: object, agent: unknown, input: unknown) => {
      const content = runs.has(context) || tree.tool() ? undefined : promptIn(input);
      const { reports, common } = runOf(context);
      if (content !== undefined) reports.prompt(content, { ...common, ...commonOf(agent) });
    }),
  );
  runner.on(
    'agent_tool_start',
    safely((context: object, agent: unknown, tool: unknown, details: unknown) => {
      const { toolCall } = membersOf(details);
      const { callId, arguments: given, action, operation } = membersOf(toolCall);
      tree.addTool(toolCall, runOf(context));
      tree.callTool(toolCall, `${membersOf(tool).name}`, toolInput(given ?? action ?? operation), {
        ...commonOf(agent),
        callId: textOf(callId),
      });
    }),
  );
  runner.on(
    'agent_tool_end',
    safely((_context, _agent, _tool, _output, details: unknown) => tree.end(membersOf(details).toolCall)),
  );
  return runner;
}
