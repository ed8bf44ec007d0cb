import { messages } from '../../renderer/messages/index.ts';
import { expect, test } from '../fixtures/test.ts';

test('an empty record explains its future content and leads to a token', { tag: '@page' }, async ({
  app,
  page,
}) => {
  await expect(page.getByText(messages.activity.emptyTitle)).toBeVisible();
  await page.getByRole('button', { name: messages.activity.emptyAction }).click();
  await expect(app.integrations.generateButton).toBeVisible();
});

test('filters by integration, type and session, and clears them', { tag: '@page' }, async ({
  app,
  page,
  integration,
}) => {
  const one = await integration('first program');
  const two = await integration('second program');
  await one.reporter.sendMany(3, () => ({ sessionId: 'alpha' }));
  await one.reporter.send({ sessionId: 'beta', event: 'session.started', data: { harness: 'acme' } });
  await two.reporter.sendMany(2, () => ({
    sessionId: 'gamma',
    event: 'file.changed',
    data: { path: '/srv/x' },
  }));
  const { rows, clear, count } = app.activity;
  const filter = (by: 'integration' | 'type' | 'session') => app.activity.filter(by);
  await expect(rows).toHaveCount(6);

  await filter('integration').selectOption('second program');
  await expect(rows).toHaveCount(2);
  await expect(count).toHaveText('2 receipts');
  await filter('type').selectOption(messages.eventTypes['session.started']);
  await expect(page.getByText(messages.activity.noMatchTitle)).toBeVisible();
  await clear.click();
  await expect(rows).toHaveCount(6);

  await filter('session').selectOption('alpha');
  await expect(rows).toHaveCount(3);
  await filter('type').selectOption(messages.eventTypes['session.ended']);
  await expect(page.getByText(messages.activity.noMatchTitle)).toBeVisible();
  await clear.click();
  await filter('type').selectOption(messages.eventTypes['file.changed']);
  await expect(rows).toHaveCount(2);
  await clear.click();
  await expect(rows).toHaveCount(6);

  await rows.last().click();
  await app.activity.detail.getByRole('button', { name: messages.receipt.onlySession }).click();
  await expect(rows).toHaveCount(3);
});

test('searches the stored text', { tag: '@page' }, async ({ app, integration, page, host }) => {
  const { reporter } = await integration('searched');
  await reporter.send({ data: { command: 'npm run quokka' } });
  await reporter.send({ data: { command: 'npm run wombat' } });
  await expect(app.activity.rows).toHaveCount(2);
  const { receipts } = await host.call('receipts.query', {});
  test.skip(receipts[0]?.summary === '', 'this build keeps no text, so there is none to search');
  await app.activity.search.fill('quokka');
  await expect(app.activity.rows).toHaveCount(1);
  await expect(app.activity.rows.first()).toContainText('quokka');
  await app.activity.search.fill('nothing like it');
  await expect(page.getByText(messages.activity.noMatchTitle)).toBeVisible();
});

test('the detail shows the report and the raw receipt, and copies it as JSON', async ({
  app,
  host,
  page,
  integration,
}) => {
  const { reporter } = await integration('detailed');
  const { receiptId } = await reporter.send({
    data: { command: 'npm test', cwd: '/srv/project', somethingElse: true },
  });
  await reporter.send({ event: 'session.ended', sessionId: 'never started', data: { reason: 'done' } });
  // A row that arrives during the click would move the others.
  await expect(app.activity.rows).toHaveCount(2);
  await app.activity.rows.last().click();
  const { detail } = app.activity;
  await expect(detail).toContainText(receiptId);
  await expect(detail.getByRole('heading', { level: 3 })).toHaveText([
    messages.receipt.reported,
    messages.receipt.removed,
    messages.receipt.dropped,
    messages.receipt.sizes,
    messages.receipt.identity,
    messages.receipt.raw,
  ]);
  await expect(detail).toContainText(messages.receipt.droppedCount(1));
  await detail.getByRole('button', { name: messages.receipt.copyJson }).click();
  await expect(app.announced(messages.common.copied)).toBeVisible();
  const copied = JSON.parse(await host.readClipboard(page)) as { id: string };
  expect(copied.id).toBe(receiptId);
  await detail.getByRole('button', { name: messages.receipt.showRaw }).click();
  await expect(detail.locator('pre').last()).toContainText('"droppedMembers": 1');

  await app.activity.rows.first().click();
  await expect(detail).toContainText(messages.receipt.flags.session_not_started);
});

test('the keyboard moves through the list', { tag: '@page' }, async ({ app, page, integration }) => {
  const { reporter } = await integration('walked');
  await reporter.sendMany(120, (index) => ({ sessionId: `session-${index % 3}` }));
  await expect(app.activity.count).toHaveText('120 receipts');
  const { list, rows, selected, detail } = app.activity;
  // The list and the count load separately. The keys need the complete list.
  await expect(rows.first()).toHaveAttribute('aria-setsize', '120');
  await list.focus();
  const walkedTo = async (position: string) => {
    await expect(selected).toHaveAttribute('aria-posinset', position);
    await expect(selected).toBeInViewport();
    await expect(list).toHaveAttribute('aria-activedescendant', (await selected.getAttribute('id')) ?? '');
  };
  await page.keyboard.press('ArrowDown');
  await walkedTo('1');
  await expect(detail).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await walkedTo('2');
  await page.keyboard.press('ArrowUp');
  await walkedTo('1');
  await page.keyboard.press('End');
  await walkedTo('120');
  await page.keyboard.press('PageUp');
  await expect(selected).not.toHaveAttribute('aria-posinset', '120');
  await page.keyboard.press('Home');
  await walkedTo('1');
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await expect(list).toBeFocused();
});

test('in a small window the detail is a sheet, and closing it restores the focus', { tag: '@page' }, async ({
  app,
  host,
  page,
  integration,
}) => {
  await host.resize(page, { width: 900, height: 600 });
  const { reporter } = await integration('small');
  await reporter.sendMany(3);
  await expect(app.activity.rows).toHaveCount(3);
  await app.activity.list.focus();
  await page.keyboard.press('ArrowDown');
  await expect(app.activity.detail).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('article')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.activity.detail).toBeHidden();
  await expect(app.activity.list).toBeFocused();
});

test('sessions can be grouped, opened and read', { tag: '@page' }, async ({ app, page, integration }) => {
  const { reporter } = await integration('grouped');
  await reporter.sendMany(4, (index) => ({ sessionId: index < 3 ? 'long one' : 'short one' }));
  await page.getByRole('checkbox', { name: messages.activity.groupBySession }).check();
  const head = page.getByRole('button', { name: /long one/ });
  await expect(head).toContainText('3 events');
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  await head.locator('..').getByRole('listitem').first().getByRole('button').click();
  await expect(app.activity.detail).toContainText('long one');
});

test('live among 3,800 receipts: new ones appear at the top, and further down a pill announces them', {
  tag: '@page',
}, async ({ app, page, integration }) => {
  for (let part = 0; part < 2; part += 1) {
    const { reporter } = await integration(`bulk ${part}`);
    await reporter.sendMany(1900, (index) => ({ sessionId: `bulk-${part}-${index % 20}` }));
  }
  const { reporter } = await integration('latecomer');
  await expect(app.activity.count).toHaveText('3,800 receipts');
  const drawn = () => app.activity.list.getByRole('option').count();
  expect(await drawn()).toBeLessThan(80);

  await reporter.send();
  await expect(app.activity.rows.first()).toContainText('latecomer');
  await expect(app.activity.newPill).toBeHidden();

  const scroller = app.activity.list;
  for (let step = 0; step < 6; step += 1) {
    await scroller.evaluate((element) => element.scrollBy({ top: 6000 }));
    await page.waitForFunction(
      (element) => element !== null && element.scrollHeight > element.scrollTop + element.clientHeight + 500,
      await scroller.elementHandle(),
    );
  }
  const firstSeen = await app.activity.rows.nth(20).innerText();
  await reporter.sendMany(12);
  await expect(app.activity.newPill).toHaveText('12 new');
  expect(await app.activity.rows.nth(20).innerText()).toBe(firstSeen);
  expect(await drawn()).toBeLessThan(80);
  await app.activity.newPill.click();
  await expect(app.activity.newPill).toBeHidden();
  for (const row of [0, 5, 11]) await expect(app.activity.rows.nth(row)).toContainText('latecomer');
  await expect(app.activity.count).toHaveText('3,813 receipts');
});

test('a receipt is deleted after a preview of the deletion', { tag: '@page' }, async ({
  app,
  page,
  integration,
}) => {
  const { reporter } = await integration('deleted from');
  await reporter.sendMany(3);
  await expect(app.activity.rows).toHaveCount(3);
  await app.activity.rows.first().click();
  await app.activity.detail.getByRole('button', { name: messages.receipt.delete }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText(messages.deletion.ask.receipt);
  await confirmation.getByRole('button', { name: messages.deletion.submit(1) }).click();
  await expect(app.activity.rows).toHaveCount(2);
  await expect(app.activity.detail).toBeHidden();
});

test('sessions show how many of their events match a filter, and are hidden without a match', {
  tag: '@page',
}, async ({ app, page, integration }) => {
  const { reporter } = await integration('filtered');
  await reporter.sendMany(3, () => ({ sessionId: 'prompts' }));
  await reporter.send({ sessionId: 'mixed' });
  await reporter.send({
    sessionId: 'mixed',
    event: 'file.changed',
    data: { path: '/srv/x' },
  });
  await page.getByRole('checkbox', { name: messages.activity.groupBySession }).check();
  await expect(page.locator('.session__head')).toHaveCount(2);
  await app.activity.filter('type').selectOption('file.changed');
  await expect(app.activity.count).toHaveText('1 receipt');
  await expect(page.locator('.session__head')).toHaveCount(1);
  await expect(page.locator('.session__head')).toContainText('1 of 2 events');
});

test('the focus returns to the list when a receipt is closed, and to the search when filters are cleared', {
  tag: '@page',
}, async ({ app, page, integration }) => {
  const { reporter } = await integration('closed');
  await reporter.sendMany(2);
  await expect(app.activity.rows).toHaveCount(2);
  await app.activity.rows.first().click();
  await app.activity.detail.getByRole('button', { name: messages.receipt.close }).click();
  await expect(app.activity.list).toBeFocused();
  await app.activity.rows.first().click();
  await app.activity.detail.getByRole('button', { name: messages.receipt.copyJson }).focus();
  await page.keyboard.press('Escape');
  await expect(app.activity.detail).toBeHidden();
  await expect(app.activity.list).toBeFocused();
  await app.activity.search.fill('no such word');
  await expect(page.getByText(messages.activity.noMatchTitle)).toBeVisible();
  await app.activity.clear.click();
  await expect(app.activity.search).toBeFocused();
  await expect(app.activity.rows).toHaveCount(2);
});

test('a finding is listed once for each secret and place, under the mask in the text', {
  tag: '@page',
}, async ({ app, integration }) => {
  const { reporter } = await integration('masked');
  await reporter.send({
    event: 'prompt.submitted',
    data: {
      content: Array.from({ length: 30 }, (_, at) => `write to someone${at}@example.org`).join('\n'),
      destination: 'anthropic',
      cwd: '/srv',
    },
  });
  await app.activity.rows.first().click();
  const rows = app.activity.detail.locator('.findings tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('E-mail address');
  await expect(rows.first()).toContainText('30');
  await app.activity.detail.getByRole('button', { name: messages.receipt.showAll }).click();
  await expect(app.activity.detail.getByRole('button', { name: messages.receipt.showLess })).toBeVisible();
});

test('the receipt pane is resized by drag and by keys, and remembers its width', {
  tag: ['@page', '@headless'],
}, async ({ app, page, integration }) => {
  const { reporter } = await integration('one');
  await reporter.send();
  await app.activity.rows.first().click();
  const divider = page.getByRole('separator', { name: messages.activity.paneWidth });
  const pane = page.locator('.activity__detail');
  const width = async () => Math.round((await pane.boundingBox())!.width);
  expect(await width()).toBe(380);
  await divider.press('ArrowLeft');
  await expect.poll(width).toBe(400);
  const box = (await divider.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + 100);
  await page.mouse.up();
  await expect.poll(width).toBe(460);
  await page.reload();
  await expect.poll(width).toBe(460);
  await divider.press('Home');
  await expect.poll(width).toBe(320);
});
