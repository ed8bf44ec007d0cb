/** The version of this SDK, as published. */
export const SDK_VERSION = '0.2.0-beta.1';
