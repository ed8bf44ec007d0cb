/** Unit tests that do not run on Wine, by file or folder, and why. docs/windows.md tells how many they are. */
export const LEFT_OUT: Readonly<Record<string, string>> = {};
