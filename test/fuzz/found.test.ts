import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AttackedHost } from './attacked-host.ts';
import type { Plan } from './plan.ts';
import { FOUND } from './rounds.ts';

/** A limit against hangs. `npm run fuzz` measures the wait. */
const WAIT_MS = 30_000;
const PEAK_MEBIBYTES = 300;

let host: AttackedHost;
beforeAll(async () => {
  host = await AttackedHost.start();
});
afterAll(() => host.discard());

test.each(readdirSync(FOUND))('the input of %s is answered as the contract says', async (file) => {
  const { plan } = JSON.parse(readFileSync(join(FOUND, file), 'utf8')) as { plan: Plan };
  expect(await host.examine(plan, { waitMs: WAIT_MS, peakMebibytes: PEAK_MEBIBYTES })).toBeUndefined();
});
