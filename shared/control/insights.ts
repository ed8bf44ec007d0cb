import Type from 'typebox';
import { ChangeReport } from '../changes.ts';
import { DoctorFinding } from '../doctor.ts';
import {
  ProjectSummary,
  SecretSummary,
  SilentIntegration,
  STATS_DIMENSIONS,
  StatsBound,
  StatsRow,
  TouchedFile,
} from '../insight.ts';
import { ClockStep, Dismissals, MOST_LATE, RefusalGroup } from '../problems.ts';
import { Session } from '../receipt.ts';
import { RecordingGap } from '../recording-gap.ts';
import { channel, closed, empty, nullableString, range } from './channel.ts';
import { ReceiptFilter } from './receipts.ts';

/** The channels of what the receipts say together: counts, projects, files, secrets and problems. */
export const insightChannels = {
  'stats.query': channel(
    Type.Object(
      {
        edges: Type.Array(Type.String({ maxLength: 32 }), {
          minItems: 2,
          maxItems: 1001,
          description:
            'Instants between which receipts are counted, rising; fastest by whole quarters of an hour',
        }),
        by: Type.Optional(Type.Enum([...STATS_DIMENSIONS])),
        filter: Type.Optional(ReceiptFilter),
      },
      closed,
    ),
    Type.Object({ rows: Type.Array(StatsRow), bound: StatsBound }, closed),
  ),
  'projects.list': channel(range, Type.Object({ projects: Type.Array(ProjectSummary) }, closed)),
  'files.list': channel(
    Type.Object(
      {
        project: Type.Optional(Type.String({ maxLength: 4096 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      },
      closed,
    ),
    Type.Object({ files: Type.Array(TouchedFile), more: Type.Boolean() }, closed),
  ),
  'changes.list': channel(
    Type.Object(
      { folder: Type.String({ minLength: 1, maxLength: 4096, description: 'May begin with ~' }) },
      closed,
    ),
    ChangeReport,
  ),
  'secrets.list': channel(
    Type.Object({ ...range.properties, project: Type.Optional(Type.String({ maxLength: 4096 })) }, closed),
    Type.Object({ secrets: Type.Array(SecretSummary) }, closed),
  ),
  'secrets.rotated': channel(
    Type.Object(
      { fingerprint: Type.String({ pattern: '^[0-9a-f]{16}$' }), at: nullableString },
      { ...closed, description: 'Marks a secret as rotated, or removes the mark' },
    ),
    empty,
  ),
  'problems.list': channel(
    empty,
    Type.Object(
      {
        silent: Type.Array(SilentIntegration),
        unended: Type.Array(Session, { description: 'The newest ones' }),
        unendedCount: Type.Integer(),
        late: Type.Integer({ description: `Late receipts of a week, counted up to ${MOST_LATE}` }),
        refusals: Type.Array(RefusalGroup),
        clockSteps: Type.Array(ClockStep),
        gaps: Type.Array(RecordingGap, { description: 'Those of the last two weeks, with pauses' }),
        findings: Type.Array(DoctorFinding, {
          description: 'Every problem that is not dismissed, as the doctor and the command line say it',
        }),
        dismissed: Dismissals,
      },
      {
        ...closed,
        description: 'Everything that is known to be missing or wrong, with the dismissed problems',
      },
    ),
  ),
  'problems.dismiss': channel(
    Type.Object(
      { problem: Type.String({ minLength: 1, maxLength: 128 }), dismissed: Type.Boolean() },
      { ...closed, description: 'Hides a problem until it occurs again, or shows it' },
    ),
    empty,
  ),
} as const;
