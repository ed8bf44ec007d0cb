import { messages } from '../../renderer/messages/index.ts';
import { expect, test } from '../fixtures/test.ts';

test('a screen that fails says so, is counted by the host, and leaves the others alone', {
  tag: ['@page', '@headless'],
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
  tag: ['@page', '@headless'],
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
