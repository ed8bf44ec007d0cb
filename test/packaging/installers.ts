import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';

// Runs electron-builder for every installer of electron-builder.yml with a substitute for Electron, and records
// the input of each program that builds a file. electron-builder would download those programs. A substitute
// replaces each of them through the variable that electron-builder provides.

const root = join(import.meta.dirname, '../..');
const [distribution, folder] = process.argv.slice(2) as [string, string];

/** Creates an executable that records its arguments and writes the requested output file. */
function makeTool(name: string, body: string): string {
  const file = join(folder, 'tools', name);
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/${name}.args'\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

// npm run dist writes it before it starts electron-builder.
execFileSync(process.execPath, ['scripts/bill-of-materials.ts', '.vite/bill-of-materials.cdx.json'], {
  cwd: root,
});
mkdirSync(join(folder, 'tools'), { recursive: true });
process.env.CUSTOM_FPM_PATH = makeTool('fpm', '');
process.env.ELECTRON_BUILDER_7ZIP_PATH = makeTool(
  '7za',
  'for file; do case $file in *.7z) : > "$file";; esac; done',
);
process.env.CUSTOM_DMGBUILD_PATH = makeTool(
  'dmgbuild',
  `cp "$2" '${folder}/dmg.json'; for file; do :; done; : > "$file"`,
);
makeTool('sips', 'echo pixelWidth: 540; echo pixelHeight: 380');
process.env.PATH = `${join(folder, 'tools')}:${process.env.PATH}`;

/**
 * Builds one kind of installer of one platform. `prepackaged` names the folder to pack where it cannot be built
 * here.
 */
async function make(
  platform: Platform,
  targets: string[],
  onComputed: ((computed: never) => boolean) | undefined,
  prepackaged?: string,
): Promise<void> {
  await build({
    targets: platform.createTarget(targets, Arch.x64),
    projectDir: root,
    publish: 'never',
    config: { electronDist: distribution, directories: { output: join(folder, 'out') } },
    ...(prepackaged === undefined ? {} : { prepackaged }),
    ...(onComputed === undefined ? {} : { effectiveOptionComputed: async (it) => onComputed(it as never) }),
  });
}

const save = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));

// The answer true makes electron-builder discard the computed data.
await make(Platform.LINUX, ['deb', 'AppImage'], (computed: { desktop?: string } | [string[], string]) => {
  if (!Array.isArray(computed)) {
    save('appimage.json', computed);
    return true;
  }
  const [args, desktopFile] = computed;
  const script = (option: string) => readFileSync(args[args.indexOf(option) + 1]!, 'utf8');
  save('deb.json', {
    desktop: readFileSync(desktopFile, 'utf8'),
    afterInstall: script('--after-install'),
    afterRemove: script('--after-remove'),
  });
  return false;
});

const windows = join(folder, 'windows');
mkdirSync(join(windows, 'resources'), { recursive: true });
writeFileSync(join(windows, 'Plinth.exe'), '');
await make(
  Platform.WINDOWS,
  ['nsis'],
  ([defines, commands]: [object, object]) => {
    save('nsis.json', { defines, commands });
    return true;
  },
  windows,
);

const mac = join(folder, 'mac');
mkdirSync(join(mac, 'Plinth.app'), { recursive: true });
await make(Platform.MAC, ['dmg'], undefined, join(mac, 'Plinth.app'));
