import Type, { type Static } from 'typebox';
import { bridgeChannels } from './control/bridges.ts';
import { channel, closed, empty, nullableString } from './control/channel.ts';
import { hostChannels } from './control/host.ts';
import { incidentChannels } from './control/incidents.ts';
import { insightChannels } from './control/insights.ts';
import { integrationChannels } from './control/integrations.ts';
import { ReceiptFilter, receiptChannels } from './control/receipts.ts';
import { recordChannels } from './control/record.ts';
import { recordingChannels } from './control/recording.ts';
import { recoverChannels } from './control/recover.ts';
import type { ControlFailure } from './failure.ts';
import { MAX_KEPT_TEXT_LENGTH } from './limits.ts';
import { Finding } from './receipt.ts';
import { SampleChannelSchema } from './sample.ts';

export { Diagnostics, HostStatus, LoggedRefusal, VaultState } from './control/host.ts';
export { Incident } from './control/incidents.ts';
export { DeletionScope, Exclusions, HeldRetention, ReceiptFilter } from './control/receipts.ts';
export { Recording } from './control/recording.ts';
export { RecordingGap } from './recording-gap.ts';

/** Where a page of receipts to hand over ended, and how many are in it and in those before it. */
const EndOfPage = Type.Object(
  {
    cursor: Type.String({ maxLength: 128 }),
    older: Type.Integer({ minimum: 0, description: 'Receipts that match and come after it' }),
  },
  { additionalProperties: false },
);

/** Why a stretch of a text is masked, or why it is not although it nearly was. It has no part of that stretch. */
const MaskExplanation = Type.Object(
  {
    rule: Type.String(),
    start: Type.Integer({ description: 'UTF-16 position in the text before it was masked' }),
    end: Type.Integer(),
    isMasked: Type.Boolean(),
    reasons: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          weight: Type.Optional(Type.Integer({ description: 'In hundredths of a point' })),
        },
        closed,
      ),
    ),
  },
  closed,
);

/**
 * The control contract (design §3): every channel with the schema of its parameters and of its result. The
 * handlers implement it, and the transports (Electron IPC, control socket, console) derive from it. Each area has a
 * file; areas of one channel or two are here.
 */
export const control = {
  ...recordingChannels,
  ...hostChannels,
  ...integrationChannels,
  ...receiptChannels,
  ...insightChannels,
  ...bridgeChannels,
  ...recordChannels,
  ...incidentChannels,
  ...recoverChannels,

  'sample.call': channel(
    Type.Object(
      { channel: SampleChannelSchema, params: Type.Unknown() },
      { ...closed, description: 'Asks the sample data, which is apart from the record and made when asked' },
    ),
    Type.Object({ answer: Type.Unknown() }, closed),
  ),
  'sample.close': channel({ ...empty, description: 'Removes the sample data' }, empty),
  'redaction.preview': channel(
    Type.Object(
      {
        text: Type.String({
          maxLength: MAX_KEPT_TEXT_LENGTH,
          description: 'Shown as an event would keep it',
        }),
        explain: Type.Optional(
          Type.Literal(true, { description: 'Also say why, for a text that is not long' }),
        ),
      },
      closed,
    ),
    Type.Object(
      {
        text: Type.String(),
        engine: Type.String(),
        ruleSet: Type.String(),
        findings: Type.Array(Finding),
        explanations: Type.Optional(Type.Array(MaskExplanation)),
      },
      closed,
    ),
  ),
  'bundle.make': channel(
    Type.Object(
      { filter: Type.Optional(ReceiptFilter), after: Type.Optional(EndOfPage) },
      { ...closed, description: 'The newest receipts that match, or those after an earlier page' },
    ),
    Type.Object(
      {
        html: Type.String({ description: 'One page that loads nothing' }),
        shown: Type.Array(Type.Unknown(), { description: 'Every receipt as the page shows it' }),
        next: Type.Union([EndOfPage, Type.Null()], { description: 'Where older receipts go on' }),
        olderReceipts: Type.Integer({ description: 'Receipts that match and are older than this page' }),
        leftOutReceipts: Type.Integer({ description: 'Receipts that no signed entry proves' }),
        leftOutMembers: Type.Integer({ description: 'Members that may hold names' }),
        pseudonyms: Type.Array(Type.Object({ name: Type.String(), pseudonym: Type.String() }, closed), {
          description: 'For the owner only: the page does not have the names',
        }),
      },
      closed,
    ),
  ),
} as const;

export type ControlChannel = keyof typeof control;
export type ControlParams<C extends ControlChannel> = Static<(typeof control)[C]['params']>;
export type ControlResult<C extends ControlChannel> = Static<(typeof control)[C]['result']>;
export const CONTROL_CHANNELS = Object.keys(control) as ControlChannel[];

/** The control events for subscribers. Each one is a hint to query again and has no content. */
export const ControlEvent = Type.Union([
  Type.Object({ kind: Type.Literal('receipts'), added: Type.Integer(), deleted: Type.Boolean() }, closed),
  Type.Object({ kind: Type.Literal('refusal'), integrationId: nullableString }, closed),
  Type.Object({ kind: Type.Literal('integrations') }, closed),
  Type.Object({ kind: Type.Literal('settings') }, closed),
  Type.Object({ kind: Type.Literal('bridges') }, closed),
  Type.Object({ kind: Type.Literal('recording') }, closed),
  Type.Object({ kind: Type.Literal('incidents') }, closed),
  Type.Object({ kind: Type.Literal('problems') }, closed),
  Type.Object({ kind: Type.Literal('mirror') }, closed),
]);
export type ControlEvent = Static<typeof ControlEvent>;

export type ControlEnvelope<R> = { ok: true; result: R } | { ok: false; error: ControlFailure };

/** The typed API that each transport gives to its client. */
export interface ControlClient {
  call<C extends ControlChannel>(
    channel: C,
    params: ControlParams<C>,
  ): Promise<ControlEnvelope<ControlResult<C>>>;
  /** Delivers control events until the returned function is called. */
  subscribe(listener: (event: ControlEvent) => void): () => void;
}
