import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** One thing a scripted reply does on the connection. */
export type Step =
  | { send: string }
  | { drip: string; everyMs: number }
  | { flood: number }
  | { close: true }
  | { reset: true }
  | { hang: true };

/** A whole answer, or the steps of one. */
export type ScriptedReply =
  | { status: number; headers: Record<string, string>; json?: unknown; text?: string }
  | { raw: Step[] };

/** A server on a raw socket that answers as it is told and keeps what it was sent. */
export interface ScriptedServer {
  readonly port: number;
  readonly baseUrl: string;
  /** The bytes of each request, in order. */
  readonly requests: Buffer[];
  /** Connections opened so far. */
  readonly connections: number;
  /** Bytes that `flood` steps could send. */
  readonly flooded: number;
  close(): Promise<void>;
}

const CHUNK = 65_536;

function stepsOf(reply: ScriptedReply): Step[] {
  if ('raw' in reply) return reply.raw;
  const body = Buffer.from(reply.text ?? JSON.stringify(reply.json));
  const headers = Object.entries({ ...reply.headers, 'Content-Length': String(body.byteLength) });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return [{ send: `HTTP/1.1 ${reply.status} Status\r\n${head}\r\n${body}` }];
}

/** The first whole request in the bytes, if there is one. */
function takeRequest(bytes: Buffer): Buffer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1] ?? 0);
  return bytes.length < end + 4 + length ? undefined : bytes.subarray(0, end + 4 + length);
}

/** Starts a scripted server; `replyTo` gets the number of the request, from 0. */
export async function startScriptedServer(
  replyTo: (index: number, request: Buffer) => ScriptedReply,
  host = '127.0.0.1',
  port = 0,
): Promise<ScriptedServer> {
  const requests: Buffer[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let flooded = 0;

  async function play(socket: Socket, steps: Step[]): Promise<void> {
    for (const step of steps) {
      if (socket.destroyed) return;
      if ('send' in step) socket.write(step.send);
      else if ('close' in step) socket.end();
      else if ('reset' in step) socket.resetAndDestroy();
      else if ('drip' in step) {
        for (const letter of step.drip) {
          if (socket.destroyed) return;
          socket.write(letter);
          await new Promise((resolve) => setTimeout(resolve, step.everyMs));
        }
      } else if ('flood' in step) {
        const chunk = Buffer.alloc(CHUNK, 'x');
        for (let left = step.flood; left > 0 && !socket.destroyed; left -= CHUNK) {
          flooded += CHUNK;
          if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
        }
      }
    }
  }

  const server: Server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let pending: Buffer = Buffer.alloc(0);
    socket.on('data', (data: Buffer) => {
      pending = Buffer.concat([pending, data]);
      for (let request = takeRequest(pending); request; request = takeRequest(pending)) {
        pending = pending.subarray(request.length);
        const index = requests.push(Buffer.from(request)) - 1;
        void play(socket, stepsOf(replyTo(index, request))).catch(() => socket.destroy());
      }
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as { port: number };
  return {
    port: address.port,
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    requests,
    get connections() {
      return connections;
    },
    get flooded() {
      return flooded;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
