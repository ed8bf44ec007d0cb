import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';
import { expect, test } from '../fixtures/test.ts';

test('paused: the state is visible, events are answered, and the gap stays visible', async ({
  app,
  integration,
}) => {
  const { reporter } = await integration('paused');
  expect(await reporter.send()).toMatchObject({ status: 202, recorded: true });
  await expect(app.activity.rows).toHaveCount(1);
  await app.pauseUntilResumed();
  expect(await reporter.send()).toMatchObject({ status: 202, recorded: false });
  expect(await reporter.send()).toMatchObject({ status: 202, recorded: false });
  await expect(app.activity.gaps).toHaveText(/Recording has been paused since/);
  await app.resume();
  expect(await reporter.send()).toMatchObject({ status: 202, recorded: true });
  await expect(app.activity.rows).toHaveCount(2);
  await expect(app.activity.gaps).toHaveText(/2 events not recorded/);
  // The pause appears at its time: between the two receipts.
  await expect(app.activity.list.getByRole('option').nth(1)).toHaveText(/2 events not recorded/);
  await app.open('privacy');
  await expect(app.privacy.gaps.getByRole('row').nth(1)).toContainText('2');
});

test('one agent is paused for half an hour, and the others go on', async ({ app, integration, page }) => {
  const one = await integration('one');
  const two = await integration('two');
  await one.reporter.send();
  const words = messages.pausePart;
  const openDialog = async () => {
    await app.recording.click();
    await page.getByRole('menuitem', { name: messages.recording.choose }).click();
  };
  await openDialog();
  const dialog = page.getByRole('dialog', { name: words.title });
  await expect(dialog).toContainText('recorded: false');
  await dialog.getByRole('combobox', { name: words.part }).selectOption({ label: 'one' });
  await expect(dialog.getByRole('combobox', { name: words.length })).toHaveValue('30');
  await dialog.getByRole('button', { name: words.pause }).click();
  await expect(app.announced(messages.recording.nowPausedPart('one'))).toBeVisible();
  await expect(app.recording).toContainText(messages.recording.onExcept(1));

  expect((await one.reporter.send()).recorded).toBe(false);
  expect((await two.reporter.send()).recorded).toBe(true);
  await expect(app.activity.gaps).toHaveText(/Recording of one has been paused since .*1 event not recorded/);
  await app.activity.filterBy('agent', 'two');
  await expect(app.activity.rows).toHaveCount(1);
  await expect(app.activity.gaps).toHaveCount(0);

  await app.open('privacy');
  await page.getByRole('button', { name: messages.recording.resumePart('one') }).click();
  await expect(app.recording).toContainText(messages.recording.on);
  expect((await one.reporter.send()).recorded).toBe(true);
  await expect(app.privacy.gaps.getByRole('row').nth(1)).toContainText('one');
});

test('the privacy level applies to all events, to one type and to one integration', async ({
  app,
  host,
  integration,
  page,
}) => {
  const one = await integration('one');
  const two = await integration('two');
  await app.open('privacy');
  const { level, levelOf } = app.privacy;
  const recorded = async (reporter: typeof one.reporter) => (await reporter.send()).recorded;
  const privacy = async () => JSON.stringify((await host.call('settings.get', {})).settings.privacy);
  const choose = async (change: () => Promise<unknown>) => {
    const before = await privacy();
    await change();
    await expect.poll(privacy).not.toBe(before);
  };

  await expect(app.privacy.level('text')).toBeChecked();
  await choose(() => app.privacy.level('nothing').click());
  expect(await recorded(one.reporter)).toBe(false);
  await choose(() =>
    levelOf.call(app.privacy, messages.eventTypes['command.before_run']).selectOption('metadata'),
  );
  expect(await recorded(one.reporter)).toBe(true);
  await choose(() => levelOf.call(app.privacy, 'one').selectOption('nothing'));
  expect(await recorded(one.reporter)).toBe(false);
  expect(await recorded(two.reporter)).toBe(true);
  await page.reload();
  await app.isReady();
  await expect(level.call(app.privacy, 'nothing')).toBeChecked();
  await expect(levelOf.call(app.privacy, 'one')).toHaveValue('nothing');
});

test('an age limit is saved, and the receipts over it are shown before the deletion', async ({
  app,
  page,
  host,
}) => {
  await app.open('privacy');
  await app.privacy.maxAge.selectOption('7');
  await expect.poll(async () => (await host.call('settings.get', {})).settings.retention.maxAgeDays).toBe(7);
  await expect(page.getByText(messages.privacy.noneDue)).toBeVisible();
});

test('receipts of one integration, and then all, are deleted after their count is shown', async ({
  app,
  host,
  integration,
}) => {
  const one = await integration('goes');
  const two = await integration('stays');
  await one.reporter.sendMany(3);
  await two.reporter.sendMany(2);
  await app.open('privacy');
  await app.privacy.chooseIntegration.selectOption('goes');
  await app.privacy.deleteIntegration.click();
  await expect(app.privacy.confirmation).toContainText('3 receipts');
  await app.privacy.confirmation.getByRole('button', { name: messages.common.cancel }).click();
  expect((await host.call('receipts.count', {})).count).toBe(5);
  await app.privacy.deleteIntegration.click();
  await app.privacy.confirmation.getByRole('button', { name: messages.deletion.submit(3) }).click();
  await expect(app.announced(messages.deletion.done(3))).toBeVisible();
  expect((await host.call('receipts.count', {})).count).toBe(2);

  await app.privacy.deleteEverything.click();
  await app.privacy.confirmation.getByRole('button', { name: messages.deletion.submit(2) }).click();
  await expect(app.announced(messages.deletion.done(2))).toBeVisible();
  await app.open('activity');
  await expect(app.page.getByText(messages.activity.emptyTitle)).toBeVisible();
});

test('the trial shows what redaction would remove, and stores nothing', async ({ app, host }) => {
  const preview = await host.call('redaction.preview', { text: 'x' }).catch(() => undefined);
  test.skip(preview === undefined, 'this build has no redaction yet');
  await app.open('privacy');
  const secret = ['ghp', 'x9KdLm3QpRs7TuVwXyZ1aBcDeFgHiJ2kLmN4'].join('_');
  await app.privacy.trial.fill(`curl -H "Authorization: token ${secret}" https://api.github.com/user`);
  await expect(app.privacy.trialResult.locator('mark')).not.toHaveCount(0);
  await expect(app.privacy.trialResult).not.toContainText(secret);

  // The reasons open by keyboard, and do not show the secret.
  const said = 'Heron77Lantern';
  await app.privacy.trial.fill(`the password for the staging server is ${said}, ask me first`);
  await expect(app.privacy.trialResult).not.toContainText(said);
  await app.privacy.trialWhy.focus();
  await app.page.keyboard.press('Enter');
  const reasons = app.page.getByRole('region', { name: messages.privacy.tryWhy });
  const talk = reasons.getByRole('row').filter({ hasText: 'talk' });
  await expect(talk).toContainText(messages.privacy.tryPlaceAt(1, 40, said.length));
  await expect(talk.getByRole('listitem')).not.toHaveCount(0);
  await expect(reasons).not.toContainText(said);
  await app.page.keyboard.press('Tab');
  await expect(reasons).toBeFocused();

  expect((await host.call('receipts.count', {})).count).toBe(0);
  expect(host.everythingWritten()).not.toContain(secret);
  expect(host.everythingWritten()).not.toContain(said);
});

/** Drops files on an element as a user does. The page reads the items of the drop. */
async function dropFiles(target: Locator, files: { name: string; text: string }[]): Promise<void> {
  const transfer = await target.page().evaluateHandle((contents) => {
    const made = new DataTransfer();
    for (const { name, text } of contents) made.items.add(new File([text], name, { type: 'text/plain' }));
    return made;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(type, { dataTransfer: transfer });
}

const PLANTED = ['ghp', 'x9KdLm3QpRs7TuVwXyZ1aBcDeFgHiJ2kLmN4'].join('_');

test('dropped files show where redaction would remove something, and nothing is stored', async ({
  app,
  host,
  page,
}) => {
  await app.open('privacy');
  await dropFiles(app.privacy.dropZone, [
    { name: 'notes.env', text: `PORT=1\nGITHUB_TOKEN=${PLANTED}\n` },
    { name: 'clean.txt', text: 'nothing here\n' },
    { name: 'picture.bin', text: 'a\0b' },
  ]);
  await expect(page.getByText(messages.privacy.tryFilesDone(1, 2))).toBeVisible();
  const found = app.privacy.triedFile('notes.env');
  await expect(found.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('2');
  await expect(found.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('14');
  await expect(found.locator('mark')).toHaveCount(1);
  await expect(page.getByText(messages.privacy.tryFileProblem.binary)).toBeVisible();
  await expect(page.locator('body')).not.toContainText(PLANTED);
  expect((await host.call('receipts.count', {})).count).toBe(0);
  expect(host.everythingWritten()).not.toContain(PLANTED);
});

test('a file that is dropped outside the drop zone does not open in the window', async ({ app, page }) => {
  await app.open('privacy');
  const address = page.url();
  const refused = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'x.txt'));
    return ['dragover', 'drop'].map(
      (type) =>
        !document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
    );
  });
  expect(refused).toEqual([true, true]);
  expect(page.url()).toBe(address);
});

// A page outside of Playwright's own browser announces no file chooser.
test('files and folders are chosen by keyboard, in UTF-16 and of many windows @headless', async ({
  app,
  page,
}, testInfo) => {
  const folder = testInfo.outputPath('tried');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(
    join(folder, 'wide.txt'),
    Buffer.from(`\ufeffName: Jörg\r\npassword=hunter2secret\r\n`, 'utf16le'),
  );
  const filler = 'an ordinary line of a log that says nothing at all\n'.repeat(4_000);
  writeFileSync(join(folder, 'long.log'), `${filler}GITHUB_TOKEN=${PLANTED}\n${filler}`);
  writeFileSync(join(folder, 'node_modules', 'left-out.txt'), `GITHUB_TOKEN=${PLANTED}\n`);
  // A first listener turns the browser's own dialog off, which takes a moment. It is off long before the key is pressed.
  page.on('filechooser', () => {});
  await app.open('privacy');

  await app.privacy.chooseFiles.focus();
  const [files] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  expect(files.isMultiple()).toBe(true);
  await files.setFiles(join(folder, 'wide.txt'));
  await expect(page.getByText(messages.privacy.tryFilesDone(1, 1))).toBeVisible();
  const wide = app.privacy.triedFile('wide.txt').getByRole('row').nth(1);
  await expect(wide.getByRole('cell').first()).toHaveText('2');
  await expect(wide).toContainText('password=[Password]');

  await page.keyboard.press('Tab');
  await expect(app.privacy.chooseFolder).toBeFocused();
  const [chosen] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chosen.setFiles(folder);
  await expect(page.getByText(messages.privacy.tryFilesDone(2, 2))).toBeVisible();
  await expect(
    app.privacy.triedFile('tried/long.log').getByRole('row').nth(1).getByRole('cell').first(),
  ).toHaveText('4001');
});

test('when nothing is stored, the page does not wait for a receipt', async ({ app, host, page }) => {
  await host.call('settings.set', {
    settings: { privacy: { defaults: { '*': 'nothing' }, integrations: {} } },
  });
  await expect(page.getByText(messages.activity.emptyKeepsNothing)).toBeVisible();
  await app.open('integrations');
  await app.integrations.generate('in vain');
  await expect(page.getByText(messages.firstEvent.keepsNothing)).toBeVisible();
  await expect(app.integrations.waiting).toBeHidden();
});
