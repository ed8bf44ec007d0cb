import { createRandom, type Random } from '../random.ts';
import type { CorpusText } from './corpus.ts';

/*
 * Makes another text of each message that a person wrote: with a secret of another message of the same author, and with other
 * text around, as people write it. What is learned so depends less on the value and on how long a message is.
 */

const SEED = 20_261_127;
/** A longer message has other text around already. */
const LONGEST = 1600;
/** The characters of other text before and behind. */
const [SHORTEST_AROUND, LONGEST_AROUND] = [200, 1500];
const FENCE = '```';

/** A text of which only a part is learned: that of the message. */
export interface Variant extends CorpusText {
  /** The number of the text that it is made of. */
  of: number;
  from: number;
  to: number;
}

const languageOf = ({ text }: CorpusText) => text?.template.language ?? '';

/** Returns the message of an event; undefined for a command and the input of a tool. */
function messageOf({ data }: CorpusText): string | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  return Object.keys(data).join() === 'content' && typeof data.content === 'string'
    ? data.content
    : undefined;
}

function textAround(random: Random, others: readonly string[]): string {
  const length = SHORTEST_AROUND + random.below(LONGEST_AROUND - SHORTEST_AROUND);
  let text = '';
  while (text.length < length) text += `${random.of(others)}\n\n`;
  return text;
}

/** Writes a secret of another message instead of the only one of this message. */
function withOtherSecret(random: Random, message: string, text: CorpusText, others: readonly string[]) {
  const [secret] = text.secrets;
  const other = others.length === 0 ? secret : random.of(others);
  if (text.secrets.length !== 1 || other === undefined || message.includes(other))
    return { message, secrets: text.secrets };
  return { message: message.replaceAll(secret!, () => other), secrets: [other] };
}

export function variantsOf(corpus: readonly CorpusText[]): Variant[] {
  const secrets = new Map<string, string[]>();
  const keyOf = (text: CorpusText) => `${text.author} ${languageOf(text)}`;
  for (const text of corpus) secrets.set(keyOf(text), [...(secrets.get(keyOf(text)) ?? []), ...text.secrets]);
  const ordinary = corpus.filter(({ sort }) => sort === 'ordinary').map(({ data }) => String(data));
  return corpus.flatMap((text, index) => {
    const whole = messageOf(text);
    if (whole === undefined || whole.length > LONGEST) return [];
    const random = createRandom(SEED + index);
    const { message, secrets: written } = withOtherSecret(random, whole, text, secrets.get(keyOf(text))!);
    const [before, behind] = random.of<() => [string, string]>([
      () => ['', ''],
      () => [textAround(random, ordinary), `\n\n${textAround(random, ordinary)}`],
      () => [`${random.of(ordinary).split('\n', 1)[0]} `, ` ${random.of(ordinary).split('\n', 1)[0]}`],
      () => ['', `\n\n${FENCE}\n${textAround(random, ordinary)}${FENCE}\n`],
    ])();
    return [
      {
        ...text,
        of: index,
        data: `${before}${message}${behind}`,
        secrets: written,
        from: before.length,
        to: before.length + message.length,
      },
    ];
  });
}
