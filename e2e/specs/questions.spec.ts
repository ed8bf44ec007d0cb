import type { Page } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';
import { EVENTS_PATH } from '../../shared/limits.ts';
import { HeadlessHost } from '../fixtures/headless-host.ts';
import { startWithSample } from '../fixtures/sample-record.ts';
import { expect, test } from '../fixtures/test.ts';
import { App } from '../pages/app.ts';

const RECEIPTS = 5000;
const DAY_MS = 86_400_000;
const words = messages.today;
const copyOfSession = new RegExp(`^${messages.sessions.copyScriptOf('')}`);

/* The questions for which people open the window, on a store of 5,000 receipts. One host serves all of them. */

test('the window answers the questions for which people open it', { tag: '@headless' }, async ({
  chromiumBrowser,
}) => {
  // Many steps on one filled store, because filling it takes longest.
  test.setTimeout(300_000);
  const host = new HeadlessHost();
  try {
    await startWithSample(host, RECEIPTS);
    await fetch(`${host.baseUrl}${EVENTS_PATH}`, { method: 'POST', body: '{}' });
    const look = {
      size: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    } as const;
    const page = await host.openPage(chromiumBrowser, look, () => {});
    const app = new App(page);
    const home = async () => {
      await app.open('today');
      await page.getByRole('button', { name: messages.charts.ranges.week }).click();
    };
    const section = (name: string) => page.getByRole('region', { name, exact: true });

    await test.step('what runs now, and did anything stop reporting?', async () => {
      const now = section(words.now);
      await expect(now.getByText(/running for/).first()).toBeVisible();
      await expect(now.getByText('nightly-report')).toBeVisible();
      await expect(now.getByText(/missed \d+ days?$/)).toBeVisible();
    });

    await app.open('today');
    await test.step('which secrets were in prompts, and where did they go?', async () => {
      await expect(
        section(words.secretsOfWeek).getByRole('row', { name: /GitHub token.*anthropic/ }),
      ).toBeVisible();
      await home();
      await expect(section(words.destinations).getByRole('row', { name: /openai/ })).toBeVisible();
    });

    await test.step('did any agent touch .env?', async () => {
      const line = page.getByRole('listitem').filter({ hasText: messages.notable.sensitive_file });
      const count = await line.getByRole('link').textContent();
      await line.getByRole('link').click();
      await expect(app.activity.rows.first()).toContainText('.env.local');
      await expect(app.activity.count).toHaveText(messages.activity.count(Number(count)));
    });

    await test.step('what did one agent do in a project in a part of yesterday?', async () => {
      await app.open('today');
      await page.getByRole('button', { name: messages.charts.ranges.yesterday }).click();
      const parts = section(words.parts).getByRole('link', { name: / in infra, / });
      // In one step, because the numbers of today stay until those of yesterday arrive.
      const name = await parts.first().evaluate((link: HTMLElement) => {
        link.click();
        return link.getAttribute('aria-label')!;
      });
      await expect(page).toHaveURL(/#\/timeline\?agent=.*project=.*since=.*until=/);
      await expect(app.activity.count).toHaveText(messages.activity.count(Number.parseInt(name, 10)));
    });

    await test.step('how much did each agent do per day, and what did one do in a span of time?', async () => {
      await home();
      const chart = page.getByRole('figure', { name: words.when });
      await chart.getByText(messages.charts.asTable).click();
      await expect(chart.getByRole('columnheader', { name: 'Codex' })).toBeVisible();
      const drag = async () => {
        const bars = chart.getByRole('img', { name: /^Codex/ });
        await expect(bars).toBeVisible();
        const box = (await bars.boundingBox())!;
        await page.mouse.move(box.x + box.width * 0.3, box.y + 5);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width * 0.5, box.y + 5);
        await page.mouse.up();
      };
      await drag();
      await expect(app.activity.rows.first()).toContainText('Codex');
      await expect(page).toHaveURL(/#\/timeline\?agent=.*since=.*until=/);
      // The same for one project, by mouse alone, and by typing: the agent and the time stay.
      await page.goBack();
      await page.getByLabel(words.project, { exact: true }).selectOption({ label: 'infra' });
      await expect(page).toHaveURL(/#\/today\?range=week&project=/);
      await expect(section(words.touched).getByRole('link', { name: 'checkout-service' })).toHaveCount(0);
      await drag();
      await expect(page).toHaveURL(/#\/timeline\?agent=.*project=.*since=.*until=/);
      await page.goBack();
      await page.goBack();
      await drag();
      await page.keyboard.press('/');
      await app.activity.search.fill('project:/srv/code/infra ');
      await expect(page).toHaveURL(/#\/timeline\?agent=.*project=.*since=.*until=/);
      await page.goBack();
      await page.goBack();
      await expect(page).toHaveURL(/#\/today/);
    });

    await test.step('find the prompt about a subject', async () => {
      await page.keyboard.press('/');
      await expect(app.activity.search).toBeFocused();
      await app.activity.search.fill('関数 project:/srv/code/infra');
      await expect(app.activity.rows.first()).toContainText('この関数を');
      // The token has left the field, and the next word can follow.
      await expect(app.activity.search).toHaveValue('関数 ');
      await expect(page.getByText(messages.activity.chips.project('infra'))).toBeVisible();
    });

    await test.step('one session as a story, its commands as a script, and the one before it', async () => {
      await app.open('sessions');
      const sessions = page.getByRole('list', { name: messages.sessions.list });
      await sessions.getByRole('button', { name: copyOfSession }).nth(1).click();
      await expect.poll(() => host.readClipboard(page)).toContain('#!/bin/sh');
      await sessions.getByRole('link').nth(1).click();
      await expect(page.locator('.turn__prompt').first()).toBeVisible();
      await page.getByRole('button', { name: messages.sessions.copyScript }).click();
      await expect.poll(() => host.readClipboard(page)).toContain('#!/bin/sh');
      // From the opened session: the export with its preview, and its file.
      await page.getByRole('button', { name: messages.exporting.action }).click();
      const preview = page.getByRole('dialog');
      await expect(preview).toContainText(/\d receipts?/);
      const download = page.waitForEvent('download');
      await preview.getByRole('button', { name: messages.exporting.save }).click();
      expect((await download).suggestedFilename()).toMatch(/\.md$/);
      await expect(preview).toHaveCount(0);
      const first = page.url();
      await page.keyboard.press('[');
      await expect(page).not.toHaveURL(first);
    });

    await test.step('compare two sessions', async () => {
      await app.open('sessions');
      const marks = page.getByRole('checkbox');
      await marks.nth(1).click();
      await marks.nth(2).click();
      await expect(page.getByRole('heading', { level: 1, name: messages.comparison.title })).toBeVisible();
      await expect(page.locator('.lane').getByRole('img')).toHaveCount(2);
      await expect(section(messages.comparison.commands)).toContainText(messages.comparison.both);
      await page.goBack();
    });

    await test.step('follow one secret across everything, and mark it as rotated', async () => {
      await app.open('today');
      await section(words.secretsOfWeek).getByRole('link', { name: 'GitHub token' }).click();
      await expect(section(messages.secrets.places).getByRole('row', { name: /google/ })).toBeVisible();
      await page.getByRole('button', { name: messages.secrets.markRotated }).click();
      await expect(page.getByRole('button', { name: messages.secrets.unmark })).toBeVisible();
      await page.getByRole('button', { name: messages.common.undo }).click();
      await expect(page.getByRole('button', { name: messages.secrets.markRotated })).toBeVisible();
    });

    await test.step('why was a request refused?', async () => {
      await app.open('problems');
      await expect(page.getByText(messages.refusals.unauthorized)).toBeVisible();
      await expect(page.getByRole('list', { name: messages.sessions.list })).toBeVisible();
    });

    await test.step('delete everything about a project, with a count first', async () => {
      await app.open('projects');
      await page.getByRole('button', { name: messages.projects.deleteNamed('docs-site') }).click();
      const confirm = page.getByRole('button', { name: /^Delete [\d,]+ receipts/ });
      await confirm.click();
      // The deletion of a fifth of the record takes its time on a machine that does much else.
      await expect(page.getByRole('alertdialog')).toHaveCount(0, { timeout: 60_000 });
      await expect(page.getByRole('link', { name: 'checkout-service', exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'docs-site', exact: true })).toHaveCount(0);
    });

    await test.step('pause for 30 minutes', async () => {
      await app.recording.click();
      await page.getByRole('menuitem', { name: messages.recording.lengths[30] }).click();
      await expect(app.recording).toContainText(/Paused until/);
      await page.getByRole('button', { name: messages.common.undo }).click();
      await expect(app.recording).toContainText(messages.recording.on);
    });

    await paletteAndKeys(page, app);
  } finally {
    await host.dispose();
  }
});

async function paletteAndKeys(page: Page, app: App): Promise<void> {
  await test.step('go anywhere from the keyboard', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: messages.palette.placeholder }).fill('mobile');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: '/srv/code/mobile-app' })).toBeVisible();
    // The menu of the desktop app starts the same, by the address.
    await page.evaluate(() => location.assign('#/sessions?open=palette'));
    await expect(page.getByRole('combobox', { name: messages.palette.placeholder })).toBeVisible();
    await expect(page).toHaveURL(/#\/sessions$/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: messages.palette.keys })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await expect(page.getByRole('heading', { level: 1, name: messages.sessions.title })).toBeVisible();
  });
  await test.step('a link to an old receipt opens the page around it', async () => {
    await app.open('activity');
    await app.activity.clear.click();
    await page.getByRole('button', { name: messages.charts.ranges.yesterday }).click();
    await app.activity.rows.nth(3).click();
    const url = new URL(page.url());
    const id = /rcpt_\w+/.exec(url.hash)![0];
    await page.goto('about:blank');
    await page.goto(`${url.origin}/#/timeline/${id}`);
    await expect(app.activity.selected).toBeInViewport();
  });
  await test.step('a span of some hours, to the minute', async () => {
    await page.getByRole('button', { name: messages.activity.range.title }).click();
    const day = dayText(Date.now() - DAY_MS);
    await page.getByLabel(messages.activity.range.from, { exact: true }).fill(`${day}T19:00`);
    await page.getByLabel(messages.activity.range.until, { exact: true }).fill(`${day}T20:00`);
    await page.getByRole('button', { name: messages.activity.range.apply }).click();
    await expect(page.getByRole('button', { name: /\w 19:00 – 20:00$/ })).toBeVisible();
    // Bars of five minutes, and together all that the list has.
    const bars = page.getByRole('figure', { name: messages.activity.overTime }).getByRole('img');
    await expect(bars).toHaveAttribute('viewBox', /^0 0 12 /);
    // The chart and the list ask by themselves, so one of them can come later.
    await expect
      .poll(async () => {
        const count = Number.parseInt((await app.activity.count.textContent())!, 10);
        return (await bars.getAttribute('aria-label'))?.includes(`: ${count} event`);
      })
      .toBe(true);
  });
}

function dayText(instant: number): string {
  const at = new Date(instant);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
