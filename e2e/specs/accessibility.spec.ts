import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';
import { HeadlessHost } from '../fixtures/headless-host.ts';
import { startWithSample } from '../fixtures/sample-record.ts';
import { expect, test } from '../fixtures/test.ts';
import type { App } from '../pages/app.ts';

/** The rules of axe that a theme or the system's colours can break. All rules run in the light theme. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

async function expectNoneOf(page: Page, where: string, rules?: string[]): Promise<void> {
  // Colours are checked in their final state, after the fade-in.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  // No page has frames, so axe need not combine its results in a second page, with a process of its own for each.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules !== undefined) axe.withRules(rules);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
    where,
  ).toEqual([]);
}

/** Expects that axe finds nothing in the light theme, and nothing that colours can break in the dark one. */
async function expectNoFindings(page: Page, where: string): Promise<void> {
  await expectNoneOf(page, where);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
  await expectNoneOf(page, `${where}, dark`, RULES_OF_COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A busy machine takes two minutes for all screens. */
const TIMEOUT_MS = 300_000;

// The dialog's spinner turns while it waits. axe needs a page without animation.
test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: TIMEOUT_MS });

const screens: [string, (app: App) => Promise<void>][] = [
  ['today', (app) => app.open('today')],
  ['sessions', (app) => app.open('sessions')],
  ['projects', (app) => app.open('projects')],
  ['secrets', (app) => app.open('secrets')],
  ['problems', (app) => app.open('problems')],
  ['general', (app) => app.open('general')],
  ['agents', (app) => app.open('agents')],
  ['integrations', (app) => app.open('integrations')],
  ['privacy', (app) => app.open('privacy')],
  [
    'diagnostics',
    async (app) => {
      await app.open('diagnostics');
      await expect(app.page.locator('.finding').first()).toBeVisible();
    },
  ],
];

test('axe finds nothing on any screen without data', async ({ app, page }) => {
  await expect(page.getByText(messages.activity.emptyTitle)).toBeVisible();
  await expectNoFindings(page, 'activity');
  for (const [name, open] of screens) {
    await open(app);
    await expectNoFindings(page, name);
  }
});

test('axe finds nothing on any screen with data', async ({ app, page, integration }) => {
  const { reporter } = await integration('in use');
  await reporter.sendMany(5);
  await reporter.sendRaw('{');
  await app.activity.rows.first().click();
  await expect(app.activity.detail.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expectNoFindings(page, 'activity with a receipt');
  await page.getByRole('checkbox', { name: messages.activity.groupBySession }).check();
  await expect(page.locator('.session__head')).toBeVisible();
  await expectNoFindings(page, 'activity by session');
  await app.pauseUntilResumed();
  for (const [name, open] of screens) {
    await open(app);
    await expectNoFindings(page, name);
  }
  await app.open('agents');
  await app.agents.connectButton('Claude Code').click();
  await expect(app.agents.diff).toBeVisible();
  await expectNoFindings(page, 'connect, with the change');
  await app.agents.submit('connect').click();
  await expect(app.agents.dialog).toContainText(messages.agents.done.connect('Claude Code'));
  await expectNoFindings(page, 'connected');
  await app.agents.dialog.getByRole('button', { name: messages.agents.close, exact: true }).click();
  await app.agents.row('claude-code').getByText(messages.agents.details).click();
  await expectNoFindings(page, 'an agent with its details');
  await app.open('integrations');
  await app.integrations.generateButton.click();
  await app.integrations.name.fill(' bad');
  await expectNoFindings(page, 'generate, with a problem');
  await app.integrations.name.fill('good');
  await app.integrations.submit.click();
  await app.integrations.shownToken();
  await expectNoFindings(page, 'token');
  await app.integrations.closeUncopied();
  await page.getByRole('button', { name: messages.integrations.actionsFor('in use') }).click();
  await expectNoFindings(page, 'menu');
  await page.getByRole('menuitem', { name: messages.integrations.revoke }).click();
  await expectNoFindings(page, 'revoke');
});

test('axe finds nothing after a trial of files', async ({ app, page }) => {
  await app.open('privacy');
  await page
    .locator('.drop-zone input')
    .first()
    .setInputFiles([
      { name: 'a.env', mimeType: 'text/plain', buffer: Buffer.from('DB_PASSWORD=hunter2secret\n') },
      { name: 'b.bin', mimeType: 'text/plain', buffer: Buffer.from([0, 1]) },
    ]);
  await expect(app.privacy.triedFile('a.env')).toBeVisible();
  await expectNoFindings(page, 'privacy with files tried');
});

test.describe(() => {
  test.use({ introduced: false });

  test('axe finds nothing in the introduction', async ({ app, page }) => {
    await expect(app.welcome.next).toBeVisible();
    await expectNoFindings(page, 'step 1');
    await app.welcome.next.click();
    await expectNoFindings(page, 'step 2');
    await app.integrations.name.fill('axe');
    await app.integrations.submit.click();
    await app.integrations.shownToken();
    await expectNoFindings(page, 'token');
    await app.welcome.next.click();
    await expectNoFindings(page, 'step 3');
  });
});

/** Waits for the content of a screen. The stream of events is a request that stays open, so the network is never idle. */
async function shown(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('.loading')).toHaveCount(0);
}

/** Opens screens with a filled record and expects that no part of them holds more than it shows. */
async function expectNothingCut(page: Page, where: string): Promise<void> {
  for (const hash of ['#/today?range=week', '#/projects', '#/secrets', '#/problems']) {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await shown(page);
    const cut = await page.evaluate(() => {
      // Only a page that is far too narrow for a table scrolls it.
      const parts = ['.title-row', '.now__line', ...(innerWidth < 900 ? [] : ['.table-card'])];
      return Array.from(document.querySelectorAll(parts.join()))
        .filter(
          (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1,
        )
        .map(({ className }) => className);
    });
    expect(cut, `${hash}, ${where}`).toEqual([]);
  }
}

test('axe finds nothing on pages of one thing, in dialogs, in forced colours and at 200 % zoom', {
  tag: '@headless',
}, async ({ chromiumBrowser }) => {
  // One filled store and one page for all of them.
  test.setTimeout(300_000);
  const host = new HeadlessHost();
  try {
    await startWithSample(host, 400);
    const look = {
      size: { width: 900, height: 600 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    } as const;
    const page = await host.openPage(chromiumBrowser, look, () => {});
    const { sessions } = await host.call('sessions.query', { limit: 2 });
    const { secrets } = await host.call('secrets.list', {});
    const { projects } = await host.call('projects.list', {});
    const keys = sessions.map(({ key }) => key);
    const pressed = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const places: [name: string, hash: string, open?: () => Promise<void>][] = [
      ['session', `#/sessions/${keys[0]}`],
      ['export', `#/sessions/${keys[0]}`, () => pressed(messages.exporting.action)],
      ['hand over', `#/sessions/${keys[0]}`, () => pressed(messages.bundle.open)],
      ['comparison', `#/sessions?compare=${keys.join('.')}`],
      ['project', `#/projects/${encodeURIComponent(projects[0]!.path)}`],
      [
        'deletion',
        `#/projects/${encodeURIComponent(projects[0]!.path)}`,
        () => pressed(messages.projects.delete),
      ],
      ['secret', `#/secrets/${secrets[0]!.fingerprint}`],
      ['filters', '#/timeline?has=secret', () => pressed(messages.activity.filterMenu.open)],
      ['palette', '#/today', () => page.keyboard.press('Control+k')],
      ['keys', '#/today', () => page.keyboard.press('?')],
      ['pause', '#/today', () => page.locator('.recording__button').click()],
    ];
    const visit = async (where: string, rules?: string[]) => {
      for (const [name, hash, open] of places) {
        await page.evaluate((to) => {
          location.hash = to;
        }, hash);
        await shown(page);
        await open?.();
        await expectNoneOf(page, `${name}, ${where}`, rules);
        if (open !== undefined) await page.keyboard.press('Escape');
      }
    };
    await visit('light');
    await expectNothingCut(page, 'light');
    await page.emulateMedia({ forcedColors: 'active' });
    await visit('forced colours', RULES_OF_COLOURS);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.setViewportSize({ width: 450, height: 300 });
    await visit('200 %');
    await expectNothingCut(page, '200 %');
  } finally {
    await host.dispose();
  }
});

/** Enough for the first letters of a title. */
const MIN_TITLE_WIDTH = 40;

// A 900 × 600 window at 200 % zoom leaves 450 × 300 for the page, and one of 1280 × 1024 at 400 % leaves 320 × 256.
const SIZES = [
  { width: 900, height: 600 },
  { width: 640, height: 400 },
  { width: 450, height: 300 },
  { width: 320, height: 256 },
];

test('everything is reachable in windows of every size', async ({ app, host, page, integration }) => {
  const { reporter } = await integration('in a small window');
  await reporter.sendMany(3);
  const overflow = () =>
    page.evaluate(() => {
      const wide = Array.from(
        document.querySelectorAll('main, .settings, .title-row, .dialog, .dialog__body'),
      ).filter((element) => element.scrollWidth > element.clientWidth + 1);
      return wide.map((element) => `${element.tagName}.${element.className}`);
    });
  for (const size of SIZES) {
    await host.resize(page, size);
    await app.open('activity');
    await expect(app.activity.rows).toHaveCount(3);
    expect(await overflow(), `activity, ${size.width}`).toEqual([]);
    for (const [name, open] of screens) {
      await open(app);
      const where = `${name}, ${size.width}`;
      expect(await overflow(), where).toEqual([]);
      const title = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(title?.width, where).toBeGreaterThan(MIN_TITLE_WIDTH);
      await expect(app.recording).toBeInViewport();
    }
    await app.open('integrations');
    await app.integrations.generate(`small ${size.width}`);
    expect(await overflow(), `token, ${size.width}`).toEqual([]);
    await app.integrations.closeUncopied();
    await expect(app.integrations.row(`small ${size.width}`)).toBeAttached();
  }
});
