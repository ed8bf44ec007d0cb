import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { forbiddenLicences } from '../../scripts/licences.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface LockedPackage {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  /** Only a peer dependency needs it. */
  peer?: boolean;
  hasInstallScript?: boolean;
  /** True for the link to a workspace of this checkout. */
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const lock: { lockfileVersion: number; packages: Record<string, LockedPackage> } = JSON.parse(
  read('package-lock.json'),
);
const manifest = JSON.parse(read('package.json'));
const workspaces: string[] = manifest.workspaces;
const isOurs = ([path, { link }]: [string, LockedPackage]) =>
  path === '' || link === true || workspaces.includes(path);
const locked = Object.entries(lock.packages).filter((entry) => !isOurs(entry));
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('the lockfile', () => {
  it('contains a SHA-512 digest of every package', () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(locked.length).toBeGreaterThan(100);
    expect(
      locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
    ).toEqual([]);
  });

  it('takes every package from a registry, and none from git, an address or a folder', () => {
    const elsewhere =
      /^(?:git|github|gitlab|bitbucket|gist|https?|ssh|file|link):|^[\w.-]+\/[\w.-]+(?:#|$)|\.git(?:#|$)/;
    const asked = [
      ...Object.entries<string>({
        ...manifest.dependencies,
        ...manifest.devDependencies,
        ...manifest.peerDependencies,
        ...manifest.overrides,
      }),
      ...locked.flatMap(([, { dependencies, optionalDependencies }]) =>
        Object.entries({ ...dependencies, ...optionalDependencies }),
      ),
    ];
    // A package that an override replaces is never fetched from the original source.
    const overridden = Object.keys(manifest.overrides);
    const wrong = asked.filter(([name, from]) => elsewhere.test(from) && !overridden.includes(name));
    expect(wrong).toEqual([]);
    for (const [path, { resolved }] of locked) {
      if (resolved !== undefined) expect(resolved, path).toMatch(/^https:\/\/[^/]+\/.*\.tgz$/);
    }
    for (const name of overridden) expect(elsewhere.test(manifest.overrides[name])).toBe(false);
  });

  it('links the command of the checkout, so that npx runs it without an installation', () => {
    expect(Object.entries(lock.packages).filter(isOurs)).toEqual([
      ['', expect.anything()],
      ['bin', expect.objectContaining({ bin: { plinth: 'plinth.js' } })],
      ['node_modules/plinth-command', { resolved: 'bin', link: true }],
    ]);
    // npx would install a root package with a command into its own cache, which builds the checkout.
    expect(manifest.bin).toBeUndefined();
  });

  it('agrees with package.json, which pins every version', () => {
    const { dependencies, devDependencies, peerDependencies } = lock.packages[''] as typeof manifest;
    expect(dependencies).toEqual(manifest.dependencies);
    expect(devDependencies).toEqual(manifest.devDependencies);
    expect(peerDependencies).toEqual(manifest.peerDependencies);
    const all = { ...dependencies, ...devDependencies, ...peerDependencies };
    for (const [name, version] of Object.entries<string>(all)) {
      expect(version, name).toMatch(/^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    }
  });

  it('leaves the packaging tools out of npm ci, and nothing that runs or tests Plinth', () => {
    expect(read('.npmrc')).toMatch(/^omit=peer$/m);
    const left = (path: string) => lock.packages[`node_modules/${path}`]?.peer === true;
    for (const name of Object.keys(manifest.peerDependencies)) expect(left(name), name).toBe(true);
    const needed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(needed.filter(left)).toEqual([]);
  });

  it('has only install scripts that package.json allows or denies', () => {
    const withScript = new Set(
      locked
        .filter(([, { hasInstallScript }]) => hasInstallScript)
        .map(([path, { name }]) => name ?? nameOf(path)),
    );
    expect(Object.keys(manifest.allowScripts).sort()).toEqual([...withScript].sort());
    // Node's own package installs its binary. No other package runs an install script.
    expect(Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name])).toEqual([
      'node',
    ]);
  });

  it('has no licence that prevents shipping, and notices one', () => {
    expect(forbiddenLicences(lock.packages)).toEqual([]);
    expect(
      forbiddenLicences({
        a: { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
        b: { version: '1.0.0' },
        c: { version: '1.0.0', license: 'MPL-2.0' },
        d: { version: '1.0.0', license: '(MPL-2.0 AND MIT)' },
        e: { version: '1.0.0', license: '(GPL-2.0-only OR MIT)' },
        f: { version: '1.0.0', license: 'MPL-2.0', dev: true },
      }).map((line) => line[0]),
    ).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('the workflows', () => {
  const folder = '.github/workflows';
  const workflows = readdirSync(join(root, folder)).map((name) => ({
    name,
    text: read(`${folder}/${name}`),
    jobs: parse(read(`${folder}/${name}`)) as {
      permissions: object;
      jobs: Record<string, { uses?: string; steps?: { uses?: string; run?: string }[] }>;
    },
  }));
  const steps = workflows.flatMap(({ jobs }) => Object.values(jobs.jobs).flatMap((job) => job.steps ?? []));

  it('pin every action to a commit and name its version', () => {
    const uses = steps.flatMap((step) => step.uses ?? []);
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    for (const { text } of workflows) {
      for (const line of text.split('\n').filter((it) => /uses: [^.]/.test(it))) {
        expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      }
    }
  });

  it('are read-only unless a job states otherwise, and never put text from others into a shell', () => {
    for (const { name, jobs } of workflows) expect(jobs.permissions, name).toEqual({ contents: 'read' });
    for (const { run } of steps) {
      // Titles, branch names and bodies are text from others. They reach a shell only as variables.
      expect(run ?? '').not.toMatch(/\$\{\{/);
    }
  });

  it('run only existing scripts', () => {
    const scripts = steps.flatMap(({ run }) =>
      [...(run ?? '').matchAll(/npm run ([\w:-]+)/g)].map((it) => it[1]!),
    );
    expect(scripts).toEqual(expect.arrayContaining(['package', 'dist', 'test:e2e', 'licences']));
    for (const script of scripts) expect(manifest.scripts).toHaveProperty([script]);
  });
});
