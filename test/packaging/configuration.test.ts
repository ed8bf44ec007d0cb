import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import forgeConfig, { fuses } from '../../forge.config.ts';
import { buildParts } from '../../scripts/build.ts';

const root = join(import.meta.dirname, '../..');
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const builder = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));

const fuseNames = {
  runAsNode: FuseV1Options.RunAsNode,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  loadBrowserProcessSpecificV8Snapshot: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
} as const;

describe('packaging', () => {
  it('sets the same fuses in both tools, and every existing fuse', () => {
    const { resetAdHocDarwinSignature, ...named } = builder.electronFuses;
    expect(resetAdHocDarwinSignature).toBe(fuses.resetAdHocDarwinSignature);
    expect(Object.keys(named).sort()).toEqual(Object.keys(fuseNames).sort());
    for (const [name, fuse] of Object.entries(fuseNames)) expect(named[name], name).toBe(fuses[fuse]);
    const all = Object.values(FuseV1Options).filter((value) => typeof value === 'number');
    expect(all.filter((fuse) => !(fuse in fuses))).toEqual([]);
    expect(fuses.strictlyRequireAllFuses).toBe(true);
    expect(named).toMatchObject({ runAsNode: false, onlyLoadAppFromAsar: true });
  });

  it('uses one version of Electron, one product, one icon, one protocol', () => {
    expect(builder.electronVersion).toBe(packageJson.devDependencies.electron);
    expect(builder.productName).toBe(packageJson.productName);
    expect(forgeConfig.packagerConfig.name).toBe(packageJson.productName);
    expect(builder.appId).toBe(forgeConfig.packagerConfig.appBundleId);
    expect(builder.protocols).toEqual(forgeConfig.packagerConfig.protocols);
    for (const icon of [builder.mac.icon, builder.win.icon])
      expect(existsSync(join(root, icon)), icon).toBe(true);
    for (const extension of ['icns', 'ico']) {
      expect(existsSync(join(root, `${forgeConfig.packagerConfig.icon}.${extension}`))).toBe(true);
    }
    for (const size of [16, 32, 48, 64, 128, 256, 512]) {
      expect(existsSync(join(root, builder.linux.icon, `${size}x${size}.png`)), `${size}`).toBe(true);
    }
    expect(packageJson.main).toBe('.vite/build/main.cjs');
    expect(packageJson.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('makes the installers that each platform expects', () => {
    expect([builder.mac.target, builder.win.target, builder.linux.target]).toEqual([
      ['dmg', 'zip'],
      ['nsis'],
      ['AppImage', 'deb'],
    ]);
  });
});

describe('the packaged files', () => {
  const folder = join(root, '.vite');

  beforeAll(() => buildParts(['app', 'window'], { onlyStale: true, logLevel: 'warn' }), 120_000);

  const required = (file: string): string[] => {
    const source = readFileSync(join(folder, 'build', file), 'utf8');
    return [...source.matchAll(/(?:\brequire|\bimport)\("([^"]+)"\)/g)].map((match) => match[1] ?? '');
  };
  const isBuiltin = (name: string) => name.startsWith('node:') || builtinModules.includes(name);
  // Text that a JSON schema compiler would write into generated code. This app never generates that code.
  const isGeneratedText = (name: string) => name.startsWith('ajv');

  it('contain every module that the main process and its worker load at run time', () => {
    for (const file of ['main.cjs', 'receipt-worker.cjs', 'preload.cjs']) {
      const outside = required(file).filter((name) => !isBuiltin(name) && !isGeneratedText(name));
      expect(
        [...new Set(outside)].filter((name) => !['electron', 'keytar'].includes(name)),
        file,
      ).toEqual([]);
    }
    expect(required('preload.cjs').filter((name) => name !== 'electron')).toEqual([]);
    expect(required('main.cjs')).toContain('keytar');
  });

  it('contain a window of less than 320 KB', async () => {
    const { gzipSync } = await import('node:zlib');
    const { readPageFiles } = await import('../../electron/control/transports/page-files.ts');
    const files = readPageFiles(join(folder, 'renderer/main_window'));
    const code = [...(files ?? [])].filter(([path]) => /\.(js|css|html)$/.test(path));
    const size = code.reduce((sum, [, file]) => sum + gzipSync(file.body).length, 0);
    expect(size).toBeLessThan(320 * 1024);
    // The scripts that the first screen waits for. The other screens and the dialogs come after it.
    const page = String(files?.get('/index.html')?.body);
    const first = [...page.matchAll(/assets\/[^"]+\.js/g)].map(
      ([path]) => files?.get(`/${path}`)?.body.length,
    );
    expect(first.reduce<number>((sum, length = Number.NaN) => sum + length, 0)).toBeLessThan(720_000);
  });
});
