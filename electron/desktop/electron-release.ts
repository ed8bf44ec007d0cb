/**
 * The Electron that the app is built with, and the day it came out: a browser grows dangerous with age, so the app says how old
 * its own is. A new version in package.json fails a test until this follows it: `npm view electron time`.
 */
export const ELECTRON_RELEASE = { version: '45.4.1', releasedOn: '2026-11-19' } as const;
