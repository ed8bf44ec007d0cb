import { join } from 'node:path';

/**
 * Returns the path of a program of Windows. Windows looks for a program without a path in the current folder first, and
 * that can be a project with a program of the same name.
 */
export const windowsProgram = (name: string, env: NodeJS.ProcessEnv = process.env): string =>
  join(env.SystemRoot || 'C:\\Windows', 'System32', name);
