import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { HeadlessHost } from '../e2e/fixtures/headless-host.ts';
import { startWithSample } from '../e2e/fixtures/sample-record.ts';
import { messages } from '../renderer/messages/index.ts';
import { buildParts } from './build.ts';
import { ensureBrowser } from './ensure-browser.ts';

/* Writes docs/images: every screen of the window, light and dark, from sample data. */

const FONTS = 'fonts-noto-color-emoji fonts-noto-cjk';

const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '5000' },
    width: { type: 'string', default: '1280' },
    height: { type: 'string', default: '800' },
    out: { type: 'string', default: join(import.meta.dirname, '../docs/images') },
  },
});
const browserPath = ensureBrowser();
if (browserPath === undefined) throw new Error('No browser was found.');
await buildParts(['console'], { onlyStale: true, logLevel: 'warn' });
for (const [script, kind] of [
  ['und-zsye', 'emoji'],
  ['ja', 'Japanese'],
] as const) {
  // fontconfig answers with nothing if no font has the script. Other systems bring these fonts.
  const fonts = spawnSync('fc-list', [`:lang=${script}`], { encoding: 'utf8' });
  if (fonts.status === 0 && fonts.stdout.trim() === '') {
    console.warn(`SKIPPED: no font for ${kind}, so the pictures show boxes. Debian: ${FONTS}.`);
  }
}
mkdirSync(values.out, { recursive: true });

const host = new HeadlessHost();
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await startWithSample(host, Number(values.receipts));
  await fetch(`${host.baseUrl}/api/developer/v1/events`, { method: 'POST', body: '{}' });
  const { sessions } = await host.call('sessions.query', { limit: 50 });
  const session = sessions.find(({ events }) => events > 15) ?? sessions[0];
  const { secrets } = await host.call('secrets.list', {});
  const { projects } = await host.call('projects.list', {});
  const screens: [string, string][] = [
    ['today', '#/today?range=week'],
    ['timeline', '#/timeline'],
    ['sessions', '#/sessions'],
    ['session', `#/sessions/${session?.key}`],
    [
      'comparison',
      `#/sessions?compare=${session?.key}.${(sessions.find(({ title }) => title !== session?.title) ?? session)?.key}`,
    ],
    ['projects', '#/projects'],
    ['project', `#/projects/${encodeURIComponent(projects[0]?.path ?? '')}`],
    ['secrets', '#/secrets'],
    ['secret', `#/secrets/${secrets[0]?.fingerprint}`],
    ['problems', '#/problems'],
    ['general', '#/settings/general'],
    ['agents', '#/settings/agents'],
    ['integrations', '#/settings/integrations'],
    ['privacy', '#/settings/privacy'],
    ['diagnostics', '#/settings/diagnostics'],
  ];
  let page: Page | undefined;
  for (const colorScheme of ['light', 'dark'] as const) {
    page ??= await browser.newPage({
      viewport: { width: Number(values.width), height: Number(values.height) },
      reducedMotion: 'reduce',
    });
    await page.emulateMedia({ colorScheme });
    if (colorScheme === 'light') {
      await page.goto(host.loginLink());
      await page.waitForURL((url) => url.pathname === '/');
    }
    for (const [name, hash] of screens) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.locator('h1').first().waitFor();
      // A picture shows answers, not the moment before them.
      await page.getByText(messages.common.loading).first().waitFor({ state: 'detached' });
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.screenshot({ path: join(values.out, `${name}-${colorScheme}.png`) });
    }
  }
} finally {
  await browser.close();
  await host.dispose();
}
