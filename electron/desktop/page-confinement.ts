import { app, type Session, type WebContents } from 'electron';
import { APP_ORIGIN, APP_PAGE, APP_SCHEME } from './app-protocol.ts';

/** The page copies texts that are no secret by the browser's own clipboard; it may do nothing else that asks. */
const GRANTED = 'clipboard-sanitized-write';

const isAppOrigin = (url: string): boolean => URL.parse(url)?.protocol === `${APP_SCHEME}:`;

/** The window has no network, no permissions, and no way to grow new ones. */
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
    answer({ cancel: scheme !== `${APP_SCHEME}:` && scheme !== 'devtools:' });
  });
}

function isOwnPage(url: string): boolean {
  const parsed = URL.parse(url);
  // A non-special scheme's `origin` reads "null", so that the parts are compared themselves.
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

/** Confines every page that this app will ever make, before it is made. */
export function confinePages(): void {
  app.on('web-contents-created', (_event, contents) => confineContents(contents));
}
