import { messages } from '../../renderer/messages/index.ts';
import { Reporter } from '../fixtures/reporter.ts';
import { expect, test } from '../fixtures/test.ts';

test('a name is checked while it is typed', async ({ app, page, integration }) => {
  await integration('taken');
  await app.open('integrations');
  await app.integrations.generateButton.click();
  const { name, submit, token } = app.integrations;
  const faults = messages.generate.nameFaults;
  for (const [text, problem] of [
    [' early', faults.outer_space],
    ['late ', faults.outer_space],
    ['a\u0007bell', faults.control_characters],
    ['x'.repeat(65), faults.too_long],
    ['taken', messages.generate.nameTaken],
  ] as const) {
    await name.fill(text);
    await expect(page.getByText(problem)).toBeVisible();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await submit.click();
    await expect(token).toBeHidden();
  }
  await name.fill('');
  await submit.click();
  await expect(page.getByText(faults.empty)).toBeVisible();
  await name.fill('x'.repeat(64));
  await expect(name).toHaveAttribute('aria-invalid', 'false');
  await page.getByText(messages.generate.advanced).click();
  await page.getByRole('checkbox').first().uncheck();
  await page.getByRole('checkbox').last().uncheck();
  await expect(page.getByText(messages.generate.noPermission)).toBeVisible();
  await submit.click();
  await expect(token).toBeHidden();
  await page.getByRole('checkbox').first().check();
  await submit.click();
  await expect(token).toContainText(/^plint_/);
});

test.describe('with an answer that the page missed', () => {
  test.use({ expectedConsole: { patterns: [/Failed to load resource/] } });

  test('a name that was taken meanwhile is refused in the form @headless', async ({ app, page, host }) => {
    await app.open('integrations');
    await app.integrations.generateButton.click();
    await app.integrations.name.fill('contested');
    await page.route('**/control/integrations.list', (route) => route.abort());
    await host.call('integrations.generate', { name: 'contested', permissions: ['events:write'] });
    await app.integrations.submit.click();
    await expect(page.getByText(messages.generate.nameTaken)).toBeVisible();
    await page.unroute('**/control/integrations.list');
  });
});

test('revoke: the dialog explains the effect, and the next request gets 401', async ({
  app,
  integration,
}) => {
  const { reporter } = await integration('short-lived');
  expect((await reporter.send()).status).toBe(202);
  await app.open('integrations');
  await app.integrations.act('short-lived', 'revoke');
  await expect(app.integrations.confirmation).toContainText(messages.revoke.text);
  await app.integrations.confirmation.getByRole('button', { name: messages.common.cancel }).click();
  expect((await reporter.send()).status).toBe(202);

  await app.integrations.act('short-lived', 'revoke');
  await app.integrations.confirmation.getByRole('button', { name: messages.revoke.submit }).click();
  await expect(app.integrations.row('short-lived')).toBeHidden();
  expect((await reporter.send()).status).toBe(401);
  await app.integrations.page.getByRole('checkbox', { name: messages.integrations.showRevoked }).check();
  await expect(app.integrations.row('short-lived')).toContainText(messages.integrations.state.revoked);
});

test('rotate: the old token gets 401 and the new one 202', async ({ app, host, integration }) => {
  const { reporter, token } = await integration('renewed');
  expect((await reporter.send()).status).toBe(202);
  await app.open('integrations');
  await app.integrations.act('renewed', 'rotate');
  await expect(app.integrations.confirmation).toContainText(messages.rotate.text);
  await app.integrations.confirmation.getByRole('button', { name: messages.rotate.submit }).click();
  const renewed = await app.integrations.shownToken();
  expect(renewed).not.toBe(token);
  await expect(app.page.getByText(messages.firstEvent.waitingAgain)).toBeVisible();
  expect((await reporter.send()).status).toBe(401);
  expect((await new Reporter(host.baseUrl, renewed, 'renewed').send()).status).toBe(202);
  await expect(app.page.getByText(messages.firstEvent.arrivedAgain)).toBeVisible();
});

test('the list shows every integration without any part of a token', async ({ app, integration, page }) => {
  const { reporter, token } = await integration('observed');
  await app.open('integrations');
  const row = app.integrations.row('observed');
  await expect(row).toContainText(messages.integrations.state.unused);
  await reporter.sendMany(3);
  await expect(row).toContainText(messages.integrations.state.active);
  await expect(row.locator('dd').first()).toHaveText('3');
  await expect(row).toContainText(/[0-9a-f]{8}/);
  await expect(row).toContainText('events:write');
  expect(await page.content()).not.toContain(token.slice(0, 12));
  await app.integrations.act('observed', 'showActivity');
  await expect(app.activity.rows).toHaveCount(3);
});

test('the whole token flow works by keyboard alone', async ({ app, host, page }) => {
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      return element?.getAttribute('aria-label') ?? element?.innerText.trim() ?? '';
    });
  const tabTo = async (label: string | RegExp) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const text = await focused();
      if (typeof label === 'string' ? text === label : label.test(text)) return;
    }
    throw new Error(`The keyboard never reaches ${label}`);
  };
  await tabTo(messages.nav.integrations);
  await press('Enter');
  await tabTo(messages.integrations.generate);
  await press('Enter');
  await expect(app.integrations.name).toBeFocused();
  await page.keyboard.type('by keyboard');
  await press('Enter');
  const token = await app.integrations.shownToken();
  await tabTo(messages.token.copy);
  await press('Enter');
  await expect.poll(() => host.readClipboard(page)).toBe(token);
  await tabTo(messages.token.tabs.shell);
  await press('ArrowRight');
  await expect(page.getByRole('tab', { name: messages.token.tabs.javascript })).toBeFocused();
  await new Reporter(host.baseUrl, token, 'by keyboard').send();
  await expect(app.integrations.arrived).toBeVisible();
  await tabTo(messages.token.done);
  await press('Enter');
  await expect(app.integrations.dialog).toBeHidden();
  expect(await page.content()).not.toContain(token);
  await expect(app.integrations.generateButton).toBeFocused();

  await tabTo(messages.integrations.actionsFor('by keyboard'));
  await press('Enter');
  // A menu takes the focus one frame after it opens. An earlier key press goes to the button.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await press('End');
  await expect(page.getByRole('menuitem', { name: messages.integrations.revoke })).toBeFocused();
  await press('Enter');
  await expect(
    app.integrations.confirmation.getByRole('button', { name: messages.common.cancel }),
  ).toBeFocused();
  await press('Tab');
  await expect(
    app.integrations.confirmation.getByRole('button', { name: messages.common.cancel }),
  ).not.toBeFocused();
  await press('Enter');
  await expect(app.integrations.row('by keyboard')).toBeHidden();
});
