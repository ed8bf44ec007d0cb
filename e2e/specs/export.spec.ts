import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';
import { expect, test } from '../fixtures/test.ts';

const words = messages.exporting;

async function saved(page: Page): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words.save }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('a filtered list is previewed and saved in each format', { tag: '@headless' }, async ({
  app,
  page,
  integration,
}) => {
  const { reporter } = await integration('one');
  await reporter.sendMany(3, (index) => ({ data: { command: `make target-${index}` } }));
  await reporter.send({ event: 'file.changed', data: { path: '/srv/x', changeType: 'modified' } });
  await app.activity.filterBy('kind', messages.eventTypes['command.before_run']);
  await expect(app.activity.rows).toHaveCount(3);
  const open = () => page.getByRole('button', { name: words.action }).click();
  const dialog = page.getByRole('dialog', { name: words.title });

  await open();
  await expect(dialog).toContainText('3 receipts');
  await expect(dialog.locator('.export__preview')).toContainText('`make target-0`');
  const markdown = await saved(page);
  expect(markdown.name).toBe('plinth-Timeline.md');
  expect(markdown.text).toContain('make target-2');
  expect(markdown.text).not.toContain('/srv/x');
  await expect(dialog).toHaveCount(0);

  await open();
  await dialog.getByRole('radio', { name: words.formats.jsonLines.name }).check();
  const lines = (await saved(page)).text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).data.command).sort()).toEqual(
    [0, 1, 2].map((n) => `make target-${n}`),
  );

  await open();
  await dialog.getByRole('radio', { name: words.formats.csv.name }).check();
  expect((await saved(page)).text).toMatch(/^id,integration,event/);
});

test('a view is saved, opened and removed, and the removal is undone', {
  tag: '@headless',
}, async ({ app, page, integration }) => {
  const { reporter } = await integration('one');
  await reporter.send();
  await app.activity.search.fill('build');
  await expect(page).toHaveURL(/q=build/);
  const menu = page.getByRole('button', { name: messages.views.title });
  await menu.click();
  await page.getByRole('menuitem', { name: messages.views.save }).click();
  await page.getByRole('textbox', { name: messages.views.name }).fill('My builds');
  await page.getByRole('button', { name: messages.views.submit }).click();
  await expect(app.announced(messages.views.saved('My builds'))).toBeVisible();

  await app.activity.clear.click();
  await expect(page).not.toHaveURL(/q=build/);
  await menu.click();
  await page.getByRole('menuitem', { name: 'My builds', exact: true }).click();
  await expect(app.activity.search).toHaveValue('build');

  await menu.click();
  await page.getByRole('menuitem', { name: messages.views.remove('My builds') }).click();
  // Until then, the button takes back what was saved.
  await expect(app.announced(messages.views.removed('My builds'))).toBeVisible();
  const undo = page.getByRole('button', { name: messages.common.undo });
  await undo.click();
  // The focus goes from the removed button to the menu's, which would close a menu that is open by then.
  await expect(undo).toBeHidden();
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'My builds', exact: true })).toBeVisible();
});
