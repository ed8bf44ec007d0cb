import { createServer } from 'node:http';
import { messages } from '../../renderer/messages/index.ts';
import { HeadlessHost } from '../fixtures/headless-host.ts';
import { expect, test } from '../fixtures/test.ts';

const isHeadless = (host: unknown): host is HeadlessHost => host instanceof HeadlessHost;

test.describe('the console @headless', () => {
  test('a visitor without a login sees only the login page', async ({ host, chromiumBrowser }) => {
    if (!isHeadless(host)) return;
    const context = await (await chromiumBrowser()).newContext();
    const page = await context.newPage();
    const base = `http://127.0.0.1:${host.consolePort}`;
    const response = await page.goto(`${base}/`);
    expect(response?.status()).toBe(401);
    await expect(page.getByRole('heading')).toHaveText('This page needs a login link');
    expect(await page.content()).not.toContain('<script');
    expect((await page.goto(`${base}/index.html`))?.status()).toBe(401);
    await context.close();
  });

  test('a login link works once', async ({ host, page, chromiumBrowser }) => {
    if (!isHeadless(host)) return;
    await expect(page.getByText('Plinth').first()).toBeVisible();
    const context = await (await chromiumBrowser()).newContext();
    const second = await context.newPage();
    await second.goto(host.loginLink());
    await expect(second.getByRole('alert')).toContainText('used before or is too old');
    expect(second.url()).not.toContain('#');
    await context.close();
  });

  test('a page of another origin has no access, with or without a login', async ({ host, page }) => {
    if (!isHeadless(host)) return;
    const base = `http://127.0.0.1:${host.consolePort}`;
    const foreign = createServer((_req, res) => {
      res.setHeader('Content-Type', 'text/html');
      res.end('<!doctype html><title>foreign</title>');
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    const { port } = foreign.address() as { port: number };
    const visitor = await page.context().newPage();
    await visitor.goto(`http://127.0.0.1:${port}/`);
    const outcome = await visitor.evaluate(async (target) => {
      const attempt = async (path: string, init: RequestInit) => {
        try {
          const response = await fetch(`${target}${path}`, { credentials: 'include', ...init });
          return `${response.type} ${response.status}`;
        } catch {
          return 'failed';
        }
      };
      const framed = await new Promise<string>((resolve) => {
        const frame = document.createElement('iframe');
        frame.src = `${target}/`;
        frame.onload = () => {
          try {
            resolve(frame.contentDocument === null ? 'closed' : frame.contentDocument.body.innerText);
          } catch {
            resolve('closed');
          }
        };
        document.body.append(frame);
      });
      return [
        await attempt('/', {}),
        await attempt('/control/host.status', { method: 'POST', body: '{}' }),
        await attempt('/control/host.status', { method: 'POST', body: '{}', mode: 'no-cors' }),
        await attempt('/control/events', {}),
        framed,
      ];
    }, base);
    expect(outcome).toEqual(['failed', 'failed', 'failed', 'failed', 'closed']);
    await visitor.close();
    foreign.close();
  });

  test('the page has a strict policy, and scripts cannot read its cookie', async ({ host, page }) => {
    if (!isHeadless(host)) return;
    const response = await page.reload();
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  });
});

test.describe('a page whose host stops @headless', () => {
  test.use({ expectedConsole: { patterns: [/Failed to load resource/, /ERR_/] } });

  test('the page waits for a host that restarts, and asks for a new login only after a logout', async ({
    app,
    host,
    integration,
    page,
  }) => {
    if (!isHeadless(host)) return;
    const { reporter } = await integration('before the restart');
    await reporter.send();
    await expect(app.activity.rows).toHaveCount(1);
    await host.stop();
    await expect(app.reconnecting).toBeVisible();
    await expect(app.recording).toBeDisabled();
    await expect(app.recording).toContainText(messages.recording.notAnswering);
    // The displayed content stays readable.
    await expect(app.activity.rows).toHaveCount(1);
    // The number of another filter is not that of this one.
    await page.getByRole('button', { name: '7 days' }).click();
    await expect(page.locator('.title-row')).toContainText(messages.activity.notCounted);
    await expect(page.locator('.title-row')).not.toContainText(messages.activity.count(1));
    // What ran when the host answered is not said to run now, and nothing loads for ever.
    await app.open('today');
    await expect(
      page.getByRole('region', { name: messages.today.now }).getByText(messages.common.notKnown),
    ).toBeVisible();
    await expect(page.getByText(messages.common.loading)).toHaveCount(0);
    await host.start();
    await expect(app.reconnecting).toBeHidden();
    await app.open('activity');
    await expect(app.activity.rows).toHaveCount(1);
    await host.call('console.logOutAll', {});
    await page.reload();
    await expect(page.getByText('plinth open').first()).toBeVisible();
  });

  test('a connection that breaks and returns catches up by itself', async ({ app, integration, page }) => {
    const { reporter } = await integration('interrupted');
    await reporter.send();
    await expect(app.activity.rows).toHaveCount(1);
    await app.hasReadCodeOf('diagnostics');
    await page.context().setOffline(true);
    // The integrations are known from other screens. Diagnostics asks the host each time.
    await app.open('diagnostics');
    await expect(app.reconnecting).toBeVisible();
    await expect(app.recording).toBeDisabled();
    await expect(app.recording).toContainText(messages.recording.notAnswering);
    await reporter.sendMany(2);
    await page.context().setOffline(false);
    await expect(app.reconnecting).toBeHidden();
    await app.open('activity');
    await expect(app.activity.rows).toHaveCount(3);
  });
});

test('a page that is reloaded restores its place', { tag: '@shell' }, async ({ app, page, integration }) => {
  const { reporter } = await integration('reloaded');
  const { receiptId } = await reporter.send();
  await app.activity.rows.first().click();
  await expect(app.activity.detail).toContainText(receiptId);
  await page.reload();
  await expect(app.activity.detail).toContainText(receiptId);

  await app.open('integrations');
  await app.integrations.generateButton.click();
  await app.integrations.name.fill('half written');
  await page.reload();
  await expect(app.integrations.generateButton).toBeVisible();
  await expect(app.integrations.dialog).toBeHidden();
  const token = await app.integrations.generate('whole');
  await page.reload();
  await expect(app.integrations.row('whole')).toBeVisible();
  expect(await page.content()).not.toContain(token);

  await app.integrations.act('whole', 'revoke');
  await page.reload();
  await expect(app.integrations.row('whole')).toBeVisible();
});

test('diagnostics show where Plinth listens, what it stores and what it refused', async ({
  app,
  host,
  page,
  integration,
}) => {
  const { reporter } = await integration('clumsy');
  await reporter.send();
  await reporter.sendRaw('{');
  await app.open('diagnostics');
  await expect(page.getByText(host.baseUrl, { exact: true })).toBeVisible();
  await expect(page.locator('.setting').getByText(messages.diagnostics.vaultBackends.file)).toBeVisible();
  const refusal = page.getByRole('row').filter({ hasText: 'invalid_json' });
  await expect(refusal).toContainText('clumsy');
  await expect(refusal).toContainText(messages.refusals.invalid_json);
  await expect(page.locator('.finding').first()).toBeVisible();
});

test('a theme is chosen and stays', { tag: '@shell' }, async ({ app, page }) => {
  await app.open('general');
  await page.getByRole('combobox', { name: messages.general.theme }).selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
