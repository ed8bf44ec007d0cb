import type { IncomingMessage } from 'node:http';
import { isHarnessId, isTelemetryHarness } from '../../shared/bridge.ts';
import type { Permission } from '../../shared/permission.ts';
import type { IntegrationRecord, IntegrationStore } from '../integrations/integration-store.ts';
import { markKnown } from './connections.ts';
import { type Refusal, unauthorized } from './problem-response.ts';

/** Some exporters do not decode the values of `OTEL_EXPORTER_OTLP_HEADERS`: Claude Code sends the space as `%20`. */
const BEARER = /^bearer(?: |%20)([0-9A-Za-z_]{1,128})$/i;

type Authentication =
  | { integration: IntegrationRecord; refusal?: undefined }
  | { refusal: Refusal; integration?: IntegrationRecord };

function authenticate(req: IncomingMessage, integrations: IntegrationStore): IntegrationRecord | undefined {
  const credential = BEARER.exec(req.headers.authorization ?? '')?.[1];
  if (credential === undefined) return undefined;
  // The lookup refuses a credential with a wrong checksum as well. To check it first would cost each event a microsecond.
  const integration = integrations.authenticate(credential);
  if (integration !== undefined) markKnown(req.socket);
  return integration;
}

/** Returns the developer integration of a request if its token holds the permission. */
export function authenticateDeveloper(
  req: IncomingMessage,
  integrations: IntegrationStore,
  permission: Permission,
): Authentication {
  const integration = authenticate(req, integrations);
  if (integration === undefined) return { refusal: unauthorized };
  if (integration.kind === 'managed') return { refusal: { code: 'managed_credential' }, integration };
  if (!integration.permissions.includes(permission)) {
    return { refusal: { code: 'insufficient_permission' }, integration };
  }
  return { integration };
}

/** Returns the integration of a token that may write, or of a connection by telemetry. */
export function authenticateTelemetry(req: IncomingMessage, integrations: IntegrationStore): Authentication {
  const integration = authenticate(req, integrations);
  const { harness = '' } = integration ?? {};
  if (integration?.kind === 'managed' && isHarnessId(harness) && isTelemetryHarness(harness)) {
    return { integration };
  }
  return authenticateDeveloper(req, integrations, 'events:write');
}

/** Returns the managed integration of one harness. A bridge accepts no developer token. */
export function authenticateBridge(
  req: IncomingMessage,
  integrations: IntegrationStore,
  harness: string,
): Authentication {
  const integration = authenticate(req, integrations);
  if (integration === undefined) return { refusal: unauthorized };
  if (integration.kind !== 'managed') return { refusal: { code: 'insufficient_permission' }, integration };
  if (integration.harness !== harness) return { refusal: { code: 'managed_credential' }, integration };
  return { integration };
}
