import {
  type AdapterReporter,
  type Members,
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

type Handle = (...given: unknown[]) => void;

/** A callback handler of LangChain and LangGraph. It reports prompts and tool calls, never answers. */
export interface PlinthCallbacks {
  readonly name: string;
  /** LangChain waits for the methods, which only queue. */
  readonly awaitHandlers: boolean;
  /** LangChain knows a handler by this method. */
  copy(): PlinthCallbacks;
  handleChainStart: Handle;
  handleChatModelStart: Handle;
  handleToolStart: Handle;
  handleChainEnd: Handle;
  handleChainError: Handle;
  handleToolEnd: Handle;
  handleToolError: Handle;
}

/** What `registerConfigureHook` of `@langchain/core/context` takes. */
export interface PlinthHook {
  readonly contextVar: string;
  readonly envVar: string;
  // biome-ignore lint/suspicious/noExplicitAny: LangChain's own type is a class of its own, which no other package has.
  readonly handlerClass: any;
}

/** The members of a chain's input in which programs put what the user wrote. */
const INPUT_MEMBERS = ['messages', 'input', 'question', 'query', 'prompt'];

function promptOf(inputs: unknown): string | undefined {
  const members = membersOf(inputs);
  const name = INPUT_MEMBERS.find((each) => members[each] !== undefined);
  return promptIn(name === undefined ? inputs : members[name]);
}

/**
 * Makes the handler: `callbacks: [plinthCallbacks('acme-agent')]` in the options of a run. All runs share one session, which
 * begins with the first of them. A run that begins inside a tool is a sub-agent's, also if it names the callbacks again.
 */
export function plinthCallbacks(
  reporter: AdapterReporter | string,
  options?: SessionOptions,
): PlinthCallbacks {
  const session = sessionOf(reporterOf(reporter), 'langchain', options);
  const tree = new RunTree(session);
  const prompt = (runId: unknown, input: unknown, { ls_model_name, ls_provider }: Members) => {
    const content = promptOf(input);
    if (content === undefined) return;
    const known = { model: textOf(ls_model_name), destination: textOf(ls_provider) };
    session().prompt(content, { turnId: `${runId}`, ...known });
  };
  const end = safely((_: unknown, runId: unknown) => tree.end(runId));
  const handler: PlinthCallbacks = {
    name: 'plinth',
    // LangChain reads it in the context of what is to run, and calls the method in one of its own.
    get awaitHandlers() {
      tree.openPlace();
      return true;
    },
    copy: () => handler,
    // The arguments, in order: what runs, its input, the run's id, its parent's, tags, metadata, type, name.
    handleChainStart: safely((_, inputs, runId, parentId, _tags, metadata, _type, name) => {
      const members = membersOf(metadata);
      const agentType = textOf(members.lc_agent_name);
      const isOuter = parentId === undefined;
      if (isOuter && !tree.tool()) prompt(runId, inputs, members);
      if (isOuter || tree.get(parentId)?.inside === 'tool')
        tree.beginAgent(`${runId}`, parentId, `${runId}`, agentType ?? textOf(name));
      else tree.begin(runId, parentId, `${runId}`);
    }),
    handleChatModelStart: safely((_, messages, runId, parentId, _extra, _tags, metadata) => {
      // Inside a chain the messages are the program's: it may have put a tool's output into them.
      if (parentId === undefined && !tree.tool())
        prompt(runId, (messages as unknown[])[0], membersOf(metadata));
    }),
    handleToolStart: safely((tool, input, runId, parentId, _tags, _metadata, name, callId) => {
      tree.beginTool(runId, parentId, `${runId}`);
      const toolName = textOf(name) ?? textOf(membersOf(tool).name) ?? 'tool';
      tree.callTool(runId, toolName, toolInput(input), { callId: textOf(callId) });
    }),
    handleChainEnd: end,
    handleChainError: end,
    handleToolEnd: safely((output, runId) => tree.end(runId, membersOf(output).status !== 'error')),
    handleToolError: end,
  };
  return handler;
}

/**
 * Makes a hook for all runs: `registerConfigureHook(plinthHook('acme-agent'))`. LangChain uses it while the environment
 * variable `PLINTH_LANGCHAIN` is `true`.
 */
export function plinthHook(reporter: AdapterReporter | string, options?: SessionOptions): PlinthHook {
  const handler = plinthCallbacks(reporter, options);
  class Handler {
    constructor() {
      // biome-ignore lint/correctness/noConstructorReturn: LangChain makes one for each run, and all share the session.
      return handler;
    }
  }
  return { contextVar: 'plinth', envVar: 'PLINTH_LANGCHAIN', handlerClass: Handler };
}
