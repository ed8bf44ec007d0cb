import type { RecordingGap } from '../../shared/recording-gap.ts';
import { exactTime } from '../format/time.ts';
import { useGapSentence } from './pauses.ts';

/** Recording gaps as a list of sentences. */
export function GapLines({ gaps }: { gaps: readonly RecordingGap[] }) {
  const sentenceOf = useGapSentence();
  return (
    <ul className="card lines">
      {gaps.map((gap) => (
        <li key={`${gap.from} ${gap.cause} ${JSON.stringify(gap.scope)}`} className="lines__one">
          {sentenceOf(gap, exactTime)}
        </li>
      ))}
    </ul>
  );
}
