import { messages } from '../../renderer/messages/index.ts';
import { expect, test } from '../fixtures/test.ts';

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
