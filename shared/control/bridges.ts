import Type from 'typebox';
import {
  BridgeAction,
  BridgeChange,
  BridgeStatus,
  BridgeTest,
  HarnessEnvironmentVariables,
  HarnessIdSchema,
} from '../bridge.ts';
import { channel, closed } from './channel.ts';

const bridgeTarget = {
  harness: HarnessIdSchema,
  environment: Type.Optional(HarnessEnvironmentVariables),
  home: Type.Optional(Type.String({ maxLength: 4096, description: 'The harness’s folder' })),
};

/** The folder whose settings are in force, where the caller is in one. */
export const inFolder = {
  folder: Type.Optional(Type.String({ maxLength: 4096, description: 'A project’s folder' })),
};

const bridgeCommand = Type.Object(
  {
    ...bridgeTarget,
    fingerprint: Type.Optional(
      Type.String({ maxLength: 64, description: 'Of the preview that was agreed to' }),
    ),
  },
  closed,
);

const bridgeOutcome = Type.Object({ change: BridgeChange, status: BridgeStatus }, closed);

/** The channels of connections to harnesses. */
export const bridgeChannels = {
  'bridges.status': channel(
    Type.Object({ environment: Type.Optional(HarnessEnvironmentVariables), ...inFolder }, closed),
    Type.Object({ bridges: Type.Array(BridgeStatus) }, closed),
  ),
  'bridges.preview': channel(
    Type.Object({ ...bridgeTarget, action: BridgeAction }, closed),
    Type.Object({ change: BridgeChange }, closed),
  ),
  'bridges.connect': channel(bridgeCommand, bridgeOutcome),
  'bridges.disconnect': channel(bridgeCommand, bridgeOutcome),
  'bridges.reconnect': channel(bridgeCommand, bridgeOutcome),
  'bridges.test': channel(
    Type.Object({ ...bridgeTarget, ...inFolder }, closed),
    Type.Object({ test: BridgeTest }, closed),
  ),
} as const;
