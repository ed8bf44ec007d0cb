import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../test/support/command-line.ts';
import { temporaryFolder } from '../../test/support/running-host.ts';
import { runInTerminal } from '../../test/support/terminal.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const plinth = join(root, 'bin/plinth.js');
const SECRET = ['ghp', 'x9KdLm3QpRs7TuVwXyZ1aBcDeFgHiJ2kLmN4'].join('_');
const MEBIBYTE = 1_048_576;
/** The tests start many processes, or read many megabytes, on a machine that also runs other work. */
const LONG_MS = 120_000;

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function place(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Runs the command with `input` on its standard input. */
const redact = (args: string[], input: string | Uint8Array = '') =>
  runCommand(['redact', ...args], {
    env: { ...process.env, PLINTH_DATA_DIR: join(folder, 'no-data') },
    input,
  });

function contentOf(root: string): string[] {
  return readdirSync(root, { recursive: true }).map(String).sort();
}

describe('an explanation', () => {
  test('names the rule of each mask and what nearly was one, without any value', async () => {
    const text = `mail\nAuthorization: Bearer ${SECRET}\nplease check order Winter2024x before the login`;
    const { status, stdout, stderr } = await redact(['--explain'], text);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^2 +23 +yes +40 +github-\S+ +the rule matches$/m);
    expect(stdout).toMatch(/^3 +20 +no +11 +\S+ +\S.*$/m);
    expect(stdout + stderr).not.toMatch(/ghp_|Winter/);
    const { explanations } = JSON.parse((await redact(['--explain', '--json'], text)).stdout);
    expect(explanations.map(({ line }: { line: number }) => line)).toEqual(expect.arrayContaining([2, 3]));
  });

  test('cannot be asked of data', async () => {
    expect((await redact(['--explain', '--data'], '{}')).status).toBe(2);
  });
});

describe('one text', () => {
  test('is printed masked, and findings refer to the original', async () => {
    const text = `first line\nüöä 😀 Authorization: Bearer ${SECRET} and\n  password=hunter2secret\nlast`;
    for (const [args, input] of [
      [[], text],
      [['-'], text],
      [[place('one.txt', text)], ''],
    ] as const) {
      const { status, stdout, stderr } = await redact([...args], input);
      expect(status).toBe(0);
      expect(stdout).toMatch(
        /^first line\nüöä 😀 Authorization: Bearer \[[a-z-]+\] and\n {2}password=\[password\]\nlast\n$/,
      );
      const places = stderr.split('\n').filter((line) => /^\d/.test(line));
      expect(places.map((line) => line.split(/ +/).slice(0, 2).map(Number))).toEqual([
        [2, 29],
        [3, 12],
      ]);
    }
  });

  test('is one JSON value with --json', async () => {
    const { stdout, status } = await redact(
      ['--json'],
      `a "quoted" \\ line\n\u009b31m password=hunter2secret\n`,
    );
    expect(status).toBe(0);
    const { text, findings, engine, ruleSet, truncatedFrom } = JSON.parse(stdout);
    expect(text).toBe('a "quoted" \\ line\n\u009b31m password=[password]\n');
    expect(findings).toEqual([
      expect.objectContaining({ tier: 'candidate', member: '', line: 2, column: 15, removed: 13 }),
    ]);
    expect(text.slice(findings[0].start, findings[0].end)).toBe('[password]');
    expect([engine, ruleSet]).toEqual([expect.any(String), expect.any(String)]);
    expect(truncatedFrom).toBeUndefined();
    expect(stdout).not.toContain('\u009b');
  });

  test('that an event would truncate is printed whole, with a note', async () => {
    const text = `${'a word and another\n'.repeat(5_000)}password=hunter2secret\n`;
    const plain = await redact([], text);
    expect(plain.stdout).toBe(text.replace('hunter2secret', '[password]'));
    expect(plain.stderr).toContain('An event would keep the first 65,536 of these');
    const json = JSON.parse((await redact(['--json'], text)).stdout);
    expect(json.truncatedFrom).toBe(plain.stdout.length);
    expect(json.findings[0].line).toBe(5_001);
  });

  test('without anything to mask has a message', async () => {
    expect(await redact([], 'nothing here\n')).toEqual({
      status: 0,
      stdout: 'nothing here\n',
      stderr: 'Nothing would be removed.\n',
    });
    expect((await redact([], '')).status).toBe(0);
  });

  test('of any size needs bounded memory', { timeout: LONG_MS }, async () => {
    const line = `2026-11-21 12:00:00 INFO request 4711 took 12 ms from the pool of workers\n`;
    const block = line.repeat(Math.ceil(MEBIBYTE / line.length));
    const secretAt = [3, 17, 23];
    const path = place(
      'large.log',
      Array.from({ length: 32 }, (_, at) =>
        secretAt.includes(at) ? `${block}password=hunter2secret\n` : block,
      ).join(''),
    );
    const lines = readFileSync(path, 'utf8').split('\n');
    const expected = lines.flatMap((text, at) => (text.startsWith('password') ? [at + 1] : []));
    // The heap is smaller than the file.
    // The sources, which run while the bundle is older, need more memory than the file to load.
    const script = `require('./.host/bundle/plinth-redact.cjs').main(['node', 'plinth', ...process.argv.slice(1)])`;
    const args = ['--max-old-space-size=28', '-e', script, '--', 'redact', '--check', '--json', path];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(status).toBe(3);
    expect(JSON.parse(stdout).findings.map(({ line }: { line: number }) => line)).toEqual(expected);
  });

  test.each(['utf16le', 'utf16be', 'utf8'])('in %s with a byte order mark is decoded', async (encoding) => {
    const text = '\ufeffName: Jörg 😀\r\npassword=hunter2secret\r\n';
    const bytes = Buffer.from(text, encoding === 'utf8' ? 'utf8' : 'utf16le');
    const path = place(`${encoding}.txt`, encoding === 'utf16be' ? bytes.swap16() : bytes);
    const { stdout, stderr } = await redact([path]);
    expect(stdout).toBe('Name: Jörg 😀\r\npassword=[password]\r\n');
    expect(stderr).toMatch(/^2 +10 /m);
  });

  test('that is unreadable or binary is refused', { timeout: LONG_MS }, async () => {
    expect(await redact([join(folder, 'missing')])).toMatchObject({ status: 1, stdout: '' });
    expect(await redact([], new Uint8Array([1, 0, 2, 0, 3]))).toEqual({
      status: 1,
      stdout: '',
      stderr: 'The file is binary, not text.\n',
    });
    expect((await redact(['--tier', 'everything'])).status).toBe(2);
  });
});

describe.skipIf(process.platform !== 'linux')('a name of any bytes', () => {
  const latin1 = (name: string) =>
    Buffer.concat([Buffer.from(`${folder}/names/`), Buffer.from(name, 'latin1')]);

  test('is read below a folder and as an argument, and is printed on one line', {
    timeout: LONG_MS,
  }, async () => {
    const names = join(folder, 'names');
    mkdirSync(names);
    writeFileSync(latin1('caf\xe9'), 'nothing');
    expect(await redact(['--check', names])).toMatchObject({ status: 0 });
    writeFileSync(latin1('caf\xe9'), `token ${SECRET}`);
    writeFileSync(latin1('caf\xe8'), `token ${SECRET}`);
    writeFileSync(latin1('a\n\x1b[31mb'), `token ${SECRET}`);
    const { status, stdout, stderr } = await redact(['--check', names]);
    expect([status, stderr]).toEqual([3, '3 places in 3 of 3 files would be masked.\n']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(names.length, line.indexOf(': '))),
    ).toEqual(['/a\\x0a\\x1b[31mb:1:7', '/caf\ufffd:1:7', '/caf\ufffd:1:7']);
    mkdirSync(latin1('d\xe9p\xf4t'));
    writeFileSync(latin1('d\xe9p\xf4t/\xff'), `token ${SECRET}`);
    const shell = (command: string) =>
      spawnSync('bash', ['-c', command, 'bash', process.execPath, plinth], { cwd: names, encoding: 'utf8' });
    const named = shell(`"$1" "$2" redact --check $'d\\xe9p\\xf4t/\\xff' $'caf\\xe9'`);
    expect(named.status).toBe(3);
    expect(named.stdout).toContain('d\ufffdp\ufffdt/\ufffd:1:7: ');
    expect(named.stdout).toContain('caf\ufffd:1:7: ');
    expect(shell(`"$1" "$2" redact $'d\\xe9p\\xf4t/\\xff'`).stdout).not.toContain(SECRET);
  });

  test('control characters of an argument are not printed raw', async () => {
    const { status, stderr } = await redact(['--tier', 'a\x1b]0;title\x07\u202eb']);
    expect(status).toBe(2);
    expect(stderr).toContain("'a\\x1b]0;title\\x07\\u202eb'");
    const missing = await redact(['--check', join(folder, 'no\nfile\x1b')]);
    expect(missing.stderr).toContain('no\\x0afile\\x1b cannot be read.');
  });
});

describe('--data', () => {
  test('shows what an event would store, with positions in the JSON text', async () => {
    const text =
      '{\n  "command": "mysql -phunter2secret",\n  "list": [1, {"api_key": "aVerySecretKey99"}]\n}';
    const { stdout, status } = await redact(['--data', '--json'], text);
    expect(status).toBe(0);
    const { data, findings } = JSON.parse(stdout);
    expect(JSON.stringify(data)).not.toMatch(/hunter2secret|aVerySecretKey99/);
    expect(
      findings.map(({ member, line, column }: Record<string, unknown>) => ({ member, line, column })),
    ).toEqual([
      { member: '/command', line: 2, column: 14 },
      { member: '/list/1/api_key', line: 3, column: 27 },
    ]);
    expect(findings[0]).not.toHaveProperty('fingerprint');
  });

  test('shows each digit of a number, and no half character', async () => {
    const { stdout } = await redact(['--data', '--json'], '{"id":1290123456789012345,"text":"a\\ud83d"}');
    expect(JSON.parse(stdout).data).toEqual({ id: '1290123456789012345', text: 'a\ufffd' });
  });

  test('refuses invalid JSON and data that no event can hold', async () => {
    expect(await redact(['--data'], '{')).toMatchObject({
      status: 1,
      stderr: 'The input is not valid JSON.\n',
    });
    const long = await redact(['--data'], JSON.stringify('x'.repeat(MEBIBYTE)));
    expect([long.status, long.stderr]).toEqual([1, expect.stringContaining('1 MiB')]);
  });
});

/** Writes a path as other systems than Windows do. */
const slashed = (path: string) => path.replaceAll('\\', '/');

describe('several files and folders', () => {
  let root: string;
  beforeAll(() => {
    root = join(folder, 'tree');
    place('tree/b.env', `PORT=1\nDB_PASSWORD=hunter2secret\n`);
    place('tree/a/deep.md', `see ${SECRET}\nmail someone@example.org\n`);
    place('tree/clean.txt', 'nothing\n');
    place('tree/picture.bin', new Uint8Array([0x89, 0x50, 0, 0, 1]));
    place('tree/node_modules/x/index.js', `password = "hunter2secret"\n`);
    place('tree/.git/config', `password=hunter2secret\n`);
    symlinkSync(root, join(root, 'loop'));
  });

  test('are listed line by line, and skipped files are counted', async () => {
    const { status, stdout, stderr } = await redact([root]);
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => slashed(line.replace(root, '').replace(/: .*/, '')))).toEqual([
      '/a/deep.md:1:5',
      '/a/deep.md:2:6',
      '/b.env:2:13',
    ]);
    expect(stdout).not.toContain('hunter2secret');
    expect(stderr).toBe('3 places in 2 of 3 files would be masked.\n1 binary file was skipped.\n');
  });

  test('--check exits with 3 for a finding, 0 without one, and 1 where a file could not be read', {
    timeout: LONG_MS,
  }, async () => {
    const env = join(root, 'b.env');
    const clean = join(root, 'clean.txt');
    const missing = join(root, 'missing');
    const found = await redact(['--check', env]);
    expect(found).toMatchObject({ status: 3, stdout: expect.stringContaining(':2:13: ') });
    expect(await redact(['--check', clean])).toMatchObject({ status: 0, stdout: '' });
    expect((await redact(['--check'], 'password=hunter2secret')).status).toBe(3);
    expect(await redact(['--check', clean, missing])).toMatchObject({
      status: 1,
      stderr: `${missing} cannot be read.\nNothing would be masked in 1 file.\n`,
    });
    expect((await redact(['--check', env, missing])).status).toBe(3);
    expect((await redact(['--check', '--data'], '{"password":"hunter2secret"}')).status).toBe(3);
    expect((await redact(['--check', '--data'], '{')).status).toBe(1);
  });

  test('--tier selects the findings that count', async () => {
    const file = join(root, 'a', 'deep.md');
    const { stdout } = await redact(['--check', '--tier', 'personal', file]);
    expect(stdout.split('\n')).toHaveLength(2);
    expect((await redact(['--check', '--tier', 'definite,candidate', join(root, 'clean.txt')])).status).toBe(
      0,
    );
  });

  test('--json prints one object for each file with findings or a problem', async () => {
    const { stdout } = await redact(['--json', root]);
    const objects = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(
      objects.map(({ file, findings, problem }) => [
        slashed(file.replace(root, '')),
        findings.length,
        problem,
      ]),
    ).toEqual([
      ['/a/deep.md', 2, undefined],
      ['/b.env', 1, undefined],
      ['/picture.bin', 0, 'binary'],
    ]);
    expect(objects[1].findings[0]).toMatchObject({ line: 2, column: 13, removed: 13 });
  });
});

test('escapes control characters for a terminal, and writes a pipe the exact bytes', async ({ skip }) => {
  const path = place('colourful.txt', 'a\u001b[2Jb\u009b31m\u202e\r\npassword=hunter2secret\r\n');
  const piped = await redact([path]);
  expect(piped.stdout).toBe('a\u001b[2Jb\u009b31m\u202e\r\npassword=[password]\r\n');
  const terminal = await runInTerminal([process.execPath, plinth, 'redact', path], process.env);
  if ('missing' in terminal) return skip(terminal.missing);
  expect(terminal.shown).toContain('a\\x1b[2Jb\\x9b31m\\u202e');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
  expect(terminal.shown).not.toMatch(/[\u001b\u009b\u202e]/);
});

test('creates no file and opens no store', { timeout: LONG_MS }, async () => {
  const home = temporaryFolder();
  const env = {
    ...process.env,
    HOME: home,
    TMPDIR: home,
    TMP: home,
    TEMP: home,
    XDG_CACHE_HOME: undefined,
    XDG_DATA_HOME: undefined,
    PLINTH_DATA_DIR: undefined,
    NODE_COMPILE_CACHE: undefined,
  };
  const path = place('plain/plain.txt', 'password=hunter2secret\n');
  const redactAlone = (args: string[], input = '') =>
    spawnSync(process.execPath, [plinth, 'redact', ...args], { env, input, encoding: 'utf8' });
  expect(redactAlone([path]).stdout).toBe('password=[password]\n');
  expect(redactAlone(['--check', join(path, '..')]).status).toBe(3);
  expect(redactAlone(['--data'], '{"password":"hunter2secret"}').status).toBe(0);
  expect(contentOf(home)).toEqual([]);
  expect(contentOf(folder)).not.toContain('no-data');
  rmSync(home, { recursive: true });
});
