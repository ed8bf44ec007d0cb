import { spawnSync } from 'node:child_process';

/**
 * Finds a Python of at least 3.9: `PLINTH_PYTHON`, or one on the PATH. Returns undefined when there is none.
 */
export function findPython(): string | undefined {
  const candidates = [process.env.PLINTH_PYTHON, 'python3', 'python'].filter((name) => name !== undefined);
  return candidates.find(
    (name) => spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0,
  );
}
