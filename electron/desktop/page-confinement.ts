import { app, type Session, type WebContents } from 'electron';
import { APP_ORIGIN, APP_PAGE, APP_SCHEME } from './app-protocol.ts';

/** The only permission of the page. It copies text that is not secret through the browser's clipboard. */
const GRANTED = 'clipboard-sanitized-write';

const isAppOrigin = (url: string): boolean => URL.parse(url)?.protocol === `${APP_SCHEME}:`;

/** Denies the window network access, permissions and new windows. */
export function confineSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(permission === GRANTED && details.isMainFrame && isAppOrigin(details.requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin, details) =>
      permission === GRANTED && details.isMainFrame && isAppOrigin(origin),
  );
  session.webRequest.onBeforeRequest((details, answer) => {
    const scheme = URL.parse(details.url)?.protocol;
    // A file that the page made and the user saves is a blob of this origin. It is in memory.
    const isOwnBlob = details.url.startsWith(`blob:${APP_ORIGIN}/`);
    answer({ cancel: scheme !== `${APP_SCHEME}:` && scheme !== 'devtools:' && !isOwnBlob });
  });
}

function isOwnPage(url: string): boolean {
  const parsed = URL.parse(url);
  // The `origin` of a non-special scheme is "null", so its parts are compared.
  return (
    parsed !== null &&
    `${parsed.protocol}//${parsed.host}` === APP_ORIGIN &&
    parsed.href.split('#')[0] === APP_PAGE
  );
}

function confineContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame || !isOwnPage(details.url)) details.preventDefault();
  });
  contents.on('will-navigate', (details) => {
    if (!isOwnPage(details.url)) details.preventDefault();
  });
  contents.on('will-redirect', (details) => details.preventDefault());
}

/** Confines every page that this app creates, before it is created. */
export function confinePages(): void {
  app.on('web-contents-created', (_event, contents) => confineContents(contents));
}
