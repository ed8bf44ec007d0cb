import { EVENT_TYPES, eventSchemas } from './event.ts';
import * as limits from './limits.ts';
import { Manifest } from './manifest.ts';
import { PROBLEMS, Problem, type ProblemCode } from './problem.ts';
import { EventAccepted } from './receipt.ts';

const pascal = (type: string) =>
  type
    .split(/[._]/)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');

const apiHeaders = {
  'Plinth-Api-Version': { schema: { type: 'string', const: limits.API_VERSION }, required: true },
  'Cache-Control': { schema: { type: 'string', const: 'no-store' }, required: true },
  'Cross-Origin-Resource-Policy': { schema: { type: 'string', const: 'same-origin' }, required: true },
};

function problemResponses(codes: readonly ProblemCode[]) {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join('\n\n'),
        headers: apiHeaders,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

const guards = [
  'forbidden_host',
  'forbidden_origin',
  'method_not_allowed',
  'unauthorized',
  'insufficient_permission',
  'managed_credential',
  'rate_limited',
  'unavailable',
] as const;

const eventSchemaRef = (type: string) => `#/components/schemas/${pascal(type)}`;

const json = (schemaName: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schemaName}` } },
});

const eventsOperation = {
  operationId: 'submitEvent',
  summary: 'Report one event. Needs the permission events:write.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          oneOf: EVENT_TYPES.map((type) => ({ $ref: eventSchemaRef(type) })),
          discriminator: {
            propertyName: 'event',
            mapping: Object.fromEntries(EVENT_TYPES.map((type) => [type, eventSchemaRef(type)])),
          },
        },
      },
    },
  },
  responses: {
    '202': {
      description: 'The event is accepted, and its receipt would survive the process being killed.',
      headers: {
        ...apiHeaders,
        'Plinth-Replayed': {
          description: 'Present when this is a retry of an event that has its receipt already.',
          schema: { type: 'string', const: 'true' },
        },
      },
      content: json('EventAccepted'),
    },
    ...problemResponses([
      ...guards,
      'unsupported_media_type',
      'payload_too_large',
      'byte_order_mark',
      'invalid_json',
      'invalid_event',
      'forbidden_field',
      'integration_mismatch',
    ]),
  },
};

const capabilitiesOperation = {
  operationId: 'getCapabilities',
  summary:
    'List the events and limits of this collector. Needs the permission capabilities:read. Records nothing.',
  responses: {
    '200': {
      description: 'The manifest, with the permissions of the calling token.',
      headers: apiHeaders,
      content: json('Manifest'),
    },
    ...problemResponses(guards),
  },
};

/** Makes the OpenAPI 3.1 document of the protocol from the contract's schemas. */
export function buildOpenApi(): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plinth developer API',
      version: limits.API_VERSION,
      summary: 'Reports of what AI agents do, kept on this computer as redacted receipts.',
      description: [
        'Report Only: no request blocks or changes an action. Generated from shared/; do not edit.',
        'The base address is that of `runtime.json` in the data directory; the default is shown below.',
      ].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: `http://127.0.0.1:${limits.DEFAULT_PORT}` },
      { url: `http://[::1]:${limits.DEFAULT_PORT}` },
    ],
    security: [{ token: [] }],
    paths: {
      [limits.EVENTS_PATH]: { post: eventsOperation },
      [limits.CAPABILITIES_PATH]: { get: capabilitiesOperation },
    },
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token that was generated in Settings → Developer integrations.',
        },
      },
      schemas: {
        ...Object.fromEntries(EVENT_TYPES.map((type) => [pascal(type), eventSchemas[type]])),
        EventAccepted,
        Manifest,
        Problem,
      },
    },
  };
}
