import Type, { type Static } from 'typebox';
import { FILE_HARMS, type FileHarm, RESTORED_PARTS, type RestoredPart } from '../incident.ts';
import { ReceiptSummary } from '../receipt.ts';
import { channel, closed } from './channel.ts';

/**
 * Harm that another program did to Plinth's files while Plinth ran, and that Plinth repaired. `receipts` counts the
 * receipts of the store afterwards.
 */
export const Incident = Type.Object(
  {
    key: Type.Integer(),
    at: Type.String(),
    harm: Type.Unsafe<FileHarm>(Type.Enum([...FILE_HARMS])),
    restored: Type.Array(Type.Unsafe<RestoredPart>(Type.Enum([...RESTORED_PARTS]))),
    receipts: Type.Integer(),
    waited: Type.Integer({
      description: 'Receipts that were written only when the folder could be created again',
    }),
    unrecorded: Type.Integer({ description: 'Events that were refused while too many receipts waited' }),
    lost: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Receipts that could not be read in a damaged file. Null if nobody knows how many it had',
    }),
    isSeen: Type.Boolean({ description: 'The user has confirmed it' }),
    lastReports: Type.Array(ReceiptSummary, {
      description: 'The last receipts before the harm, newest first',
    }),
  },
  closed,
);
export type Incident = Static<typeof Incident>;

/** The channels of harm to Plinth’s files. */
export const incidentChannels = {
  'incidents.list': channel(
    Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }, closed),
    Type.Object({ incidents: Type.Array(Incident) }, closed),
  ),
  'incidents.see': channel(
    Type.Object(
      {
        takenBack: Type.Optional(
          Type.Array(Type.Integer(), { maxItems: 100, description: 'Takes the confirmation of these back' }),
        ),
      },
      { ...closed, description: 'Confirms all incidents' },
    ),
    Type.Object(
      { keys: Type.Array(Type.Integer(), { description: 'The incidents whose state changed' }) },
      closed,
    ),
  ),
} as const;
