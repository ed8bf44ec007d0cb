import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { SearchProcesses } from './search-process.ts';

const plinth = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));
/** A command line that runs a script in place of a search. */
const script = (text: string) => new SearchProcesses([process.execPath, '-e', text]);
const request = { ask: 'states', paths: [] } as const;

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a search that is stopped ends by itself, and cleans up', async () => {
  const mark = join(folder, 'mark');
  const processes = script(
    `process.stdin.resume().on('data', () => require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''));
     process.on('exit', () => require('node:fs').rmSync(${JSON.stringify(mark)}));
     process.stdin.on('end', () => process.exit(1))`,
  );
  const answer = processes.ask(request, 'one');
  await expect.poll(() => existsSync(mark), { timeout: 60_000 }).toBe(true);
  expect(await processes.ask(request, 'one')).toEqual({ reason: 'search_busy' });
  processes.stop('one');
  expect(await answer).toEqual({ reason: 'search_stopped' });
  expect(existsSync(mark)).toBe(false);
});

test.each([
  ['is no JSON', 'process.stdout.write("{", () => process.exit())'],
  ['is larger than any list', 'const f = () => process.stdout.write("x".repeat(1e6), f); f()'],
  ['does not come', 'process.exit(3)'],
])('an answer that %s is a failure', async (_, text) => {
  expect(await script(text).ask(request)).toEqual({ reason: 'search_failed' });
});

test('a program that cannot be started is a failure', async () => {
  expect(await new SearchProcesses([join(folder, 'none')]).ask(request)).toEqual({ reason: 'search_failed' });
});

test('a preview is the beginning of a text, and of other contents nothing', async () => {
  mkdirSync(join(folder, 'src'));
  const processes = new SearchProcesses([process.execPath, plinth]);
  const preview = async (name: string, content: string | Buffer) => {
    const path = join(folder, 'src', name);
    writeFileSync(`${path}~`, content);
    const found = await processes.ask({ ask: 'copies', path, part: 'named', lostAt: undefined });
    const [copy] = (found as { result: { copies: { sha256: string }[] } }).result.copies;
    const chosen = { asked: path, path, part: 'named', sha256: copy!.sha256 } as const;
    expect(JSON.stringify(found)).not.toContain('é');
    return processes.ask({ ask: 'preview', ...chosen });
  };
  // The limit is in the middle of a character.
  const [text, bytes] = [`x${'é'.repeat(40_000)}`, 80_001];
  const shown = `x${'é'.repeat(32_767)}`;
  expect(await preview('a.txt', text)).toEqual({ result: { text: shown, bytes, isCut: true } });
  expect(await preview('b.txt', Buffer.from([0, 1]))).toEqual({
    result: { text: null, bytes: 2, isCut: false },
  });
});
