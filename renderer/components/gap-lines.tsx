import type { RecordingGap } from '../../shared/recording-gap.ts';
import { gapsSentence } from '../../shared/words/recording-gaps.ts';
import { exactTime } from '../format/time.ts';
import { useGapSentence, usePartNames } from './pauses.ts';

/** Says below a chart or a list that its range has times without a record. Renders nothing without one. */
export function GapNote({ gaps }: { gaps: readonly RecordingGap[] }) {
  const nameOf = usePartNames();
  const sentence = gapsSentence(gaps, exactTime, ({ scope }) => (scope === null ? undefined : nameOf(scope)));
  if (sentence === undefined) return null;
  return <p className="secondary">{sentence}</p>;
}

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
