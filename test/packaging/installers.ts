import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';

// Has electron-builder make every installer of electron-builder.yml over a stand-in for Electron, and writes down what it
// would give the program that makes each file. Those programs would be downloaded: each has a stand-in that takes its place
// by the variable that electron-builder has for it.

const root = join(import.meta.dirname, '../..');
const [distribution, folder] = process.argv.slice(2) as [string, string];

/** An executable that notes its arguments, and makes the file that it is to make. */
function makeTool(name: string, body: string): string {
  const file = join(folder, 'tools', name);
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/${name}.args'\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

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

/** One kind of installer of one platform; `prepackaged` names what it would pack where that cannot be made here. */
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

// True as the answer means that nothing is made of what was computed.
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
