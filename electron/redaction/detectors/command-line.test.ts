import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const masked = (text: string) => redactor.redactText(text).text;

describe('a secret among the arguments of a command', () => {
  it.each([
    `keytool -importkeystore -srcstorepass % -destkeystore new.p12`,
    `restic --password-command 'echo %' snapshots`,
    `smbpasswd -a mara <<< $'%'`,
    `printf '%s\\n%s\\n' '%' '%' | sudo smbpasswd -s -a scanner`,
    `impacket-secretsdump corp/adm:'%'@10.0.0.5`,
    `hdiutil attach -stdinpass backup.dmg <<< "%"`,
    `redis> AUTH default %`,
  ])('%s', (command) => {
    const secret = 'kT4wq9Zr2m';
    expect(masked(command.replace(/%(?!s)/g, secret))).not.toContain(secret);
  });
});

describe('a secret in the configuration of a network device', () => {
  it.each([
    'radius-server host 10.1.1.5 key %',
    'tacacs-server key 7 %',
    'username ops privilege 15 secret %',
    'enable secret %',
    'set psksecret %',
    'set system login user noc authentication plain-text-password-value %',
    ' ip ospf message-digest-key 1 md5 %',
    'snmp-server user mon GRP v3 auth sha % priv aes 128 %',
    "uci set wireless.default_radio0.key='%'",
    'marc : EAP "%"',
  ])('%s', (line) => {
    const secret = 'kT4wq9Zr2m';
    expect(masked(line.replaceAll('%', secret))).not.toContain(secret);
  });

  it.each([
    'username ops secret',
    'enable secret key rotation for all users',
    'the EAP method is negotiated',
    'ntp server key 12',
  ])('is none in %s', (line) => {
    expect(masked(line)).toBe(line);
  });
});
