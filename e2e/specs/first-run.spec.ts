import { messages } from '../../renderer/messages/index.ts';
import { Reporter } from '../fixtures/reporter.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ introduced: false });

test('three steps lead to the first receipt', { tag: '@shell' }, async ({ app, host, page }) => {
  const { welcome, integrations } = app;
  await expect(welcome.title).toHaveText(messages.welcome.what.title);
  await welcome.next.click();
  await integrations.name.fill('my first program');
  await integrations.submit.click();
  const token = await integrations.shownToken();
  await expect(integrations.waiting).toBeVisible();
  await new Reporter(host.baseUrl, token, 'my first program').send();
  await expect(integrations.arrived).toBeVisible();
  await welcome.next.click();
  await page.getByRole('button', { name: messages.welcome.withoutCopy }).click();
  await expect(welcome.title).toHaveText(messages.welcome.see.title);
  await welcome.finish.click();
  await expect(app.activity.rows).toHaveCount(1);
});

test('About shows the licences of the packages in Plinth', async ({ app, page }) => {
  await app.welcome.skip.click();
  await app.isReady();
  await app.open('general');
  await page.getByRole('button', { name: messages.general.showNotices }).click();
  const dialog = page.getByRole('dialog', { name: messages.general.notices });
  for (const name of ['express', 'react-dom', 'typebox']) await expect(dialog).toContainText(name);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the introduction can be skipped, stays hidden, and can be shown again', async ({ app, page }) => {
  await app.welcome.skip.click();
  await app.isReady();
  await page.reload();
  await app.isReady();
  await app.open('general');
  await page.getByRole('button', { name: messages.general.showWelcome }).click();
  await expect(app.welcome.title).toHaveText(messages.welcome.what.title);
});

test('the introduction works without creating anything, and opens the first receipt', async ({
  app,
  host,
  page,
}) => {
  const { welcome, integrations } = app;
  await welcome.next.click();
  await welcome.next.click();
  await expect(welcome.title).toHaveText(messages.welcome.see.waitingTitle);
  await page.getByRole('button', { name: messages.welcome.back }).click();
  await integrations.name.fill('opens');
  await integrations.submit.click();
  const token = await integrations.shownToken();
  const { receiptId } = await new Reporter(host.baseUrl, token, 'opens').send();
  await page.getByRole('link', { name: messages.firstEvent.open }).click();
  await expect(app.activity.detail).toContainText(receiptId);
});
