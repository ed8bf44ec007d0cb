import { protocol } from 'electron';
import { pageHeaders } from '../control/transports/content-security.ts';
import type { PageFile } from '../control/transports/page-files.ts';

export const APP_SCHEME = 'app';
const APP_HOST = 'bundle';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_PAGE = `${APP_ORIGIN}/index.html`;

/** Registers the scheme. Call it before the app is ready: Electron fixes a scheme's privileges then. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: false, codeCache: true },
    },
  ]);
}

function plain(status: number): Response {
  return new Response(null, { status, headers: pageHeaders("'none'") });
}

/** Serves the built window over app://bundle/, each file with the strict Content-Security-Policy. */
export function serveApp(files: ReadonlyMap<string, PageFile>): void {
  protocol.handle(APP_SCHEME, (request) => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.host !== APP_HOST) return plain(403);
    // The path is only a key into the map of built files, never a path on the disk.
    const file = files.get(url.pathname);
    if (file === undefined) return plain(404);
    return new Response(new Uint8Array(file.body), {
      status: 200,
      headers: { 'Content-Type': file.type, ...pageHeaders("'none'") },
    });
  });
}
