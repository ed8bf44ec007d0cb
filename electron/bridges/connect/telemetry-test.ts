import { execFile } from 'node:child_process';
import { request } from 'node:http';
import type { BridgeTestCause } from '../../../shared/bridge.ts';
import { isPayload, textOf } from '../harnesses/adaptation.ts';
import type { HarnessTelemetry, InstalledExporter } from '../harnesses/harness.ts';

/** The time that Claude Code gives the command for headers, and a busy computer some more. */
const HEADERS_TIMEOUT_MS = 5000;
const SEND_TIMEOUT_MS = 3000;
const MAX_PRINTED_BYTES = 4096;

/** Runs the command for headers as a harness does, and returns the credential that it prints. */
function printedCredential(command: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const limits = {
    timeout: HEADERS_TIMEOUT_MS,
    maxBuffer: MAX_PRINTED_BYTES,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise((resolve) => {
    const done = (_: unknown, printed: string) => resolve(credentialIn(printed));
    execFile('/bin/sh', ['-c', command], { ...limits, env }, done).stdin?.end();
  });
}

function credentialIn(printed: string): string | undefined {
  try {
    const headers: unknown = JSON.parse(printed);
    return isPayload(headers) ? textOf(headers, 'Authorization') : undefined;
  } catch {
    return undefined;
  }
}

/** Sends one log record as the harness's exporter does. The record is never stored. */
function send(endpoint: string, authorization: string, body: string): Promise<void> {
  return new Promise((resolve) => {
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
    const sent = request(endpoint, { method: 'POST', headers, timeout: SEND_TIMEOUT_MS }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve());
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve());
    sent.end(body);
  });
}

const recordOf = ({ service, testAttributes }: HarnessTelemetry, sessionId: string): string => {
  const attributes = Object.entries(testAttributes(sessionId)).map(([key, stringValue]) => ({
    key,
    value: { stringValue },
  }));
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
  return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords: [{ attributes }] }] }] });
};

/**
 * Sends a marked record with the address and the credential that a harness's settings have. Sends nothing to another
 * address than the collector's. Returns what keeps the record away, as far as it shows before the record arrives.
 */
export async function sendTestRecord(
  telemetry: HarnessTelemetry,
  installed: InstalledExporter,
  collector: { endpoint: string; env: NodeJS.ProcessEnv },
  sessionId: string,
): Promise<BridgeTestCause | undefined> {
  if (installed.endpoint !== `${collector.endpoint}/v1/logs`) return 'wrong_address';
  const { headersCommand } = installed;
  const authorization =
    headersCommand === undefined
      ? installed.authorization
      : await printedCredential(headersCommand, collector.env);
  if (authorization === undefined) return 'headers_failed';
  await send(installed.endpoint, authorization, recordOf(telemetry, sessionId));
  return undefined;
}
