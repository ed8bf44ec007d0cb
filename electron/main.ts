import { join } from 'node:path';
import { app } from 'electron';
import { resolveDataDir } from './data-dir.ts';
import { registerAppScheme } from './shell/app-protocol.ts';
import { runApplication } from './shell/application.ts';
import { DeepLinks } from './shell/deep-links.ts';
import { startElectronHost } from './shell/electron-host.ts';
import { messages } from './shell/messages.ts';
import { confinePages } from './shell/page-confinement.ts';
import { ShellState } from './shell/shell-state.ts';

const dataDir = resolveDataDir(undefined);

process.umask(0o077);
app.setName(messages.appName);
// Chromium's files stay apart from the stores, and each data directory is an instance of its own.
app.setPath('userData', join(dataDir, 'window'));
app.enableSandbox();
registerAppScheme();
confinePages();
const links = new DeepLinks();

async function start(): Promise<void> {
  const [host] = await Promise.all([startElectronHost(dataDir), app.whenReady()]);
  if (host === undefined) app.exit(1);
  else await runApplication(host, new ShellState(dataDir), links);
}

if (app.requestSingleInstanceLock()) {
  start().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : 'Plinth could not start.');
    app.exit(1);
  });
} else {
  app.quit();
}
