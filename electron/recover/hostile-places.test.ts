import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { findCopies, LossKit, sha256 } from '../../test/support/loss-kit.ts';
import { withCopies } from './find-copies.ts';
import { bringBack } from './write-copy.ts';

/*
 * Repositories and folders that an agent could have prepared. Nothing of them runs, nothing outside is read, and nothing waits.
 */

const SECRET = 'of a folder that nobody asked for';
/** A search that waits for a pipe waits for ever. One that does not takes a second. */
const LIMIT_MS = 60_000;
const MANY = 20_000;

let kit: LossKit;
afterEach(() => kit.remove());

interface Prepared {
  secret: string;
  /** A repository with a commit of the secret. */
  other: string;
  /** A program that leaves a mark. */
  program: string;
  pipe(path: string): void;
  put(path: string, text: string): string;
}

function prepare(): Prepared {
  kit = new LossKit();
  const other = join(kit.folder, 'other');
  mkdirSync(other);
  kit.gitIn(other, 'init', '-q');
  const secret = join(other, 'a.txt');
  writeFileSync(secret, SECRET);
  kit.commit('secret', other);
  const program = join(kit.folder, 'program');
  writeFileSync(program, `#!/bin/sh\n: > '${kit.folder}/ran'\ncat\n`);
  chmodSync(program, 0o700);
  const put = (path: string, text: string) => {
    const file = kit.at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const pipe = (path: string) => {
    mkdirSync(dirname(kit.at(path)), { recursive: true });
    rmSync(kit.at(path), { force: true });
    execFileSync('mkfifo', [kit.at(path)]);
  };
  return { secret, other, program, pipe, put };
}

const config = (text: string) => appendFileSync(join(kit.root, '.git/config'), text);

const PLACES: Record<string, (prepared: Prepared) => string | undefined> = {
  'a configuration full of programs': ({ program }) => {
    config(
      `[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n\tsshCommand = ${program}\n\teditor = ${program}\n\thooksPath = ${dirname(program)}\n\tgitProxy = ${program}\n[diff "x"]\n\ttextconv = ${program}\n\tcommand = ${program}\n[filter "x"]\n\tsmudge = ${program}\n\tclean = ${program}\n\tprocess = ${program}\n[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ${program}\n[alias]\n\tlog = !${program}\n\tfsck = !${program}\n`,
    );
    writeFileSync(kit.at('.gitattributes'), '* filter=x diff=x\n');
    kit.write('a.txt', 'lost');
    kit.git(
      '-c',
      'filter.x.process=',
      '-c',
      'filter.x.clean=cat',
      '-c',
      'core.fsmonitor=false',
      'add',
      'a.txt',
    );
    return undefined;
  },
  'an include that is a pipe': ({ pipe }) => {
    pipe('.git/more');
    config(`[include]\n\tpath = more\n`);
    return undefined;
  },
  'a working tree elsewhere': ({ other }) => {
    config(`[core]\n\tworktree = ${other}\n`);
    return undefined;
  },
  'a git folder elsewhere': ({ other }) => {
    renameSync(kit.at('.git'), kit.at('old'));
    writeFileSync(kit.at('.git'), `gitdir: ${join(other, '.git')}\n`);
    return undefined;
  },
  'a git folder that is a link': ({ other }) => {
    renameSync(kit.at('.git'), kit.at('old'));
    symlinkSync(join(other, '.git'), kit.at('.git'));
    return undefined;
  },
  'a common folder elsewhere': ({ other, put }) => {
    put('.git/commondir', join(other, '.git'));
    return undefined;
  },
  'objects of another repository': ({ other, put }) => {
    put('.git/objects/info/alternates', join(other, '.git/objects'));
    put('.git/refs/heads/x', kit.gitIn(other, 'rev-parse', 'HEAD'));
    return undefined;
  },
  'a folder of objects that is a link': ({ other }) => {
    rmSync(kit.at('.git/objects'), { recursive: true });
    symlinkSync(join(other, '.git/objects'), kit.at('.git/objects'));
    return undefined;
  },
  'one object that is a link': ({ other }) => {
    const id = kit.gitIn(other, 'rev-parse', 'HEAD:a.txt').trim();
    const [folder, name] = [id.slice(0, 2), id.slice(2)];
    mkdirSync(kit.at(`.git/objects/${folder}`), { recursive: true });
    symlinkSync(join(other, '.git/objects', folder, name), kit.at(`.git/objects/${folder}/${name}`));
    return undefined;
  },
  'one object that is a pipe': ({ pipe }) => {
    kit.write('a.txt', 'lost');
    kit.commit('a');
    const id = kit.git('rev-parse', 'HEAD:a.txt').trim();
    pipe(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`);
    return undefined;
  },
  'an index that is a pipe': ({ pipe }) => {
    pipe('.git/index');
    return undefined;
  },
  'names that are pipes and links': ({ pipe, secret }) => {
    pipe('.git/refs/heads/pipe');
    pipe('.git/logs/refs/heads/pipe');
    pipe('.git/packed-refs');
    symlinkSync(dirname(secret), kit.at('.git/refs/heads/link'));
    symlinkSync('.', kit.at('.git/logs/loop'));
    return undefined;
  },
  'a working tree that it does not have': ({ other, put }) => {
    // An admin folder can name any place as its working tree.
    put('.git/worktrees/x/gitdir', `${kit.at('a.txt')}/.git\n`);
    put('.git/worktrees/x/commondir', `${join(other, '.git')}\n`);
    put('.git/worktrees/x/HEAD', kit.gitIn(other, 'rev-parse', 'HEAD'));
    symlinkSync(join(other, '.git/index'), kit.at('.git/worktrees/x/index'));
    return undefined;
  },
  'a module that is a link to another repository': ({ other }) => {
    mkdirSync(kit.at('.git/modules'));
    symlinkSync(join(other, '.git'), kit.at('.git/modules/sub'));
    return 'sub/a.txt';
  },
  'a module with objects of another repository': ({ other, put }) => {
    put('.git/modules/sub/HEAD', kit.gitIn(other, 'rev-parse', 'HEAD'));
    put('.git/modules/sub/objects/info/alternates', join(other, '.git/objects'));
    mkdirSync(kit.at('.git/modules/sub/refs'));
    return 'sub/a.txt';
  },
  'a promisor that would fetch': ({ other }) => {
    config(`[remote "o"]\n\turl = file://${other}\n\tpromisor = true\n\tpartialclonefilter = blob:none\n`);
    config('[extensions]\n\tpartialClone = o\n[core]\n\trepositoryFormatVersion = 1\n');
    const id = kit.gitIn(other, 'rev-parse', 'HEAD:a.txt').trim();
    kit.git('update-index', '--add', '--cacheinfo', `100644,${id},a.txt`);
    return undefined;
  },
  'a checkpoint of an agent that is a link': ({ other }) => {
    const history = join(kit.home, '.gemini/history', sha256(kit.root));
    mkdirSync(history, { recursive: true });
    symlinkSync(join(other, '.git'), join(history, '.git'));
    return undefined;
  },
  'a checkpoint of an agent with a configuration that is a pipe': ({ pipe, put }) => {
    const gitDir = join(kit.home, '.gemini/history', sha256(kit.root), '.git');
    put(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
    mkdirSync(join(gitDir, 'objects'));
    pipe(join(gitDir, 'config'));
    return undefined;
  },
  'backups that are links, pipes and folders': ({ secret, pipe }) => {
    symlinkSync(secret, kit.at('a.txt~'));
    pipe('a.txt.bak');
    mkdirSync(kit.at('a.txt.orig'));
    return undefined;
  },
  'a trash that leads elsewhere': ({ secret, put }) => {
    const trash = join(kit.home, '.local/share/Trash');
    put(join(trash, 'info/a.trashinfo'), `[Trash Info]\nPath=${kit.root}\n`);
    put(join(trash, 'info/b.trashinfo'), `[Trash Info]\nPath=${kit.at('a.txt')}\n`);
    put(join(trash, 'info/...trashinfo'), `[Trash Info]\nPath=${kit.at('a.txt')}\n`);
    mkdirSync(join(trash, 'files'));
    symlinkSync(dirname(secret), join(trash, 'files/a'));
    symlinkSync(secret, join(trash, 'files/b'));
    return undefined;
  },
  'a trash whose files are another folder': ({ other, put }) => {
    const trash = join(kit.home, '.local/share/Trash');
    put(join(trash, 'info/a.txt.trashinfo'), `[Trash Info]\nPath=${kit.at('a.txt')}\n`);
    symlinkSync(other, join(trash, 'files'));
    return undefined;
  },
  'a history of an editor that leads elsewhere': ({ other, pipe, put }) => {
    const history = join(kit.home, '.config/Code/User/History');
    const resource = pathToFileURL(kit.at('a.txt')).href;
    const entries = ['../../a.txt', '..', '', 'x', 'pipe', 5, null].map((id) => ({ id, timestamp: 1e99 }));
    put(join(history, 'one/entries.json'), JSON.stringify({ resource, entries }));
    pipe(join(history, 'one/pipe'));
    pipe(join(history, 'two/entries.json'));
    put(join(other, 'entries.json'), JSON.stringify({ resource, entries: [{ id: 'a.txt', timestamp: 1 }] }));
    symlinkSync(other, join(history, 'three'));
    put(join(history, 'four/entries.json'), '[[[[');
    put(join(history, 'five/entries.json'), 'null');
    return undefined;
  },
  'a home folder whose trash is a link': ({ other, put }) => {
    put(join(other, 'info/a.txt.trashinfo'), `[Trash Info]\nPath=${kit.at('a.txt')}\n`);
    put(join(other, 'files/a.txt'), SECRET);
    mkdirSync(join(kit.home, '.local/share'), { recursive: true });
    symlinkSync(other, join(kit.home, '.local/share/Trash'));
    return undefined;
  },
  'snapshots that lead elsewhere': ({ other }) => {
    mkdirSync(kit.at('.snapshots/1'), { recursive: true });
    symlinkSync(other, kit.at('.snapshots/1/snapshot'));
    mkdirSync(kit.at('.snapshots/2/snapshot'), { recursive: true });
    symlinkSync(join(other, 'a.txt'), kit.at('.snapshots/2/snapshot/a.txt'));
    return undefined;
  },
  'a commit with a bent path and a bent time': () => {
    const blob = kit.git('hash-object', '-w', kit.at('kept.txt')).trim();
    const tree = join(kit.folder, 'tree');
    const entry = `100644 ../a.txt\0${Buffer.from(blob, 'hex').toString('latin1')}`;
    writeFileSync(tree, entry, 'latin1');
    const id = kit.git('hash-object', '-t', 'tree', '--literally', '-w', tree).trim();
    const text = `tree ${id}\nauthor a <a> 99999999999999999999 +0000\ncommitter a <a> 99999999999999999999 +0000\n\nx\n`;
    writeFileSync(join(kit.folder, 'commit'), text);
    const commit = kit.git('hash-object', '-t', 'commit', '--literally', '-w', join(kit.folder, 'commit'));
    writeFileSync(kit.at('.git/refs/heads/bent'), commit);
    return undefined;
  },
  'a file of a gigabyte of nothing': ({ put }) => {
    truncateSync(put('a.txt~', ''), 2 ** 30);
    return undefined;
  },
};

describe.skipIf(process.platform === 'win32')('a search is not led astray by', () => {
  test.each(Object.keys(PLACES))('%s', { timeout: LIMIT_MS }, async (name) => {
    const prepared = prepare();
    const path = PLACES[name]!(prepared) ?? 'a.txt';
    for (const asked of [path, '.']) {
      const { copies } = await findCopies(join(kit.root, asked));
      expect(copies.filter((copy) => copy.sha256 === sha256(SECRET))).toEqual([]);
      const outside = copies.filter(
        (copy) => copy.path !== kit.root && !copy.path.startsWith(`${kit.root}/`),
      );
      expect(outside).toEqual([]);
    }
    expect(existsSync(join(kit.folder, 'ran'))).toBe(false);
    expect(existsSync(kit.at('.git/lost-found'))).toBe(false);
  });

  test('a folder with very many entries', { timeout: LIMIT_MS }, async () => {
    prepare();
    mkdirSync(join(kit.home, '.local/share/Trash/info'), { recursive: true });
    mkdirSync(join(kit.home, '.local/share/Trash/files/many'), { recursive: true });
    for (let at = 0; at < MANY; at += 1)
      linkSync(kit.at('kept.txt'), join(kit.home, `.local/share/Trash/files/many/${at}`));
    const info = `[Trash Info]\nPath=${kit.at('many')}\n`;
    writeFileSync(join(kit.home, '.local/share/Trash/info/many.trashinfo'), info);
    const { copies } = await findCopies(kit.at('many'));
    expect(copies.length).toBeLessThanOrEqual(5000);
  });

  test('a link that takes the place of a folder before a copy is brought back', async () => {
    const { other } = prepare();
    kit.write('deep/er/a.txt', 'lost');
    kit.commit('a');
    kit.delete('deep/er/a.txt');
    await withCopies(kit.at('deep'), undefined, async ({ look }) => {
      const { copies } = await look('named');
      rmSync(kit.at('deep/er'), { recursive: true });
      symlinkSync(other, kit.at('deep/er'));
      await expect(bringBack(copies[0]!, kit.at('deep'))).rejects.toThrow('folder_linked');
    });
    expect(existsSync(join(other, 'a.txt.recovered'))).toBe(false);
    expect(statSync(other).isDirectory()).toBe(true);
  });
});
