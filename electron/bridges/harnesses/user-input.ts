import type { Payload } from './adaptation.ts';
import { textOf } from './adaptation.ts';

/*
 * What a user really typed. Harnesses report more through their prompt hooks: what a sub-agent was told, what it answered,
 * what a command printed, what stands in a file. Plinth never takes model output, command output or file contents, so each
 * harness has a rule, tested with what the real one sends, and everything that its rule does not know is dropped and counted.
 */

/** What of a prompt is the user's: its text, and how many bytes of it were somebody else's and are cut. */
export interface UserInput {
  content: string | undefined;
  cutBytes: number;
}

/** Names of the blocks in which one harness wraps what it tells the model itself. */
export function harnessBlocks(names: readonly string[]): { opening: RegExp; line: RegExp } {
  const any = names.map((name) => name.replaceAll(/[-_]/g, '[-_]')).join('|');
  return {
    opening: new RegExp(`^\\s*<(?:${any})(?:[\\s/>])`),
    line: new RegExp(`^[ \\t]*<(?:${any})(?:[\\s/>])`, 'm'),
  };
}

/** A prompt that is one element of a made-up name from its first character to its last: no person writes to an agent so. */
const ENVELOPE = /^\s*<([a-z]+(?:[-_][a-z]+)+)(?:\s[^>]*)?>[\s\S]*<\/\1>\s*$/;

/** Sub-agents' prompts are a model's: every harness of the Claude Code family that reports them names the agent. */
const isOfSubAgent = (payload: Payload) =>
  textOf(payload, 'agent_id', 'agentId', 'parent_agent_id', 'parentAgentId') !== undefined;

/**
 * The user's part of a prompt hook's text, undefined where nobody typed anything. A block of the harness's own ends what the
 * user typed: what follows it may be a model's words, which can hold the end of the block as well.
 */
export function typedPrompt(
  payload: Payload,
  blocks: ReturnType<typeof harnessBlocks>,
): UserInput | undefined {
  if (isOfSubAgent(payload)) return undefined;
  const text = textOf(payload, 'submitted_prompt', 'prompt');
  if (text === undefined || text.trim() === '') return undefined;
  if (blocks.opening.test(text) || ENVELOPE.test(text)) return undefined;
  const at = blocks.line.exec(text)?.index;
  if (at === undefined) return { content: text, cutBytes: 0 };
  return { content: text.slice(0, at).trimEnd(), cutBytes: Buffer.byteLength(text.slice(at)) };
}

/** Says in the kept text that something was left out, and how much. */
export function withCutNamed({ content, cutBytes }: UserInput, what: string): string | undefined {
  if (cutBytes === 0) return content;
  const note = `[Plinth left out ${what}: ${cutBytes} bytes]`;
  return content === undefined || content === '' ? note : `${content}\n${note}`;
}
