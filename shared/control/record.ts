import Type from 'typebox';
import { MirrorSettings, MirrorStatus } from '../mirror.ts';
import { RecordCheck, RecordCheckpoint } from '../record-check.ts';
import { StoreRepair } from '../repair.ts';
import { channel, closed, empty, nullableString, path } from './channel.ts';

/** The channels of the record as a whole: check, backup, restore, repair and mirror. */
export const recordChannels = {
  'record.check': channel(
    Type.Object(
      {
        checkpoints: Type.Optional(
          Type.String({
            maxLength: 1_048_576,
            description: 'Checkpoints that the user kept, among other text',
          }),
        ),
      },
      closed,
    ),
    Type.Object({ check: RecordCheck }, closed),
  ),
  'record.progress': channel(
    empty,
    Type.Object(
      {
        progress: Type.Union([
          Type.Object({ done: Type.Integer(), of: Type.Integer() }, closed),
          Type.Null(),
        ]),
      },
      { ...closed, description: 'How much of the running check is done; null if none runs' },
    ),
  ),
  'record.checkpoint': channel(
    empty,
    Type.Object({ checkpoint: Type.Union([RecordCheckpoint, Type.Null()]) }, closed),
  ),
  'record.backup': channel(
    Type.Object({ file: path }, { ...closed, description: 'A new file; the full path' }),
    Type.Object({ receipts: Type.Integer(), bytes: Type.Integer(), check: RecordCheck }, closed),
  ),
  'record.restore': channel(
    Type.Object(
      { source: Type.Union([path, Type.Null()]), dryRun: Type.Boolean() },
      { ...closed, description: 'A backup or the folder of a mirror; null is the mirror in use' },
    ),
    Type.Object(
      {
        receipts: Type.Integer(),
        oldestAt: nullableString,
        newestAt: nullableString,
        check: RecordCheck,
        aside: Type.Union([Type.String(), Type.Null()], {
          description: 'New name of the record that it replaced',
        }),
      },
      closed,
    ),
  ),
  'record.repair': channel(
    Type.Object({ dryRun: Type.Boolean({ description: 'Only says what is damaged' }) }, closed),
    StoreRepair,
  ),
  'mirror.status': channel(empty, MirrorStatus),
  'mirror.on': channel(
    Type.Object(
      {
        folder: MirrorSettings.properties.folder,
        maxAgeDays: MirrorSettings.properties.maxAgeDays,
        maxBytes: MirrorSettings.properties.maxBytes,
      },
      closed,
    ),
    MirrorStatus,
  ),
  'mirror.off': channel(
    Type.Object({ deletes: Type.Boolean({ description: 'Deletes its file, too' }) }, closed),
    MirrorStatus,
  ),
} as const;
