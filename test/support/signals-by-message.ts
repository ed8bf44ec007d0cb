/*
 * Windows has no signals: to send one ends a process at once, and a Ctrl+C reaches a whole terminal. The tests of a host that
 * stops in order load this before it, and send it the name of the signal.
 */
process.on('message', (signal) => process.emit(signal as NodeJS.Signals));
// The channel alone keeps no process alive.
process.channel?.unref();
