import type { Finding, PlacedMask } from './finding.ts';

/** Findings that are listed: positions beyond this many would outgrow the text that they are about. */
export const MOST_LISTED_FINDINGS = 1000;
/** Characters of all listed pointers together: a long key above many findings stands in the pointer of each. */
const MOST_POINTER_CHARACTERS = 131_072;

/** The way to a member, from the inside outwards; a pointer is written only where there is something to say. */
export interface Place {
  readonly parent: Place | undefined;
  readonly key: string | number;
}

/** Writes the JSON pointer of a place. */
function pointerOf(place: Place | undefined): string {
  const steps: string[] = [];
  for (let at = place; at !== undefined; at = at.parent)
    steps.push(
      typeof at.key === 'number' ? String(at.key) : at.key.replaceAll('~', '~0').replaceAll('/', '~1'),
    );
  return steps
    .reverse()
    .map((step) => `/${step}`)
    .join('');
}

/** Gathers findings, bounded in number and in the length of their pointers; counts those that it leaves out. */
export class Findings {
  readonly listed: Finding[] = [];
  readonly truncated: { member: string; from: number }[] = [];
  omitted = 0;
  readonly #fingerprint: (secret: string) => string;
  #pointerCharacters = 0;
  #last: { place: Place | undefined; pointer: string } | undefined;

  constructor(fingerprint: (secret: string) => string) {
    this.#fingerprint = fingerprint;
  }

  /** Lists a mask with the fingerprint of its secret, which is worked out only here: most masks of a dense event are not listed. */
  add(place: Place | undefined, { secret, ...mask }: PlacedMask): void {
    const member = this.listed.length < MOST_LISTED_FINDINGS ? this.#pointer(place) : undefined;
    if (member === undefined) this.omitted += 1;
    else
      this.listed.push({
        ...mask,
        member,
        ...(secret === undefined ? {} : { fingerprint: this.#fingerprint(secret) }),
      });
  }

  addTruncated(place: Place | undefined, from: number): void {
    const member = this.truncated.length < MOST_LISTED_FINDINGS ? this.#pointer(place) : undefined;
    if (member !== undefined) this.truncated.push({ member, from });
  }

  #pointer(place: Place | undefined): string | undefined {
    if (this.#pointerCharacters > MOST_POINTER_CHARACTERS) return undefined;
    if (this.#last?.place !== place || this.#last === undefined)
      this.#last = { place, pointer: pointerOf(place) };
    this.#pointerCharacters += this.#last.pointer.length;
    return this.#last.pointer;
  }
}
