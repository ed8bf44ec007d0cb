import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { LINT, TYPES } from './checks.ts';

const root = join(import.meta.dirname, '..');

// The search for circles of imports takes longer than all other rules. `npm test` has it.
const checks = [TYPES, [...LINT, '--skip=suspicious/noImportCycles']];
const children = checks.map(([program, ...args]) => spawn(program!, args, { cwd: root, stdio: 'inherit' }));
const statuses = await Promise.all(children.map(async (child) => (await once(child, 'close'))[0]));
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
