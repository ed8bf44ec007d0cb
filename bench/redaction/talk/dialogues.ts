import { readFileSync } from 'node:fs';
import { createRandom, type Random } from '../random.ts';

/** What people say in one language. */
interface Phrases {
  names: string[];
  /** Questions for a secret, and for a number or a name that is none. */
  asks: string[];
  others: string[];
  stalls: string[];
  thanks: string[];
  tails: string[];
  /** What comes before a secret that is dictated. */
  leads: string[];
  digits: string[];
  marks: string[];
  spelling: string[];
  words: string[];
  /** What somebody is told to do, with a user, a machine and a secret; and the same without a secret, with the name of a thing. */
  acts: string[];
  plain: string[];
}

/** A text, with the secrets in it. */
interface Dialogue {
  name: string;
  text: string;
  secrets: string[];
}

const SEED = 20_261_126;
const [CHATS, OTHER_CHATS, DICTATED, ACTS, PLAIN] = [24, 24, 10, 28, 24];
const DIGITS = '0123456789';
const LETTERS = 'abcdefghkmnpqrstuvwxyz';
const CAPITALS = 'ABCDEFGHKLMNPRSTUVWXYZ';
const USERS = ['deploy', 'admin', 'ubuntu', 'mira', 'svc-web', 'kiosk'];
const HOSTS = ['nas-02', 'web3.internal', '10.4.0.21', 'db-west'];

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function secretOf(random: Random, { words, digits }: Phrases): string {
  const word = () => random.of(words);
  return random.of<() => string>([
    () => word() + word(),
    () => `${word()}${random.text(DIGITS, 2)}`,
    () => `${capital(word())}_${random.text(DIGITS, 3)}`,
    () => `${word()}-${word()}-${random.text(DIGITS, 1)}`,
    () => `${capital(word())}.${word()}!`,
    () => random.text(DIGITS, 4 + random.below(3)),
    () => `${random.text(DIGITS, 2)}-${random.text(DIGITS, 2)}-${random.text(DIGITS, 2)}`,
    () => random.text(LETTERS + CAPITALS + DIGITS, 10),
    () => `${word()} ${word()} ${word()}`,
    () => Array.from({ length: 4 }, () => random.of(digits)).join(' '),
  ])();
}

function nameOf(random: Random): string {
  return random.of<() => string>([
    () => random.text(DIGITS, 5 + random.below(4)),
    () => `${random.text(CAPITALS, 1)}${random.text(DIGITS, 3)}`,
    () => `${random.text(DIGITS, 2)}${random.text(CAPITALS, 1)}`,
    () => `${random.text(CAPITALS, 3)}-${random.text(DIGITS, 2)}`,
    () => `${random.text(CAPITALS, 6)}${random.of(['10', '15', '20'])}`,
    () => `${random.text(CAPITALS, 2)}${random.text(DIGITS, 3)}-${random.text(DIGITS, 3)}Ah`,
    () => `${random.text(DIGITS, 4)}-${random.text(DIGITS, 2)}`,
    () => random.of(['feature/login-page', 'fix-auth-2', 'E-104', 'release-7']),
  ])();
}

/** The names of machines, models and devices, which no one types to get in. */
const thingOf = (random: Random) =>
  random.of<() => string>([
    () => `srv-${random.text(LETTERS, 5)}${random.text(DIGITS, 2)}`,
    () => `${random.text(LETTERS, 4)}-${random.text(DIGITS, 2)}`,
    () => `${random.text(LETTERS, 5)}.local`,
    () => `${random.text(CAPITALS, 2)}-${random.text(DIGITS, 4)}`,
    () => `${random.text(CAPITALS, 2)}${random.text(DIGITS, 3)}`,
    () => `db-${random.text(LETTERS, 4)}-${random.text(DIGITS, 1)}`,
  ])();

type Turn = (name: string, said: string, minute: number) => string;
const two = (value: number) => String(value).padStart(2, '0');
const FORMATS: readonly Turn[] = [
  (name, said) => `${name}: ${said}`,
  (name, said, minute) => `[12/03/2025, 18:${two(minute)}:07] ${name}: ${said}`,
  (name, said) => `<${name}> ${said}`,
  (name, said, minute) => `${name} 9:${two(minute)}\n${said}`,
  (name, said, minute) => `**${name}** — 21:${two(minute)}\n${said}`,
  (name, said, minute) => `14:${two(minute)} ${name}: ${said}`,
  (name, said, minute) => `${name} 11:${two(minute)} ${said}`,
  (name, said) => `- ${name}: ${said}`,
  (name, said, minute) => `[${name}] [8:${two(minute)}] ${said}`,
  (name, said) => `${name} – ${said}`,
];

function chatOf(random: Random, phrases: Phrases, asks: string[], answer: string): string {
  const turn = random.of(FORMATS);
  const [asker, other] = [random.of(phrases.names), random.of(phrases.names)];
  const turns: [string, string][] = [[asker, random.of(asks)]];
  if (random.below(3) === 0) turns.push([other, random.of(phrases.stalls)]);
  turns.push([other, answer]);
  if (random.below(4) > 0) turns.push([asker, random.of(phrases.thanks)]);
  const lines = turns.map(([name, said], index) => turn(name, said, 10 + index));
  return random.below(2) === 0 ? lines.join('\n') : `${lines.join('\n')}\n\n${random.of(phrases.tails)}`;
}

function dictatedOf(random: Random, { digits, marks, spelling, words }: Phrases): string {
  const numbers = Array.from({ length: 2 + random.below(3) }, () => random.of(digits));
  const parts = [random.of(words), ...(random.below(2) === 0 ? [random.of(marks)] : []), ...numbers];
  return (
    random
      .of([parts, numbers.length > 2 ? numbers : parts, [...parts, random.of(marks)]])
      .join(random.below(12) === 0 ? ', ' : ' ') + (random.below(4) === 0 ? ` ${random.of(spelling)}` : '')
  );
}

/** Makes the same dialogues, dictated messages and requests in each run from the phrases of a file. */
export function readDialogues(file: string): Dialogue[] {
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Phrases>;
  return Object.entries(all).flatMap(([language, phrases], number) => {
    const random = createRandom(SEED + number);
    const texts: Dialogue[] = [];
    const add = (text: string, secrets: string[]) =>
      texts.push({
        name: `dialogues.json:${language}:${texts.length + 1}`,
        text,
        secrets,
      });
    const repeat = (count: number, make: () => void) => {
      for (let index = 0; index < count; index += 1) make();
    };
    const fill = (text: string, secrets: string[]) =>
      text
        .replace('{u}', random.of(USERS))
        .replace('{h}', random.of(HOSTS))
        .replaceAll('{n}', () => thingOf(random))
        .replaceAll('{v}', () => {
          secrets.push(secretOf(random, phrases));
          return secrets.at(-1)!;
        });
    repeat(CHATS, () => {
      const secret = secretOf(random, phrases);
      add(chatOf(random, phrases, phrases.asks, secret), [secret]);
    });
    repeat(OTHER_CHATS, () => add(chatOf(random, phrases, phrases.others, nameOf(random)), []));
    repeat(DICTATED, () => {
      const secret = dictatedOf(random, phrases);
      add(`${random.of(phrases.leads)} ${secret} ${random.of(phrases.tails)}`, [secret]);
    });
    repeat(ACTS, () => {
      const secrets: string[] = [];
      add(fill(random.of(phrases.acts), secrets), secrets);
    });
    repeat(PLAIN, () => add(fill(random.of(phrases.plain), []), []));
    return texts;
  });
}
