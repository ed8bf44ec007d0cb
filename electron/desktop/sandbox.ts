import { app } from 'electron';

/**
 * Runs every Chromium process in its sandbox. With `--no-sandbox`, which Playwright uses on Linux, no zygote
 * exists that could sandbox a process. The combination of both ends Chromium before the first window.
 */
export function sandboxEveryProcess(): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
}
