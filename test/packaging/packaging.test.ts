import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { extractAll } from '@electron/asar';
import { FuseV1Options } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callControlSocket } from '../../electron/control/transports/control-socket.ts';
import { readRuntimeInfo } from '../../electron/platform/runtime-file.ts';
import { fuses } from '../../forge.config.ts';
import { fuseWire, makeElectronDistribution } from './electron-distribution.ts';
import { makeProject } from './project.ts';

const root = join(import.meta.dirname, '../..');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { version, homepage, author, devDependencies } = readJson(join(root, 'package.json'));

const hasShell = process.platform !== 'win32';
if (!hasShell) console.log('Packaging with a stand-in for Electron is skipped: its tools are shell scripts.');

/** Runs a program to its end. Rejects with its output when it fails. */
function run(args: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(output))));
  });
}

// The bundler names each module of a bundle in a comment with a path relative to the project. One of the
// projects is a separate folder.
const fromProject = (project: string) => `// ${relative(project, root)}/`;

/** Returns the files of a folder with the digest of each. */
function digests(folder: string, prefix = '// '): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => {
        const content = readFileSync(file, 'latin1').replaceAll(prefix, '// ');
        return [relative(folder, file), createHash('sha256').update(content).digest('hex')] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

describe.skipIf(!hasShell)('the packages of both tools, with a substitute for Electron’s files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-packages-'));
  const made = join(folder, 'made');
  const byForge = join(folder, 'project/out/Plinth-linux-x64');
  const byBuilder = join(made, 'out/linux-unpacked');
  const extracted = { forge: join(folder, 'forge'), builder: join(folder, 'builder') };

  beforeAll(async () => {
    await run([join(root, 'scripts/build.ts'), '--stale', 'sdk'], root);
    const electron = makeElectronDistribution(folder, devDependencies.electron);
    const project = makeProject(join(folder, 'project'), electron.zips);
    const forge = join(root, 'node_modules/@electron-forge/cli/dist/electron-forge.js');
    const builder = async () => {
      await run([join(root, 'scripts/build.ts'), '--stale', 'app', 'window'], root);
      await run([join(import.meta.dirname, 'installers.ts'), electron.unpacked, made], root);
    };
    await Promise.all([run([forge, 'package', '--platform', 'linux', '--arch', 'x64'], project), builder()]);
    extractAll(join(byForge, 'resources/app.asar'), extracted.forge);
    extractAll(join(byBuilder, 'resources/app.asar'), extracted.builder);
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('have every fuse set in the executable itself', () => {
    const wanted = Object.values(FuseV1Options)
      .filter((fuse) => typeof fuse === 'number')
      .map((fuse) => (fuses[fuse] ? '1' : '0'))
      .join('');
    expect(fuseWire(join(byForge, 'plinth'))).toBe(wanted);
    expect(fuseWire(join(byBuilder, 'plinth'))).toBe(wanted);
    for (const packaged of [byForge, byBuilder]) {
      expect(statSync(join(packaged, 'plinth')).mode & 0o111).toBe(0o111);
      expect(existsSync(join(packaged, 'resources/default_app.asar'))).toBe(false);
    }
  });

  it('contain the same files, byte for byte, and no others', () => {
    // electron-builder removes the members that only npm reads from each package.json.
    const comparable = (files: Record<string, string>) =>
      Object.fromEntries(Object.entries(files).filter(([file]) => !file.endsWith('package.json')));
    const inForge = digests(extracted.forge, fromProject(join(folder, 'project')));
    const inBuilder = digests(extracted.builder);
    expect(Object.keys(inForge)).toEqual(Object.keys(inBuilder));
    expect(comparable(inForge)).toEqual(comparable(inBuilder));
    const outside = Object.keys(inForge).filter(
      (file) =>
        !/^\.vite\/build\/(main|preload|receipt-worker|command-line)\.cjs$/.test(file) &&
        !/^\.vite\/renderer\/main_window\/(index\.html|icon\.svg|assets\/[^/]+)$/.test(file) &&
        !/^node_modules\/(keytar|@napi-rs\/keyring-[^/]+)\/[^/]+$/.test(file) &&
        file !== 'package.json',
    );
    expect(outside).toEqual([]);
    for (const packaged of Object.values(extracted)) {
      expect(readJson(join(packaged, 'package.json'))).toMatchObject({
        name: 'plinth',
        version,
        main: '.vite/build/main.cjs',
        desktopName: 'plinth.desktop',
      });
    }
  });

  it('keep the keychain’s addon outside the archive, where the system can load it', () => {
    for (const packaged of [byForge, byBuilder]) {
      const unpacked = Object.keys(digests(join(packaged, 'resources/app.asar.unpacked')));
      expect(unpacked.filter((file) => file.endsWith('.node'))).not.toEqual([]);
    }
    for (const app of Object.values(extracted)) {
      const keychain = createRequire(join(app, '.vite/build/main.cjs'))('keytar');
      expect(typeof keychain.AsyncEntry).toBe('function');
    }
  });

  it('run: the archive’s host accepts an event, stops, and leaves no files behind', async () => {
    const dataDir = join(folder, 'data');
    const notes = join(folder, 'notes');
    const child: ChildProcess = spawn(
      process.execPath,
      [join(root, 'test/start/electron-stand-in.ts'), extracted.builder],
      {
        stdio: 'ignore',
        env: {
          ...process.env,
          STAND_IN: 'app',
          STAND_IN_NOTES: notes,
          PLINTH_DATA_DIR: dataDir,
          PLINTH_PORT: '0',
          PLINTH_KEYCHAIN: 'off',
        },
      },
    );
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
    try {
      await vi.waitFor(() => expect(readFileSync(notes, 'utf8')).toContain('"ready"'), 20_000);
      const { baseUrl } = readRuntimeInfo(dataDir)!;
      const generated = await callControlSocket(dataDir, 'integrations.generate', {
        name: 'packaged',
        permissions: ['events:write'],
      });
      if (!generated.ok) throw new Error(generated.error.reason);
      const response = await fetch(`${baseUrl}/api/developer/v1/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${generated.result.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          schema: 'service.event.v1',
          integration: 'packaged',
          event: 'session.started',
          sessionId: 'first',
          occurredAt: new Date().toISOString(),
          data: {},
        }),
      });
      expect(response.status).toBe(202);
      expect(await response.json()).toMatchObject({ recorded: true, reportOnly: true });
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      await expect(fetch(baseUrl)).rejects.toThrow();
      expect(readdirSync(dataDir).filter((name) => /^runtime\.json$|\.sock$/.test(name))).toEqual([]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  describe('as installers', () => {
    const lines = (file: string) => readFileSync(join(made, file), 'utf8').split('\n');
    const isSecurePage = (address: string) => new URL(address).protocol === 'https:';

    it('deb: has a maintainer, a homepage, its libraries, icons, and a profile for the sandbox', () => {
      const args = lines('fpm.args');
      const option = (name: string) => args[args.indexOf(name) + 1];
      expect(option('-t')).toBe('deb');
      expect(option('--maintainer')).toBe(`${author.name} <${author.email}>`);
      expect(option('--url')).toBe(homepage);
      expect(isSecurePage(homepage)).toBe(true);
      expect(option('--version')).toBe(version);
      expect(option('--license')).toBe('MIT');
      expect(args.filter((_, at) => args[at - 1] === '-d')).toContain('libsecret-1-0');
      for (const size of [16, 32, 48, 64, 128, 256, 512]) {
        expect(args.filter((arg) => arg.endsWith(`/hicolor/${size}x${size}/apps/plinth.png`))).toHaveLength(
          1,
        );
      }
      const { desktop, afterInstall, afterRemove } = readJson(join(made, 'deb.json'));
      expect(desktop).toContain('Exec=/opt/Plinth/plinth %U\n');
      expect(desktop).toContain('MimeType=x-scheme-handler/plinth;\n');
      // Without it, a desktop shows neither the icon of the running window nor the sender of its notifications.
      expect(desktop).toContain('StartupWMClass=plinth\n');
      expect(afterInstall).toContain('apparmor_parser');
      expect(afterRemove).toContain("rm -f '/usr/bin/plinth'");
      const profile = readFileSync(join(byBuilder, 'resources/apparmor-profile'), 'utf8');
      expect(profile).toMatch(/"\/opt\/Plinth\/plinth" flags=\(unconfined\)[^}]*userns,/s);
    });

    it('have the bill of materials of their packages, and of Electron', () => {
      const { bomFormat, components } = readJson(join(byBuilder, 'resources/bill-of-materials.cdx.json'));
      expect(bomFormat).toBe('CycloneDX');
      const names = components.map(({ name }: { name: string }) => name);
      expect(names).toEqual(expect.arrayContaining(['electron', 'express', 'react']));
    });

    it('AppImage: starts with its sandbox', () => {
      const { desktop, desktopFileName } = readJson(join(made, 'appimage.json'));
      expect(desktopFileName).toBe('plinth.desktop');
      expect(desktop).toContain('Exec=AppRun %U\n');
      expect(desktop).not.toContain('no-sandbox');
    });

    it('NSIS: installs for one user, names the product, and keeps the record when it is uninstalled', () => {
      const { defines, commands } = readJson(join(made, 'nsis.json'));
      expect(defines).toMatchObject({
        APP_ID: 'org.plinth.desktop',
        PRODUCT_NAME: 'Plinth',
        VERSION: version,
      });
      expect(defines.MUI_ICON).toMatch(/icon\.ico$/);
      expect(defines).not.toHaveProperty('INSTALL_MODE_PER_ALL_USERS');
      expect(defines).not.toHaveProperty('DELETE_APP_DATA_ON_UNINSTALL');
      expect(isSecurePage(defines.UNINSTALL_URL_UPDATE_INFO)).toBe(true);
      expect(commands.VIProductVersion).toBe(`${version}.0`);
    });

    it('dmg: shows the app beside its target folder', () => {
      const { title, contents, icon } = readJson(join(made, 'dmg.json'));
      expect(title).toBe(`Plinth ${version}`);
      expect(contents.map(({ name, path }: { name?: string; path: string }) => name ?? path)).toEqual([
        'Plinth.app',
        '/Applications',
      ]);
      expect(existsSync(icon)).toBe(true);
    });
  });

  it('request only the macOS entitlement to compile JavaScript', () => {
    for (const file of ['entitlements.mac.plist', 'entitlements.mac.inherit.plist']) {
      const keys = readFileSync(join(root, 'build', file), 'utf8').matchAll(/<key>(.*?)<\/key>\s*<(.*?)\/>/g);
      expect([...keys].map(([, key, value]) => [key, value])).toEqual([
        ['com.apple.security.cs.allow-jit', 'true'],
      ]);
    }
  });
});
