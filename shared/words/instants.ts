/** Formats an instant: the terminal shows ISO 8601, the window the user's date and time. */
export type FormatInstant = (instant: string) => string;

/** Leaves an instant in ISO 8601. */
export const asSent: FormatInstant = (instant) => instant;
