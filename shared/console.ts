/** Where the console's page keeps the key of its session, for its own origin; control calls carry it. */
export const CONSOLE_KEY_STORAGE = 'plinth.console.key';
export const CONSOLE_KEY_HEADER = 'x-plinth-console-key';
/** Ends the session of the browser that asks. */
export const CONSOLE_LOGOUT_PATH = '/control/console.logOut';
