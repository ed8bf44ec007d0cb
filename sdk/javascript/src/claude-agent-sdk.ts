import { type AdapterReporter, membersOf, reporterOf, textOf, toolInput, typedIn } from './adapter.ts';
import type { PlinthSession, SessionOptions } from './session.ts';
import { isEnvelope, OWN_BLOCKS, typedTextReader } from './typed-text.ts';

type Hook = (input: unknown) => Promise<Record<string, never>>;
type Matchers = { hooks: Hook[] }[];

/** The `hooks` option of a query of the Claude Agent SDK. They change nothing: each answers with an empty object. */
export interface PlinthHooks {
  SessionStart: Matchers;
  UserPromptSubmit: Matchers;
  PreToolUse: Matchers;
  PostToolUse: Matchers;
  SessionEnd: Matchers;
}

/** Where a prompt comes from that a person or the program wrote. The others are Claude Code's own. */
const WRITTEN_BY_USER: readonly unknown[] = [undefined, 'user', 'sdk'];
const read = typedTextReader(OWN_BLOCKS.claude);
const readPrompt: typeof read = (text) => {
  const typed = read(text);
  return typed && isEnvelope(typed.content) ? undefined : typed;
};

/** Returns what a user typed of a prompt. The answer of a background agent arrives as one, without a source. */
function typedPrompt(input: unknown): string | undefined {
  const { prompt, source, agent_id, agentId, parent_agent_id, parentAgentId } = membersOf(input);
  const isOfAgent = [agent_id, agentId, parent_agent_id, parentAgentId].some(textOf);
  return isOfAgent || !WRITTEN_BY_USER.includes(source) ? undefined : typedIn(textOf(prompt), readPrompt);
}

/**
 * Makes the hooks: `query({ prompt, options: { hooks: plinthHooks('acme-agent') } })`. Each session of Claude Code is one of
 * Plinth's.
 */
export function plinthHooks(given: AdapterReporter | string, options?: SessionOptions): PlinthHooks {
  const reporter = reporterOf(given);
  const sessions = new Map<unknown, PlinthSession>();
  const sessionOf = (input: unknown) => {
    const { session_id, cwd, model } = membersOf(input);
    const begun = sessions.get(session_id);
    if (begun) return begun;
    const session = reporter.session({
      harness: 'claude-agent-sdk',
      destination: 'anthropic',
      sessionId: textOf(session_id),
      cwd: textOf(cwd),
      model: textOf(model),
      ...options,
    });
    sessions.set(session_id, session);
    return session;
  };
  const commonOf = (input: unknown) => {
    const { prompt_id, cwd, permission_mode, agent_id, agent_type } = membersOf(input);
    return {
      turnId: textOf(prompt_id),
      cwd: textOf(cwd),
      mode: textOf(permission_mode),
      agentId: textOf(agent_id),
      agentType: textOf(agent_type),
    };
  };
  const callIn = (input: unknown) => {
    const { tool_name, tool_input, tool_use_id } = membersOf(input);
    const mcpServer = /^mcp__(.+?)__/.exec(`${tool_name}`)?.[1];
    const data = { ...commonOf(input), mcpServer, callId: textOf(tool_use_id) };
    return [`${tool_name}`, toolInput(tool_input), data] as const;
  };
  const on = (report: (input: unknown) => void): Matchers => {
    const hook: Hook = async (input) => {
      try {
        report(input);
      } catch {
        // The members of an input differ between versions, and an agent must not end because of that.
      }
      return {};
    };
    return [{ hooks: [hook] }];
  };
  return {
    SessionStart: on(sessionOf),
    UserPromptSubmit: on((input) => {
      const content = typedPrompt(input);
      if (content !== undefined) sessionOf(input).prompt(content, commonOf(input));
    }),
    PreToolUse: on((input) => sessionOf(input).toolCall(...callIn(input))),
    // Claude Code has another event for a tool that failed, and none for one that was refused.
    PostToolUse: on((input) => sessionOf(input).toolSucceeded(...callIn(input))),
    SessionEnd: on((input) => {
      const { session_id, reason } = membersOf(input);
      sessionOf(input).end(textOf(reason));
      sessions.delete(session_id);
    }),
  };
}
