import { app } from 'electron';

/**
 * Puts every process of Chromium's into its sandbox. Somebody who starts Plinth with `--no-sandbox`, as Playwright does
 * on Linux, has no zygote that could sandbox a process: together the two end Chromium before the first window.
 */
export function sandboxEveryProcess(): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
}
