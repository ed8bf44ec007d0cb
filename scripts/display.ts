import { createConnection, type NetConnectOpts } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

type Environment = Readonly<Record<string, string | undefined>>;

/** A desktop answers within milliseconds. With a slower one, Electron would hang without a message. */
const ANSWER_LIMIT_MS = 2_000;
const TIMES_ASKED = 3;
const PAUSE_MS = 100;
const X11_FIRST_TCP_PORT = 6_000;

/**
 * The first bytes of an X11 connection, without credentials: little-endian, protocol 11.0. Every server answers
 * them.
 */
const X11_SETUP = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/** wl_display.sync with the new object 2. The compositor answers with that object's `done`. */
const WAYLAND_SYNC = Buffer.from(Uint32Array.from([1, 12 << 16, 2]).buffer);

type Answer = 'answers' | 'hangs up' | 'is silent';

function ask(address: NetConnectOpts, opening: Buffer): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = createConnection(address);
    const settle = (answer: Answer) => {
      clearTimeout(limit);
      socket.destroy();
      resolve(answer);
    };
    const limit = setTimeout(settle, ANSWER_LIMIT_MS, 'is silent');
    socket.on('error', () => settle('is silent'));
    socket.on('connect', () => socket.write(opening));
    socket.on('data', () => settle('answers'));
    socket.on('close', () => settle('hangs up'));
  });
}

/**
 * Returns true when a display answers at an address. A display that resets after its last client closes the
 * next connection, so it is asked again.
 */
async function answers(address: NetConnectOpts, opening: Buffer): Promise<boolean> {
  for (let time = 0; time < TIMES_ASKED; time += 1) {
    const answer = await ask(address, opening);
    if (answer !== 'hangs up') return answer === 'answers';
    await pause(PAUSE_MS);
  }
  return false;
}

/**
 * Returns the addresses of the X server of a DISPLAY, `[host]:number[.screen]`: the socket file, Linux's
 * abstract socket, or TCP.
 */
function x11Addresses(display: string): NetConnectOpts[] {
  const [, host, number] = /^(.*):(\d+)(?:\.\d+)?$/.exec(display) ?? [];
  if (host === undefined || number === undefined) return [];
  // macOS and some wrappers name the socket file itself.
  if (isAbsolute(host)) return [{ path: `${host}:${number}` }];
  if (host !== '' && host !== 'unix') return [{ host, port: X11_FIRST_TCP_PORT + Number(number) }];
  const file = `/tmp/.X11-unix/X${number}`;
  return [{ path: file }, { path: `\0${file}` }];
}

function waylandAddress(display: string, env: Environment): NetConnectOpts {
  return { path: isAbsolute(display) ? display : join(env.XDG_RUNTIME_DIR ?? '', display) };
}

/** Returns the reason why this machine cannot show a window, or undefined when a display answers. */
export async function whyNoDisplay(
  env: Environment = process.env,
  platform: string = process.platform,
): Promise<string | undefined> {
  if (platform !== 'linux') return undefined;
  const { DISPLAY, WAYLAND_DISPLAY } = env;
  if (!DISPLAY && !WAYLAND_DISPLAY) return 'there is no display';
  if (WAYLAND_DISPLAY && (await answers(waylandAddress(WAYLAND_DISPLAY, env), WAYLAND_SYNC)))
    return undefined;
  for (const address of x11Addresses(DISPLAY ?? '')) {
    if (await answers(address, X11_SETUP)) return undefined;
  }
  return 'the display does not answer';
}
