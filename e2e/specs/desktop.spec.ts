import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { FakeElectron } from '../../electron/desktop/fake-electron.ts';
import { messages as shellMessages } from '../../electron/desktop/messages.ts';
import { messages } from '../../renderer/messages/index.ts';
import { ElectronHost } from '../fixtures/electron-host.ts';
import { expect, test } from '../fixtures/test.ts';
import type { TestHost } from '../fixtures/test-host.ts';
import { App } from '../pages/app.ts';

/*
 * The features that only the desktop app has. `@fake` marks specs that read the fake electron, because Electron
 * does not expose the tray and the notifications to a test.
 */

function desktop(host: TestHost): ElectronHost {
  if (!(host instanceof ElectronHost)) throw new Error('This spec is for the desktop app');
  return host;
}

/** Chooses an entry of the menu bar by the labels on its path. */
const choose = (host: TestHost, ...path: string[]) =>
  desktop(host).app.evaluate(({ Menu }, words) => {
    let items = Menu.getApplicationMenu()?.items ?? [];
    for (const [at, word] of words.entries()) {
      const item = items.find(({ label }) => label === word);
      if (item === undefined) throw new Error(`The menu has no ${word}`);
      if (at === words.length - 1) item.click();
      else items = item.submenu?.items ?? [];
    }
  }, path);

/** Starts the app a second time, as a click on a Plinth link does. */
const startAgain = (host: TestHost, ...argv: string[]) =>
  desktop(host).app.evaluate(({ app }, given) => void app.emit('second-instance', {}, given), argv);

const tray = (host: TestHost) =>
  desktop(host).app.evaluate(() => {
    const { tooltip, menu } = (globalThis as unknown as { fakeElectron: FakeElectron }).fakeElectron.tray;
    return { tooltip, labels: menu.map(({ label }) => label) };
  });

const chooseInTray = (host: TestHost, label: string) =>
  desktop(host).app.evaluate((_electron, wanted) => {
    const { menu } = (globalThis as unknown as { fakeElectron: FakeElectron }).fakeElectron.tray;
    const items = menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? item.submenu : [])]);
    (items.find((item) => item.label === wanted) as unknown as { click(): void }).click();
  }, label);

const notifications = (host: TestHost) =>
  desktop(host).app.evaluate(() =>
    (globalThis as unknown as { fakeElectron: FakeElectron }).fakeElectron.notifications.map(
      ({ title }) => title,
    ),
  );

const clickNotification = (host: TestHost) =>
  desktop(host).app.evaluate(() =>
    (globalThis as unknown as { fakeElectron: FakeElectron }).fakeElectron.notifications.at(-1)?.click(),
  );

async function closeWindow(host: TestHost, page: Page): Promise<void> {
  const window = await desktop(host).app.browserWindow(page);
  await Promise.all([page.waitForEvent('close'), window.evaluate((shown) => shown.close())]);
}

test.describe('the desktop app @desktop', () => {
  test('the menu bar and a link lead to their places in the existing window', async ({
    app,
    host,
    page,
    integration,
  }) => {
    const { menu } = shellMessages;
    for (const [label, screen] of [
      [menu.agents, 'agents'],
      [menu.integrations, 'integrations'],
      [menu.privacy, 'privacy'],
      [menu.diagnostics, 'diagnostics'],
    ] as const) {
      await choose(host, menu.view, label);
      await expect(page.getByRole('heading', { level: 1, name: messages.nav[screen] })).toBeVisible();
    }
    await choose(host, menu.view, menu.activity);
    await expect(app.page.getByText(messages.activity.emptyTitle)).toBeVisible();

    const { reporter } = await integration('linked');
    const { receiptId } = await reporter.send();
    await reporter.send();
    await expect(app.activity.rows).toHaveCount(2);
    await startAgain(host, 'plinth', `plinth://receipt/${receiptId}`);
    await expect(app.activity.detail).toContainText(receiptId);
  });

  test('the host runs on without its window, a new one shows what came meanwhile, and quitting leaves nothing', async ({
    app,
    host,
    page,
    integration,
  }) => {
    const { reporter } = await integration('unseen');
    await app.isReady();
    await closeWindow(host, page);
    expect((await reporter.send()).status).toBe(202);
    const [reopened] = await Promise.all([
      desktop(host).app.waitForEvent('window'),
      startAgain(host, 'plinth'),
    ]);
    const window = new App(reopened);
    await window.open('activity');
    await expect(window.activity.rows).toHaveCount(1);

    const url = host.baseUrl;
    const pid = desktop(host).app.process().pid ?? 0;
    expect(existsSync(join(host.dataDir, 'runtime.json'))).toBe(true);
    await host.stop();
    for (const file of ['runtime.json', 'control.sock']) {
      expect(existsSync(join(host.dataDir, file)), file).toBe(false);
    }
    await expect(fetch(url)).rejects.toThrow();
    expect(() => process.kill(pid, 0)).toThrow();
  });

  test.describe('a page that tries to leave', () => {
    test.use({
      expectedConsole: { patterns: [/Content Security Policy/, /Mixed Content/, /Failed to load/, /ERR_/] },
    });

    test('has no network, no other page, no second window and no clipboard access', async ({
      app,
      host,
      page,
    }) => {
      await app.isReady();
      const before = page.url();
      const outcome = await page.evaluate(async (collector) => {
        const fails = (act: () => Promise<unknown>) =>
          act().then(
            () => 'done',
            () => 'refused',
          );
        const image = new Image();
        const loaded = new Promise((resolve, reject) => {
          image.onload = resolve;
          image.onerror = reject;
        });
        image.src = `${collector}/icon.png`;
        return {
          fetch: await fails(() => fetch(collector)),
          image: await fails(() => loaded),
          clipboard: await fails(() => navigator.clipboard.readText()),
          node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
          bridge: Object.keys((globalThis as unknown as { plinth: object }).plinth).sort(),
        };
      }, host.baseUrl);
      expect(outcome).toEqual({
        fetch: 'refused',
        image: 'refused',
        clipboard: 'refused',
        node: [],
        bridge: ['call', 'copySecret', 'subscribe'],
      });

      await page.evaluate(() => {
        location.href = 'https://example.com/';
      });
      // Chromium alone does not call the app's handler that refuses new windows.
      if (test.info().project.name === 'electron') {
        expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
      }
      await app.open('general');
      expect(new URL(page.url()).origin).toBe(new URL(before).origin);
      expect(page.url()).toContain('/index.html#');
      expect(page.context().pages()).toHaveLength(1);
    });
  });

  test('the tray pauses, resumes, follows the window and opens a closed one, whose end is explained once @fake', async ({
    app,
    host,
    page,
    integration,
  }) => {
    const words = shellMessages.tray;
    const { reporter } = await integration('from the tray');
    await app.isReady();
    expect(await tray(host)).toMatchObject({ tooltip: words.recording });
    await chooseInTray(host, words.untilResumed);
    await expect(app.recording).toContainText(messages.recording.paused);
    expect((await reporter.send()).recorded).toBe(false);
    await expect.poll(async () => (await tray(host)).tooltip).toBe(words.paused);
    await app.resume();
    await expect.poll(async () => (await tray(host)).tooltip).toBe(words.recording);
    expect((await tray(host)).labels).toContain(words.pause);
    expect((await reporter.send()).recorded).toBe(true);
    await expect(app.activity.rows).toHaveCount(1);

    await closeWindow(host, page);
    await expect.poll(() => notifications(host)).toContain(shellMessages.closed.title);
    const told = await notifications(host);
    const [reopened] = await Promise.all([
      desktop(host).app.waitForEvent('window'),
      chooseInTray(host, shellMessages.tray.open),
    ]);
    await new App(reopened).isReady();
    await closeWindow(host, reopened);
    expect(await notifications(host)).toEqual(told);
  });

  test('a notification of the first event leads to it @fake', async ({ app, host, integration }) => {
    await host.call('settings.set', { settings: { notifications: true } });
    const { reporter } = await integration('announced');
    await app.open('integrations');
    // An event carries settings to the shell. Reports before it are not announced.
    await expect
      .poll(async () => {
        await reporter.sendRaw('{');
        return notifications(host);
      })
      .toContain(shellMessages.refused.title('announced'));
    await clickNotification(host);
    await expect(app.page.getByRole('heading', { level: 1, name: messages.nav.diagnostics })).toBeVisible();
    await reporter.send();
    await expect.poll(() => notifications(host)).toContain(shellMessages.firstReport.title('announced'));
    await clickNotification(host);
    await expect(app.activity.rows).toHaveCount(1);
  });
});
