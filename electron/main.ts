import { app } from 'electron';
import { resolveDataDir } from './data-dir.ts';
import { nameApp } from './shell/app-identity.ts';
import { registerAppScheme } from './shell/app-protocol.ts';
import { startApplication } from './shell/application-start.ts';
import { keepChromiumFilesIn } from './shell/chromium-files.ts';
import { DeepLinks } from './shell/deep-links.ts';
import { confinePages } from './shell/page-confinement.ts';
import { sandboxEveryProcess } from './shell/sandbox.ts';

const dataDir = resolveDataDir(undefined);

process.umask(0o077);
nameApp();
const obstacle = keepChromiumFilesIn(dataDir);
sandboxEveryProcess();
registerAppScheme();
confinePages();
const links = new DeepLinks();

// Without a folder for Chromium there is no lock to ask for, and the start only says why.
if (obstacle !== undefined || app.requestSingleInstanceLock()) {
  void startApplication(dataDir, links, obstacle);
} else {
  app.quit();
}
