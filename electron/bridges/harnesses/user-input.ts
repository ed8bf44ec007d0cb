import type { Payload } from './adaptation.ts';
import { textOf } from './adaptation.ts';

/*
 * Finds the text that a user typed. Prompt hooks also report other text: the instruction to a sub-agent, its
 * answer, the output of a command, the contents of a file. Plinth never stores model output, command output or
 * file contents. Each harness therefore has a rule, tested with payloads of the real harness. Text that the
 * rule does not know is dropped and counted.
 */

/** The user's part of a prompt: its text, and the number of bytes of other text that were cut. */
export interface UserInput {
  content: string | undefined;
  cutBytes: number;
}

/** Matches the blocks in which one harness wraps its own text for the model. */
export function harnessBlocks(names: readonly string[]): { opening: RegExp; line: RegExp } {
  const any = names.map((name) => name.replaceAll(/[-_]/g, '[-_]')).join('|');
  return {
    opening: new RegExp(`^\\s*<(?:${any})(?:[\\s/>])`),
    line: new RegExp(`^[ \\t]*<(?:${any})(?:[\\s/>])`, 'm'),
  };
}

/**
 * Matches a prompt that is a single element with a hyphenated or underscored name. No person writes to an agent
 * in this form.
 */
const ENVELOPE = /^\s*<([a-z]+(?:[-_][a-z]+)+)(?:\s[^>]*)?>[\s\S]*<\/\1>\s*$/;

/**
 * Sub-agents' prompts are text of a model. Every harness of the Claude Code family that reports them names the
 * agent.
 */
const isOfSubAgent = (payload: Payload) =>
  textOf(payload, 'agent_id', 'agentId', 'parent_agent_id', 'parentAgentId') !== undefined;

/**
 * Returns the user's part of a prompt hook's text, or undefined where no user typed any. A block of the harness
 * ends the user's text. The text after it may come from a model and can contain the end marker of the block.
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

/** Adds a note to the kept text that names the omitted part and its size. */
export function withCutNamed({ content, cutBytes }: UserInput, what: string): string | undefined {
  if (cutBytes === 0) return content;
  const note = `[Plinth left out ${what}: ${cutBytes} bytes]`;
  return content === undefined || content === '' ? note : `${content}\n${note}`;
}
