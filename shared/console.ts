/** The storage item in which the console's page stores its session key. Control calls send the key. */
export const CONSOLE_KEY_STORAGE = 'plinth.console.key';
export const CONSOLE_KEY_HEADER = 'x-plinth-console-key';
/** Asks several channels in one request: a list of pairs of channel and parameters, answered by as many envelopes. */
export const CONTROL_SEVERAL_PATH = '/control/several';
/** Ends the session of the calling browser. */
export const CONSOLE_LOGOUT_PATH = '/control/console.logOut';
