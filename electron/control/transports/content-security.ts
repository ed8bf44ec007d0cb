/**
 * Returns the page's Content-Security-Policy. `connect` is `'none'` in the desktop app, because its page uses only IPC.
 * It is `'self'` in the console.
 */
function contentSecurityPolicy(connect: "'none'" | "'self'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Returns the headers of every page and file of the window, in the desktop app and in the console. */
export function pageHeaders(connect: "'none'" | "'self'"): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(connect),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-store',
  };
}
