import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { FolderSnapshot } from './folder-snapshot.ts';

/** More than Node reads at once. */
const SPARSE_BYTES = 2 ** 32;

// Windows fills a file that grows, and has no pipes among its files.
test.skipIf(process.platform === 'win32')(
  'files of other programs keep none of ours from its restoration',
  () => {
    const folder = temporaryFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const at = (name: string) => join(folder, name);
    writeFileSync(at('own.a'), 'ours', { mode: 0o600 });
    for (const name of ['foreign', 'large.a']) {
      writeFileSync(at(name), '');
      truncateSync(at(name), SPARSE_BYTES);
    }
    execFileSync('mkfifo', [at('pipe.a')]);
    mkdirSync(at('folder.a'));

    const files = new FolderSnapshot(folder, /\.a$/);
    files.take();
    rmSync(folder, { recursive: true });
    expect(files.isKept()).toBe(false);
    files.restore();
    expect(readdirSync(folder)).toEqual(['own.a']);
    expect(readFileSync(at('own.a'), 'utf8')).toBe('ours');
    expect(files.isKept()).toBe(true);
  },
);
