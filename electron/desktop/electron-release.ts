/**
 * The Electron version of the app and its release date. An old browser is a security risk, so the app shows its
 * age. A new version in package.json fails a test until this value is updated: `npm view electron time`.
 */
export const ELECTRON_RELEASE = { version: '45.4.1', releasedOn: '2026-11-19' } as const;
