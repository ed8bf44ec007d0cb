import { chmodSync, lchownSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { canBeAnotherUser, STRANGER } from '../../test/support/stranger.ts';
import { makeTrustedFolder, privateFolderFault } from './private-folder.ts';

let base: string;
let folder: string;
beforeEach(() => {
  base = temporaryFolder();
  folder = join(base, 'sockets');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('a private folder', () => {
  test('is created 0700 with its parents, and is trusted afterwards', () => {
    const deep = join(base, 'a', 'b', 'c');
    expect(privateFolderFault(deep)).toBe('missing');
    expect(makeTrustedFolder(deep)).toBeUndefined();
    expect(privateFolderFault(deep)).toBeUndefined();
    for (const made of ['a', 'a/b', 'a/b/c']) expect(lstatSync(join(base, made)).mode & 0o777).toBe(0o700);
    expect(makeTrustedFolder(deep)).toBeUndefined();
  });

  test.each([0o701, 0o710, 0o720, 0o750, 0o777, 0o1777])('of mode %o is refused and unchanged', (mode) => {
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(makeTrustedFolder(folder)).toBe('open_to_others');
    expect(lstatSync(folder).mode & 0o7777).toBe(mode);
  });

  test('that is a symbolic link, a file or a relative path is refused', () => {
    const real = join(base, 'real');
    mkdirSync(real, { mode: 0o700 });
    symlinkSync(real, folder);
    expect(makeTrustedFolder(folder)).toBe('symbolic_link');
    const file = join(base, 'file');
    writeFileSync(file, '');
    expect(makeTrustedFolder(file)).toBe('not_a_folder');
    expect(makeTrustedFolder('relative')).toBe('unsafe_parent');
  });

  test('can be reached over the user’s own links', () => {
    const real = join(base, 'real');
    mkdirSync(join(real, 'sockets'), { recursive: true, mode: 0o700 });
    symlinkSync('real', join(base, 'link'));
    expect(privateFolderFault(join(base, 'link', 'sockets'))).toBeUndefined();
    symlinkSync('loop', join(base, 'loop'));
    expect(privateFolderFault(join(base, 'link', 'missing'))).toBe('missing');
    expect(() => privateFolderFault(join(base, 'loop', 'sockets'))).toThrow('ELOOP');
  });

  test.each([
    [0o777, 'unsafe_parent'],
    [0o770, 'unsafe_parent'],
    [0o1777, undefined],
  ] as const)('below a folder of mode %o: %s', (mode, fault) => {
    mkdirSync(join(base, 'parent'));
    chmodSync(join(base, 'parent'), mode);
    expect(makeTrustedFolder(join(base, 'parent', 'sockets'))).toBe(fault);
    expect(makeTrustedFolder(join(base, 'parent', 'below', 'sockets'))).toBe(fault);
  });

  test.skipIf(!canBeAnotherUser)('of another user is refused, as is one below it or behind its link', () => {
    mkdirSync(folder, { mode: 0o700 });
    lchownSync(folder, STRANGER.uid, STRANGER.gid);
    expect(makeTrustedFolder(folder)).toBe('other_owner');
    expect(makeTrustedFolder(join(folder, 'below'))).toBe('unsafe_parent');
    const mine = join(base, 'mine');
    mkdirSync(join(mine, 'sockets'), { recursive: true, mode: 0o700 });
    symlinkSync(mine, join(base, 'theirs'));
    lchownSync(join(base, 'theirs'), STRANGER.uid, STRANGER.gid);
    expect(privateFolderFault(join(base, 'theirs', 'sockets'))).toBe('unsafe_parent');
    expect(privateFolderFault(join(mine, 'sockets'))).toBeUndefined();
  });
});
