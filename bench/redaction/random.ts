/** A small seeded generator (mulberry32), so that a corpus is the same on every machine. */
export interface Random {
  below(limit: number): number;
  of<T>(choices: readonly T[]): T;
  text(alphabet: string, length: number): string;
  bytes(length: number): Buffer;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const random: Random = {
    below: (limit) => Math.floor(next() * limit),
    of: (choices) => choices[random.below(choices.length)]!,
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(random.below(alphabet.length))).join(''),
    bytes: (length) => Buffer.from(Array.from({ length }, () => random.below(256))),
  };
  return random;
}
