import { isEnvelope, OWN_BLOCKS, typedTextReader } from '../../../shared/typed-text.ts';
import { isPayload, type Payload, textOf } from './adaptation.ts';

/*
 * Finds the text that a user typed. Prompt hooks also report other text: the instruction to a sub-agent, its
 * answer, the output of a command, the contents of a file. Plinth never stores model output, command output or
 * file contents. The marks of such text are in `shared/typed-text.ts`, tested with payloads of the real harnesses.
 * Text that no rule knows is dropped and counted.
 */

/** The user's part of a prompt. A prompt can consist of attachments alone. */
export interface UserInput {
  content: string | undefined;
  /** The number of bytes of other text that were cut. */
  cutBytes: number;
}

export const typedText = typedTextReader();
export const typedClaudeText = typedTextReader(OWN_BLOCKS.claude);

/** The names of what is cut. */
export const NOT_TYPED = 'what the user did not type';
export const ATTACHED_FILES = 'the contents of attached files';

/**
 * Sub-agents' prompts are text of a model. Every harness of the Claude Code family that reports them names the
 * agent.
 */
const isOfSubAgent = (payload: Payload) =>
  textOf(payload, 'agent_id', 'agentId', 'parent_agent_id', 'parentAgentId') !== undefined;

/** Returns the text of a prompt: a text, or the text parts of a list. Undefined where it has another form. */
function textGiven(payload: Payload): string | undefined {
  const given = textOf(payload, 'submitted_prompt') ?? payload.prompt;
  if (!Array.isArray(given)) return given === null ? '' : typeof given === 'string' ? given : undefined;
  const texts = given.map((part) => (isPayload(part) ? part.type === 'text' && part.text : part));
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** Returns true where a prompt cannot be read, so that it is not known whether a user typed it. */
export const isUnreadPrompt = (payload: Payload): boolean =>
  !isOfSubAgent(payload) && textGiven(payload) === undefined;

/** Returns the user's part of a prompt hook's text, or undefined where no user typed any. */
export function typedPrompt(payload: Payload, read = typedText): UserInput | undefined {
  if (isOfSubAgent(payload)) return undefined;
  const text = textGiven(payload) ?? '';
  // A list without a text holds images or files.
  if (text === '' && Array.isArray(payload.prompt) && payload.prompt.length > 0) {
    return { content: undefined, cutBytes: 0 };
  }
  const typed = read(text);
  return typed !== undefined && isEnvelope(typed.content) ? undefined : typed;
}
