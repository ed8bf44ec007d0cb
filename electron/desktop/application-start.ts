import { app } from 'electron';
import type { HostError } from '../platform/host-error.ts';
import { runApplication } from './application.ts';
import { openShellHost, type ShellHost } from './attached-host.ts';
import { exitAfterCrash } from './crash.ts';
import type { DeepLinks } from './deep-links.ts';
import { Quitting } from './quitting.ts';
import { forgetCopiedSecret } from './secret-clipboard.ts';
import { ShellState } from './shell-state.ts';
import { showStartFailure } from './start-failure.ts';
import { STOP_LIMIT_MS, within } from './time-limit.ts';

/** Marks a promise as handled, so that a rejection that is awaited later does not count as unhandled. */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/**
 * Starts the host and the app around it. On a failure it shows the reason, stops the host and ends the app.
 * `obstacle` is a known reason why the app cannot start.
 */
export async function startApplication(
  dataDir: string,
  links: DeepLinks,
  obstacle: HostError | undefined,
): Promise<void> {
  const starting: Promise<ShellHost> = heard(
    obstacle === undefined ? openShellHost(dataDir) : Promise.reject(obstacle),
  );
  // Must come before anything can ask the app to quit, so that a host that is still starting is awaited and
  // stopped.
  const quitting = new Quitting(() =>
    Promise.allSettled([forgetCopiedSecret(), starting.then((host) => host.stop())]),
  );
  exitAfterCrash(starting);
  // Until Electron is ready, no window can show the failure.
  await app.whenReady();
  try {
    const host = await starting;
    if (!quitting.asked) await runApplication(host, new ShellState(dataDir), links, quitting);
  } catch (error) {
    if (quitting.asked) return;
    await starting.then(
      (host) => {
        host.log.error({ name: error instanceof Error ? error.name : 'unknown' }, 'the app failed to start');
        return within(STOP_LIMIT_MS, host.stop());
      },
      () => undefined,
    );
    app.exit(await showStartFailure(error, dataDir));
  }
}
