import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,scripts,bench,test}/**/*.test.{ts,tsx}'],
    globalSetup: 'test/support/build-host-once.ts',
    pool: 'forks',
    maxWorkers: 2,
    // Real sockets, processes and disks on a machine that others load: a test that needs its second try is a defect to mend,
    // and is listed as such.
    retry: process.env.CI ? 1 : 0,
    // Long enough for a machine that does much else. Some tests start a host sixteen times.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
