import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeVerdict } from '../../shared/changes.ts';
import {
  type RunningHost,
  sampleEvent,
  startTestHost,
  temporaryFolder,
} from '../../test/support/running-host.ts';

/** A file that changed, the command that an agent reported then, and what can be said. */
type Pair = [file: string, command: string, verdict: ChangeVerdict, cwd?: string];

const LONG = `${'n'.repeat(120)}/${'m'.repeat(120)}/${'o'.repeat(120)}.txt`;
const NAMED = 'named_by_command';
const MEANWHILE = 'during_command';

/** The file is there afterwards, so its own time counts. */
const WRITTEN: Pair[] = [
  ['w/echo.txt', 'echo a > w/echo.txt', NAMED],
  ['w/append.txt', 'date >> "w/append.txt"', NAMED],
  ['w/doc.md', "cat > w/doc.md <<'EOF'\nrm -rf other\nEOF", NAMED],
  ['w/both.txt', 'npm run x &> w/both.txt', NAMED],
  ['w/tee.txt', 'npm run x | tee w/tee.txt', NAMED],
  ['w/copy.txt', 'cp README w/copy.txt', NAMED],
  ['w/moved.txt', 'mv README w/moved.txt', NAMED],
  ['w/sed.ts', "sed -i 's/a/b/' w/*.ts", NAMED],
  ['w/deep/format.ts', 'npx prettier --write w/deep', NAMED],
  ['w/all.ts', 'npx eslint --fix .', NAMED],
  ['w/touch.txt', 'touch ./w/../w/touch.txt', NAMED],
  ['w/disk.img', 'dd if=/dev/zero of=w/disk.img count=1', NAMED],
  ['w/option.txt', 'python3 gen.py --out=w/option.txt', NAMED],
  ['w/sub/cd.txt', 'cd w/sub && node make.js cd.txt', NAMED],
  ['w/sub/shell.txt', `bash -lc "cd w/sub; ./make shell.txt"`, NAMED],
  ['w/sub/git.txt', 'git -C w checkout -- sub/git.txt', NAMED],
  ['w/restore.txt', 'git restore w/restore.txt', NAMED],
  ['w/brace-a.txt', 'touch w/brace-{a,b}.txt', NAMED],
  ['w/one.txt', 'sudo -u me tee w/one.txt', NAMED],
  ['w/a b.txt', `touch 'w/a b.txt'`, NAMED],
  ['w/line\nbreak.txt', String.raw`touch $'w/line\nbreak.txt'`, NAMED],
  ['w/caf\u00e9.txt', 'touch w/cafe\u0301.txt', NAMED],
  ['w/[x].txt', `touch 'w/[x].txt'`, NAMED],
  [`w/${LONG}`, `touch w/${LONG}`, NAMED],
  ['w/windows.txt', 'powershell -Command "Set-Content -Path w/windows.txt -Value x"', NAMED],
  ['w/elsewhere.txt', 'touch ROOT/w/elsewhere.txt', NAMED, '/srv/other'],
  ['w/unnamed.txt', 'make all', MEANWHILE],
  ['w/read.txt', 'cat w/read.txt', MEANWHILE],
  ['w/listed.txt', 'ls -la w', MEANWHILE],
  ['w/found.txt', 'grep -rn x w/found.txt', MEANWHILE],
  ['w/status.txt', 'git diff w/status.txt', MEANWHILE],
  ['w/other.txt', 'touch w/another.txt', MEANWHILE],
  ['w/variable.txt', 'touch "$DIR/variable.txt"', MEANWHILE],
  ['w/output.txt', 'touch $(cat list)', MEANWHILE],
  ['w/unknown.txt', 'cd "$DIR" && touch unknown.txt', MEANWHILE],
  ['w/case.txt', 'touch w/CASE.txt', process.platform === 'linux' ? MEANWHILE : NAMED],
  ['w/prefix.txt.bak', 'touch w/prefix.txt', MEANWHILE],
  ['w/.hidden.log', 'sed -i s/a/b/ w/*.log', MEANWHILE],
  ['w/said.txt', 'echo "touch w/said.txt"', MEANWHILE],
  ['w/remote.txt', 'ssh host touch ROOT/w/remote.txt', MEANWHILE],
  ['w/foreign.txt', 'make all', 'not_reported', '/srv/other'],
  ['w/silent.txt', '', 'not_reported'],
];

/** The file is gone afterwards: any reported command since the last commit may have done it. */
const DELETED: Pair[] = [
  ['d/plain.txt', 'rm d/plain.txt', NAMED],
  ['d/tree/a/b.txt', 'rm -rf d/tree', NAMED],
  ['d/glob-1.txt', 'rm d/glob-*.txt', NAMED],
  ['d/class-7.txt', 'rm d/class-[0-9].txt', NAMED],
  ['d/question.txt', 'rm d/questio?.txt', NAMED],
  ['d/-dash.txt', 'cd d && rm -- -dash.txt', NAMED],
  ['d/abs.txt', '/bin/rm ROOT/d/abs.txt', NAMED],
  ['d/find.tmp', 'find d -name find.tmp -delete', NAMED],
  ['d/exec.tmp', String.raw`find d -name exec.tmp -exec rm {} \;`, NAMED],
  ['d/git.txt', 'git rm -q d/git.txt', NAMED],
  ['d/mv.txt', 'mv d/mv.txt /tmp/elsewhere', NAMED],
  ['d/quoted "x".txt', `rm 'd/quoted "x".txt'`, NAMED],
  ['d/sub/shell.txt', '(cd d/sub; rm shell.txt)', NAMED],
  ['d/pushd.txt', 'pushd d && rm pushd.txt && popd', NAMED],
  ['d/xargs.txt', 'echo d/xargs.txt | xargs rm', MEANWHILE],
  ['d/script.txt', './clean.sh', MEANWHILE],
];

/** Windows has no such names, and its git no such long ones without a setting. */
const canBe = ([file]: Pair) => process.platform !== 'win32' || (!/["\n]/.test(file) && file.length < 200);
const ALL_WRITTEN = WRITTEN.filter(canBe);
const ALL = [...ALL_WRITTEN, ...DELETED.filter(canBe)];

let host: RunningHost;
let root: string;
let link: string;
/** One comparison for all pairs: each starts git several times. */
let found: Map<string, ChangeVerdict>;
const START = Date.now() - 86_400_000;
const STEP_SECONDS = 60;

const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
    env: { ...process.env, GIT_COMMITTER_DATE: new Date(START).toISOString() },
  });
const write = (path: string, seconds: number) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${seconds}`);
  utimesSync(join(root, path), START / 1000 + seconds, START / 1000 + seconds);
};

beforeAll(async () => {
  host = await startTestHost();
  const { token } = await host.generateToken('Agent');
  const folder = realpathSync(temporaryFolder());
  root = join(folder, 'project');
  link = join(folder, 'link');
  mkdirSync(root);
  try {
    symlinkSync(root, link, 'junction');
  } catch (error) {
    // Wine makes no links.
    if (process.platform !== 'win32') throw error;
  }
  git('init', '-q');
  for (const [file] of ALL) write(file, 0);
  git('add', '-A');
  git('commit', '-qm', 'start');
  // In a shell, a backslash begins an escape.
  const slashed = root.replaceAll('\\', '/');
  const report = (event: string, seconds: number, data: object) =>
    host.post(
      token,
      sampleEvent('Agent', {
        event,
        sessionId: 's',
        occurredAt: new Date(START + seconds * 1000).toISOString(),
        data,
      }),
    );
  for (const [at, [file, command, , cwd = root]] of ALL.entries()) {
    const seconds = (at + 1) * STEP_SECONDS;
    if (command !== '')
      await report('command.before_run', seconds, { command: command.replaceAll('ROOT', slashed), cwd });
    await report('prompt.submitted', seconds + 20, { content: 'next', cwd: root });
    if (at < ALL_WRITTEN.length) write(file, seconds + 5);
    else rmSync(join(root, file));
  }
  found = await verdicts(root);
});
afterAll(async () => {
  await host.remove();
  rmSync(dirname(root), { recursive: true, force: true });
});

const verdicts = async (folder: string) => {
  const { files } = await host.control('changes.list', { folder });
  return new Map(files.map(({ path, verdict }) => [path, verdict]));
};

test.each(ALL)('%j after %j: %s', (file, _, verdict) => {
  expect(found.get(file)).toBe(verdict);
});

test('a folder named by a link has the same verdicts', async ({ skip }) => {
  if (!existsSync(link)) return skip('this computer makes no links');
  expect(await verdicts(link)).toEqual(found);
});
