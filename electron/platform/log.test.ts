import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { LOG_FOLDER, openLog } from './log.ts';

const folders: string[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function linesOf(level: string): Promise<{ file: string; terminal: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-log-'));
  folders.push(dataDir);
  vi.stubEnv('PLINTH_LOG', level);
  let terminal = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    terminal += String(chunk);
    return true;
  });
  const log = openLog(dataDir);
  log.logger.debug('a debug line');
  log.logger.info('an info line');
  await log.close();
  return { file: readFileSync(join(dataDir, LOG_FOLDER, 'plinth.log'), 'utf8'), terminal };
}

test('the log has no debug lines, and the terminal has no lines', async () => {
  const { file, terminal } = await linesOf('');
  expect(file).toContain('an info line');
  expect(file).not.toContain('a debug line');
  expect(terminal).toBe('');
});

test('PLINTH_LOG=debug adds debug lines and copies every line to the terminal', async () => {
  const { file, terminal } = await linesOf('debug');
  expect(file).toContain('a debug line');
  expect(terminal).toContain('a debug line');
  expect(terminal).toContain('an info line');
});
