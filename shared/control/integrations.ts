import Type from 'typebox';
import { Integration, IntegrationName } from '../integration.ts';
import { Permission } from '../permission.ts';
import { channel, closed } from './channel.ts';

const issued = Type.Object({ token: Type.String(), integration: Integration }, closed);

/** The channels of integrations and their tokens. */
export const integrationChannels = {
  'integrations.list': channel(
    Type.Object({ includeRevoked: Type.Optional(Type.Boolean()) }, closed),
    Type.Object({ integrations: Type.Array(Integration) }, closed),
  ),
  'integrations.generate': channel(
    Type.Object(
      { name: IntegrationName, permissions: Type.Array(Permission, { minItems: 1, maxItems: 2 }) },
      closed,
    ),
    issued,
  ),
  'integrations.rotate': channel(Type.Object({ id: Type.String({ maxLength: 64 }) }, closed), issued),
  'integrations.revoke': channel(
    Type.Object({ id: Type.String({ maxLength: 64 }) }, closed),
    Type.Object({ integration: Integration }, closed),
  ),
} as const;
