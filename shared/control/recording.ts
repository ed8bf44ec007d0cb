import Type, { type Static } from 'typebox';
import { PauseScope, ScopedPause } from '../pause.ts';
import { RecordingGap } from '../recording-gap.ts';
import { channel, closed, empty, nullableString } from './channel.ts';

export const Recording = Type.Object(
  {
    state: Type.Union([Type.Literal('recording'), Type.Literal('paused')]),
    pausedAt: nullableString,
    resumesAt: nullableString,
    pauses: Type.Array(ScopedPause, { description: 'Pauses of single integrations and projects' }),
  },
  closed,
);
export type Recording = Static<typeof Recording>;

/** The channels of pauses and their gaps. */
export const recordingChannels = {
  'recording.pause': channel(
    Type.Object(
      {
        minutes: Type.Union([Type.Integer({ minimum: 1, maximum: 10_080 }), Type.Null()]),
        scope: Type.Optional(PauseScope),
      },
      closed,
    ),
    Type.Object({ recording: Recording }, closed),
  ),
  'recording.resume': channel(
    Type.Object({ scope: Type.Optional(PauseScope) }, closed),
    Type.Object({ recording: Recording }, closed),
  ),
  'recording.gaps': channel(empty, Type.Object({ gaps: Type.Array(RecordingGap) }, closed)),
} as const;
