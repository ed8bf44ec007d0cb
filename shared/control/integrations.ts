import Type from 'typebox';
import { Integration, IntegrationName } from '../integration.ts';
import { MAX_EVENT_BYTES } from '../limits.ts';
import { Permission } from '../permission.ts';
import { EventAccepted } from '../receipt.ts';
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
  'events.send': channel(
    Type.Object(
      {
        body: Type.String({
          maxLength: MAX_EVENT_BYTES,
          description: 'An event of the integration “Command line”, as the developer API takes it',
        }),
      },
      closed,
    ),
    EventAccepted,
  ),
} as const;
