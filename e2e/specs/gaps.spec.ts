import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '../../renderer/messages/index.ts';
import { SCREENS } from '../../shared/window-route.ts';
import { HeadlessHost } from '../fixtures/headless-host.ts';
import { expect, test } from '../fixtures/test.ts';
import type { TestHost } from '../fixtures/test-host.ts';

// The page loses its host on purpose.
test.use({ expectedConsole: { patterns: [/Failed to load resource/, /ERR_/] } });

const MINUTE_MS = 60_000;
const NOT_RUNNING =
  /Plinth was not running from .* to .* \(38 minutes\)\. What agents did then is not in the record\./;

/** Restarts a host whose last sign of life is older than it really is. */
async function wasAway(host: TestHost, page: Page, ms: number): Promise<void> {
  if (!(host instanceof HeadlessHost)) throw new Error('only the headless host');
  await host.stop();
  const file = join(host.dataDir, 'alive.json');
  const sign = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...sign, at: sign.at - ms, up: sign.up - ms }));
  await host.start();
  await page.goto(host.loginLink());
  await page.waitForURL((url) => url.pathname === '/');
}

test('a time in which Plinth was not running is in Today, the timeline and Problems', {
  tag: '@headless',
}, async ({ app, host, integration, page }) => {
  const { reporter } = await integration('one');
  await reporter.send({ event: 'session.started', data: { harness: 'acme' } });
  await app.open('today');
  const notSeen = page.getByRole('region', { name: messages.today.notSeen });
  await expect(notSeen).toHaveText(/Nothing is known to be missing/);
  await app.hasReadCodeOf('problems');
  await host.stop();
  await expect(notSeen).toContainText(messages.common.notKnown);
  await expect(notSeen).not.toContainText(messages.today.allSeen);
  await app.open('problems');
  await expect(page.getByText(messages.common.notKnown)).toBeVisible();
  await expect(page.getByText(messages.problems.none)).toHaveCount(0);

  await wasAway(host, page, 38 * MINUTE_MS);
  await app.open('today');
  await expect(notSeen).toContainText(NOT_RUNNING);
  await expect(notSeen).not.toContainText(messages.today.allSeen);
  await app.open('activity');
  await expect(app.activity.gaps.filter({ hasText: NOT_RUNNING })).toHaveCount(1);
  await app.open('privacy');
  await expect(app.privacy.gaps.getByRole('row').nth(1)).toContainText('Plinth was not running');

  await app.open('problems');
  const group = page.getByRole('region', { name: messages.problems.gaps });
  await expect(group).toContainText(NOT_RUNNING);
  await group.getByRole('button', { name: messages.problems.dismiss }).click();
  await expect(page.getByText(messages.problems.none)).toBeVisible();
  // What was dismissed is still no part of the record.
  await app.open('today');
  await expect(notSeen).toContainText(NOT_RUNNING);
});

test('a session that was open tells the gap at its place, and is not said to be whole', {
  tag: '@headless',
}, async ({ app, host, integration, page }) => {
  const { reporter } = await integration('one');
  const prompt = { event: 'prompt.submitted', sessionId: 's' } as const;
  await reporter.send({ ...prompt, data: { content: 'before the gap' } });
  await wasAway(host, page, 0);
  await reporter.send({ ...prompt, data: { content: 'after the gap' } });
  await app.open('sessions');
  await page.getByRole('link', { name: /before the gap/ }).click();
  const turns = page.locator('.turn');
  await expect(turns).toHaveCount(2);
  await expect(turns.nth(0)).toContainText('before the gap');
  await expect(turns.nth(0).locator('.turn__gap')).toContainText(
    /^Plinth was not running from .* seconds?\)/,
  );
  await expect(turns.nth(1).locator('.turn__gap')).toHaveCount(0);
  await expect(page.getByText('The record has 1 gap in this session')).toBeVisible();
});

/** What a screen says when all is well. Nobody knows that while no host answers. */
const FINE = [
  messages.recording.on,
  messages.today.nothingRuns,
  messages.today.nothing,
  messages.today.noPrompts,
  messages.today.noSecrets,
  messages.today.allSeen,
  messages.activity.emptyTitle,
  messages.activity.noMatchTitle,
  messages.sessions.noneTitle,
  messages.projects.noneTitle,
  messages.projects.noFiles,
  messages.secrets.noneTitle,
  messages.problems.none,
  messages.agents.noneTitle,
  messages.integrations.emptyTitle,
  messages.diagnostics.allWell,
  messages.diagnostics.noRefusals,
];

for (const [signal, record] of [
  ['SIGTERM', 'with a report'],
  ['SIGKILL', 'without one'],
] as const) {
  test(`no screen says that all is well after a host ended with ${signal}, ${record}`, {
    tag: '@headless',
  }, async ({ app, host, integration, page }) => {
    if (!(host instanceof HeadlessHost)) throw new Error('only the headless host');
    const { reporter } = await integration('one');
    const isEmpty = signal === 'SIGKILL';
    if (!isEmpty) await reporter.send();
    const isFine = (text: string) => page.getByText(text, { exact: true }).filter({ visible: true });
    await app.hasReadCodeOf('diagnostics');
    for (const screen of SCREENS) await app.open(screen);
    await app.open('today');
    await expect(isFine(isEmpty ? messages.activity.emptyTitle : messages.today.allSeen)).toHaveCount(1);
    await host.stop(signal);
    await expect(app.reconnecting).toHaveCount(1);
    for (const screen of ['today', ...SCREENS] as const) {
      await app.open(screen);
      await expect(page.getByText(messages.common.loading)).toHaveCount(0);
      for (const text of FINE) await expect(isFine(text), `${text} on ${screen}`).toHaveCount(0);
      await expect(app.reconnecting).toHaveText(/since \S+/);
    }
  });
}
