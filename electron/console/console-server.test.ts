import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONSOLE_KEY_HEADER, CONSOLE_LOGOUT_PATH } from '../../shared/console.ts';
import { exchange } from '../../test/support/raw-connection.ts';
import { EventHub } from '../control/event-hub.ts';
import { type Console, startConsole } from './console-server.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

describe('the console', () => {
  let folder: string;
  let console_: Console;
  let now: number;
  let asked: [string, unknown][];

  const start = async (port: number) =>
    (await startConsole({
      dispatch: async (channel, params) => {
        asked.push([channel, params]);
        return { ok: true, result: 'answered' };
      },
      hub: new EventHub(),
      rendererDir: join(folder, 'window'),
      sessionsFile: join(folder, 'console.json'),
      port,
      now: () => now,
    })) as Console;

  beforeEach(async () => {
    now = Date.parse('2026-11-21T10:00:00Z');
    asked = [];
    folder = mkdtempSync(join(tmpdir(), 'plinth-console-'));
    mkdirSync(join(folder, 'window/assets'), { recursive: true });
    writeFileSync(join(folder, 'window/index.html'), '<!doctype html><title>window</title>');
    writeFileSync(join(folder, 'window/assets/app.js'), 'run()');
    writeFileSync(join(folder, 'secret.txt'), 'beside the window');
    console_ = await start(0);
  });

  afterEach(async () => {
    await console_.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const origin = () => console_.url.slice(0, -1);

  function ask(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body = '',
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { port, host } = new URL(console_.url);
      const req = request(
        { agent: false, host: '127.0.0.1', port, method, path, headers: { Host: host, ...headers } },
        (res) => {
          let text = '';
          res.on('data', (chunk: Buffer) => {
            text += chunk.toString();
            // The stream of control events does not end by itself.
            if (res.headers['content-type'] === 'text/event-stream') res.destroy();
          });
          res.on('close', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text }));
        },
      );
      req.on('error', reject);
      req.end(body);
    });
  }

  const ownPage = () => ({
    Origin: origin(),
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/json',
  });
  const secretOf = (link: string) => link.split('#')[1] ?? '';
  const logIn = (secret: string, headers: Record<string, string> = ownPage()) =>
    ask('POST', '/login', headers, JSON.stringify({ secret }));

  async function session(): Promise<{ Cookie: string; [CONSOLE_KEY_HEADER]: string }> {
    const { headers, body } = await logIn(secretOf(console_.loginLink()));
    return {
      Cookie: String(headers['set-cookie']?.[0]).split(';')[0] ?? '',
      [CONSOLE_KEY_HEADER]: (JSON.parse(body) as { key: string }).key,
    };
  }

  it('exists only if the window is built', async () => {
    const options = {
      dispatch: async () => ({ ok: true as const, result: 0 }),
      hub: new EventHub(),
      port: 0,
      sessionsFile: join(folder, 'console.json'),
    };
    expect(await startConsole({ ...options, rendererDir: join(folder, 'nowhere') })).toBeUndefined();
  });

  it('takes the next port if the wanted port is taken', async () => {
    const taken = Number(new URL(console_.url).port);
    const second = await startConsole({
      dispatch: async () => ({ ok: true, result: 0 }),
      hub: new EventHub(),
      rendererDir: join(folder, 'window'),
      sessionsFile: join(folder, 'console.json'),
      port: taken,
    });
    expect(Number(new URL(second?.url ?? '').port)).toBeGreaterThan(taken);
    await second?.stop();
  });

  it('gives a visitor without a login only the login page', async () => {
    for (const path of ['/', '/index.html', '/assets/app.js', '/nothing', '/%2e%2e/secret.txt']) {
      const { status, body } = await ask('GET', path);
      expect(status, path).toBe(401);
      expect(body, path).not.toMatch(/window<|run\(\)|beside/);
    }
    const { status } = await ask('POST', '/control/host.status', ownPage(), '{}');
    expect(status).toBe(401);
    expect((await ask('GET', '/control/events', { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(401);
    expect(asked).toEqual([]);
  });

  it('accepts a login link once and within ten minutes', async () => {
    const secret = secretOf(console_.loginLink());
    expect((await logIn(`${secret.slice(0, -1)}_`)).status).toBe(401);
    const first = await logIn(secret);
    expect(first.status).toBe(200);
    expect(String(first.headers['set-cookie'])).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await logIn(secret)).status).toBe(401);

    const old = secretOf(console_.loginLink());
    now += 10 * 60_000;
    expect((await logIn(old)).status).toBe(401);
    const replaced = secretOf(console_.loginLink());
    console_.loginLink();
    expect((await logIn(replaced)).status).toBe(401);
    for (const body of ['', 'null', '[]', '{"secret":1}', `{"secret":"${'x'.repeat(2000)}"}`]) {
      expect((await ask('POST', '/login', ownPage(), body)).status, body.slice(0, 20)).toBe(401);
    }
  });

  it('serves the window and control to a logged-in browser', async () => {
    const login = await session();
    const page = await ask('GET', '/', { Cookie: login.Cookie });
    expect(page.status).toBe(200);
    expect(page.body).toContain('window');
    expect(page.headers['content-security-policy']).toContain("connect-src 'self'");
    expect(String(page.headers['content-security-policy'])).not.toContain('unsafe');
    expect(page.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(page.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect((await ask('GET', '/assets/app.js', { Cookie: login.Cookie })).body).toBe('run()');
    for (const path of ['/../secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt', '/nothing']) {
      expect((await ask('GET', path, { Cookie: login.Cookie })).status, path).toBe(404);
    }
    const answer = await ask('POST', '/control/host.status', { ...ownPage(), ...login }, '{"a":1}');
    expect(JSON.parse(answer.body)).toEqual({ ok: true, result: 'answered' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(asked).toEqual([['host.status', { a: 1 }]]);
    const events = await ask('GET', '/control/events', {
      'Sec-Fetch-Site': 'same-origin',
      ...login,
    });
    expect(events.headers['content-type']).toBe('text/event-stream');
  });

  it('requires cookie and key of one session, and ends it after thirty days', async () => {
    const login = await session();
    const other = await session();
    const control = (headers: Record<string, string>) =>
      ask('POST', '/control/host.status', { ...ownPage(), ...headers }, '{}').then(({ status }) => status);
    expect(await control({ Cookie: login.Cookie })).toBe(401);
    expect(await control({ [CONSOLE_KEY_HEADER]: login[CONSOLE_KEY_HEADER] })).toBe(401);
    expect(await control({ ...login, [CONSOLE_KEY_HEADER]: other[CONSOLE_KEY_HEADER] })).toBe(401);
    const stream = (headers: Record<string, string>) =>
      ask('GET', '/control/events', { 'Sec-Fetch-Site': 'same-origin', ...headers }).then(
        ({ status }) => status,
      );
    expect(await stream({ Cookie: login.Cookie })).toBe(401);
    expect(await stream({ ...login, [CONSOLE_KEY_HEADER]: other[CONSOLE_KEY_HEADER] })).toBe(401);
    expect(await control(login)).toBe(200);
    // Another port sets cookies of the same name with a longer path, which a browser sends first.
    const [name] = login.Cookie.split('=');
    for (const planted of ['', '1', 'x'.repeat(43), other.Cookie.split('=')[1]]) {
      const shadowed = { ...login, Cookie: `${name}=${planted}; ${login.Cookie}; ${name}=${planted}` };
      expect(await control(shadowed), planted).toBe(200);
      expect(await stream(shadowed), planted).toBe(200);
      expect((await ask('GET', '/', { Cookie: shadowed.Cookie })).status, planted).toBe(200);
    }
    for (let week = 0; week < 5; week += 1) {
      expect(await control(login)).toBe(200);
      now += 6 * 86_400_000;
    }
    expect(await control(login)).toBe(401);
    expect((await ask('GET', '/', { Cookie: login.Cookie })).status).toBe(401);
  });

  it('answers only its own page, even with valid secrets from another site', async () => {
    const login = await session();
    const control = (headers: Record<string, string>) =>
      ask('POST', '/control/host.status', { ...login, ...headers }, '{}').then(({ status }) => status);
    const own = ownPage();
    for (const foreign of [
      { ...own, Origin: 'https://example.com' },
      { ...own, Origin: 'null' },
      { ...own, Origin: 'http://127.0.0.1:1' },
      { ...own, 'Sec-Fetch-Site': 'cross-site' },
      { ...own, 'Sec-Fetch-Site': 'same-site' },
      { ...own, 'Sec-Fetch-Site': 'none' },
      { Origin: own.Origin },
      { 'Sec-Fetch-Site': 'same-origin' },
    ]) {
      expect(await control(foreign), JSON.stringify(foreign)).toBe(403);
    }
    const { port } = new URL(console_.url);
    for (const host of [`localhost:${port}`, `example.com:${port}`, '127.0.0.1', `[::1]:${port}`]) {
      expect(await control({ ...own, Host: host }), host).toBe(421);
    }
    expect(asked).toEqual([]);
    expect(
      (await logIn(secretOf(console_.loginLink()), { ...own, Origin: 'https://example.com' })).status,
    ).toBe(403);
    // Another site cannot embed or fetch the window. A user who follows a link from there may open it.
    const site = { Cookie: login.Cookie, 'Sec-Fetch-Site': 'cross-site' };
    expect((await ask('GET', '/', { ...site, 'Sec-Fetch-Mode': 'no-cors' })).status).toBe(403);
    expect((await ask('GET', '/', { ...site, 'Sec-Fetch-Mode': 'navigate' })).status).toBe(200);
  });

  it('ends the session at once on logout', async () => {
    const login = await session();
    const headers = { ...ownPage(), ...login };
    const stream = new Promise<void>((resolve, reject) => {
      const { port, host } = new URL(console_.url);
      const req = request(
        {
          host: '127.0.0.1',
          port,
          path: '/control/events',
          headers: { Host: host, 'Sec-Fetch-Site': 'same-origin', ...login },
        },
        (res) => {
          res.resume();
          res.on('error', () => {});
          res.on('close', () => resolve());
        },
      );
      req.on('error', reject);
      req.end();
    });
    expect((await ask('POST', '/control/host.status', headers, '{}')).status).toBe(200);
    const answer = await ask('POST', CONSOLE_LOGOUT_PATH, headers, '{}');
    expect(answer.status).toBe(200);
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await ask('POST', '/control/host.status', headers, '{}')).status).toBe(401);
    expect((await ask('GET', '/', { Cookie: login.Cookie })).status).toBe(401);
    await stream;
  });

  it('logs all browsers out on request and invalidates the current link', async () => {
    const logins = [await session(), await session()];
    const link = console_.loginLink();
    expect(console_.logOutAll()).toBe(2);
    for (const login of logins) {
      expect((await ask('POST', '/control/host.status', { ...ownPage(), ...login }, '{}')).status).toBe(401);
    }
    expect((await logIn(secretOf(link))).status).toBe(401);
  });

  it('ends an unused session and keeps a used one', async () => {
    const [used, unused] = [await session(), await session()];
    const status = (login: Record<string, string>) =>
      ask('POST', '/control/host.status', { ...ownPage(), ...login }, '{}').then((answer) => answer.status);
    now += 5 * 86_400_000;
    expect(await status(used)).toBe(200);
    now += 5 * 86_400_000;
    expect([await status(used), await status(unused)]).toEqual([200, 401]);
  });

  it('keeps a login over a restart of the host, by digests alone', async () => {
    const [login, ended] = [await session(), await session()];
    await ask('POST', CONSOLE_LOGOUT_PATH, { ...ownPage(), ...ended }, '{}');
    const file = join(folder, 'console.json');
    const kept = readFileSync(file, 'utf8');
    for (const secret of [login.Cookie.split('=')[1]!, login[CONSOLE_KEY_HEADER]]) {
      expect(kept).not.toContain(secret);
    }
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

    const restart = async (change = () => {}) => {
      const port = Number(new URL(console_.url).port);
      await console_.stop();
      change();
      console_ = await start(port);
    };
    const status = async (secrets: Record<string, string>) =>
      (await ask('POST', '/control/host.status', { ...ownPage(), ...secrets }, '{}')).status;
    await restart();
    expect([await status(login), await status(ended)]).toEqual([200, 401]);
    expect(await status({ Cookie: login.Cookie })).toBe(401);

    expect(console_.logOutAll()).toBe(1);
    await restart();
    expect(await status(login)).toBe(401);

    for (const damaged of [
      '',
      '[{}]',
      kept.slice(0, -9),
      kept.replace(/"expiresAt":\d+/, '"expiresAt":9e15'),
    ]) {
      await restart(() => writeFileSync(file, damaged));
      expect(await status(login), damaged).toBe(401);
    }
  });

  it('refuses a second Host and other media types', async () => {
    const { host } = new URL(console_.url);
    const port = Number(new URL(console_.url).port);
    const twice = `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
    expect((await exchange(port, twice))?.status).toBe(421);
    const headers = { ...ownPage(), ...(await session()) };
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const plain = { ...headers, 'Content-Type': type };
      expect((await ask('POST', '/control/host.status', plain, '{}')).status).toBe(415);
      expect((await ask('POST', '/login', { ...ownPage(), 'Content-Type': type }, '{}')).status).toBe(415);
    }
  });

  it('serves its user while others hold many idle connections', async () => {
    const { port } = new URL(console_.url);
    const idle = Array.from({ length: 300 }, () => connect(Number(port), '127.0.0.1'));
    for (const socket of idle) socket.on('error', () => {});
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    const headers = { ...ownPage(), ...(await session()) };
    expect((await ask('POST', '/control/host.status', headers, '{}')).status).toBe(200);
    await vi.waitFor(() => expect(idle.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(64));
    for (const socket of idle) socket.destroy();
  });
});
