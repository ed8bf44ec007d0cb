import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ reducedMotion: 'reduce' });

async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(test.info().project.name !== 'headless')
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' '))}`)).toEqual(
    [],
  );
}

test('a mirror is turned on, has every receipt, restores the record, and is turned off', async ({
  app,
  integration,
  page,
}) => {
  const { reporter } = await integration('mirrored');
  await reporter.send();
  const folder = test.info().outputPath('volume');
  mkdirSync(folder, { recursive: true });
  await app.open('privacy');
  const group = page.getByRole('region', { name: messages.mirror.title });
  await group.getByRole('button', { name: messages.mirror.turnOn }).click();
  const dialog = page.getByRole('dialog', { name: messages.mirror.dialogTitle });
  await dialog.getByRole('textbox', { name: messages.mirror.folder }).fill(join(folder, 'none'));
  await dialog.getByRole('button', { name: messages.mirror.submit }).click();
  await expect(dialog.getByRole('alert')).toContainText('no such file or folder');
  await expectNoFindings(page);
  await dialog.getByRole('textbox', { name: messages.mirror.folder }).fill(folder);
  await dialog.getByRole('combobox', { name: messages.mirror.maxAge }).selectOption('365');
  await dialog.getByRole('button', { name: messages.mirror.submit }).click();
  await expect(group.getByRole('status')).toContainText('has every receipt');
  await expect(group).toContainText(folder);
  await expect(group).toContainText('It contains 1 receipt');

  await group.getByRole('button', { name: messages.restore.open }).click();
  const restore = page.getByRole('alertdialog', { name: messages.restore.title });
  await expect(restore).toContainText('The mirror contains 1 receipt');
  await expectNoFindings(page);
  await restore.getByRole('button', { name: messages.restore.submit(1) }).click();
  await expect(app.announced(messages.restore.done(1))).toBeVisible();

  await group.getByRole('button', { name: messages.mirror.turnOff }).click();
  await page
    .getByRole('alertdialog', { name: messages.mirror.offTitle })
    .getByRole('button', { name: messages.mirror.offConfirm, exact: true })
    .click();
  await expect(group.getByText(messages.mirror.off)).toBeVisible();
});

test('a file that was set aside is named, and the store in use is examined', async ({ app, host, page }) => {
  const name = 'receipts.db.replaced-2026-06-01T12-00-00-000Z';
  writeFileSync(join(host.dataDir, name), 'a store');
  const words = messages.storeWork;
  await app.open('diagnostics');
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: words.repair }).click();
  const repair = page.getByRole('alertdialog', { name: words.repairTitle });
  await expect(repair).toContainText('Nothing is damaged. The store contains 0 receipts.');
  await expectNoFindings(page);
  await expect(repair.getByRole('button', { name: words.repairConfirm, exact: true })).toBeDisabled();
});

test('a page to hand over is shown whole, and saved', async ({ app, integration, page }) => {
  const { reporter } = await integration('handed over');
  await reporter.send({ data: { command: 'echo the words that go in', cwd: '/srv/privateproject' } });
  await expect(app.activity.rows).toHaveCount(1);
  await page.getByRole('button', { name: messages.bundle.open }).click();
  const dialog = page.getByRole('dialog', { name: messages.bundle.title });
  await expect(dialog).toContainText('echo the words that go in');
  await expect(dialog.getByText(/^1 receipt with/)).toBeVisible();
  await dialog.getByText(messages.bundle.pseudonyms, { exact: true }).click();
  await expect(dialog.getByRole('cell', { name: 'privateproject' })).toBeVisible();
  await expectNoFindings(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: messages.bundle.save }).click();
  const file = test.info().outputPath('handed-over.html');
  await (await downloading).saveAs(file);
  const html = readFileSync(file, 'utf8');
  expect(html).toContain('the words that go in');
  expect(html).not.toContain('privateproject');
});
