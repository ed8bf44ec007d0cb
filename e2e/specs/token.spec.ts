import { execFileSync } from 'node:child_process';
import { messages } from '../../renderer/messages/index.ts';
import { Reporter } from '../fixtures/reporter.ts';
import { expect, test } from '../fixtures/test.ts';

const NO_POSIX = 'the snippets are run by sh and python3 here, which Windows does not have';

test('generate, copy the snippet, run it with curl, and the receipt appears', async ({ app, host, page }) => {
  test.skip(process.platform === 'win32', NO_POSIX);
  await app.open('integrations');
  // A name that every layer of quoting must preserve.
  const token = await app.integrations.generate(`Ada's "build" $HOME \`x\` – ünïcode`);
  await expect(page.getByText(messages.token.once)).toBeVisible();
  await expect(app.integrations.waiting).toBeVisible();

  await app.integrations.copySnippet.click();
  await expect.poll(() => host.readClipboard(page)).toContain(token);
  const snippet = await host.readClipboard(page);
  const answer = JSON.parse(execFileSync('sh', ['-c', snippet], { encoding: 'utf8' })) as {
    receiptId: string;
  };

  await expect(app.integrations.arrived).toBeVisible();
  await page.getByRole('link', { name: messages.firstEvent.open }).click();
  await expect(app.activity.detail).toContainText(answer.receiptId);
});

// test/snippets.test.ts installs the SDKs and runs these snippets.
test('the snippets of the SDKs install them by path and contain no token', async ({ app, host, page }) => {
  test.skip(process.platform === 'win32', NO_POSIX);
  await app.open('integrations');
  const token = await app.integrations.generate(`it's a "program"`);
  for (const { tab, install } of [
    { tab: messages.token.tabs.javascript, install: /^npm install '.*plinth-sdk\.tgz'$/ },
    { tab: messages.token.tabs.python, install: /pip install '.*plinth-sdk-python\.tgz'$/ },
  ]) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('button', { name: messages.token.copyInstall }).click();
    await expect.poll(() => host.readClipboard(page)).toMatch(install);
    await app.integrations.copySnippet.click();
    await expect.poll(() => host.readClipboard(page)).toContain('PlinthClient');
    expect(await host.readClipboard(page)).not.toContain(token);
  }
});

test('a read-only token gets a snippet for its permissions', async ({ app, host, page }) => {
  test.skip(process.platform === 'win32', NO_POSIX);
  await app.open('integrations');
  await app.integrations.generateButton.click();
  await app.integrations.name.fill('reader');
  await page.getByText(messages.generate.advanced).click();
  await page.getByRole('checkbox', { name: /events:write/ }).uncheck();
  await app.integrations.submit.click();
  const token = await app.integrations.shownToken();
  await app.integrations.copySnippet.click();
  await expect.poll(() => host.readClipboard(page)).toContain(token);
  const snippet = await host.readClipboard(page);
  const manifest = JSON.parse(execFileSync('sh', ['-c', snippet], { encoding: 'utf8' })) as {
    permissions: string[];
  };
  expect(manifest.permissions).toEqual(['capabilities:read']);
  await expect(app.integrations.waiting).toBeHidden();
});

test('the token is copied, and cleared from the clipboard after a minute, but no later text is', {
  tag: '@shell',
}, async ({ app, host, page }) => {
  await host.holdTime(page);
  await app.open('integrations');
  const token = await app.integrations.generate('copier');
  await app.integrations.copyToken.click();
  await expect(page.getByText(messages.token.clears)).toBeVisible();
  const clipboard = () => host.readClipboard(page);
  expect(await clipboard()).toBe(token);
  await host.passTime(page, 59_000);
  expect(await clipboard()).toBe(token);
  await host.passTime(page, 2_000);
  await expect.poll(clipboard).toBe('');

  await app.integrations.copyToken.click();
  await expect.poll(clipboard).toBe(token);
  await host.writeClipboard(page, 'something else');
  await host.passTime(page, 61_000);
  await expect.poll(clipboard).toBe('something else');
});

test('the token is shown once: it is not in the page, its storage or anything the host wrote', {
  tag: '@shell',
}, async ({ app, page, host }) => {
  await app.open('integrations');
  const token = await app.integrations.generate('only once');
  const traces = (text: string) =>
    page.evaluate((secret) => {
      const places: Record<string, string> = {
        document: document.documentElement.outerHTML,
        inputs: Array.from(document.querySelectorAll('input, textarea'), (field) =>
          field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
        ).join(),
        localStorage: JSON.stringify(localStorage),
        sessionStorage: JSON.stringify(sessionStorage),
        cookies: document.cookie,
        location: location.href,
        history: JSON.stringify(history.state),
      };
      // React's state: the props and state of every fiber that is reachable from the document.
      const seen = new Set<unknown>();
      let inReact = false;
      const walk = (value: unknown, depth: number): void => {
        if (typeof value === 'string') {
          inReact ||= value.includes(secret);
          return;
        }
        if (typeof value !== 'object' || value === null || seen.has(value) || depth > 60) return;
        if (value instanceof Node || value === window) return;
        seen.add(value);
        for (const key of Object.keys(value)) {
          try {
            walk((value as Record<string, unknown>)[key], depth + 1);
          } catch {}
        }
      };
      for (const element of document.querySelectorAll('*')) {
        for (const key of Object.keys(element)) {
          if (key.startsWith('__react')) walk((element as unknown as Record<string, unknown>)[key], 0);
        }
      }
      const found = Object.keys(places).filter((place) => places[place]?.includes(secret));
      return inReact ? [...found, 'react'] : found;
    }, text);

  // The name is in React's props, so the search would find the token there.
  expect(await traces('only once')).toEqual(expect.arrayContaining(['document', 'react']));
  expect(await traces(token)).toEqual(['document']);
  await app.integrations.closeUncopied();
  expect(await traces(token)).toEqual([]);
  await page.reload();
  await app.isReady();
  await expect(app.integrations.row('only once')).toBeVisible();
  expect(await traces(token)).toEqual([]);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  expect(host.everythingWritten()).not.toContain(token);
});

test('leaving clears the token, and a click beside the dialog does not lose it', async ({ app, page }) => {
  await app.open('activity');
  await app.open('integrations');
  const left = await app.integrations.generate('left');
  await page.goBack();
  await expect(app.integrations.dialog).toBeHidden();
  expect(await page.content()).not.toContain(left);

  await app.open('integrations');
  const held = await app.integrations.generate('held');
  await page.mouse.click(5, 5);
  await expect(app.integrations.token).toContainText(/^plint_/);
  await page.keyboard.press('Escape');
  await expect(page.getByText(messages.token.notCopied)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(app.integrations.dialog).toBeHidden();
  expect(await page.content()).not.toContain(held);
});

test('while no event has arrived, the exact cause of a refused request is shown', async ({
  app,
  page,
  host,
}) => {
  await app.open('integrations');
  const token = await app.integrations.generate('careful');
  const reporter = new Reporter(host.baseUrl, token, 'careful');
  const wrongName = new Reporter(host.baseUrl, token, 'Careful');

  expect((await wrongName.send()).status).toBe(403);
  await expect(page.getByText(messages.refusals.integration_mismatch)).toBeVisible();
  expect((await reporter.sendRaw('{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
  await expect(page.getByText(messages.refusals.unsupported_media_type)).toBeVisible();
  expect((await reporter.sendRaw('{', undefined)).status).toBe(400);
  await expect(page.getByText(messages.refusals.invalid_json)).toBeVisible();
  const { sessionId: _, ...incomplete } = reporter.body();
  expect((await reporter.sendRaw(JSON.stringify(incomplete))).status).toBe(400);
  await expect(page.getByText(`sessionId ${messages.validation.required}`)).toBeVisible();
  expect((await reporter.send({ data: { command: 'ls', stdout: 'x' } })).status).toBe(400);
  await expect(page.getByText(messages.refusals.forbidden_field)).toBeVisible();
  expect((await reporter.send({ data: { command: 'x'.repeat(1_100_000) } })).status).toBe(413);
  await expect(page.getByText(messages.refusals.payload_too_large)).toBeVisible();
  const mistyped = new Reporter(host.baseUrl, `${token.slice(0, -1)}_`, 'careful');
  expect((await mistyped.send()).status).toBe(401);
  await expect(page.getByText(messages.refusals.unauthorized)).toBeVisible();

  await reporter.send();
  await expect(app.integrations.arrived).toBeVisible();
});
