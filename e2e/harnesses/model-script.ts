/** One thing that the scripted model does. */
export type Step =
  | { kind: 'shell'; command: string }
  | { kind: 'write' }
  /** Starts a sub-agent, which runs `subAgentCommand` and answers. */
  | { kind: 'agent'; type: string; background: boolean }
  /** Calls the tool of an MCP server. */
  | { kind: 'mcp' };

/** The scripted model's steps. By default: one shell command, one new file, then a final text. */
export interface Script {
  command: string;
  file: string;
  content: string;
  steps?: readonly Step[];
  /** A word of the typed prompt. A conversation without it is a sub-agent's. */
  typed?: string;
  subAgentCommand?: string;
  /** The final text. */
  answer?: string;
}

/** The name of the tool that the MCP server of the tests offers. */
export const MCP_TOOL = 'planted_echo';
/** The tool by which Codex offers the tools of MCP servers. */
export const TOOL_SEARCH = 'tool_search';
/** The tool by which Qwen Code runs the tools of MCP servers. */
const HIDDEN_CALL = 'tool_call';
/** A word of each prompt that the scripted model writes for a sub-agent. */
export const SUB_AGENT_TASK = 'PLANTEDTASK';

export type Json = Record<string, unknown>;
interface ToolCall {
  name: string;
  namespace?: string | undefined;
  args: Json;
}

/** A tool as a harness offers it to the model. */
interface OfferedTool {
  name: string;
  namespace?: string;
  schema: Json | undefined;
}

const shellArguments: Record<string, (command: string) => Json> = {
  Bash: (command) => ({ command, description: 'Print the probe' }),
  bash: (command) => ({ command, description: 'Print the probe' }),
  run_shell_command: (command) => ({ command, description: 'Print the probe' }),
  exec_command: (cmd) => ({ cmd }),
  shell_command: (command) => ({ command }),
  shell: (command) => ({ command: ['bash', '-c', command] }),
  run_commands: (command) => ({ commands: [command] }),
};
const writeArguments: Record<string, (script: Script) => Json> = {
  Write: ({ file, content }) => ({ file_path: file, content }),
  // An adapter for editors puts this tool in the place of Claude Code's own.
  mcp__acp__Write: ({ file, content }) => ({ file_path: file, content }),
  write: ({ file, content }) => ({ filePath: file, content }),
  write_file: ({ file, content }) => ({ file_path: file, content }),
  create: ({ file, content }) => ({ path: file, file_text: content }),
  editor: ({ file, content }) => ({ path: file, new_text: content }),
  apply_patch: ({ file, content }) => ({
    input: `*** Begin Patch\n*** Add File: ${file.split('/').at(-1)}\n+${content.trimEnd()}\n*** End Patch\n`,
  }),
};

const AGENT_TOOLS = [
  ...['Agent', 'Task', 'task', 'agent', 'spawn_agent', 'invoke_agent', 'generalist', 'use_subagents'],
];
const TASK_MEMBERS = new Set(['prompt', 'objective', 'task', 'message', 'instructions', 'request', 'query']);

/** Fills in what a tool that starts a sub-agent asks for. */
function agentArguments({ schema }: OfferedTool, type: string, background: boolean): Json {
  const args: Json = {};
  const required = Array.isArray(schema?.required) ? schema.required : [];
  for (const [name, member] of Object.entries((schema?.properties ?? {}) as Record<string, Json>)) {
    if (TASK_MEMBERS.has(name)) args[name] = `${SUB_AGENT_TASK}: run the command and answer.`;
    else if (/^(?:sub)?agent_?(?:type|name)$/.test(name)) args[name] = type;
    else if (/background/.test(name)) args[name] = background;
    else if (name === 'fork_turns') args[name] = 'none';
    else if (name === 'mode') args[name] = background ? 'background' : 'sync';
    else if (required.includes(name)) args[name] = member.type === 'boolean' ? false : 'probe';
  }
  return args;
}

/** Returns the call of a step, or undefined where the harness offers no tool for it. */
function callOf(step: Step, script: Script, tools: readonly OfferedTool[]): ToolCall | undefined {
  const offered = (names: readonly string[]) =>
    names.map((name) => tools.find((tool) => tool.name === name)).find((tool) => tool !== undefined);
  if (step.kind === 'mcp') {
    const tool = tools.find(({ name }) => name.includes(MCP_TOOL));
    if (tool !== undefined) {
      return { name: tool.name, namespace: tool.namespace, args: { text: 'probe' } };
    }
    // Qwen Code runs a tool that it hides by this one, also without a search for its schema.
    if (offered([HIDDEN_CALL]) !== undefined) {
      const name = `mcp__planted__${MCP_TOOL}`;
      return { name: HIDDEN_CALL, args: { name, arguments: { text: 'probe' } } };
    }
    return offered([TOOL_SEARCH]) && { name: TOOL_SEARCH, args: { query: 'planted echo', limit: 8 } };
  }
  if (step.kind === 'agent') {
    const tool = offered(AGENT_TOOLS);
    return (
      tool && {
        name: tool.name,
        namespace: tool.namespace,
        args: agentArguments(tool, step.type, step.background),
      }
    );
  }
  const known = step.kind === 'shell' ? shellArguments : writeArguments;
  const tool = offered(Object.keys(known));
  if (tool === undefined) return undefined;
  const { name } = tool;
  const args = step.kind === 'shell' ? shellArguments[name]!(step.command) : writeArguments[name]!(script);
  return { name, args: withOwnMembers(args, tool) };
}

/** Kimi Code and pi have tools of the same name as Claude Code's and OpenCode's, with another member. */
function withOwnMembers(args: Json, { schema }: OfferedTool): Json {
  const members = (schema?.properties ?? {}) as Json;
  for (const usual of ['file_path', 'filePath']) {
    if (!('path' in members) || usual in members || !(usual in args)) continue;
    const { [usual]: path, ...rest } = args;
    return { path, ...rest };
  }
  return args;
}

/** Returns the next call after a number of tool answers, or undefined at the end. */
export function nextCall(
  script: Script,
  tools: readonly OfferedTool[],
  answered: number,
  conversation: unknown,
): ToolCall | undefined {
  const told = script.typed === undefined ? undefined : JSON.stringify(conversation);
  const isSubAgent = told?.includes(SUB_AGENT_TASK) === true && !told.includes(script.typed!);
  const usual: readonly Step[] = [{ kind: 'shell', command: script.command }, { kind: 'write' }];
  const steps: readonly Step[] = isSubAgent
    ? [{ kind: 'shell', command: script.subAgentCommand ?? script.command }]
    : (script.steps ?? usual);
  const step = steps[answered];
  const call = step && callOf(step, script, tools);
  if (process.env.PLINTH_E2E_TRACE !== undefined) {
    console.error(`model: ${isSubAgent ? 'sub-agent ' : ''}${answered} -> ${JSON.stringify(call)}`);
    if (step !== undefined && call === undefined && tools.length > 0)
      console.error(`model: offered ${tools.map(({ name }) => name).join(' ')}`);
  }
  return call;
}

const DONE = 'Done: the probe finished.';
/** Returns the text with which the model ends its turn. */
export const answerOf = ({ answer }: Script) => answer ?? DONE;
