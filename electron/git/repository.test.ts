import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { gitChanges } from '../changes/git-status.ts';
import { type Repository, withRepository } from './repository.ts';

let folder: string;
let root: string;
let program: string;
const ran = () => existsSync(join(folder, 'ran'));

const gitIn = (cwd: string, ...args: string[]) =>
  execFileSync(
    'git',
    [
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@localhost',
      '-c',
      'protocol.file.allow=always',
      '-C',
      cwd,
      ...args,
    ],
    { encoding: 'utf8', stdio: 'pipe' },
  );
const config = (text: string) => appendFileSync(join(root, '.git/config'), `\n${text}\n`);
const changed = async (at = root) =>
  Object.fromEntries(
    (await withRepository(at, gitChanges)).changes.map(({ path, kind }) => [path, kind] as const),
  );

function newRepository(at: string, ...options: string[]): void {
  execFileSync('git', ['init', '-q', ...options, at]);
  writeFileSync(join(at, 'a.txt'), 'a\n');
  writeFileSync(join(at, 'b.txt'), 'b\n');
  gitIn(at, 'add', '-A');
  gitIn(at, 'commit', '-qm', 'start');
  // The same size and time as the index: git must look into the file.
  writeFileSync(join(at, 'a.txt'), 'x\n');
}

beforeEach(() => {
  folder = realpathSync(temporaryFolder());
  root = join(folder, 'project');
  program = join(folder, 'program');
  newRepository(root);
  writeFileSync(program, `#!/bin/sh\n: >'${folder}/ran'\nexec cat\n`);
  chmodSync(program, 0o700);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const filter = (name = 'evil') =>
  `[filter "${name}"]\n\tclean = ${program}\n\tsmudge = ${program}\n\trequired = true`;
const attributes = () => writeFileSync(join(root, '.gitattributes'), '* filter=evil diff=evil merge=evil\n');

/** The ways in which a repository makes git run a program. Each of the first ones does so with a plain `git status`. */
const ways: Record<string, () => void> = {
  'a filter': () => {
    attributes();
    config(filter());
  },
  'a filter that goes on': () => {
    attributes();
    config(`[filter "evil"]\n\tprocess = ${program}`);
  },
  'a filter by attributes that are not versioned': () => {
    writeFileSync(join(root, '.git/info/attributes'), '* filter=evil\n');
    config(filter());
  },
  'attributes elsewhere': () => {
    writeFileSync(join(folder, 'attributes'), '* filter=evil\n');
    config(`[core]\n\tattributesFile = ${folder}/attributes\n${filter()}`);
  },
  'an included file': () => {
    attributes();
    writeFileSync(join(root, 'included'), filter());
    config(`[include]\n\tpath = ${root}/included`);
  },
  'a file that is included for this folder': () => {
    attributes();
    writeFileSync(join(root, 'included'), filter());
    config(`[includeIf "gitdir:${root}/"]\n\tpath = ${root}/included`);
  },
  'the configuration of a working tree': () => {
    attributes();
    gitIn(root, 'config', 'core.repositoryFormatVersion', '1');
    gitIn(root, 'config', 'extensions.worktreeConfig', 'true');
    writeFileSync(join(root, '.git/config.worktree'), filter());
  },
  'a watcher of files': () => config(`[core]\n\tfsmonitor = ${program}`),
  'a submodule': () => {
    newRepository(join(folder, 'other'));
    gitIn(root, 'submodule', 'add', '-q', join(folder, 'other'), 'sub');
    writeFileSync(join(root, 'sub/.gitattributes'), '* filter=evil\n');
    writeFileSync(join(root, 'sub/a.txt'), 'y\n');
    appendFileSync(join(root, '.git/modules/sub/config'), `\n${filter()}\n`);
  },
  'a hook': () => {
    cpSync(program, join(root, '.git/hooks/post-index-change'));
  },
  'a folder of hooks': () => {
    mkdirSync(join(folder, 'hooks'));
    cpSync(program, join(folder, 'hooks/post-index-change'));
    config(`[core]\n\thooksPath = ${folder}/hooks`);
  },
  'an alias': () => config(`[alias]\n\tstatus = !${program}\n\trev-parse = !${program}`),
  'a pager and an editor': () =>
    config(`[core]\n\tpager = ${program}\n\teditor = ${program}\n[pager]\n\tstatus = ${program}`),
  'a comparison and a merge': () => {
    attributes();
    config(`[diff]\n\texternal = ${program}\n[diff "evil"]\n\ttextconv = ${program}\n\tcommand = ${program}`);
    config(`[merge "evil"]\n\tdriver = ${program}`);
  },
  'a remote with the missing objects': () => {
    const tree = gitIn(root, 'rev-parse', 'HEAD^{tree}').trim();
    rmSync(join(root, '.git/objects', tree.slice(0, 2), tree.slice(2)));
    config(
      `[extensions]\n\tpartialClone = origin\n[core]\n\trepositoryFormatVersion = 1\n\tsshCommand = ${program}`,
    );
    config(`[remote "origin"]\n\turl = ext::${program}\n\tuploadpack = ${program}\n\tpromisor = true`);
    config('[protocol "ext"]\n\tallow = always');
  },
  'a signature': () => config(`[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ${program}`),
  'a program named git in the folder': () => cpSync(program, join(root, 'git')),
};

describe.skipIf(process.platform === 'win32')('no program runs that a repository names', () => {
  test.each(Object.keys(ways))('%s', async (way) => {
    ways[way]!();
    const { PATH } = process.env;
    if (way.startsWith('a program')) process.env.PATH = `.:${PATH}`;
    // A missing object is a refusal. Nothing may run in any case.
    const found = await changed().catch((error: Error) => error.message);
    process.env.PATH = PATH;
    expect(ran()).toBe(false);
    if (way.startsWith('a remote')) expect(found).toBe('git_failed');
    else if (/filter|attributes|included|configuration|comparison/.test(way))
      expect(found).not.toHaveProperty('b.txt');
    else expect(found).toMatchObject({ 'a.txt': 'modified' });
  });

  test('the trap works: plain git runs it', () => {
    ways['a filter']!();
    gitIn(root, 'status');
    expect(ran()).toBe(true);
  });

  test('a file behind a filter is counted, and not listed', async () => {
    attributes();
    gitIn(root, 'add', '.gitattributes');
    config(filter());
    expect(await withRepository(root, gitChanges)).toEqual({
      changes: [{ path: '.gitattributes', kind: 'created' }],
      notCompared: 1,
    });
  });
});

/** The ways in which a repository leads to files outside of the project. */
const leads: Record<string, () => string> = {
  'a working tree elsewhere': () => {
    config(`[core]\n\tworktree = ${folder}`);
    return root;
  },
  'objects of another repository': () => {
    newRepository(join(folder, 'secret'));
    writeFileSync(join(root, '.git/objects/info/alternates'), `${folder}/secret/.git/objects\n`);
    return root;
  },
  'a link to another folder of objects': () => {
    renameSync(join(root, '.git/objects'), join(folder, 'objects'));
    symlinkSync(join(folder, 'objects'), join(root, '.git/objects'));
    return root;
  },
  'a link to another git folder': () => {
    renameSync(join(root, '.git'), join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(root, '.git'));
    return root;
  },
  'a file that names another git folder': () => {
    newRepository(join(folder, 'secret'));
    rmSync(join(root, '.git'), { recursive: true });
    writeFileSync(join(root, '.git'), `gitdir: ${folder}/secret/.git\n`);
    return root;
  },
  'a file that names the working tree of another repository': () => {
    gitIn(root, 'worktree', 'add', '-q', join(folder, 'linked'));
    mkdirSync(join(folder, 'strange'));
    writeFileSync(join(folder, 'strange/.git'), `gitdir: ${root}/.git/worktrees/linked\n`);
    return join(folder, 'strange');
  },
  'another common folder': () => {
    newRepository(join(folder, 'secret'));
    writeFileSync(join(root, '.git/commondir'), `${folder}/secret/.git\n`);
    return root;
  },
  'a link as the index': () => {
    renameSync(join(root, '.git/index'), join(folder, 'index'));
    symlinkSync(join(folder, 'index'), join(root, '.git/index'));
    return root;
  },
};

describe.skipIf(process.platform === 'win32')('nothing outside of the project is read', () => {
  test.each(Object.keys(leads))('%s', async (way) => {
    const at = leads[way]!();
    await expect(changed(at)).rejects.toThrow('git_elsewhere');
  });
});

/** A sparse file of this size takes no place, and a copy of it would. */
const TERABYTE = 2 ** 40;

// Windows fills a file that grows.
test
  .skipIf(process.platform === 'win32')
  .each(['info/exclude', 'info/attributes', 'shallow', 'sharedindex.0a', 'index'])(
  'a sparse file as %s is refused, and not copied',
  { timeout: 20_000 },
  async (name) => {
    const file = join(root, '.git', name);
    mkdirSync(join(root, '.git/info'), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, '');
    truncateSync(file, TERABYTE);
    const use = (repository: Repository): Promise<unknown> =>
      name === 'index' ? repository.check(['fsck', '--connectivity-only']) : gitChanges(repository);
    await expect(withRepository(root, use)).rejects.toThrow('git_oversized');
  },
);

describe('a repository of another form', () => {
  const both = { 'a.txt': 'modified', 'new.txt': 'created' };
  const forms: Record<string, () => string> = {
    'with another version of the index': () => {
      gitIn(root, 'update-index', '--index-version', '4');
      return root;
    },
    'with a split index': () => {
      gitIn(root, 'update-index', '--split-index');
      return root;
    },
    'with SHA-256': () => {
      const at = join(folder, 'sha256');
      newRepository(at, '--object-format=sha256');
      return at;
    },
    'with packed objects and names': () => {
      gitIn(root, 'gc', '-q');
      return root;
    },
    'that is a linked working tree': () => {
      const at = join(folder, 'linked');
      gitIn(root, 'worktree', 'add', '-q', at);
      writeFileSync(join(at, 'a.txt'), 'x\n');
      return at;
    },
    'that is a submodule': () => {
      gitIn(folder, 'clone', '-q', root, 'source');
      gitIn(root, 'submodule', 'add', '-q', join(folder, 'source'), 'sub');
      writeFileSync(join(root, 'sub/a.txt'), 'x\n');
      return join(root, 'sub');
    },
    'with files that only this clone ignores': () => {
      mkdirSync(join(root, '.git/info'), { recursive: true });
      writeFileSync(join(root, '.git/info/exclude'), 'ignored.txt\n');
      writeFileSync(join(root, 'ignored.txt'), '');
      return root;
    },
    'with another end of lines': () => {
      gitIn(root, 'config', 'core.autocrlf', 'true');
      rmSync(join(root, 'b.txt'));
      gitIn(root, 'checkout', '-q', 'b.txt');
      expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('b\r\n');
      // Another time: git must look into the file.
      utimesSync(join(root, 'b.txt'), 1, 1);
      return root;
    },
  };

  test.each(Object.keys(forms))('%s', async (form) => {
    const at = forms[form]!();
    writeFileSync(join(at, 'new.txt'), '');
    const { '.gitmodules': _, sub: __, ...found } = await changed(at);
    expect(found).toEqual(both);
  });
});
