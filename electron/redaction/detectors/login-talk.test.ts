import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({
  fingerprintKey: new Uint8Array(32),
  homeDirectories: ['/home/alice'],
  userNames: ['alice'],
});
const masked = (text: string) => redactor.redactText(text).text;

describe('a password in a sentence about logging in', () => {
  it.each([
    'I log in as backup and type %, nothing happens',
    'You get into the switch with % from the serial console',
    'ich komme mit root und % nicht mehr auf den Server, Zugang gesperrt?',
    'je me connecte au serveur, je tape % et rien ne se passe',
    'entro como admin, pongo % y me echa',
    'entro no painel com root e % mas nada',
    'loguję się jako root i wpisuję % i nic',
    'přihlásím se jako root, píšu % a nic',
    'sunucuya root olarak giriyorum, % yazıyorum ama olmuyor',
    'захожу на сервер под root, ввожу % и ничего',
    'заходжу як root, вводжу % і нічого',
    'jag loggar in som root och skriver % men inget händer',
    'kirjaudun palvelimelle ja annan % eikä mitään tapahdu',
    'bejelentkezek a szerverre, beírom: % és semmi',
    '我登录服务器输入%没有反应',
    'サーバーにログインして%と打つと弾かれます',
    '서버에 접속해서 % 입력했는데 안 돼요',
  ])('%s', (sentence) => {
    for (const password of ['tK7!vbQ2x@Lp', 'u4RtZ9mKe2Xw'])
      expect(masked(sentence.replace('%', password))).toBe(sentence.replace('%', '[password]'));
  });

  it('is masked as a word with digits right behind the words for typing it', () => {
    expect(masked('log into the panel with Kastanie_48 and look around')).toContain('with [password] and');
    expect(masked('ssh asks for it, just type Lavender77! and go on')).toContain('type [password] and');
  });

  it.each([
    'The login page uses SHA256WithRSA and Base64Url for the account token.',
    'Fix login of accounts on Windows10 (by @Tommy9068), see CVE-2024-31337 and JIRA-4411.',
    'Users sign in with OAuth2Client, then String.starts_with?/2 checks the account.',
    'const login = require("u4RtZ9mKe2Xw"); account.open(login);',
    'ssh into web-01, then open https://example.org/login/u4RtZ9mKe2Xw for the account',
    'admin: upgraded ChaCha20 and utf8mb4 on the server, logged in with Office365',
  ])('is not seen in names and code: %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});
