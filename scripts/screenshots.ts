import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { HeadlessHost } from '../e2e/fixtures/headless-host.ts';
import { Reporter } from '../e2e/fixtures/reporter.ts';
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
    /** The name of one picture. */
    only: { type: 'string' },
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

/** A repository whose folder an agent has removed: its newest content is in the index alone. */
async function loseFolder(host: HeadlessHost): Promise<void> {
  const folder = join(host.home, 'code/checkout');
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      env: { ...process.env, GIT_COMMITTER_DATE: yesterday },
    });
  mkdirSync(join(folder, 'src'), { recursive: true });
  git('init', '-q');
  for (const lines of [12, 15]) {
    const text = Array.from({ length: lines }, (_, line) => `export const rate${line} = ${line};\n`);
    writeFileSync(join(folder, 'src/rates.ts'), text.join(''));
    const savedAt = Date.now() / 1000 - 25 * 60;
    utimesSync(join(folder, 'src/rates.ts'), savedAt, savedAt);
    git('add', '.');
    if (lines === 12) git('commit', '-qm', 'rates');
  }
  rmSync(join(folder, 'src'), { recursive: true });
  const name = 'Codex CLI';
  const { token } = await host.call('integrations.generate', { name, permissions: ['events:write'] });
  const data = { command: 'rm -rf src && npm run build', cwd: folder };
  await new Reporter(host.baseUrl, token, name).send({ event: 'command.before_run', data });
}

/** Looks for the lost folder as a person does. */
async function lookForCopies(page: Page): Promise<void> {
  const { recover } = messages;
  const group = page.getByRole('region', { name: recover.title });
  await group.getByRole('button', { name: recover.list }).click();
  await group.getByRole('button', { name: recover.look }).first().click();
  await group.getByRole('button', { name: recover.lookAgain }).waitFor();
  await group.evaluate((element) => element.scrollIntoView());
}

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

  const page = await browser.newPage({
    viewport: { width: Number(values.width), height: Number(values.height) },
    reducedMotion: 'reduce',
  });
  await page.goto(host.loginLink());
  await page.waitForURL((url) => url.pathname === '/');
  const take = async (name: string, hash: string, prepare?: (shown: Page) => Promise<void>) => {
    if (values.only !== undefined && values.only !== name) return;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.locator('h1').first().waitFor();
      // A picture shows answers, not the moment before them.
      await page.getByText(messages.common.loading).first().waitFor({ state: 'detached' });
      if (colorScheme === 'light') await prepare?.(page);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.screenshot({ path: join(values.out, `${name}-${colorScheme}.png`) });
    }
  };
  for (const [name, hash] of screens) await take(name, hash);
  // At last: no other picture has its report.
  await loseFolder(host);
  await take('recover', `#/projects/${encodeURIComponent('~/code/checkout')}`, lookForCopies);
} finally {
  await browser.close();
  await host.dispose();
}
