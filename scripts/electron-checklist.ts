/** A place in the checkout: the first line of a file that contains a text. */
export interface Place {
  file: string;
  text: string;
}

interface ChecklistItem {
  title: string;
  how: string;
  code: Place[];
  /** Tests by their titles. */
  tests: Place[];
}

const BUILT = 'electron/desktop/built-shell.test.ts';
const WINDOW = 'electron/desktop/main-window.ts';
const CONFINEMENT = 'electron/desktop/page-confinement.ts';
const PROTOCOL = 'electron/desktop/app-protocol.ts';
const DESKTOP = 'e2e/specs/desktop.spec.ts';
const CHECKLIST = 'scripts/generate-electron-checklist.test.ts';
const PACKAGING = 'test/packaging/configuration.test.ts';

const sandboxed: Place = { file: BUILT, text: 'opens one sandboxed, isolated window on its own page' };
const confined: Place = {
  file: BUILT,
  text: 'grants the page one permission, no network, no navigation, no window and no webview',
};
const leaving: Place = {
  file: DESKTOP,
  text: 'has no network, no other page, no second window and no clipboard access',
};
const unused: Place = { file: CHECKLIST, text: 'no source enables a setting that the checklist forbids' };

/** Electron's security checklist, in its order and with its titles. */
export const ELECTRON_CHECKLIST: ChecklistItem[] = [
  {
    title: 'Only load secure content',
    how: 'The window loads the built files over `app://` and nothing else; every other request is cancelled.',
    code: [
      { file: PROTOCOL, text: 'export const APP_PAGE' },
      { file: CONFINEMENT, text: 'session.webRequest.onBeforeRequest' },
    ],
    tests: [confined, leaving],
  },
  {
    title: 'Do not enable Node.js integration for remote content',
    how: 'There is no remote content, and Node is off in the page, its frames and its workers.',
    code: [
      { file: WINDOW, text: 'nodeIntegration: false' },
      { file: WINDOW, text: 'nodeIntegrationInSubFrames: false' },
      { file: WINDOW, text: 'nodeIntegrationInWorker: false' },
    ],
    tests: [sandboxed, leaving],
  },
  {
    title: 'Enable context isolation',
    how: 'It is stated, not left to the default.',
    code: [{ file: WINDOW, text: 'contextIsolation: true' }],
    tests: [sandboxed],
  },
  {
    title: 'Enable process sandboxing',
    how: 'For the window and, before the app is ready, for every process; only a start with `--no-sandbox` has none.',
    code: [
      { file: WINDOW, text: 'sandbox: true' },
      { file: 'electron/desktop/sandbox.ts', text: 'app.enableSandbox()' },
      { file: 'electron/main.ts', text: 'sandboxEveryProcess();' },
    ],
    tests: [
      {
        file: BUILT,
        text: 'applies every security measure before the app is ready, and then opens protocol and window',
      },
      { file: BUILT, text: 'does not enable the sandbox when --no-sandbox is given' },
    ],
  },
  {
    title: 'Handle session permission requests from remote content',
    how: 'Requests and checks are both answered: one permission, for the main frame of the own page.',
    code: [
      { file: CONFINEMENT, text: 'session.setPermissionRequestHandler' },
      { file: CONFINEMENT, text: 'session.setPermissionCheckHandler' },
    ],
    tests: [confined, leaving],
  },
  {
    title: 'Do not disable webSecurity',
    how: 'It is stated, not left to the default.',
    code: [{ file: WINDOW, text: 'webSecurity: true' }],
    tests: [sandboxed, unused],
  },
  {
    title: 'Define a Content Security Policy',
    how: "Every file carries it as a header: `default-src 'none'`, `connect-src 'none'`, Trusted Types, nothing inline.",
    code: [
      { file: 'electron/control/transports/content-security.ts', text: "default-src 'none'" },
      { file: PROTOCOL, text: "headers: { 'Content-Type': file.type" },
    ],
    tests: [
      { file: BUILT, text: 'serves the built window with a strict policy, and no other file' },
      leaving,
    ],
  },
  {
    title: 'Do not enable allowRunningInsecureContent',
    how: 'It is stated, not left to the default.',
    code: [{ file: WINDOW, text: 'allowRunningInsecureContent: false' }],
    tests: [sandboxed, unused],
  },
  {
    title: 'Do not enable experimental features',
    how: 'None is enabled; the window is made in one place.',
    code: [{ file: WINDOW, text: 'new BrowserWindow({' }],
    tests: [unused],
  },
  {
    title: 'Do not use enableBlinkFeatures',
    how: 'It is not used; the window is made in one place.',
    code: [{ file: WINDOW, text: 'new BrowserWindow({' }],
    tests: [unused],
  },
  {
    title: 'Do not use allowpopups for WebViews',
    how: 'There are no web views.',
    code: [{ file: WINDOW, text: 'webviewTag: false' }],
    tests: [sandboxed, unused],
  },
  {
    title: 'Verify WebView options before creation',
    how: 'No web view is ever attached.',
    code: [{ file: CONFINEMENT, text: "contents.on('will-attach-webview'" }],
    tests: [confined],
  },
  {
    title: 'Disable or limit navigation',
    how: 'Only the main frame navigates, only to the own page, by parsed parts and not by a prefix; redirects are refused.',
    code: [
      { file: CONFINEMENT, text: "contents.on('will-navigate'" },
      { file: CONFINEMENT, text: "contents.on('will-frame-navigate'" },
      { file: CONFINEMENT, text: "contents.on('will-redirect'" },
    ],
    tests: [confined, leaving],
  },
  {
    title: 'Disable or limit creation of new windows',
    how: 'The page opens none.',
    code: [{ file: CONFINEMENT, text: 'contents.setWindowOpenHandler' }],
    tests: [confined, leaving],
  },
  {
    title: 'Do not use shell.openExternal with untrusted content',
    how: 'A person chooses each: the release page, whose address is a constant, and the console link of the host that runs already, only if it leads to 127.0.0.1.',
    code: [
      { file: 'electron/desktop/start-failure.ts', text: 'function isConsoleLink' },
      { file: 'electron/desktop/start-failure.ts', text: 'shell.openExternal(link)' },
      { file: 'electron/desktop/app-menu.ts', text: 'shell.openExternal(address)' },
    ],
    tests: [
      { file: BUILT, text: 'opens only a page of this computer' },
      { file: CHECKLIST, text: 'external links are opened in two places only' },
    ],
  },
  {
    title: 'Use a current version of Electron',
    how: 'One exact version in both packaging tools; a new one fails the build where it changed what the shell uses.',
    code: [
      { file: 'package.json', text: '"electron":' },
      { file: 'electron-builder.yml', text: 'electronVersion:' },
    ],
    tests: [
      { file: PACKAGING, text: 'uses one version of Electron' },
      {
        file: 'electron/desktop/electron-surface.test.ts',
        text: 'is based on the type definitions of the installed Electron',
      },
    ],
  },
  {
    title: 'Validate the sender of all IPC messages',
    how: 'Read first and synchronously: the main frame of our window, of our origin. Then the schema, then the handler.',
    code: [{ file: 'electron/desktop/ipc-transport.ts', text: 'function isOurs' }],
    tests: [{ file: BUILT, text: 'answers control calls only from its own page' }],
  },
  {
    title: 'Avoid usage of the file:// protocol and prefer usage of custom protocols',
    how: '`app://bundle/` serves a map of the built files; what is not a key of it does not exist.',
    code: [
      { file: PROTOCOL, text: 'protocol.registerSchemesAsPrivileged' },
      { file: PROTOCOL, text: 'protocol.handle' },
    ],
    tests: [{ file: BUILT, text: 'serves the built window with a strict policy, and no other file' }],
  },
  {
    title: 'Check which fuses you can change',
    how: 'Every fuse is set, alike in both packaging tools.',
    code: [
      { file: 'forge.config.ts', text: 'strictlyRequireAllFuses: true' },
      { file: 'electron-builder.yml', text: 'electronFuses:' },
    ],
    tests: [{ file: PACKAGING, text: 'sets the same fuses in both tools' }],
  },
  {
    title: 'Do not expose Electron APIs to untrusted web content',
    how: 'The preload exposes three functions, strips the event, and knows the names of the channels.',
    code: [{ file: 'electron/preload.ts', text: 'contextBridge.exposeInMainWorld' }],
    tests: [
      { file: BUILT, text: 'gives the page three functions, and none of them leads to Electron' },
      leaving,
    ],
  },
];
