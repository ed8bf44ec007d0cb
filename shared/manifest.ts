import Type, { type Static } from 'typebox';
import { DATA_FIELDS, EVENT_TYPES, EventTypeSchema, NEVER_ACCEPTED } from './event.ts';
import * as limits from './limits.ts';
import { Permission } from './permission.ts';

const closed = { additionalProperties: false } as const;

/** Answer of `GET /api/developer/v1/capabilities`. */
export const Manifest = Type.Object(
  {
    apiVersion: Type.Literal(limits.API_VERSION),
    schema: Type.Literal(limits.EVENT_SCHEMA),
    integration: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    endpoints: Type.Object({ events: Type.String(), capabilities: Type.String() }, closed),
    permissions: Type.Array(Permission),
    capabilities: Type.Object(
      {
        reportOnly: Type.Literal(true),
        blocking: Type.Literal(false),
        idempotentRetries: Type.Literal(true),
        unknownDataFields: Type.Literal('dropped'),
      },
      closed,
    ),
    eventTypes: Type.Array(EventTypeSchema),
    dataFields: Type.Array(Type.String()),
    limits: Type.Object(
      {
        maxEventBytes: Type.Integer(),
        maxSessionIdLength: Type.Integer(),
        maxPathLength: Type.Integer(),
        maxJsonDepth: Type.Integer(),
        requestsPerSecond: Type.Integer(),
        burst: Type.Integer(),
      },
      closed,
    ),
    privacy: Type.Object(
      {
        localOnly: Type.Literal(true),
        redaction: Type.Literal('before-storage'),
        storesRawContent: Type.Literal(false),
        retentionDays: Type.Integer({
          description: 'Days a receipt is kept; 0 when there is no limit by age',
        }),
        neverAccepted: Type.Array(Type.String()),
      },
      closed,
    ),
  },
  closed,
);
export type Manifest = Static<typeof Manifest>;

interface ManifestInput {
  baseUrl: string;
  integration: { id: string; name: string };
  permissions: Permission[];
  retentionDays: number;
}

/** Makes the manifest for the calling token, with its own integration and permissions only. */
export function buildManifest({ baseUrl, integration, permissions, retentionDays }: ManifestInput): Manifest {
  return {
    apiVersion: limits.API_VERSION,
    schema: limits.EVENT_SCHEMA,
    integration: { id: integration.id, name: integration.name },
    endpoints: {
      events: `${baseUrl}${limits.EVENTS_PATH}`,
      capabilities: `${baseUrl}${limits.CAPABILITIES_PATH}`,
    },
    permissions: [...permissions],
    capabilities: {
      reportOnly: true,
      blocking: false,
      idempotentRetries: true,
      unknownDataFields: 'dropped',
    },
    eventTypes: [...EVENT_TYPES],
    dataFields: [...DATA_FIELDS],
    limits: {
      maxEventBytes: limits.MAX_EVENT_BYTES,
      maxSessionIdLength: limits.MAX_SESSION_ID_LENGTH,
      maxPathLength: limits.MAX_PATH_LENGTH,
      maxJsonDepth: limits.MAX_JSON_DEPTH,
      requestsPerSecond: limits.REQUESTS_PER_SECOND,
      burst: limits.BURST,
    },
    privacy: {
      localOnly: true,
      redaction: 'before-storage',
      storesRawContent: false,
      retentionDays,
      neverAccepted: [...NEVER_ACCEPTED],
    },
  };
}
