import { app } from 'electron';
import { nameApp } from './desktop/app-identity.ts';
import { registerAppScheme } from './desktop/app-protocol.ts';
import { startApplication } from './desktop/application-start.ts';
import { keepChromiumFilesIn } from './desktop/chromium-files.ts';
import { runCommandLine } from './desktop/command-line.ts';
import { commandWords } from './desktop/command-words.ts';
import { DeepLinks } from './desktop/deep-links.ts';
import { confinePages } from './desktop/page-confinement.ts';
import { sandboxEveryProcess } from './desktop/sandbox.ts';
import { resolveDataDir } from './platform/data-dir.ts';

function openApp(): void {
  const dataDir = resolveDataDir(undefined);
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
}

const words = commandWords(process.argv);
process.umask(0o077);
// Otherwise a file over a limit of its size (`ulimit -f`) ends the process instead of the write.
process.on('SIGXFSZ', () => {});
nameApp();
if (words === undefined) openApp();
else void runCommandLine(words);
