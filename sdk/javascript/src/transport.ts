import { Agent, type AgentOptions, ClientRequest, type ClientRequestArgs } from 'node:http';
import { connect, type Socket } from 'node:net';
import { readReply } from './answer.ts';
import { type Endpoint, isStillFound } from './base-url.ts';
import { ownUser } from './discovery.ts';
import { aborted, NotPlinthError, PlinthDownError, PlinthError, PlinthTimeoutError } from './errors.ts';
import { listenerOwner } from './socket-owner.ts';
import type { Message, Outcome, Reply, Transport } from './transport-contract.ts';

const MAX_ANSWER_BYTES = 65_536;
/** Requests of one client that are under way at once. Thousands of calls must not open thousands of sockets. */
const MOST_AT_ONCE = 32;
const LOOPBACK_PEER = /^(::1|(::ffff:)?127(\.\d+){3})$/;

/** Lets a bounded number of requests run at once. The agent cannot, because it does not count sockets that connect. */
class Turns {
  #free = MOST_AT_ONCE;
  readonly #waiting: (() => void)[] = [];

  /** Waits for a turn; false when the time or the signal ended the wait. */
  async take(timeoutMs: number, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    return new Promise((resolve) => {
      const settle = (taken: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        resolve(taken);
      };
      const start = () => settle(true);
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        settle(false);
      };
      const timer = setTimeout(stop, timeoutMs);
      signal?.addEventListener('abort', stop);
      this.#waiting.push(start);
    });
  }

  /** Gives a turn back. */
  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

interface LoopbackRequest extends ClientRequestArgs {
  endpoint: Endpoint;
  connectTimeoutMs: number;
  /** Do not keep the process alive for this. */
  background: boolean;
}

type Connected = (error: Error | null, socket: Socket) => void;

/** Keep-alive connections to loopback peers alone: no name is resolved, no proxy is asked. */
class LoopbackAgent extends Agent {
  constructor() {
    // An empty `proxyEnv`: under NODE_USE_ENV_PROXY some runtimes apply the environment to every agent that has none.
    super({ keepAlive: true, proxyEnv: {} } as AgentOptions);
  }

  // The socket is handed over only after its peer was checked, so that no byte of a request can go anywhere else.
  override createConnection(options: ClientRequestArgs, callback: unknown): undefined {
    const { host } = options;
    // `localhost` is not looked up: whoever could change its address would otherwise be sent the token.
    const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host!];
    connectToFirst(addresses, options as LoopbackRequest, callback as Connected);
  }
}

function connectToFirst([host, ...others]: string[], options: LoopbackRequest, callback: Connected): void {
  const socket = connect({ host: host!, port: options.port as number, noDelay: true });
  const timer = setTimeout(() => socket.destroy(new Error('timed out')), options.connectTimeoutMs);
  if (options.background) {
    socket.unref();
    timer.unref();
  }
  const failed = (error: Error) => {
    clearTimeout(timer);
    if (others.length > 0) connectToFirst(others, options, callback);
    else callback(error, socket);
  };
  socket.once('error', failed);
  socket.once('connect', () => {
    const since = performance.now();
    // By then the others that were made at the same time are connected too.
    setImmediate(() => {
      if (socket.destroyed) return;
      const { endpoint } = options;
      const reason = strayReason(socket, endpoint) ?? strangerReason(socket, endpoint, since);
      if (reason) {
        socket.destroy(new Error(reason));
        return;
      }
      clearTimeout(timer);
      socket.removeListener('error', failed);
      callback(null, socket);
    });
  });
}

/** Why a connected socket does not lead to the endpoint; undefined when it does. */
function strayReason(
  { remoteAddress, remotePort, localPort }: Socket,
  { port }: Endpoint,
): string | undefined {
  if (!LOOPBACK_PEER.test(`${remoteAddress}`)) return 'not loopback';
  if (remotePort !== port) return 'a proxy took the connection';
  // The default port is in the range that systems draw from: with nobody listening, a socket can meet itself.
  return localPort === port ? 'nothing listens there' : undefined;
}

// Asked after the connection was made: asked before, Plinth could end in between and somebody else take its port.
/** Why the listener behind a connected socket is not the user's Plinth; undefined when it may be. */
function strangerReason(socket: Socket, endpoint: Endpoint, since: number): string | undefined {
  const found = endpoint.source === 'discovery';
  if (found && !isStillFound(endpoint)) return 'it has ended';
  const owner = listenerOwner(socket.remoteAddress!, endpoint.port, since);
  const user = ownUser() ?? owner;
  // An address that the user gave may be a container's or a tunnel's, which root or no listener of ours stands for.
  const fine = owner === undefined || owner === user || (!found && !owner);
  return fine ? undefined : 'another user listens there';
}

function timedOut(baseUrl: string): PlinthError {
  return new PlinthTimeoutError(`Plinth did not answer in time at ${baseUrl}.`);
}

function unreachable(baseUrl: string, reason: string | undefined): PlinthError {
  return new PlinthDownError(`Plinth is not reachable at ${baseUrl} (${reason}). Is it running?`);
}

/**
 * One request and its answer, within `timeoutMs`. Never rejects, never follows a redirect, reads at most 64 KiB.
 * Undefined: the connection was an idle one that the server had given up, which says nothing about the server.
 */
function exchange(
  agent: Agent,
  endpoint: Endpoint,
  message: Message,
  timeoutMs: number,
  background: boolean,
  signal?: AbortSignal,
): Promise<Reply | PlinthError | undefined> {
  return new Promise((resolve) => {
    const { baseUrl } = endpoint;
    const options: LoopbackRequest = {
      ...endpoint,
      ...message,
      // Named, because it would otherwise be the global agent's, which anybody may replace.
      protocol: 'http:',
      agent,
      endpoint,
      background,
      connectTimeoutMs: timeoutMs,
    };
    // Begun before the connection's own, so that it is the first to end.
    const giveUp = (error: PlinthError) => {
      settle(error);
      request.destroy();
    };
    const timer = setTimeout(() => giveUp(timedOut(baseUrl)), timeoutMs);
    const abort = () => giveUp(aborted());
    signal?.addEventListener('abort', abort);
    // Not `request()`: packages that install a global proxy replace it, and their agent would get the token.
    const request = new ClientRequest(options);
    let answered = false;
    let open = true;
    // Only the first outcome counts; what a dying connection still reports changes nothing.
    const settle = (outcome: Reply | PlinthError | undefined) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      open = false;
      resolve(outcome);
    };
    const broke = ({ message, code = message }: { message?: string; code?: string | undefined }) => {
      if (code?.startsWith('HPE_')) {
        settle(new NotPlinthError(`What answers at ${baseUrl} is not Plinth (no HTTP).`));
      } else if (request.reusedSocket && !answered) {
        settle(undefined);
      } else {
        settle(unreachable(baseUrl, code));
      }
    };
    if (background) timer.unref();
    // Nothing is written before this. The agent's sockets were checked; one that another layer handed over is not ours.
    request.once('socket', (socket) => {
      // The agent refs a pooled socket when it hands it out; this comes after.
      if (background) socket.unref();
      const reason = strayReason(socket, endpoint);
      if (reason === undefined) {
        request.end(message.body);
        return;
      }
      giveUp(unreachable(baseUrl, reason));
    });
    request.on('error', broke);
    request.once('upgrade', () => broke({ code: 'HPE_UPGRADE' }));
    // An end that none of the others told of; making an error for every good request would cost more than the rest.
    request.once('close', () => open && broke({ code: 'closed' }));
    request.once('response', (response) => {
      answered = true;
      const { statusCode, headers } = response;
      const chunks: Uint8Array[] = [];
      const reply = (body: string | undefined) => settle({ status: statusCode!, headers, body });
      let length = 0;
      response.on('error', broke);
      response.on('data', (chunk: Uint8Array) => {
        chunks.push(chunk);
        length += chunk.byteLength;
        if (length > MAX_ANSWER_BYTES) {
          reply(undefined);
          request.destroy();
        }
      });
      response.once('end', () => reply(Buffer.concat(chunks).toString()));
    });
  });
}

/** Opens the connections of one client, and lets a bounded number of requests use them at once. */
export function openTransport(): Transport {
  const agent = new LoopbackAgent();
  const turns = new Turns();
  async function send(
    endpoint: Endpoint,
    message: Message,
    timeoutMs: number,
    background: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Outcome | undefined> {
    const { baseUrl } = endpoint;
    const began = performance.now();
    if (!(await turns.take(timeoutMs, signal))) return signal?.aborted ? aborted() : timedOut(baseUrl);
    const left = Math.max(1, began + timeoutMs - performance.now());
    try {
      const reply = await exchange(agent, endpoint, message, left, background, signal);
      return !reply || reply instanceof PlinthError ? reply : readReply(reply, baseUrl, message.body);
    } finally {
      turns.give();
    }
  }
  return { send, close: () => agent.destroy() };
}
