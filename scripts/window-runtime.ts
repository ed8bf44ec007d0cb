import { electronRuntime } from '../electron/platform/electron-runtime.ts';
import { whyNoDisplay } from './display.ts';
import { runInForeground } from './foreground.ts';

/** Finds Electron's executable and downloads it on the first start, or returns the reason why there is none. */
async function findElectron(): Promise<{ executable: string } | { missing: string }> {
  const runtime = electronRuntime();
  if (runtime.state === 'ready') return runtime;
  if (runtime.state === 'not_installed') return { missing: 'Electron is not installed' };
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) {
    return { missing: 'there is no Electron in ELECTRON_OVERRIDE_DIST_PATH' };
  }
  console.log('Fetching Electron’s runtime, once …');
  const ending = await runInForeground(process.execPath, [runtime.installer], { silent: true });
  if (ending.toldToStop) process.exit(ending.status);
  const fetched = electronRuntime();
  return fetched.state === 'ready' ? fetched : { missing: 'Electron’s runtime could not be fetched' };
}

/** Returns Electron's executable where it can open a window, or the reason why it cannot. */
export async function windowRuntime(): Promise<{ executable: string } | { missing: string }> {
  if (process.env.PLINTH_HEADLESS) return { missing: 'PLINTH_HEADLESS is set' };
  const missing = await whyNoDisplay();
  return missing === undefined ? findElectron() : { missing };
}
