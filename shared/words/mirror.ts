import type { MirrorState, MirrorStatus } from '../mirror.ts';
import { asSent, type FormatInstant } from './instants.ts';
import { receipts } from './plural.ts';

/** The sentence of each state of the mirror. */
export const mirrorStates: Record<MirrorState, string> = {
  off: 'The mirror is off.',
  copying: 'Plinth is bringing the mirror up to date.',
  current: 'The mirror has every receipt.',
  away: 'The mirror is not there: its volume is not connected, or its file was removed. Plinth continues it when it is back.',
  failing:
    'Plinth cannot write the mirror. Check the volume: its space and its permissions. Plinth tries again by itself.',
  other_record:
    'The mirror continues another record than the one in use. Plinth leaves it as it is, so that you can restore it.',
  other_version:
    'Another version of Plinth wrote the mirror. Turn the mirror off, and on again in another folder.',
};

/** The state of the mirror for a person, and what the user should know about it. */
interface MirrorSentences {
  state: string;
  notes: string[];
}

/** Returns the sentences about a mirror. Instants are in ISO 8601 if `instant` is not given. */
export function mirrorSentences(status: MirrorStatus, instant: FormatInstant = asSent): MirrorSentences {
  const { state, settings, receipts: count, copiedAt, isOnSameVolume, isOpenToOthers } = status;
  const notes: string[] = [];
  if (count !== null) notes.push(`It contains ${receipts(count)}.`);
  if (state !== 'current' && copiedAt !== null) notes.push(`It was complete at ${instant(copiedAt)}.`);
  if (settings?.hasDeleted === true) {
    notes.push(
      'It may still contain receipts that you deleted. Plinth deletes them there when it can write it.',
    );
  }
  if (isOnSameVolume) {
    notes.push('It is on the same volume as the record. What destroys this volume destroys both.');
  }
  if (isOpenToOthers) {
    notes.push('Its volume keeps no permissions, so other users of this computer can read it.');
  }
  return { state: mirrorStates[state], notes };
}
