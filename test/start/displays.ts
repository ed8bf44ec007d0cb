import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

const X11_FIRST_TCP_PORT = 6_000;
/** An X server's refusal of a client without credentials. A refusal is an answer too. */
const X11_REFUSAL = Buffer.from([0, 0, 11, 0, 0, 0, 0, 0]);

export interface Display {
  readonly name: string;
  stop(): Promise<void>;
}

/** Starts the real X server without a screen, or returns undefined where it is not installed. */
export async function startXvfb(): Promise<Display | undefined> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '640x480x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gone = once(server, 'exit').catch(() => undefined);
  const started = await Promise.race([
    once(createInterface(server.stdout), 'line').then(([line]) => line as string),
    gone.then(() => undefined),
  ]);
  if (started === undefined) return undefined;
  return {
    name: `:${started}`,
    stop: async () => {
      server.kill();
      await gone;
    },
  };
}

/**
 * Starts a display over TCP. It answers the first bytes as an X server does, accepts them without an answer, or
 * closes the connection a few times.
 */
export async function startDisplay({
  silent = false,
  hangsUp = 0,
}: {
  silent?: boolean;
  hangsUp?: number;
}): Promise<Display> {
  let hungUp = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (hungUp < hangsUp) {
      hungUp += 1;
      socket.destroy();
    } else if (!silent) socket.on('data', () => socket.end(X11_REFUSAL));
  });
  let number = 0;
  // A display uses a port from 6000 on. Takes the first free one.
  do {
    number += 1;
    server.removeAllListeners('error');
    server.listen(X11_FIRST_TCP_PORT + number, '127.0.0.1');
  } while (
    !(await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false))
  );
  return {
    name: `127.0.0.1:${number}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
