import { configDefaults, defineConfig } from 'vitest/config';
import { hasPackagingTools } from './scripts/packaging-tools.ts';
import { NOT_ON_WINDOWS } from './scripts/windows/left-out.ts';

/** Forge, electron-builder and their parts, which `npm ci` leaves out. `npm run test:packaging` installs them first. */
const NEED_PACKAGING_TOOLS = ['test/packaging/{configuration,packaging}.test.ts', 'test/start/dev.test.ts'];

/** What `npm test` leaves to `npm run test:long`. A run of named files has them. */
const LONG = [
  ...NEED_PACKAGING_TOOLS,
  'test/packaging/host-package.test.ts',
  'test/linear-time/**',
  'bench/redaction/{linear-time,nothing-leaks}.test.ts',
  'test/faults/{hostile-inputs,restart-under-load}.test.ts',
  'electron/recover/{all-losses,hostile-places}.test.ts',
  // Fresh environments with the SDKs.
  'test/snippets.test.ts',
];

function leftOut(): string[] {
  if (process.env.PLINTH_SHORT_TESTS === '1') return LONG;
  if (hasPackagingTools()) return [];
  console.log(`Without the packaging tools, these are left out: ${NEED_PACKAGING_TOOLS.join(', ')}.`);
  console.log('Install the tools with: node scripts/packaging-tools.ts');
  return NEED_PACKAGING_TOOLS;
}
const LEFT_OUT = [...leftOut(), ...(process.platform === 'win32' ? Object.keys(NOT_ON_WINDOWS) : [])];

/** Folders whose tests start no process and change nothing that another file of tests can see. */
const PURE = [
  '{shared,renderer}/**/*.test.{ts,tsx}',
  'electron/{redaction,proof}/**/*.test.ts',
  'electron/receipts/{body,event,repair,schema,store}/**/*.test.ts',
  'electron/receipts/worker/receipt-store.test.ts',
  'electron/bridges/{harnesses,configuration}/**/*.test.ts',
  'electron/{bundle,state-file}/**/*.test.ts',
  'electron/record/{checkpoint-anchors,clock-watch,folder-watch,paused-folders,system-log}.test.ts',
  'electron/listener/{closing-connection,connections,large-bodies,peer-users}.test.ts',
  'electron/listener/{rate-limiter,refusal-log,request-turns,stranger-turns}.test.ts',
  'electron/{cli/{confirmation,terminal-text},integrations/{credential,integration-store}}.test.ts',
  'electron/desktop/{electron-surface,link-entry,updates}.test.ts',
  'test/architecture/{documented-bounds,folder-cycles,supply-chain,unused-code,window-words}.test.ts',
  'bench/redaction/{cut-texts,further-services,redaction,realistic/realistic}.test.ts',
];

/** A thread cannot change its time zone, so these need a process of their own. */
const OWN_TIME_ZONE = ['shared/local-instant.test.ts'];

const shared = {
  // Long enough for a machine that does much else. Some tests start a host sixteen times.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  setupFiles: 'test/support/patient-waits.ts',
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    globalSetup: 'test/support/build-host-once.ts',
    // Real sockets, processes and disks on a machine that others load: a test that needs its second try is a defect to mend,
    // and is listed as such.
    retry: process.env.CI ? 1 : 0,
    // More than the cores of a small machine: many tests wait for processes and time limits.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'pure',
          include: PURE,
          exclude: [...configDefaults.exclude, ...OWN_TIME_ZONE],
          // One thread loads the redactor and its tables once for all files, and not once for each.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'process',
          include: ['{electron,scripts,bench,test}/**/*.test.ts', ...OWN_TIME_ZONE],
          exclude: [
            ...configDefaults.exclude,
            ...PURE.filter((folder) => !folder.startsWith('{shared')),
            ...LEFT_OUT,
          ],
          pool: 'forks',
        },
      },
    ],
  },
});
