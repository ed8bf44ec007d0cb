import { app } from 'electron';
import type { Host } from '../host/create-host.ts';
import type { HostError } from '../platform/host-error.ts';
import { runApplication } from './application.ts';
import type { DeepLinks } from './deep-links.ts';
import { startElectronHost } from './electron-host.ts';
import { Quitting } from './quitting.ts';
import { forgetCopiedSecret } from './secret-clipboard.ts';
import { ShellState } from './shell-state.ts';
import { showStartFailure } from './start-failure.ts';
import { STOP_LIMIT_MS, within } from './time-limit.ts';

/** Rejections that somebody looks at later must not count as unhandled until then. */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/**
 * Starts the host and puts the app around it. Whatever fails is shown, the host is stopped, and the app ends.
 * `obstacle` is a reason, known already, why it cannot start.
 */
export async function startApplication(
  dataDir: string,
  links: DeepLinks,
  obstacle: HostError | undefined,
): Promise<void> {
  const starting: Promise<Host> = heard(
    obstacle === undefined ? startElectronHost(dataDir) : Promise.reject(obstacle),
  );
  // Before anything can ask the app to quit: a host that is still starting is waited for and stopped too.
  const quitting = new Quitting(() =>
    Promise.allSettled([forgetCopiedSecret(), starting.then((host) => host.stop())]),
  );
  // Until Electron is ready no window can say what went wrong.
  await app.whenReady();
  try {
    const host = await starting;
    if (!quitting.asked) await runApplication(host, new ShellState(dataDir), links, quitting);
  } catch (error) {
    if (quitting.asked) return;
    await starting.then(
      (host) => {
        host.log.error({ name: error instanceof Error ? error.name : 'unknown' }, 'the app could not start');
        return within(STOP_LIMIT_MS, host.stop());
      },
      () => undefined,
    );
    app.exit(await showStartFailure(error, dataDir));
  }
}
