import { app } from 'electron';
import { nameApp } from './desktop/app-identity.ts';
import { registerAppScheme } from './desktop/app-protocol.ts';
import { startApplication } from './desktop/application-start.ts';
import { keepChromiumFilesIn } from './desktop/chromium-files.ts';
import { DeepLinks } from './desktop/deep-links.ts';
import { confinePages } from './desktop/page-confinement.ts';
import { sandboxEveryProcess } from './desktop/sandbox.ts';
import { resolveDataDir } from './platform/data-dir.ts';

const dataDir = resolveDataDir(undefined);

process.umask(0o077);
nameApp();
const obstacle = keepChromiumFilesIn(dataDir);
sandboxEveryProcess();
registerAppScheme();
confinePages();
const links = new DeepLinks();

// Without a folder for Chromium no lock can be requested. The start then only shows the reason.
if (obstacle !== undefined || app.requestSingleInstanceLock()) {
  void startApplication(dataDir, links, obstacle);
} else {
  app.quit();
}
