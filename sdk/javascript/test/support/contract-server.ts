import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { API_VERSION, CAPABILITIES_PATH, EVENTS_PATH, MAX_EVENT_BYTES } from '../../../../shared/limits.ts';
import { buildManifest } from '../../../../shared/manifest.ts';
import type { Permission } from '../../../../shared/permission.ts';
import { buildProblem, type ProblemCode } from '../../../../shared/problem.ts';
import { validateEvent } from '../../../../shared/validate-event.ts';

/** A token the server knows. */
export interface KnownToken {
  token: string;
  name: string;
  permissions: Permission[];
}

/** A small Plinth that keeps the contract of shared/, for tests that need no real host. */
export interface ContractServer {
  readonly port: number;
  readonly baseUrl: string;
  readonly connections: number;
  /** Every body it accepted. */
  readonly accepted: Record<string, unknown>[];
  /** Requests so far, whatever became of them. */
  readonly requests: number;
  close(): Promise<void>;
}

/** Starts it. `clockSkewMs` shifts its Date header. */
export async function startContractServer(
  tokens: KnownToken[],
  { port = 0, clockSkewMs = 0, host = '127.0.0.1' } = {},
): Promise<ContractServer> {
  const accepted: Record<string, unknown>[] = [];
  const seen = new Set<string>();
  let connections = 0;
  let requests = 0;

  const server = createServer((request, response) => {
    requests++;
    response.setHeader('Plinth-Api-Version', API_VERSION);
    response.setHeader('Cache-Control', 'no-store');
    if (clockSkewMs !== 0) response.setHeader('Date', new Date(Date.now() + clockSkewMs).toUTCString());
    void answer(request, response);
  });
  server.on('connection', () => connections++);

  const refuse = (response: ServerResponse, ...args: Parameters<typeof buildProblem>) => {
    const problem = buildProblem(...args);
    response.writeHead(problem.status, { 'Content-Type': 'application/problem+json' });
    response.end(JSON.stringify(problem));
  };
  const send = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(body));
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const failed = (code: ProblemCode) => refuse(response, code);
    const known = tokens.find(({ token }) => request.headers.authorization === `Bearer ${token}`);
    const needed = request.url === EVENTS_PATH ? 'events:write' : 'capabilities:read';
    if (request.url !== EVENTS_PATH && request.url !== CAPABILITIES_PATH) return failed('not_found');
    if (!known) return failed('unauthorized');
    if (!known.permissions.includes(needed)) return failed('insufficient_permission');
    if (request.url === CAPABILITIES_PATH) {
      const { name, permissions } = known;
      const integration = { id: 'int_1', name };
      return send(response, 200, buildManifest({ baseUrl: '', integration, permissions, retentionDays: 90 }));
    }
    if (request.headers['content-type'] !== 'application/json') return failed('unsupported_media_type');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    if (Buffer.byteLength(text) > MAX_EVENT_BYTES) return failed('payload_too_large');
    let body: Record<string, unknown>;
    try {
      body = JSON.parse(text);
    } catch {
      return failed('invalid_json');
    }
    const validation = validateEvent(body);
    if (!validation.ok) return refuse(response, validation.code, { errors: validation.errors });
    if (validation.event.integration !== known.name) return failed('integration_mismatch');
    accepted.push(body);
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 26).toUpperCase();
    if (seen.has(digest)) response.setHeader('Plinth-Replayed', 'true');
    seen.add(digest);
    send(response, 202, { accepted: true, recorded: true, reportOnly: true, receiptId: `rcpt_${digest}` });
  }

  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as { port: number };
  return {
    port: address.port,
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    accepted,
    get connections() {
      return connections;
    },
    get requests() {
      return requests;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
