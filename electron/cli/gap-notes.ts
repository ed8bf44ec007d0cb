import type { ReceiptFilter } from '../../shared/control.ts';
import { gapsWithin } from '../../shared/recording-gap.ts';
import { gapsSentence } from '../../shared/words/recording-gaps.ts';
import type { Control } from './control-access.ts';
import { note } from './terminal-notes.ts';
import { shownTime } from './terminal-time.ts';

/** Notes that a shown range has times without a record. The time since the last host is noted when no host answers. */
export async function noteGaps(
  access: Control,
  { integrationId, project }: ReceiptFilter,
  range: { since?: string | undefined; until?: string | undefined },
): Promise<void> {
  const { gaps } = await access.call('recording.gaps', {});
  const ended = gaps.filter(({ until, cause }) => until !== null || cause === 'paused');
  const sentence = gapsSentence(gapsWithin(ended, { integrationId, project, ...range }), shownTime);
  if (sentence !== undefined) note(sentence);
}
