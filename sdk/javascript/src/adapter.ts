import { PlinthClient } from './client.ts';
import type { EventHelpers } from './events.ts';
import type { PlinthReporter } from './reporter-contract.ts';
import type { PlinthSession, SessionOptions } from './session.ts';
import { withoutFileContents } from './tool-content.ts';
import { typedTextReader, withCutNamed } from './typed-text.ts';

/** What an adapter needs of a reporter. */
export type AdapterReporter = EventHelpers<boolean> & Pick<PlinthReporter, 'session' | 'flush'>;

export type Members = Readonly<Record<string, unknown>>;

/** Returns the value if it has members, otherwise an object without any. */
export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};

/** Returns the value if it is a text with characters. */
export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The quotes and escapes of strings, and numbers that a double can round: of 16 digits, or an exponent of three. */
const QUOTES_AND_LONG = /"|\\.|-?\d(?:[\d.]{15}|[\d.]{0,14}e[-+]?\d{3})[\d.e+-]*/gi;

/** Returns the digits and the exponent of a number: equal for equal decimal values of one sign. */
function decimalOf(number: string): string {
  const [, whole = '', part = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(number) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const kept = digits.replace(/(?<!0)0+$/, '');
  return kept && `${kept}e${Number(power) - part.length + digits.length - kept.length}`;
}

/** Writes the numbers of a JSON text that a double would round as text, as Plinth keeps them. */
function exact(text: string): string {
  let inString = false;
  return text.replace(QUOTES_AND_LONG, (token) => {
    if (token === '"') inString = !inString;
    const isNumber = !inString && token !== '"';
    return isNumber && decimalOf(token) !== decimalOf(`${Number(token)}`) ? `"${token}"` : token;
  });
}

/** Returns the object of a JSON text; anything else as it is. */
function fromJson(text: unknown): unknown {
  try {
    // Only a valid text is rewritten.
    JSON.parse(`${text}`);
    const value: unknown = JSON.parse(exact(`${text}`));
    return typeof value === 'object' && value !== null ? value : text;
  } catch {
    return text;
  }
}

/** Returns what a tool was given, an object or the JSON text of one, without what files contained. */
export const toolInput = (given: unknown): unknown =>
  withoutFileContents(typeof given === 'string' ? fromJson(given) : given).input;

/** The types of the parts of a message that hold what a user wrote. Others hold files, and can have a text too. */
const TEXT_PARTS: readonly unknown[] = [undefined, 'text', 'input_text'];

const isUser = (role: unknown) => role === 'user' || role === 'human';

/** Returns the role of a message: a member, the first of a pair, or what LangChain's classes answer. */
function roleOf({ role, type, getType }: Members, message: unknown): unknown {
  return role ?? (typeof getType === 'function' ? getType.call(message) : type);
}

/** Returns the text of a user's message; undefined for any other message. */
function userText(message: unknown): string | undefined {
  const [role, content] = Array.isArray(message)
    ? (message as unknown[])
    : [roleOf(membersOf(message), message), membersOf(message).content];
  if (!isUser(role)) return undefined;
  if (!Array.isArray(content)) return textOf(content);
  return textOf(
    content
      .map((part) => {
        const { type, text } = membersOf(part);
        return textOf(part) ?? (TEXT_PARTS.includes(type) ? textOf(text) : undefined) ?? '';
      })
      .join('\n')
      .trim(),
  );
}

const typedText = typedTextReader();

/** Returns the part of a prompt that a user typed. A note names what was cut. */
export function typedIn(text: string | undefined, read = typedText): string | undefined {
  const typed = text === undefined ? undefined : read(text);
  return typed && textOf(withCutNamed(typed, 'what the user did not type'));
}

/** Returns what the user wrote for a run: a text, or the last message if a user wrote it. */
export const promptIn = (input: unknown): string | undefined =>
  typedIn(Array.isArray(input) ? userText(input.at(-1)) : (textOf(input) ?? userText(input)));

/** Wraps what reports, so that an event of another shape than expected never ends the agent. */
export function safely<Given extends unknown[]>(
  report: (...given: Given) => void,
): (...given: Given) => void {
  return (...given) => {
    try {
      report(...given);
    } catch {
      // A getter of the framework's threw.
    }
  };
}

/**
 * Returns the reporter itself, or one for the integration of that name. Nobody closes that one, so it is flushed before
 * what may end the process.
 *
 * @throws {PlinthConfigurationError} There is no token, or it cannot be used.
 */
export const reporterOf = (reporter: AdapterReporter | string): AdapterReporter =>
  typeof reporter === 'string'
    ? new PlinthClient({ integration: reporter }).reporter({
        flushOn: ['SIGTERM', 'SIGHUP', 'uncaughtException'],
      })
    : reporter;

/** Returns the function that gives the session of all runs. It begins with the first of them. */
export function sessionOf(
  reporter: AdapterReporter,
  harness: string,
  options: SessionOptions | undefined,
): () => PlinthSession {
  let begun: PlinthSession | undefined;
  return () => {
    begun ??= reporter.session({ harness, ...options });
    return begun;
  };
}
