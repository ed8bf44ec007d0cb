/** The storage item in which the console's page stores its session key. Control calls send the key. */
export const CONSOLE_KEY_STORAGE = 'plinth.console.key';
export const CONSOLE_KEY_HEADER = 'x-plinth-console-key';
/** Ends the session of the calling browser. */
export const CONSOLE_LOGOUT_PATH = '/control/console.logOut';
