import { join } from 'node:path';
import { EVENT_TYPES, type EventType } from '../../../shared/event.ts';
import { DEFAULT_PORT, TELEMETRY_PATH } from '../../../shared/limits.ts';
import type { PrivacyLevel } from '../../../shared/settings.ts';
import { presentMembers } from '../configuration/json-members.ts';
import type { ConfigurationPlan, ExporterSettings } from '../harnesses/harness.ts';
import type { ConnectionRecord } from './connection-record.ts';

/** What connections by telemetry need of the host. */
export interface TelemetrySource {
  /** Returns the address of the collector, or undefined while nothing listens. */
  baseUrl(): string | undefined;
  /** Returns how much of an integration's event Plinth stores. */
  level(integrationId: string, event: EventType): PrivacyLevel;
}

const RECORDED = /^http:\/\/127\.0\.0\.1:\d{1,5}(?=\/)/;

/** Returns the address that the settings of a harness have since they were connected. */
function recordedAddress(record: ConnectionRecord | undefined): string | undefined {
  for (const { value } of record?.members ?? []) {
    const address = typeof value === 'string' ? RECORDED.exec(value)?.[0] : undefined;
    if (address !== undefined) return address;
  }
  return undefined;
}

/**
 * Returns what an exporter's settings say: the collector's address, and no more text than Plinth stores. Without a
 * running collector the address stays as it is.
 */
export function exporterSettings(
  source: TelemetrySource | undefined,
  connection: {
    folder: string;
    bridgeId: string;
    owner: string | undefined;
    record: ConnectionRecord | undefined;
  },
): ExporterSettings {
  const { folder, bridgeId, owner, record } = connection;
  const baseUrl = source?.baseUrl() ?? recordedAddress(record) ?? `http://127.0.0.1:${DEFAULT_PORT}`;
  const keepsText = (event: EventType) => source?.level(owner ?? '', event) === 'text';
  return {
    endpoint: `${baseUrl}${TELEMETRY_PATH}`,
    route: join(folder, `${bridgeId}.route`),
    prompts: keepsText('prompt.submitted'),
    actions: EVENT_TYPES.some((event) => event !== 'prompt.submitted' && keepsText(event)),
  };
}

/** Returns true where a file still has everything as Plinth wrote it. A credential in it is hidden. */
export function isAsRecorded(
  { form }: ConfigurationPlan,
  record: ConnectionRecord | undefined,
  hidden: string,
): boolean {
  if (record === undefined) return false;
  if (form !== 'members') return record.insertions.every(({ text }) => hidden.includes(text));
  const { members = [] } = record;
  return members.length > 0 && presentMembers(hidden, members).length === members.length;
}
