import { messages } from '../../renderer/messages/index.ts';
import { expect, test } from '../fixtures/test.ts';

test('a screen that fails says so, is counted by the host, and leaves the others alone', {
  tag: '@headless',
}, async ({ app, host, page }) => {
  await app.isReady();
  await page.route('**/sessions.query', (route) =>
    route.fulfill({ json: { ok: true, result: { sessions: 'ghp_secret' } } }),
  );
  const before = (await host.call('diagnostics.get', {})).faults;
  const goTo = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);
  await goTo('#/sessions');
  await expect(page.getByRole('alert')).toContainText(messages.screenFailed.title);
  await expect.poll(async () => (await host.call('diagnostics.get', {})).faults).toBeGreaterThan(before);
  await app.open('privacy');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/sessions.query');
  await goTo('#/sessions');
  await expect(page.getByRole('heading', { level: 1, name: messages.sessions.title })).toBeVisible();
});

test('the bars stand over their own times until the answer for another range arrives', {
  tag: '@headless',
}, async ({ app, page, integration }) => {
  const { reporter } = await integration('one');
  await reporter.send();
  await app.open('today');
  const chart = page.getByRole('figure', { name: messages.today.when });
  await expect(chart.getByRole('img', { name: /^one: 1 event/ })).toBeVisible();
  const [first] = await chart.locator('.chart__ticks span').allTextContents();

  const held = Promise.withResolvers<void>();
  await page.route('**/stats.query', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: messages.charts.ranges.week }).click();
  await expect(page).toHaveURL(/range=week/);
  await expect(chart.locator('.chart__ticks span').first()).toHaveText(first!);
  held.resolve();
  await expect(chart.locator('.chart__ticks span').first()).not.toHaveText(first!);
});

test('an empty window shows sample data that is marked, apart from the record, and removed in one step', {
  tag: '@headless',
}, async ({ app, host, page, integration }) => {
  await app.open('today');
  await page.getByRole('button', { name: messages.sample.show }).click();
  const mark = page.getByRole('complementary', { name: messages.sample.title });
  // The sample record is made when it is first asked for, which takes its time on a machine that does much else.
  await expect(page.getByRole('region', { name: messages.today.secrets, exact: true })).toContainText(
    'GitHub token',
    { timeout: 60_000 },
  );
  await expect(mark).toBeVisible();
  await app.open('projects');
  await page.getByRole('link', { name: 'docs-site', exact: true }).click();
  await page.getByRole('button', { name: messages.projects.delete, exact: true }).click();
  await expect(page.getByText('This is sample data.')).toBeVisible();
  await page.keyboard.press('Escape');
  await app.open('integrations');
  await expect(mark).toHaveCount(0);
  await expect(page.getByText(messages.integrations.emptyTitle)).toBeVisible();
  // The record has its own first receipt meanwhile, and the sample does not show it.
  const { reporter } = await integration('own');
  await reporter.send({ data: { command: 'own command' } });
  await app.open('activity');
  await expect(app.activity.rows.first()).toBeVisible();
  await expect(page.getByText('own command')).toHaveCount(0);
  await mark.getByRole('button', { name: messages.sample.remove }).click();
  await app.open('activity');
  await expect(app.activity.rows).toHaveCount(1);
  await expect(app.activity.rows.first()).toContainText('own command');
  expect((await host.call('receipts.count', {})).count).toBe(1);
});
