import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import type { IncomingEvent } from '../../electron/receipts/event/incoming-event.ts';
import { messages } from '../../renderer/messages/index.ts';
import { RECOVER_FIRST } from '../../shared/words/recover.ts';
import { HeadlessHost } from '../fixtures/headless-host.ts';
import { startWithRecord } from '../fixtures/sample-record.ts';
import { expect, temporaryFolder, test } from '../fixtures/test.ts';
import { App } from '../pages/app.ts';

const words = messages.recover;
const MINUTE_MS = 60_000;
const STORED_BEFORE_MS = 30 * MINUTE_MS;
const COMMAND = 'rm -rf src notes.md && git reset --hard';
const SECRET_LINE = 'a line that only the file has';

/** A repository in which a committed, a staged and an untracked file are gone. */
function makeRepository(folder: string): void {
  const committed = new Date(Date.now() - 2 * STORED_BEFORE_MS).toISOString();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: committed },
    });
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    const stored = (Date.now() - STORED_BEFORE_MS) / 1000;
    utimesSync(join(folder, name), stored, stored);
  };
  git('init', '--quiet');
  write('src/cart.ts', 'one\ntwo\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  write('src/cart.ts', `one\ntwo\n${SECRET_LINE}\n`);
  git('add', '.');
  // Added once, and overwritten: its first content has no path.
  write('src/tax.ts', 'the first rule\n');
  git('add', '.');
  write('src/tax.ts', 'the second rule\n');
  git('add', '.');
  write('notes.md~', 'notes\n');
  rmSync(join(folder, 'src'), { recursive: true });
}

test.describe('what is gone', { tag: '@headless' }, () => {
  // One record for all of them, in this order: the last one writes.
  test.describe.configure({ mode: 'default' });

  let host: HeadlessHost;
  let repository: ReturnType<typeof temporaryFolder>;
  let folder: string;
  let page: Page;
  let app: App;

  test.beforeAll(async ({ chromiumBrowser }) => {
    host = new HeadlessHost();
    repository = temporaryFolder();
    folder = realpathSync(repository.path);
    makeRepository(folder);
    const at = Date.now() - MINUTE_MS;
    const reported = { command: COMMAND, cwd: folder };
    const event = (
      name: IncomingEvent['event'],
      data: Record<string, unknown>,
      id: string,
    ): IncomingEvent => ({
      integrationId: id,
      integrationName: 'Codex',
      event: name,
      sessionId: 'lost',
      occurredAt: new Date(at).toISOString(),
      receivedAt: at,
      data,
      bodyBytes: 100,
      droppedMembers: 0,
      level: 'text',
      paused: false,
    });
    await startWithRecord(host, ['Codex'], ([id = '']) => [
      event('session.started', { harness: 'codex', cwd: folder }, id),
      event('command.before_run', reported, id),
    ]);
    const look = {
      size: { width: 900, height: 600 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    } as const;
    page = await host.openPage(chromiumBrowser, look, () => {});
    app = new App(page);
    await app.isReady();
  });
  test.afterAll(async () => {
    await host.dispose();
    repository.remove();
  });

  const list = async (title: string) => {
    const group = page.getByRole('region', { name: title });
    await expect(group).not.toContainText(RECOVER_FIRST[0]);
    await group.getByRole('button', { name: words.list }).click();
    await expect(group).toContainText(RECOVER_FIRST[0]);
    return group;
  };
  const rowOf = (group: Locator, name: string) =>
    group.getByRole('listitem').filter({ has: page.getByText(join(folder, name), { exact: true }) });
  const axeFindsNothing = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  };

  test('Today says that something was deleted, and lists it when it is asked', async () => {
    await app.open('today');
    const group = await list(words.deleted);
    await expect(group.getByRole('listitem')).toHaveCount(3);
    await expect(group).toContainText(COMMAND);
    const row = rowOf(group, 'notes.md');
    await expect(row).toContainText('is gone');
    await row.getByRole('button', { name: words.lookFor(join(folder, 'notes.md')) }).click();
    await expect(row.getByRole('row', { name: 'backup beside it' })).toContainText('6 bytes');
    // No element is wider than the page.
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  test('a session lists the copies of a folder in two classes, by keys alone', async () => {
    await app.open('sessions');
    await page.locator('.lines__text a').first().click();
    const group = await list(words.title);
    const row = rowOf(group, 'src');
    await row.getByRole('button', { name: words.look }).focus();
    await page.keyboard.press('Enter');
    const versions = row.getByRole('table', { name: words.versions });
    await expect(versions.getByRole('row', { name: 'git index' })).toHaveCount(2);
    const cart = versions.getByRole('row').filter({ hasText: 'cart.ts' }).filter({ hasText: 'git index' });
    await expect(cart).toContainText(/2\d minutes before the loss/);
    await expect(cart).toContainText('+1 −0 lines');
    await expect(row.getByRole('button', { name: words.lookAgain })).toBeFocused();
    const mayBe = row.getByRole('table', { name: words.mayBe }).getByRole('row', { name: 'git object' });
    await expect(mayBe).toHaveCount(1);
    await axeFindsNothing();
    await cart.getByRole('button', { name: words.preview }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(words.notRedacted);
    await expect(dialog).toContainText(SECRET_LINE);
    await axeFindsNothing();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(cart.getByRole('button', { name: words.preview })).toBeFocused();
    expect(await page.content()).not.toContain(SECRET_LINE);
  });

  test('a project brings a copy back beside its original, once, and the record keeps no content', async () => {
    await app.open('projects');
    await page.getByRole('link', { name: basename(folder), exact: true }).click();
    const group = await list(words.title);
    const row = rowOf(group, 'notes.md');
    await row.getByRole('button', { name: words.look }).click();
    const bringBack = row.getByRole('button', { name: `${words.bringBack}: backup beside it` });
    await bringBack.click();
    const target = join(folder, 'notes.md.recovered');
    await expect(row).toContainText(words.written(target, 6));
    expect(readFileSync(target, 'utf8')).toBe('notes\n');
    await bringBack.click();
    await expect(row).toContainText('A file is there already');
    expect(existsSync(join(folder, 'notes.md'))).toBe(false);
    expect(host.everythingWritten()).not.toContain(SECRET_LINE);

    // Git waits for a name that is a pipe.
    execFileSync('mkfifo', [join(folder, '.git/packed-refs')]);
    await row.getByRole('button', { name: words.lookAgain }).focus();
    await page.keyboard.press('Enter');
    await expect(row.getByRole('button', { name: words.stop })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row).toContainText(words.stopped);
    await expect(row.getByRole('button', { name: words.lookAgain })).toBeFocused();
  });
});
