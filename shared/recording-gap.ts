import Type, { type Static } from 'typebox';
import { PauseScope } from './pause.ts';

/**
 * Why nothing was recorded: the user paused; Plinth did not run, or ran and did not answer, while the computer ran; the
 * computer was off or asleep; or a crash of the computer took the newest receipts.
 */
const CAUSES = ['paused', 'not_running', 'not_answering', 'computer_off', 'crashed'] as const;
export type GapCause = (typeof CAUSES)[number];

/**
 * How well the time is known: the begin and the end; a begin that may be up to a minute later; or not how long it was.
 */
const PRECISIONS = ['exact', 'minute', 'unknown'] as const;
type GapPrecision = (typeof PRECISIONS)[number];

/** A time in which nothing was recorded, of everything or of one part. */
export const RecordingGap = Type.Object(
  {
    from: Type.String(),
    until: Type.Union([Type.String(), Type.Null()]),
    cause: Type.Unsafe<GapCause>(Type.Enum([...CAUSES])),
    precision: Type.Unsafe<GapPrecision>(
      Type.Enum([...PRECISIONS], {
        description: 'minute: it began up to a minute after `from`; unknown: its length is not known',
      }),
    ),
    notRecorded: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Events that were answered with recorded:false, or receipts that a crash took, at least. Null where nobody could count them',
    }),
    scope: Type.Union([PauseScope, Type.Null()], { description: 'Null for a gap in everything' }),
  },
  { additionalProperties: false },
);
export type RecordingGap = Static<typeof RecordingGap>;

/** A gap of everything that is over, in milliseconds. */
export interface NewGap extends Pick<RecordingGap, 'cause' | 'precision'> {
  from: number;
  until: number;
  notRecorded?: number;
}

/** The last time at which a host ran. If it was not stopped then, it was killed, up to a minute later. */
export interface LastSign {
  at: number;
  isStopped: boolean;
}

/** Gives the gap that lasts while no host runs. */
export const currentGap = ({ at, isStopped }: LastSign, now: number): RecordingGap => ({
  from: new Date(Math.min(at, now)).toISOString(),
  until: null,
  cause: 'not_running',
  precision: isStopped ? 'exact' : 'minute',
  notRecorded: null,
  scope: null,
});

/** A gap of unknown length begins so long before its end, or at the last receipt if that is nearer. */
export const UNKNOWN_GAP_MS = 86_400_000;

/** A session without an end counts as open for this time after its last event: most commands end earlier. */
export const OPEN_SESSION_MS = 3_600_000;

/** Gaps of this time are still news in lists of problems. */
const RECENT_MS = 14 * 86_400_000;

/** True if agents may have worked unseen and without the user's wish. */
export const isUnwanted = ({ cause }: RecordingGap): boolean =>
  cause === 'not_running' || cause === 'not_answering' || cause === 'crashed';

/** Gives the gaps that touch the time since an instant. */
const gapsSince = (gaps: readonly RecordingGap[], since: number): RecordingGap[] =>
  gaps.filter(({ until }) => until === null || Date.parse(until) >= since);

/** Gives the gaps of the last two weeks. */
export const recentGaps = (gaps: readonly RecordingGap[], now: number): RecordingGap[] =>
  gapsSince(gaps, now - RECENT_MS);

interface GapsOf {
  integrationId?: string | undefined;
  project?: string | null | undefined;
}

/** True for a gap in everything, and for one of this integration or project. Undefined stands for any of them. */
export function concerns({ scope }: RecordingGap, { integrationId, project }: GapsOf): boolean {
  if (scope === null) return true;
  return 'project' in scope
    ? project === undefined || project === scope.project
    : integrationId === undefined || integrationId === scope.integrationId;
}

/** Gives the gaps that touch a range, of everything and of its integration or project. */
export const gapsWithin = (
  gaps: readonly RecordingGap[],
  { since, until, ...of }: GapsOf & { since?: string | undefined; until?: string | undefined },
): RecordingGap[] =>
  gaps.filter(
    (gap) =>
      (until === undefined || gap.from < until) &&
      (since === undefined || gap.until === null || gap.until > since) &&
      concerns(gap, of),
  );

/** Gives the gaps in which a session was open, the oldest first. */
export function gapsOfSession(
  session: {
    integration: { id: string };
    project: string | null;
    firstEventAt: string;
    lastEventAt: string;
    endedAt: string | null;
    endedBySilence: boolean;
  },
  gaps: readonly RecordingGap[],
): RecordingGap[] {
  const { integration, project, firstEventAt, lastEventAt, endedAt, endedBySilence } = session;
  const end =
    endedAt === null || endedBySilence ? Date.parse(lastEventAt) + OPEN_SESSION_MS : Date.parse(endedAt);
  return gapsSince(gaps, Date.parse(firstEventAt))
    .filter((gap) => Date.parse(gap.from) < end && concerns(gap, { integrationId: integration.id, project }))
    .sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
}
