import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const masked = (text: string) => redactor.redactText(text).text;

describe('commands and directives with a blank before the value', () => {
  it.each([
    'setx API_SECRET "⟦TORLaV2pcihOVafWTWoGpxJu8T⟧" /M',
    'setx /M DB_PASSWORD ⟦Hydrant5Lamp⟧',
    'reg add HKLM\\Software\\App /v DbPassword /t REG_SZ /d ⟦Hydrant5Lamp⟧ /f',
    'npm config set //npm.acme.io/:_authToken ⟦9f8s7d6f5g4h3j2k1l0q⟧',
    'git config --global smtp.smtppass ⟦Hydrant5Lamp⟧',
    'listen stats\n  stats auth ops:⟦hydrantlamp⟧',
    'set httpd port 2812\n  allow admin:⟦monitlamp⟧',
    'cache_peer proxy.x.io parent 3128 0 no-query login=bea:⟦Hydrant5Lamp⟧',
    'open ftp.x.io\nuser robot ⟦hydrantlamp⟧\nbinary\nput a.zip\nbye',
    'username: bea\npassword ⟦camellia⟧',
    'mail.password=⟦tefe cwoi xdcj hgmp⟧',
    'TOTP_VAULT=⟦jb2xk4tq7zm3n6pw⟧',
    'manage-bde -unlock C: -rp ⟦260315-069036-078001-548636-209297-608355-243023-572066⟧',
    'Affinity serial number ⟦EFA9-C324-F8B7-4B37⟧',
    'BACKUP_PHRASE_NAS=⟦lantern-quiver-mossy-87⟧',
    'urządzenie | login | hasło\ndrukarka | admin | ⟦jaskolka⟧\nrouter | root | ⟦borsuk⟧',
    '| equipo | usuario | clave |\n| caja 1 | pos | ⟦mariposa⟧ |',
    'устройство | логин | пароль\nпринтер | admin | ⟦ласточка⟧',
    'room | floor | keypad code\nServer closet | 2 | ⟦04079⟧',
    'marta 10:02  who has the login\njoe 10:05  ⟦fc0GSnVmbFaiazq8⟧\nmarta 10:06 thx',
  ])('%s', (written) => {
    const text = written.replaceAll(/[⟦⟧]/gu, '');
    const clean = masked(text);
    for (const [, value] of written.matchAll(/⟦(.+?)⟧/gu)) expect(clean).not.toContain(value);
  });

  it.each([
    'setx PATH "%PATH%;C:\\tools"',
    'npm config set registry https://registry.npmjs.org/',
    'git config user.name mirabel',
    'allow all: true',
    'user robot can open it\nbye',
    'mail.password=this line must stay here',
    'serial number HW-2023-004417',
    'age recipient age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p can decrypt',
  ])('stays: %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});
