import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { IncomingEvent } from '../../electron/receipts/event/incoming-event.ts';
import { messages } from '../../renderer/messages/index.ts';
import type { EventType } from '../../shared/event.ts';
import { HeadlessHost } from '../fixtures/headless-host.ts';
import { Reporter } from '../fixtures/reporter.ts';
import { startWithRecord } from '../fixtures/sample-record.ts';
import { expect, temporaryFolder, test } from '../fixtures/test.ts';
import { App } from '../pages/app.ts';

/*
 * What people ask after something went wrong. One record serves all of it, and the numbers are those of its facts below:
 * no answer is compared with another answer of the product.
 */

const AGENTS = ['Claude Code', 'Codex', 'Gemini CLI'] as const;
const MINUTE_MS = 60_000;

type Step = [time: string, event: EventType, data?: Record<string, unknown>];
interface Told {
  agent: (typeof AGENTS)[number];
  daysAgo: number;
  cwd: string;
  mode?: string;
  steps: readonly Step[];
}

const started = (time: string): Step => [time, 'session.started', { harness: 'acme' }];
const ended = (time: string): Step => [time, 'session.ended', { reason: 'exit' }];
const ran = (time: string, command: string): Step => [time, 'command.before_run', { command }];
const asked = (time: string, content: string): Step => [time, 'prompt.submitted', { content }];
const file = (time: string, path: string, changeType: string): Step => [
  time,
  'file.changed',
  { path, changeType },
];
const called = (time: string, toolName: string, mcpServer: string): Step => [
  time,
  'tool.before_use',
  { toolName, mcpServer, toolInput: { title: `ticket of ${time}` } },
];

const TILL = '/srv/code/till';
const VOUCHER = '/srv/code/voucher';
/** More than a page to hand over holds. */
const TILL_COMMANDS = 618;
const TILL_DELETED = ['src/old-rates.ts', 'src/old-tax.ts', 'keys/old.pem'];
const PAGE_TO_HAND_OVER = 500;

/** The sessions of the record, oldest first. */
const sessionsOf = (repository: string): Told[] => [
  {
    agent: 'Codex',
    daysAgo: 4,
    cwd: TILL,
    steps: [
      started('08:00:00'),
      ...Array.from({ length: TILL_COMMANDS }, (_, index) => ran('08:10:00', `make check-${index}`)),
      ...TILL_DELETED.map((path) => file('08:20:00', `${TILL}/${path}`, 'deleted')),
      ended('08:30:00'),
    ],
  },
  {
    agent: 'Codex',
    daysAgo: 2,
    cwd: VOUCHER,
    steps: [
      started('19:30:00'),
      asked('19:31:00', 'Remove the legacy rates'),
      [
        '19:35:00',
        'tool.before_use',
        { toolName: 'Read', toolInput: { file_path: `${VOUCHER}/src/rates.ts` } },
      ],
      ran('19:42:00', 'git rm -f src/rates.ts && rm -rf build/cache'),
      file('19:42:02', `${VOUCHER}/src/rates.ts`, 'deleted'),
      ended('19:50:00'),
    ],
  },
  {
    agent: 'Claude Code',
    daysAgo: 2,
    cwd: VOUCHER,
    steps: [
      started('20:00:00'),
      file('20:05:00', `${VOUCHER}/src/rates.test.ts`, 'modified'),
      ended('20:10:00'),
    ],
  },
  {
    agent: 'Claude Code',
    daysAgo: 1,
    cwd: VOUCHER,
    steps: [
      started('11:50:00'),
      ran('11:59:59', 'npm run lint'),
      asked('12:00:00', 'Round the total to cents'),
      ran('12:10:00', 'npm test'),
      file('12:20:00', `${VOUCHER}/src/total.ts`, 'modified'),
      ran('12:29:59', 'npm run build'),
    ],
  },
  {
    agent: 'Codex',
    daysAgo: 1,
    cwd: '/srv/code/shelf',
    steps: [
      started('12:30:00'),
      ran('12:31:00', 'make shelf'),
      ran('12:59:59', 'make clean'),
      ran('13:00:00', 'make all'),
      ended('13:01:00'),
    ],
  },
  { agent: 'Claude Code', daysAgo: 1, cwd: VOUCHER, steps: [ended('13:05:00')] },
  {
    agent: 'Gemini CLI',
    daysAgo: 1,
    cwd: VOUCHER,
    steps: [
      started('15:00:00'),
      called('15:01:00', 'mcp__github__create_issue', 'github'),
      called('15:02:00', 'mcp__github__create_issue', 'github'),
      called('15:03:00', 'mcp__github__list_issues', 'github'),
      called('15:04:00', 'mcp__ledger__query', 'ledger'),
      called('15:05:00', 'mcp__ledger__query', 'ledger'),
      // An agent whose tools do not carry the name of their server.
      called('15:06:00', 'create_ticket', 'helpdesk'),
      ran('15:07:00', 'grep -rn mcp__github src'),
      ended('15:10:00'),
    ],
  },
  {
    agent: 'Claude Code',
    daysAgo: 1,
    cwd: VOUCHER,
    mode: 'bypassPermissions',
    steps: [
      started('16:00:00'),
      asked('16:01:00', 'Publish the release'),
      ran('16:02:00', 'npm publish'),
      ran('16:03:00', 'git push'),
      ended('16:10:00'),
    ],
  },
  {
    agent: 'Codex',
    daysAgo: 1,
    cwd: VOUCHER,
    mode: 'default',
    steps: [
      started('16:30:00'),
      asked('16:31:00', 'What does the bypassPermissions mode skip?'),
      ran('16:32:00', 'claude --dangerously-skip-permissions --version'),
      ended('16:40:00'),
    ],
  },
  {
    agent: 'Claude Code',
    daysAgo: 1,
    cwd: repository,
    steps: [
      started('17:00:00'),
      file('17:01:00', `${repository}/cart.ts`, 'modified'),
      file('17:02:00', `${repository}/coupon.ts`, 'modified'),
      file('17:03:00', `${repository}/stock.ts`, 'modified'),
      ended('17:10:00'),
    ],
  },
];

/** What is true of the record. */
const TRUTH = {
  /** With the one that arrives while the host runs. */
  all: 668,
  till: TILL_COMMANDS + TILL_DELETED.length + 2,
  namesOfRates: 3,
  lunch: 7,
  servers: { github: 3, ledger: 2, helpdesk: 1 },
  bypassed: 5,
  dayOfRates: 9,
};

/** An instant of a day in the user's time zone. */
function instantOf(daysAgo: number, time: string): number {
  const [hour, minute, second] = time.split(':').map(Number);
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, hour, minute, second).getTime();
}

function eventsOf(sessions: readonly Told[], ids: readonly string[]): IncomingEvent[] {
  return sessions.flatMap(({ agent, daysAgo, cwd, mode, steps }) =>
    steps.map(([time, event, data]): IncomingEvent => {
      const at = instantOf(daysAgo, time);
      const reported = { ...data, cwd, ...(mode === undefined ? {} : { mode }) };
      return {
        integrationId: ids[AGENTS.indexOf(agent)]!,
        integrationName: agent,
        event,
        // The reports of a session can stand apart, with those of another one between them.
        sessionId: `${agent} ${daysAgo} ${cwd} ${mode}`,
        occurredAt: new Date(at).toISOString(),
        receivedAt: at,
        data: reported,
        bodyBytes: JSON.stringify(reported).length,
        droppedMembers: 0,
        level: 'text',
        paused: false,
      };
    }),
  );
}

/** A repository in which an agent changed two files that are not committed, and somebody else a third one. */
function makeRepository(folder: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: folder });
  const write = (name: string, text: string, time: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    const at = instantOf(1, time) / 1000;
    utimesSync(path, at, at);
  };
  git('init', '--quiet');
  for (const name of ['cart.ts', 'coupon.ts', 'stock.ts', 'notes.md']) write(name, 'before\n', '09:00:00');
  write('stock.ts', 'after\n', '17:03:00');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
  write('cart.ts', 'another total\n', '17:01:00');
  write('coupon.ts', 'another rule\n', '17:02:00');
  write('notes.md', 'by hand, and later\n', '18:30:00');
}

test.describe('after something went wrong', { tag: '@headless' }, () => {
  // One record for all of them, in this order: the last one deletes.
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
    const sessions = sessionsOf(folder);
    await startWithRecord(host, AGENTS, (ids) => eventsOf(sessions, ids));
    // A host signs the record once it has added to it. Only what is signed can be handed over.
    const name = 'deploy';
    const { token } = await host.call('integrations.generate', { name, permissions: ['events:write'] });
    await new Reporter(host.baseUrl, token, name).send({ event: 'session.ended', data: { reason: 'exit' } });
    // The computer was on for 38 minutes without Plinth.
    await host.stop();
    const sign = join(host.dataDir, 'alive.json');
    const alive = JSON.parse(readFileSync(sign, 'utf8'));
    const away = 38 * MINUTE_MS;
    writeFileSync(sign, JSON.stringify({ ...alive, at: alive.at - away, up: alive.up - away }));
    await host.start();
    const look = {
      size: { width: 1280, height: 800 },
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

  const clearTimeline = async () => {
    await app.open('activity');
    await expect(app.activity.count).toHaveText(messages.activity.count(TRUTH.all));
  };
  /** Clicks the bar of the timeline's chart with this number. */
  const clickBar = async (bar: number, of: number) => {
    const bars = page.getByRole('figure', { name: messages.activity.overTime }).getByRole('img');
    await expect(bars).toHaveAttribute('viewBox', new RegExp(`^0 0 ${of} `));
    const { width, height } = (await bars.boundingBox())!;
    await bars.click({ position: { x: ((bar + 0.5) / of) * width, y: height / 2 } });
  };
  const saved = async (button: Locator): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return readFileSync(await download.path(), 'utf8');
  };

  test('is Plinth recording, and did it miss anything? (no click)', async () => {
    await app.open('today');
    await expect(app.recording).toContainText(messages.recording.on);
    const missed = page.getByRole('region', { name: messages.today.notSeen });
    await expect(missed).toContainText(/Plinth was not running from .* \(38 minutes\)\./);
    await expect(missed).not.toContainText(messages.today.allSeen);
    // No session is open and no agent is silent: nothing else is said to be missing.
    await expect(missed.getByRole('listitem')).toHaveCount(1);
  });

  test('who deleted a file, and with which command? (a key and its name)', async () => {
    await app.open('today');
    await page.keyboard.press('/');
    await page.keyboard.type('src/rates.ts');
    const { rows } = app.activity;
    await expect(rows).toHaveCount(TRUTH.namesOfRates);
    await expect(rows.nth(0)).toContainText('deleted src/rates.ts');
    await expect(rows.nth(0)).toContainText('Codex');
    await expect(rows.nth(1)).toContainText('git rm -f src/rates.ts && rm -rf build/cache');
    await expect(rows.nth(1)).toContainText('Codex');
    await expect(rows.nth(2)).toContainText('Read');
  });

  test('what happened while I was at lunch? (two clicks in the timeline)', async () => {
    await clearTimeline();
    await page.getByRole('button', { name: messages.charts.ranges.yesterday }).click();
    await clickBar(12, 24);
    await expect(app.activity.count).toHaveText(messages.activity.count(TRUTH.lunch));
    await expect(app.activity.rows).toHaveCount(TRUTH.lunch);
    // Of both agents, with the edges of the hour.
    await expect(app.activity.rows.first()).toContainText('make clean');
    await expect(app.activity.rows.last()).toContainText('Round the total to cents');
  });

  test('which MCP servers got my data? (two clicks in the timeline, and one for a server)', async () => {
    for (const [server, calls] of Object.entries(TRUTH.servers)) {
      await clearTimeline();
      await page.getByRole('button', { name: messages.activity.filterMenu.open, exact: true }).click();
      const kinds = messages.activity.filters;
      await page.getByRole('option', { name: kinds.mcp, exact: true }).click();
      const listed = page.getByRole('listbox', { name: kinds.mcp }).getByRole('option');
      await expect(listed).toHaveText(['helpdesk', 'ledger', 'github']);
      await expect(page.getByText(/^Of the newest 500 receipts\./)).toBeVisible();
      await listed.filter({ hasText: server }).click();
      await expect(app.activity.count).toHaveText(messages.activity.count(calls));
      await expect(page.getByText(messages.activity.chips.mcp(server))).toBeVisible();
    }
  });

  test('did anything run without asking for permission? (three steps in the timeline)', async () => {
    await clearTimeline();
    await app.activity.filterBy('mode', 'bypassPermissions');
    await expect(app.activity.count).toHaveText(messages.activity.count(TRUTH.bypassed));
    await expect(app.activity.rows).toHaveCount(TRUTH.bypassed);
    await expect(app.activity.rows.filter({ hasText: 'npm publish' })).toHaveCount(1);
    await expect(app.activity.rows.filter({ hasText: '--dangerously-skip' })).toHaveCount(0);
    await app.activity.clear.click();
    await app.activity.search.fill('mode:bypassPermissions ');
    await expect(app.activity.count).toHaveText(messages.activity.count(TRUTH.bypassed));
  });

  test('what did a session change that is not committed? (three clicks)', async () => {
    await app.open('projects');
    await page.getByRole('link', { name: folder.split('/').at(-1)!, exact: true }).click();
    const changes = page.getByRole('region', { name: messages.projects.compareTitle });
    await changes.getByRole('button', { name: messages.projects.compare }).click();
    await expect(changes).toContainText(/3 changed files: 2 reported, 1 not reported\./);
    const row = (name: string) => changes.getByRole('row', { name });
    await expect(row('cart.ts')).toContainText('Claude Code');
    await expect(row('notes.md')).toContainText('not reported');
    await expect(row('stock.ts')).toHaveCount(0);
    await row('coupon.ts').getByRole('link').click();
    await expect(app.activity.detail).toContainText('coupon.ts');
  });

  test('hand everything of a project to the security team (four clicks)', async () => {
    await app.open('projects');
    await page.getByRole('link', { name: 'till', exact: true }).click();
    await page.getByRole('button', { name: messages.exporting.action }).click();
    let dialog = page.getByRole('dialog', { name: messages.exporting.title });
    await expect(dialog).toContainText(messages.exporting.description(TRUTH.till));
    const markdown = await saved(dialog.getByRole('button', { name: messages.exporting.save }));
    expect(markdown.match(/make check-\d+`/g)).toHaveLength(TILL_COMMANDS);
    for (const path of TILL_DELETED) expect(markdown).toMatch(new RegExp(`[Dd]eleted.*${path}`));

    await page.getByRole('button', { name: messages.exporting.action }).click();
    await dialog.getByRole('radio', { name: messages.exporting.formats.jsonLines.name }).check();
    const lines = await saved(dialog.getByRole('button', { name: messages.exporting.save }));
    expect(lines.trimEnd().split('\n')).toHaveLength(TRUTH.till);

    await page.getByRole('button', { name: messages.bundle.open }).click();
    dialog = page.getByRole('dialog', { name: messages.bundle.title });
    await expect(dialog).toContainText(messages.bundle.older(TRUTH.till - PAGE_TO_HAND_OVER));
    const pages = [await saved(dialog.getByRole('button', { name: messages.bundle.savePage(1) }))];
    pages.push(await saved(dialog.getByRole('button', { name: messages.bundle.savePage(2) })));
    await expect(dialog).toHaveCount(0);
    const ids = new Set(pages.flatMap((text) => text.match(/rcpt_[\w-]+/g)));
    expect(ids.size).toBe(TRUTH.till);
    expect(pages.join('').match(/"changeType": ?"deleted"/g)).toHaveLength(TILL_DELETED.length);
  });

  test('delete all of one day, with its number first (four clicks in the timeline)', async () => {
    await clearTimeline();
    await page.getByRole('button', { name: messages.charts.ranges.week }).click();
    await clickBar(4, 7);
    await expect(app.activity.count).toHaveText(messages.activity.count(TRUTH.dayOfRates));
    await page.getByRole('button', { name: messages.deletion.deleteThese(TRUTH.dayOfRates) }).click();
    await page.getByRole('button', { name: messages.deletion.submit(TRUTH.dayOfRates) }).click();
    await expect(app.announced(messages.deletion.done(TRUTH.dayOfRates))).toBeVisible();
    await app.activity.clear.click();
    await expect(app.activity.count).toHaveText(messages.activity.count(TRUTH.all - TRUTH.dayOfRates));
  });
});
