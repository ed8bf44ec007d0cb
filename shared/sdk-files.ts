/** The packed SDKs that Plinth ships. npm and pip install them by path: neither is published. */
export const SDK_FILES = { javascript: 'plinth-sdk.tgz', python: 'plinth-sdk-python.tgz' } as const;
