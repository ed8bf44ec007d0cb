import { dialog, shell } from 'electron';
import type { ControlChannel, ControlParams, ControlResult } from '../../shared/control.ts';
import { callControlSocket } from '../control/transports/control-socket.ts';
import { HostError } from '../platform/host-error.ts';
import { messages } from './messages.ts';
import { within } from './time-limit.ts';

const EXIT_FAILED = 1;
/** The headless host uses the same exit code. */
const EXIT_ALREADY_RUNNING = 3;
/** A running host answers at once. */
const ANSWER_LIMIT_MS = 3000;

const words = messages.alreadyRunning;

async function ask<C extends ControlChannel>(
  dataDir: string,
  channel: C,
  params: ControlParams<C>,
): Promise<ControlResult<C> | undefined> {
  let result: ControlResult<C> | undefined;
  const asked = callControlSocket(dataDir, channel, params).then((envelope) => {
    if (envelope.ok) result = envelope.result;
  });
  await within(ANSWER_LIMIT_MS, asked);
  return result;
}

/** Returns true for a link to a page of this computer. */
function isConsoleLink(link: string): boolean {
  const url = URL.parse(link);
  return (
    url?.protocol === 'http:' && url.hostname === '127.0.0.1' && url.username === '' && url.password === ''
  );
}

async function openConsole(dataDir: string): Promise<boolean> {
  const link = (await ask(dataDir, 'console.link', {}))?.url ?? undefined;
  if (link === undefined || !isConsoleLink(link)) return false;
  return shell.openExternal(link).then(
    () => true,
    () => false,
  );
}

async function show(
  type: 'info' | 'error',
  message: string,
  detail: string,
  buttons: string[],
): Promise<number> {
  // A user who starts Plinth from a terminal reads the reason there.
  console.error(`${message}. ${detail}`);
  const { response } = await dialog.showMessageBox({
    type,
    title: messages.appName,
    message,
    detail,
    buttons,
    defaultId: 0,
    cancelId: buttons.length - 1,
    noLink: true,
  });
  return response;
}

/**
 * Handles a second start. It reports where Plinth runs, and offers the console in a browser when the running
 * host has no window.
 */
async function showAlreadyRunning(error: HostError, dataDir: string): Promise<void> {
  const running = await ask(dataDir, 'host.status', {});
  if (running?.host !== 'headless') {
    await show('info', words.title, error.message, [messages.close]);
    return;
  }
  const chosen = await show('info', words.title, `${error.message} ${words.headless}`, [
    words.open,
    messages.close,
  ]);
  if (chosen === 0 && !(await openConsole(dataDir))) {
    await show('error', words.noConsole.title, words.noConsole.text, [messages.close]);
  }
}

/** Shows in a window why Plinth could not start. Electron must be ready. Resolves to the exit code. */
export async function showStartFailure(error: unknown, dataDir: string): Promise<number> {
  if (error instanceof HostError && error.code === 'already_running') {
    await showAlreadyRunning(error, dataDir);
    return EXIT_ALREADY_RUNNING;
  }
  const text = error instanceof HostError ? error.message : messages.startFailed.unexpected;
  await show('error', messages.startFailed.title, text, [messages.close]);
  return EXIT_FAILED;
}
