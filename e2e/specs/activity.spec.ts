import { messages } from '../../renderer/messages/index.ts';
import { EVENTS_PATH } from '../../shared/limits.ts';
import { sessionTitle } from '../../shared/words/session-title.ts';
import { expect, test } from '../fixtures/test.ts';

/** Around the pause after which the search is applied, and on both sides of it. */
const TYPING_DELAYS_MS =
  process.env.PLINTH_SHORT_TESTS === '1' ? [120, 205] : [60, 120, 195, 200, 202, 205, 208, 212, 250, 300];

test('an empty record explains its future content and leads to a token', async ({ app, page }) => {
  await expect(page.getByText(messages.activity.emptyTitle)).toBeVisible();
  await page.getByRole('button', { name: messages.activity.emptyAction }).click();
  await expect(app.integrations.generateButton).toBeVisible();
});

test('filters by integration, type and session, and clears them', async ({ app, page, integration }) => {
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
  await expect(rows).toHaveCount(6);

  await app.activity.filterBy('agent', 'second program');
  await expect(rows).toHaveCount(2);
  await expect(count).toHaveText('2 receipts');
  await app.activity.filterBy('kind', messages.eventTypes['session.started']);
  await expect(page.getByText(messages.activity.noMatchTitle)).toBeVisible();
  await clear.click();
  await expect(rows).toHaveCount(6);

  await app.activity.filterBy('session', 'alpha');
  await expect(rows).toHaveCount(3);
  await app.activity.filterBy('kind', messages.eventTypes['session.ended']);
  await expect(page.getByText(messages.activity.noMatchTitle)).toBeVisible();
  await clear.click();
  await app.activity.filterBy('kind', messages.eventTypes['file.changed']);
  await expect(rows).toHaveCount(2);
  await clear.click();
  await expect(rows).toHaveCount(6);

  await rows.last().click();
  await app.activity.detail.getByRole('link', { name: messages.receipt.onlySession }).click();
  await expect(rows).toHaveCount(3);
});

test('searches the stored text', async ({ app, integration, page, host }) => {
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

test('a search means what it shows', async ({ app, integration, page }) => {
  const { reporter } = await integration('Searching Agent');
  for (const command of ['rm -rf quokka', 'rm wombat', 'curl localhost:3000', 'a -> b']) {
    await reporter.send({ event: 'command.before_run', data: { command } });
  }
  const { rows, search } = app.activity;
  await expect(rows).toHaveCount(4);
  await search.fill('rm -rf');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('rm -rf quokka');
  await search.fill('->');
  await expect(rows).toHaveCount(1);
  await search.fill('localhost:3000');
  await expect(page.getByText('“localhost:” is searched as text. Filters: agent:,')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await search.fill('rm not:wombat ');
  await expect(rows).toHaveCount(1);
  const { chips } = messages.activity;
  const without = chips.without(chips.word('wombat'));
  await page.getByRole('button', { name: chips.remove(without) }).click();
  await expect(rows).toHaveCount(2);
  await search.fill('-agent:searching ');
  await expect(page.getByText(chips.without(chips.agent('Searching Agent')))).toBeVisible();
  await expect(page.getByText(messages.activity.noMatchTitle)).toBeVisible();
});

test('a command names its kinds, and its paths lead to what touched them', {
  tag: ['@page', '@headless'],
}, async ({ app, integration }) => {
  const { reporter } = await integration('Tidy Agent');
  const path = '/srv/shop/data/orders.db';
  await reporter.send({ event: 'file.changed', data: { path, changeType: 'modified', cwd: '/srv/shop' } });
  const command = 'cd data && sudo rm -rf -- orders.db ~/old "$CACHE"/x && git -C .. reset --hard';
  await reporter.send({ event: 'command.before_run', data: { command, cwd: '/srv/shop' } });
  const { rows, detail } = app.activity;
  await expect(rows).toHaveCount(2);
  await rows.first().click();
  await expect(detail.locator('.detail__kind')).toHaveText([
    messages.notable.deletes,
    messages.notable.deletes_outside,
    messages.notable.discards_work,
  ]);
  await detail.getByRole('link', { name: 'orders.db', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('orders.db');
  await app.activity.clear.click();
  await expect(rows).toHaveCount(2);
  await rows.first().click();
  await detail.getByRole('link', { name: messages.notable.discards_work }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('reset --hard');
});

test('what is typed in the search stays as it was typed, from the first letter on', {
  tag: '@headless',
}, async ({ app, page, integration, host }) => {
  // Ten phrases, letter by letter, on a throttled processor.
  test.setTimeout(300_000);
  const { reporter } = await integration('typed for');
  await reporter.sendMany(30, (index) => ({
    event: 'prompt.submitted',
    data: { content: `payment client retry voucher ${index}`, destination: 'anthropic' },
  }));
  const { receipts } = await host.call('receipts.query', { limit: 1 });
  const slowly = await page.context().newCDPSession(page);
  await slowly.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const phrase = 'payment retry';
  const damaged: string[] = [];
  for (const delay of TYPING_DELAYS_MS) {
    await app.open('today');
    await page.keyboard.press('/');
    await page.keyboard.type(phrase, { delay });
    // Once the address has the whole phrase, nothing of the field is on its way any more.
    await expect(page).toHaveURL(/[?&]q=[^&]*y(&|$)/);
    const typed = await app.activity.search.inputValue();
    if (typed !== phrase) damaged.push(`${delay} ms: ${typed}`);
  }
  expect(damaged).toEqual([]);
  await slowly.detach();
  // A text from elsewhere replaces the one in the field: Back, a chip's button, another address.
  await page.goBack();
  await expect(app.activity.search).not.toHaveValue(phrase);
  await page.goto(`${page.url().split('#')[0]}#/timeline/${receipts[0]!.id}?q=voucher`);
  await expect(app.activity.search).toHaveValue('voucher');
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

test('the keyboard moves through the list', async ({ app, page, integration }) => {
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

test('in a small window the detail is a sheet, and closing it restores the focus', async ({
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

test('sessions can be grouped, opened and read', async ({ app, page, integration }) => {
  const { reporter } = await integration('grouped');
  await reporter.sendMany(4, (index) => ({ sessionId: index < 3 ? 'long one' : 'short one' }));
  await page.getByRole('checkbox', { name: messages.activity.groupBySession }).check();
  const head = page.getByRole('button', { name: /long one/ });
  await expect(head).toContainText('3 events');
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  const receipts = head.locator('..').getByRole('listitem');
  await expect(receipts).toHaveCount(3);
  const current = page.locator('.session [aria-current]');
  await expect(current).toHaveCount(0);
  await receipts.first().getByRole('button').click();
  await expect(app.activity.detail).toContainText('long one');
  await expect(current).toHaveCount(1);
});

test('live among 1,800 receipts: new ones appear at the top, and further down a pill announces them', async ({
  app,
  page,
  integration,
}) => {
  const bulk = await integration('bulk');
  await bulk.reporter.sendMany(1800, (index) => ({ sessionId: `bulk-${index % 40}` }));
  const { reporter } = await integration('latecomer');
  await expect(app.activity.count).toHaveText('1,800 receipts');
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
  // The rows follow the scroll position in the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const firstSeen = await app.activity.rows.nth(20).innerText();
  await reporter.sendMany(12);
  await expect(app.activity.newPill).toHaveText('12 new');
  expect(await app.activity.rows.nth(20).innerText()).toBe(firstSeen);
  expect(await drawn()).toBeLessThan(80);
  await app.activity.newPill.click();
  await expect(app.activity.newPill).toBeHidden();
  for (const row of [0, 5, 11]) await expect(app.activity.rows.nth(row)).toContainText('latecomer');
  await expect(app.activity.count).toHaveText('1,813 receipts');
});

test('a receipt is deleted after a preview of the deletion', async ({ app, page, integration }) => {
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

test('sessions show how many of their events match a filter, and are hidden without a match', async ({
  app,
  page,
  integration,
}) => {
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
  await app.activity.filterBy('kind', messages.eventTypes['file.changed']);
  await expect(app.activity.count).toHaveText('1 receipt');
  await expect(page.locator('.session__head')).toHaveCount(1);
  await expect(page.locator('.session__head')).toContainText('1 of 2 events');
});

test('the focus returns to the list when a receipt is closed, and to the search when filters are cleared', async ({
  app,
  page,
  integration,
}) => {
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

test('a finding is listed once for each secret and place, under the mask in the text', async ({
  app,
  integration,
}) => {
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
  tag: '@headless',
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

test('no filter acts unseen: the search begins without any, and those that come back are chips', {
  tag: '@headless',
}, async ({ app, page, integration }) => {
  const words = messages.activity;
  const { reporter } = await integration('seen');
  const prompt = (content: string, cwd: string) =>
    reporter.send({ event: 'prompt.submitted', data: { content, destination: 'anthropic', cwd } });
  for (const at of [1, 2, 3]) await prompt(`voucher ${at}`, '/srv/shop');
  await prompt('something else', '/srv/docs');
  await app.activity.filterBy('project', '/srv/docs');
  await app.activity.filterBy('to', 'anthropic');
  await page.getByRole('button', { name: messages.charts.ranges.week, exact: true }).click();
  await page.getByRole('checkbox', { name: words.groupBySession }).check();
  await expect(app.activity.chip(words.chips.project('docs'))).toBeVisible();

  // Back on the timeline, everything that is set can be seen, also where most controls are behind a button.
  await app.open('today');
  await app.open('activity');
  await expect(app.activity.count).toHaveText('1 receipt');
  const set = [words.chips.project('docs'), words.chips.destination('anthropic')];
  for (const label of set) await expect(app.activity.chip(label)).toBeVisible();
  await expect(
    page.getByRole('button', { name: `${words.range.title}: ${messages.charts.ranges.week}` }),
  ).toBeVisible();
  await expect(page.getByRole('checkbox', { name: words.groupBySession })).toBeChecked();
  await page.setViewportSize({ width: 450, height: 300 });
  for (const label of [...set, messages.charts.ranges.week, words.chips.grouped])
    await expect(app.activity.chip(label)).toBeVisible();
  await app.activity.removeChip(words.chips.grouped).click();
  await page.setViewportSize({ width: 1280, height: 800 });

  // A search that finds nothing names what it would find without them.
  await app.activity.search.fill('voucher');
  await page.getByRole('button', { name: words.stillSet(3, words.count(3)) }).click();
  await expect(app.activity.rows).toHaveCount(3);
  await expect(app.activity.search).toHaveValue('voucher');
  await page.goBack();
  await app.open('today');
  await page.keyboard.press('/');
  await page.keyboard.type('voucher');
  await expect(app.activity.rows).toHaveCount(3);
  await expect(page.locator('.filters .chip')).toHaveCount(0);
});

test('each fact of a receipt leads somewhere, and projects of one name are told apart', {
  tag: '@headless',
}, async ({ app, page, integration }) => {
  const { reporter } = await integration('linked');
  const secret = `ghp_${'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'}`;
  await reporter.send({ sessionId: 'no folder', data: { command: 'true' } });
  await reporter.send({ sessionId: 'other', data: { command: 'ls', cwd: '/srv/oss/infra' } });
  await reporter.send({
    sessionId: 'linked session',
    event: 'prompt.submitted',
    data: {
      content: `Deploy with ${secret} now`,
      destination: 'anthropic',
      cwd: '/srv/work/infra',
      model: 'opus',
      mode: 'default',
    },
  });
  await page.reload();
  await expect(app.activity.rows).toHaveCount(3);
  await expect(app.activity.rows.first()).toContainText('work/infra');
  await expect(app.activity.rows.nth(1)).toContainText('oss/infra');
  await app.activity.rows.first().click();
  const { detail } = app.activity;
  const link = (name: string | RegExp) => detail.getByRole('link', { name, exact: true });
  const hrefOf = (name: string | RegExp) => link(name).first().getAttribute('href');
  expect(await hrefOf('linked')).toMatch(/[?&]agent=/);
  expect(await hrefOf('anthropic')).toMatch(/[?&]to=anthropic/);
  await expect(link('opus')).toBeVisible();
  await expect(link('default')).toBeVisible();
  expect(await hrefOf('work/infra')).toBe('#/projects/%2Fsrv%2Fwork%2Finfra');
  expect(await hrefOf(/^Deploy with/)).toMatch(/^#\/sessions\/\d+$/);
  const toSecret = await hrefOf('[GitHub token]');
  expect(toSecret).toMatch(/^#\/secrets\/[0-9a-f]{16}$/);
  expect(await hrefOf(toSecret!.slice('#/secrets/'.length, '#/secrets/'.length + 8))).toBe(toSecret);

  // What one thing is called is also the title of the window, and the start of the keyboard's way.
  const title = page.getByRole('heading', { level: 1 });
  await link('[GitHub token]').press('Enter');
  await expect(title).toHaveText('GitHub token');
  await expect(title).toBeFocused();
  await expect(page).toHaveTitle('GitHub token · Secrets · Plinth');

  await app.open('sessions');
  const sessions = page.getByRole('list', { name: messages.sessions.list });
  await expect(sessions.getByText(messages.sessions.noFolder)).toHaveCount(1);
  await expect(sessions.getByText('oss/infra')).toBeVisible();
  await sessions.getByRole('link', { name: /^Deploy with/ }).press('Enter');
  await expect(title).toHaveText(/^Deploy with/);
  await expect(title).toBeFocused();
  await expect(page).toHaveTitle(/^Deploy with .* · Sessions · Plinth$/);
  await page.keyboard.press('[');
  await expect(title).toHaveText(sessionTitle({ title: null }));
  await expect(title).toBeFocused();
});

test('after a removal the focus is on what is next', { tag: '@headless' }, async ({
  app,
  page,
  host,
  integration,
}) => {
  const words = messages.activity;
  const { reporter } = await integration('removed from');
  for (const name of ['a', 'b', 'c'])
    await reporter.send({
      event: 'prompt.submitted',
      sessionId: name,
      data: { content: name, destination: 'anthropic', cwd: `/srv/${name}` },
    });
  await app.activity.filterBy('project', '/srv/a');
  await app.activity.filterBy('to', 'anthropic');
  await app.activity.filterBy('kind', messages.eventTypes['prompt.submitted']);
  await app.activity.removeChip(words.chips.project('a')).press('Enter');
  await expect(app.activity.removeChip(words.chips.destination('anthropic'))).toBeFocused();
  await page.keyboard.press('Enter');
  // The focus is on this button until the list is read again.
  await expect(app.activity.removeChip(words.chips.destination('anthropic'))).toHaveCount(0);
  await expect(page.locator('.filters').locator(':focus')).toHaveCount(1);
  await app.activity.removeChip(messages.eventTypes['prompt.submitted']).press('Enter');
  await expect(page.locator('.filters .chip')).toHaveCount(0);
  await expect(page.locator('.filters').locator(':focus')).toHaveCount(1);

  await app.open('projects');
  const remove = (name: string) => page.getByRole('button', { name: messages.projects.deleteNamed(name) });
  await expect(remove('a')).toBeVisible();
  await remove('b').press('Enter');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: messages.deletion.submit(1) })
    .press('Enter');
  await expect(remove('b')).toHaveCount(0);
  await expect(page.locator('tr :focus')).toHaveCount(1);

  // Two kinds of refused requests, each with its button.
  await fetch(`${host.baseUrl}${EVENTS_PATH}`, { method: 'POST', body: '{}' });
  await reporter.sendRaw('{}');
  await app.open('problems');
  const dismiss = page
    .getByRole('main')
    .getByRole('button', { name: messages.problems.dismiss, exact: true });
  await expect(dismiss).toHaveCount(2);
  await dismiss.first().press('Enter');
  await expect(dismiss).toHaveCount(1);
  await expect(dismiss).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dismiss).toHaveCount(0);
  await expect(page.locator('main :focus')).toHaveCount(1);
});
