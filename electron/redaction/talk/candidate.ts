/** Words that can be a secret together: the numbers of the first and of the last one. */
export interface Candidate {
  first: number;
  last: number;
  start: number;
  end: number;
  value: string;
}

/** Says where what stands before a unit excludes a secret. */
export interface Gate {
  mayBeWord(index: number, start: number): boolean;
  /** The same for several words, by what their sentence is about. */
  mayHavePhrase(index: number): boolean;
  /** Returns the classes that several words from a unit on can have, one bit each. */
  mayBePhrase(index: number): number;
}
