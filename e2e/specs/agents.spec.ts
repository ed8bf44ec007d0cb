import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from '../../renderer/messages/index.ts';
import { expect, test } from '../fixtures/test.ts';

const words = messages.agents;
/**
 * A hook gives its report half a second, so that an agent never waits for Plinth. On a machine that does much else the
 * report can be lost, and the agent's next one arrives.
 */
const ARRIVAL_MS = 3000;
const BEFORE = '{\n  // mine\n  "theme": "dark"\n}\n';

/** Creates a Claude Code installation: a folder with settings. */
function installClaudeCode(home: string, settings = BEFORE) {
  const folder = join(home, '.claude');
  const file = join(folder, 'settings.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, settings);
  return {
    file,
    read: () => readFileSync(file, 'utf8'),
    write: (text: string) => writeFileSync(file, text),
    /** Handles a prompt as Claude Code does: runs the command in its settings, with the payload on stdin. */
    prompt(text: string) {
      const json = readFileSync(file, 'utf8').replace('// mine', '');
      const command = JSON.parse(json).hooks.UserPromptSubmit[0].hooks[0].command as string;
      const payload = {
        session_id: 'session-1',
        cwd: home,
        hook_event_name: 'UserPromptSubmit',
        prompt_id: text,
        prompt: text,
      };
      return execFileSync('/bin/sh', ['-c', command], { input: JSON.stringify(payload), encoding: 'utf8' });
    },
  };
}

test.skip(
  process.platform === 'win32',
  'an agent’s hooks are run by /bin/sh here, which Windows does not have',
);

test('connect: the exact change is shown, then applied, and the first event appears', async ({
  app,
  host,
  page,
}) => {
  const claude = installClaudeCode(host.home);
  const { agents } = app;
  await app.open('agents');
  const row = agents.row('claude-code');
  await expect(row).toContainText(words.states.available);

  await agents.connectButton('Claude Code').click();
  await expect(agents.dialog).toContainText(claude.file);
  await expect(agents.diff.locator('ins').filter({ hasText: 'UserPromptSubmit' })).toHaveCount(1);
  await expect(agents.diff.locator('del')).toHaveCount(1);
  expect(claude.read()).toBe(BEFORE);
  await agents.dialog.getByRole('button', { name: messages.common.cancel }).click();
  await expect(agents.dialog).toBeHidden();
  expect(claude.read()).toBe(BEFORE);
  await expect(agents.connectButton('Claude Code')).toBeFocused();

  await agents.connectButton('Claude Code').click();
  await agents.submit('connect').click();
  await expect(agents.dialog).toContainText(words.done.connect('Claude Code'));
  await expect(page.getByText(messages.firstEvent.waiting)).toBeVisible();
  expect(claude.read()).toContain('// mine');
  await expect(async () => {
    expect(claude.prompt('from the window')).toBe('');
    await expect(app.integrations.arrived).toBeVisible({ timeout: ARRIVAL_MS });
  }).toPass();
  await expect(agents.dialog).toContainText('from the window');
  await agents.dialog.getByRole('button', { name: words.close, exact: true }).click();

  await expect(row).toContainText(words.states.connected);
  await expect(row).toContainText(words.lastEvent);
  await row.getByText(words.details).click();
  await expect(row.getByRole('listitem').filter({ hasText: 'Prompt submitted' })).not.toContainText('Never');
  await expect(row.getByRole('listitem').filter({ hasText: 'File changed' })).toContainText('Never');

  await row.getByRole('button', { name: words.otherFolderNamed('Claude Code') }).click();
  const other = join(host.home, 'claude-work');
  await agents.dialog.getByLabel(words.wholePath).fill(other);
  await agents.dialog.getByRole('button', { name: words.showChange }).click();
  await expect(agents.dialog).toContainText(join(other, 'settings.json'));
  await agents.submit('connect').click();
  await agents.dialog.getByRole('button', { name: words.close, exact: true }).click();
  await expect(row).toHaveCount(2);
  expect(existsSync(join(other, 'settings.json'))).toBe(true);
  await host.call('bridges.disconnect', { harness: 'claude-code', home: other });
  await expect(row).toHaveCount(1);

  await page.getByRole('button', { name: messages.integrations.actionsFor('Claude Code') }).click();
  await page.getByRole('menuitem', { name: messages.integrations.showActivity }).click();
  await expect(app.activity.rows).toHaveCount(1);
});

test('an agent that reports while nothing is stored is not shown as silent', async ({ app, host }) => {
  const claude = installClaudeCode(host.home);
  await host.call('settings.set', {
    settings: { privacy: { defaults: { '*': 'nothing' }, integrations: {} } },
  });
  await host.call('bridges.connect', { harness: 'claude-code' });
  await app.open('agents');
  await expect(app.agents.row('claude-code')).toContainText(words.states.silent);
  // Nothing tells the page of an event that is not stored, and the host may still read it.
  await expect(async () => {
    claude.prompt('not kept');
    const { bridges } = await host.call('bridges.status', {});
    expect(bridges.find(({ harness }) => harness === 'claude-code')?.state).toBe('connected');
  }).toPass();
  await app.page.getByRole('button', { name: words.checkAgain }).click();
  await expect(app.agents.row('claude-code')).toContainText(words.states.connected);
  expect((await host.call('receipts.count', {})).count).toBe(0);
});

test('entries that another program removed are restored on request, and disconnecting leaves no trace', async ({
  app,
  host,
  page,
}) => {
  const claude = installClaudeCode(host.home);
  await host.call('bridges.connect', { harness: 'claude-code' });
  const connected = claude.read();
  await app.open('agents');
  const { agents } = app;
  const row = agents.row('claude-code');
  await expect(row).toContainText(words.states.silent);

  claude.write(BEFORE);
  await page.getByRole('button', { name: words.checkAgain }).click();
  await expect(row).toContainText(words.states.entry_missing);
  expect(claude.read()).toBe(BEFORE);
  await row.getByRole('button', { name: words.restoreNamed('Claude Code') }).click();
  await agents.submit('connect').click();
  await agents.dialog.getByRole('button', { name: words.close, exact: true }).click();
  expect(claude.read()).toBe(connected);
  await expect(row).toContainText(words.states.silent);

  await agents.ask('Claude Code', 'disconnect');
  await expect(agents.diff.locator('del').filter({ hasText: 'UserPromptSubmit' })).toHaveCount(1);
  await agents.submit('disconnect').click();
  await expect(app.announced(words.done.disconnect('Claude Code'))).toBeVisible();
  expect(claude.read()).toBe(BEFORE);
  await expect(row).toContainText(words.states.available);
});

test('a file that changed after the preview is shown again before the change', async ({ app, host }) => {
  const claude = installClaudeCode(host.home);
  await app.open('agents');
  const { agents } = app;
  await agents.connectButton('Claude Code').click();
  await expect(agents.diff).toContainText('"theme": "dark"');
  claude.write(BEFORE.replace('dark', 'light'));
  await agents.submit('connect').click();
  await expect(agents.dialog.getByRole('alert')).toContainText('changed after the preview');
  await expect(agents.diff).toContainText('"theme": "light"');
  expect(claude.read()).toBe(BEFORE.replace('dark', 'light'));
  await agents.submit('connect').click();
  await expect(agents.dialog).toContainText(words.done.connect('Claude Code'));
  expect(claude.read()).toContain('"theme": "light"');
});

test.describe('with a host that stops @headless', () => {
  test.use({ expectedConsole: { patterns: [/Failed to load resource/, /ERR_/] } });

  test('a failed change succeeds when the host is back', async ({ app, host, page }) => {
    const claude = installClaudeCode(host.home);
    await app.open('agents');
    await app.agents.connectButton('Claude Code').click();
    await expect(app.agents.diff).toBeVisible();
    await page.context().setOffline(true);
    await app.agents.submit('connect').click();
    await expect(app.agents.dialog.getByRole('alert')).toBeVisible();
    await expect(app.agents.diff).toBeVisible();
    await page.context().setOffline(false);
    await expect(app.agents.dialog.getByRole('alert')).toBeHidden();
    await app.agents.submit('connect').click();
    await expect(app.agents.dialog).toContainText(words.done.connect('Claude Code'));
    expect(claude.read()).toContain('UserPromptSubmit');
    await app.agents.dialog.getByRole('button', { name: words.close, exact: true }).click();
    // The dialog's own button is gone: the first button of the row has the focus.
    await expect(page.getByRole('button', { name: words.testNamed('Claude Code') })).toBeFocused();
  });
});

test('an unreadable file is refused with its reason', async ({ app, host }) => {
  const claude = installClaudeCode(host.home, '{ broken');
  await app.open('agents');
  await app.agents.connectButton('Claude Code').click();
  await expect(app.agents.dialog.getByRole('alert')).toContainText('cannot be parsed');
  await expect(app.agents.submit('connect')).toBeDisabled();
  expect(claude.read()).toBe('{ broken');
});

test('reconnect: a new credential replaces the old one', async ({ app, host }) => {
  const claude = installClaudeCode(host.home);
  await host.call('bridges.connect', { harness: 'claude-code' });
  const credential = () => readFileSync(join(host.dataDir, 'bridges', 'claude-code.token'), 'utf8').trim();
  const post = async (token: string) => {
    const response = await fetch(`${host.baseUrl}/api/bridges/v1/claude-code`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        session_id: 's',
        hook_event_name: 'UserPromptSubmit',
        prompt: token.slice(0, 4),
      }),
    });
    return response.status;
  };
  const old = credential();
  expect(await post(old)).toBe(202);
  await app.open('agents');
  await app.agents.ask('Claude Code', 'reconnect');
  await expect(app.agents.dialog).toContainText(words.change.none);
  await app.agents.submit('reconnect').click();
  await expect(app.announced(words.done.reconnect('Claude Code'))).toBeVisible();
  expect(await post(old)).toBe(401);
  expect(await post(credential())).toBe(202);
  await app.open('activity');
  await expect(async () => {
    expect(claude.prompt('still reporting')).toBe('');
    await expect(app.activity.rows.first()).toContainText('still reporting', { timeout: ARRIVAL_MS });
  }).toPass();
  expect(await app.page.content()).not.toContain('plhook_');
});

test('an agent whose own settings disable hooks is not shown as connected', async ({ app, host }) => {
  installClaudeCode(host.home, '{ "disableAllHooks": true }\n');
  await host.call('bridges.connect', { harness: 'claude-code' });
  await app.open('agents');
  const row = app.agents.row('claude-code');
  await expect(row).toContainText(words.states.disabled_by_harness);
  await expect(row).toContainText(messages.bridgeRemedies.disabled_by_harness('Claude Code'));
});

test('an agent that was not found can still be connected', async ({ app, host }) => {
  await app.open('agents');
  const row = app.agents.row('gemini');
  await expect(row).toBeVisible();
  await app.agents.connectButton('Gemini CLI').click();
  await expect(app.agents.dialog).toContainText(words.change.create);
  await app.agents.submit('connect').click();
  await expect(app.agents.dialog).toContainText(words.done.connect('Gemini CLI'));
  expect(existsSync(join(host.home, '.gemini', 'settings.json'))).toBe(true);
});

test.describe('in the introduction', () => {
  test.use({ introduced: false });

  test('an agent is connected instead of generating a token', async ({ app, host, page }) => {
    const claude = installClaudeCode(host.home);
    await app.welcome.next.click();
    await app.agents.connectButton('Claude Code').click();
    await app.agents.submit('connect').click();
    await app.agents.dialog.getByRole('button', { name: words.close, exact: true }).click();
    await app.welcome.next.click();
    await expect(page.getByText(messages.firstEvent.waiting)).toBeVisible();
    claude.prompt('hello from Claude Code');
    await expect(app.integrations.arrived).toBeVisible();
    await app.welcome.finish.click();
    await expect(app.activity.rows).toHaveCount(1);
  });
});

test('a refused command says so where it is listed, in its details and in the story', {
  tag: '@headless',
}, async ({ app, host, page }) => {
  installClaudeCode(host.home);
  await host.call('bridges.connect', { harness: 'claude-code' });
  const credential = readFileSync(join(host.dataDir, 'bridges', 'claude-code.token'), 'utf8');
  const hook = async (hook_event_name: string) => {
    const call = { tool_name: 'Bash', tool_input: { command: 'rm -rf build' }, tool_use_id: 'call-1' };
    const answer = await fetch(`${host.baseUrl}/api/bridges/v1/claude-code`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ session_id: 's', cwd: host.home, hook_event_name, ...call }),
    });
    expect(answer.status).toBe(202);
  };
  await hook('PreToolUse');
  const { rows, detail } = app.activity;
  await app.open('activity');
  await rows.first().click();
  await expect(detail).toContainText('Nobody reported whether the call ran');
  await hook('PermissionDenied');
  // The list is open already.
  await expect(rows.first()).toContainText('refused');
  await detail.getByRole('button', { name: messages.receipt.close }).click();
  await rows.first().click();
  await expect(detail).toContainText('The call was refused. It did not run.');
  const { sessions } = await host.call('sessions.query', {});
  await page.goto(`${page.url().split('#')[0]}#/sessions/${sessions[0]!.key}`);
  await expect(page.locator('.story__line').filter({ hasText: 'rm -rf build' })).toContainText('refused');
});
