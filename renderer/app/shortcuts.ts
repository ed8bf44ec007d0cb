import type { Screen } from '../../shared/window-route.ts';

/** `g` and then one of these letters opens a screen. The platform's key and the digit of its place do the same. */
export const SCREEN_LETTERS: Partial<Record<Screen, string>> = {
  today: 't',
  activity: 'l',
  sessions: 's',
  projects: 'p',
  secrets: 'k',
  problems: 'm',
  general: 'g',
};

/** Time between `g` and its letter. */
const CHORD_MS = 1200;

export type Command = { kind: 'screen'; screen: Screen } | { kind: 'palette' | 'keys' | 'search' };

interface Pressed {
  key: string;
  withModifier: boolean;
  isTyping: boolean;
  at: number;
}

/** Recognises the keys that work on every screen. It remembers `g` until its letter. */
export class Shortcuts {
  readonly #numbered: readonly Screen[];
  #chordAt = Number.NEGATIVE_INFINITY;

  /** `numbered` are the screens of ⌘1, ⌘2 and so on. */
  constructor(numbered: readonly Screen[]) {
    this.#numbered = numbered;
  }

  press({ key, withModifier, isTyping, at }: Pressed): Command | undefined {
    if (withModifier) return this.#withModifier(key.toLowerCase());
    if (isTyping) return undefined;
    const inChord = at - this.#chordAt < CHORD_MS;
    this.#chordAt = Number.NEGATIVE_INFINITY;
    if (inChord) {
      const screen = Object.entries(SCREEN_LETTERS).find(([, letter]) => letter === key)?.[0];
      return screen === undefined ? undefined : { kind: 'screen', screen: screen as Screen };
    }
    if (key === 'g') this.#chordAt = at;
    if (key === '?') return { kind: 'keys' };
    if (key === '/') return { kind: 'search' };
    return undefined;
  }

  #withModifier(key: string): Command | undefined {
    if (key === 'k') return { kind: 'palette' };
    if (key === 'f') return { kind: 'search' };
    const screen = /^[1-9]$/.test(key) ? this.#numbered[Number(key) - 1] : undefined;
    return screen === undefined ? undefined : { kind: 'screen', screen };
  }
}
