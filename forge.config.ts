import { join } from 'node:path';
import { FuseV1Options, FuseVersion } from '@electron/fuses';
import { requestAppRestart } from '@electron-forge/core-utils/restart';
import { FusesPlugin } from '@electron-forge/plugin-fuses';
import { VitePlugin } from '@electron-forge/plugin-vite';
import { onChange } from './scripts/on-change.ts';
import { watchWindow } from './scripts/watch-window.ts';

/** What is packaged; electron-builder.yml lists the same. Everything is bundled but the keychain's native addon. */
const PACKAGED = [
  '/.vite/build',
  '/.vite/renderer',
  '/package.json',
  '/node_modules/keytar',
  '/node_modules/@napi-rs',
];

/** What electron-builder leaves out by its own habit: nothing that runs. */
const NOT_RUN = /\.d\.ts$|\/README\.md$/;

/** True for a path (from the project's root, with a leading slash) that is neither packaged nor on the way to it. */
function isLeftOut(path: string): boolean {
  if (path === '') return false;
  if (NOT_RUN.test(path)) return true;
  return !PACKAGED.some(
    (packaged) => path === packaged || path.startsWith(`${packaged}/`) || packaged.startsWith(`${path}/`),
  );
}

export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  resetAdHocDarwinSignature: true,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // On by Electron's own default; electron-builder knows no switch for it.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const;

const built = join(process.cwd(), '.vite');

/**
 * Development loads the window's built files over app:// as the product does, under the same Content-Security-Policy. So a
 * build that watches takes the place of Vite's server, which would serve the checkout on a port.
 */
class ViteWithoutServer extends VitePlugin {
  override launchRendererDevServers = async () => {
    await watchWindow(join(built, 'renderer/main_window'));
    return undefined;
  };
}

let isWatching = false;

/** Restarts the app after a build. Forge's own `hotRestart` does not reach the processes that its Vite plugin builds in. */
async function restartAfterBuilds(): Promise<void> {
  if (isWatching) return;
  isWatching = true;
  onChange([join(built, 'build'), join(built, 'renderer')], () => void requestAppRestart());
}

/** Forge owns `npm run dev` and `npm run package`; electron-builder owns installers, signing and publishing. */
export default {
  outDir: 'out',
  packagerConfig: {
    name: 'Plinth',
    executableName: 'plinth',
    appBundleId: 'org.plinth.desktop',
    icon: 'build/icons/icon',
    asar: { unpack: '**/*.node' },
    extraResource: '.host/sdk',
    ignore: isLeftOut,
    // By the list above alone: pruning would leave an empty folder for each dependency that is bundled.
    prune: false,
    protocols: [{ name: 'Plinth receipt', schemes: ['plinth'] }],
  },
  hooks: { postStart: restartAfterBuilds },
  plugins: [
    new ViteWithoutServer({
      build: [
        { entry: 'electron/main.ts', config: 'scripts/vite/main.config.ts', target: 'main' },
        {
          entry: 'electron/host/receipt-worker.ts',
          config: 'scripts/vite/worker.config.ts',
          target: 'main',
        },
        {
          entry: 'electron/cli/app-command-line.ts',
          config: 'scripts/vite/command-line.config.ts',
          target: 'main',
        },
        { entry: 'electron/preload.ts', config: 'scripts/vite/preload.config.ts', target: 'preload' },
      ],
      renderer: [{ name: 'main_window', config: 'scripts/vite/renderer.config.ts' }],
    }),
    new FusesPlugin(fuses),
  ],
};
