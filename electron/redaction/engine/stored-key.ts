import type { PlacedMask } from './finding.ts';
import { TRUNCATION_MARK } from './mask.ts';
import type { Walk } from './walk-tools.ts';

/** UTF-16 units of a stored key. The pointer of each finding below a key repeats the key. */
const LONGEST_KEY = 256;
/** UTF-16 units for the number after a key whose mask another key has, too. */
const ROOM_FOR_NUMBER = 8;

/** Masks a key and truncates it, but not inside a mask or a surrogate pair. */
export function storedKey(
  walk: Walk,
  key: string,
): { text: string; masks: readonly PlacedMask[]; from?: number } {
  const { text: masked, masks } = walk.redactText(key);
  if (masked.length <= LONGEST_KEY) return { text: masked, masks };
  const end = LONGEST_KEY - ROOM_FOR_NUMBER - TRUNCATION_MARK.length;
  const through = masks.find((mask) => mask.start < end && mask.end > end);
  let cut = through ? through.start : end;
  if (!masked.slice(0, cut).isWellFormed()) cut -= 1;
  return {
    text: masked.slice(0, cut) + TRUNCATION_MARK,
    masks: masks.filter((mask) => mask.end <= cut),
    from: masked.length,
  };
}
