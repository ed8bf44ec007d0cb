/** A command that takes a secret in a place of its own. */
export interface Command {
  /** What the prefilter looks for: the program, or the option that gives it away. */
  literal: string;
  /** Group 1 is the secret, or a user and a password with a colon between. */
  flags: RegExp;
  pair?: true;
  /** In any letter case, as Windows and SQL read it. */
  caseless?: true;
  /** What else the line must say. */
  line?: RegExp;
  /** The literal stands anywhere in the line, so that the line is read from its beginning. */
  wholeLine?: true;
}

export const QUOTED = `"[^"\\n]{1,512}"|'[^'\\n]{1,512}'|\\\\"[^"\\n]{1,512}\\\\"`;
export const VALUE = `(${QUOTED}|[^\\s"'|;&<>]{1,512})`;

const after = (before: string) => new RegExp(`(?<=${before})${VALUE}`, 'g');

/** A line that says as whom: its short option with a value beside it is a password, whatever the program. */
const SAYS_WHO =
  /(?:^|[\s"'])(?:-u|-U|-l|--user|--username|--login|--user-name|\/u(?:ser)?)(?:[ =:\t]{1,3})["']?[\w.@\\%+-]{2,}|(?:^|\s)[\w.-]{1,32}@[\w.-]{2,}(?:\s|:|$)/i;
/** Programs in which `-p` is a port, a path or a profile although the line says as whom. */
const P_IS_NO_PASSWORD =
  /^\s*(?:\$ )?(?:sudo(?:[ \t]+-\w+)*[ \t]+)?(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|mycli|ssh|scp|sftp|rsync|ssh-copy-id|ssh-keyscan|autossh|mosh|nmap|mkdir|cp|install|patch|ps|id|psql|pg_dump|pg_restore|createdb|vacuumdb|dropdb|git|tar|docker run|docker exec|docker compose|podman run|kubectl|npm|npx|pnpm|yarn|node|python\d?|pip\d?|cargo|go|make|systemd-run|su|useradd|adduser|usermod|chown|top|htop|lsof|netstat|ss|strace|perf|gdb|journalctl|loginctl|crontab|uvicorn|gunicorn|flask|rails|php|http-server|serve|adb|fastboot|ftp|telnet|iperf3?|claude|codex|gemini|echo|printf|find|grep|rg|cat|ls|sed|awk|less|java|mvn|gradle|terraform|ansible|ansible-playbook)\b/;

/** The words of such a line, after the prompt of the device; what is said of a password is none. */
const DEVICE_LINE =
  /^\s*(?:[\w.-]{1,40}(?:\([\w-]{1,30}\))?[#>][ \t]{0,2})?enable (?:secret|password)[ \t]+(?:level \d+[ \t]+)?(?:\d[ \t]+)?(?!(?:auth\w*|log\w*|protection|polic\w+|reset\w*|sync|hash\w*|encryption|manager|storage|rotation|scanning|prompts?|fields?|strength|rules?|validation|for|in|on|is|and|to|via|with|expiry|changes?|autofill|caching|engine|command)\b)\S{4,64}[ \t]*\r?$/;

/** What configures a router, a switch or a firewall has its own words for keys, on lines of their own. */
const NETWORK_DEVICES: readonly Command[] = [
  {
    literal: ' key ',
    flags: after(
      '(?:tacacs-server|radius-server|tacacs|radius|server-private|authentication-key|\\bhost [\\w.:-]{3,64}|isakmp|ntp)[^\\n]{0,60}?[ \\t]key[ \\t]{1,3}(?:[0-9][ \\t]{1,2})?(?!\\d{1,4}(?:\\s|$))',
    ),
    wholeLine: true,
    line: /(?:tacacs|radius|isakmp|ntp)\b/i,
  },
  {
    literal: 'password 7 ',
    flags: after('password 7[ \\t]{1,3}'),
  },
  { literal: 'password md5 ', flags: after('password md5[ \\t]{1,3}(?=[0-9a-fA-F]{32})') },
  { literal: 'secret 5 ', flags: after('secret 5[ \\t]{1,3}') },
  { literal: 'secret 9 ', flags: after('secret 9[ \\t]{1,3}') },
  {
    literal: 'pac key ',
    flags: after('pac key[ \\t]{1,3}[0-7][ \\t]{1,2}'),
    wholeLine: true,
    line: /^\s*pac key \d /m,
  },
  ...['enable secret ', 'enable password '].map(
    (literal): Command => ({
      literal,
      flags: after(
        `${literal.trim()}[ \\t]{1,3}(?:level \\d{1,2}[ \\t]{1,2})?(?:0[ \\t]{1,2})?(?!\\d[ \\t])`,
      ),
      wholeLine: true,
      line: DEVICE_LINE,
    }),
  ),
  {
    literal: 'community',
    flags:
      /(?<=community["']?[ \t]{0,3}[:=][ \t]{0,3}["']?)(?!public\b|private\b)(?=[^\s"']{0,40}(?:\d|-))([\w.!@#$%^&*+-]{4,40})(?=["'\s;,}]|$)/gi,
    caseless: true,
    wholeLine: true,
    line: /snmp|2c\b|community["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?=[a-z!@#$%^&*_-]*\d)(?=\d*[\w-]*[a-z])(?![\d.]+\b)[\w!@#$%^&*-]{6,40}["']?[ \t;,}]*$/i,
  },
  {
    literal: 'createUser ',
    flags: after('\\b(?:SHA(?:-\\d{3})?|MD5|AES(?:-\\d{3})?|DES)[ \\t]{1,3}(?!SHA|AES|DES|MD5)'),
    line: /^createUser[ \t]+\S+[ \t]+(?:SHA|MD5)/,
  },
  { literal: 'option key ', flags: after('option key[ \\t]{1,3}(?=["\'])') },
  {
    literal: 'pre-shared-key ',
    flags: after(
      'pre-shared-key[ \\t]{1,3}(?:(?:local|remote|plain|0)[ \\t]{1,2})?(?!ascii|hexa|address|local|remote)',
    ),
    line: /^pre-shared-key[ \t]+\S*[\d"']/,
  },
  {
    literal: 'username ',
    flags: after(
      '^username[ \\t]{1,3}[\\w.@-]{1,64}[ \\t]{1,3}(?:privilege \\d{1,2}[ \\t]{1,3})?(?:secret|password)[ \\t]{1,3}(?:[0-9][ \\t]{1,2})?',
    ),
    line: /^username[ \t]+[\w.@-]+[ \t]+(?:privilege \d+[ \t]+)?(?:secret|password)[ \t]+(?:\d[ \t]+)?(?:\S*\d\S*|(?!is|are|must|was|for|and|to|in|of)[a-z]{6,32})[ \t]*$/,
  },
  { literal: 'psksecret ', flags: after('psksecret[ \\t]{1,3}(?:ENC[ \\t]{1,2})?') },
  { literal: 'set passwd ', flags: after('set passwd[ \\t]{1,3}(?:ENC[ \\t]{1,2})?') },
  { literal: 'set password ENC', flags: after('set password ENC[ \\t]{1,3}') },
  { literal: 'plain-text-password-value ', flags: after('plain-text-password-value[ \\t]{1,3}') },
  {
    literal: 'ascii-text ',
    flags: after('(?:ascii-text|hexadecimal)[ \\t]{1,3}'),
    wholeLine: true,
    line: /pre-shared-key|ike|ipsec/i,
  },
  {
    literal: 'authentication-key',
    flags: after(
      'authentication-key[ \\t]{1,3}(?:\\d{1,5}[ \\t]{1,2})?(?:type \\w+ value[ \\t]{1,2})?(?:md5[ \\t]{1,2}|sha\\w*[ \\t]{1,2})?(?:\\d[ \\t]{1,2})?',
    ),
    line: /^authentication-key[ \t]+\S*[\d"]/,
  },
  {
    literal: 'message-digest-key ',
    flags: after('message-digest-key[ \\t]{1,2}\\d{1,3}[ \\t]{1,2}md5[ \\t]{1,2}(?:\\d[ \\t]{1,2})?'),
  },
  {
    literal: 'key-string ',
    flags: after('key-string[ \\t]{1,3}(?:\\d[ \\t]{1,2})?'),
    line: /^key-string[ \t]+(?:\d[ \t]+)?\S*\d/,
  },
  {
    literal: 'authentication md5 ',
    flags: after('authentication md5[ \\t]{1,3}(?:key-string[ \\t]{1,3})?(?!key-)'),
    line: /^authentication md5[ \t]+\S+/,
  },
  {
    literal: ' v3 auth ',
    flags: after('[ \\t]auth[ \\t]{1,2}(?:sha|md5)\\S{0,4}[ \\t]{1,2}'),
    wholeLine: true,
  },
  {
    literal: ' priv ',
    flags: after('[ \\t]priv[ \\t]{1,2}(?:3?des|aes)(?:[ \\t-]?(?:128|192|256))?[ \\t]{1,2}'),
    wholeLine: true,
    line: /snmp/i,
  },
  { literal: 'wpa-psk ', flags: after('wpa-psk[ \\t]{1,3}(?:ascii|hex)[ \\t]{1,2}(?:\\d[ \\t]{1,2})?') },
  { literal: 'pre-shared-key=', flags: after('pre-shared-key=') },
  {
    literal: 'chap password ',
    flags: after('chap password[ \\t]{1,3}(?:\\d[ \\t]{1,2})?'),
    line: /^chap password[ \t]+(?:\d[ \t]+)?\S*\d/,
  },
  { literal: 'wireless.', flags: after('\\.key=') },
  ...['PSK ', 'EAP ', 'XAUTH '].map(
    (literal): Command => ({
      literal,
      flags: after(`${literal}[ \\t]{0,3}`),
      line: new RegExp(`^${literal}[ \\t]*["'0]`),
    }),
  ),
];

/** A secret among the arguments of a program that other programs are started with. */
const PIPED: readonly Command[] = [
  ...['.fill(', '.send_keys(', '.sendKeys(', '.type(', '.setValue(', '.typeText('].map(
    (literal): Command => ({
      literal,
      flags:
        /(?<=\.(?:fill|send_keys|sendKeys|type|setValue|typeText)\()("[^"\n]{3,128}"|'[^'\n]{3,128}')(?=\))/g,
      wholeLine: true,
      line: /(?:passw|passcode|\bpass\b|pwd|\bpin\b|otp|secret)[^\n]{0,80}\.(?:fill|send_keys|sendKeys|type|setValue|typeText)\(/i,
    }),
  ),
  {
    literal: '--password-command',
    flags: /(?<=--password-command[= \t]{1,3}["']?(?:echo|printf)[ \t]{1,3})([^\s"']{3,256})/g,
    wholeLine: true,
  },
  { literal: 'input text ', flags: after('input text[ \\t]{1,3}'), line: /(?:pass|pw|login|code|pin)/i },
  {
    literal: 'd-i passwd/',
    flags: after('d-i passwd/[\\w-]{1,40}[ \\t]{1,4}password[ \\t]{1,4}'),
  },
  {
    literal: ' on >',
    flags: after('[ \\t]>'),
    wholeLine: true,
    line: /^\s*(?:(?:\S+> ?)?ACL SETUSER|user)[ \t]+[\w.-]{1,64}[ \t]+(?:\S+[ \t]+){0,6}>\S{3,}/i,
  },
  {
    literal: 'poll ',
    flags: after('[ \\t]pass(?:word)?[ \\t]{1,3}'),
    line: /^poll[ \t]+\S+[ \t].*\buser(?:name)?\b/,
  },
  {
    literal: 'WIFI:',
    flags: /(?<=[:;]P:)((?:[^;\\\n]|\\.){4,64})(?=;)/g,
    line: /^WIFI:(?:[TSPH]:[^\n]{1,120}){2}/,
  },
  { literal: '@tcp(', flags: /(?<=[\w.-]{1,40}:)([^\s:@/"']{3,64})(?=@tcp\()/g, wholeLine: true },
  { literal: 'netcam_userpass ', flags: /(?<=netcam_userpass[ \t]{1,3}[\w.-]{1,32}:)(\S{3,64})/g },
  { literal: 'AUTH PLAIN ', flags: after('AUTH PLAIN[ \\t]{1,3}') },
  { literal: 'AUTH LOGIN ', flags: after('AUTH LOGIN[ \\t]{1,3}') },
  {
    literal: 'AUTH ',
    flags: after(
      '^AUTH[ \\t]{1,3}(?!PLAIN|LOGIN|TLS|SSL|CRAM|DIGEST|NTLM|XOAUTH)(?:[\\w.-]{1,40}[ \\t]{1,2}(?=\\S))?',
    ),
    line: /^AUTH[ \t]+(?:[\w.-]+[ \t]+)?\S*\d\S*["']?[ \t]*$/,
  },
  { literal: 'vncdo', flags: after('\\s-p[ \\t]{1,3}') },
  { literal: 'smbpasswd', flags: /(?<=<<<[ \t]{0,3}\$?["'])([^"'\\\s]{3,128})/g },
  {
    literal: 'smbpasswd',
    flags:
      /(?<=printf[ \t]{1,3}["'][^"']{1,20}["'](?:[ \t]{1,3}\S{1,128})?[ \t]{1,3})(["']?[^\s"'|]{3,128}["']?)/g,
    wholeLine: true,
    line: /printf[^|]{1,400}\|/,
  },
  { literal: 'impacket-', flags: /(?<=[\s"'][\w.-]{1,40}\/[\w.$-]{1,40}:)(["']?[^\s"'@]{3,128}["']?)(?=@)/g },
  ...[
    'secretsdump.py',
    'psexec.py',
    'wmiexec.py',
    'smbexec.py',
    'crackmapexec',
    'netexec',
    'evil-winrm',
    'smbmap',
    'rpcclient',
    'enum4linux',
  ].map(
    (literal): Command => ({
      literal,
      flags: /(?<=\s-p[ \t]{1,3}|%|[\w.$-]{1,40}:(?=[^\s:@]{3,64}@))(["']?[^\s"'@]{3,128}["']?)/g,
    }),
  ),
  { literal: 'stdinpass', flags: after('<<<[ \\t]{0,3}'), wholeLine: true },
  { literal: 'chpasswd', flags: /(?<=<<<[ \t]{0,3}["']?[\w.-]{1,40}:)([^\s"'|]{3,256})/g },
  ...['openconnect', 'openvpn', 'vpnc', 'auth-user-pass', 'auth.txt', 'creds', 'fetchmail', 'mount.cifs'].map(
    (literal): Command => ({
      literal,
      flags:
        /(?<=(?:echo(?: -e)?|printf)[ \t]{1,3}["'][\w.@-]{1,40}(?::|\\n))([^\s"'\\|]{4,128})(?=(?:\\n)?["'][ \t]{0,3}>)/g,
      wholeLine: true,
      line: /(?:echo|printf)[^\n]{1,200}>/,
    }),
  ),
  { literal: 'impdp', flags: /(?<=\/\\")([^"\\\n]{3,64})(?=\\")/g },
  { literal: 'expdp', flags: /(?<=\/\\")([^"\\\n]{3,64})(?=\\")/g },
];

export const LOGIN_COMMANDS: readonly Command[] = [
  ...NETWORK_DEVICES,
  ...PIPED,
  {
    literal: ' -p ',
    flags: after(
      '(?<!\\b(?:und|and|or|oder|et|ou|the|mit|with|y|e|o))\\s-p[ \\t]{1,3}(?!-|\\d{1,5}(?:\\s|$|:\\d)|\\d+[.]\\d|[<~./])',
    ),
    line: new RegExp(`^(?!${P_IS_NO_PASSWORD.source})(?=.*?(?:${SAYS_WHO.source})).*`, 'i'),
    wholeLine: true,
  },
  {
    literal: ' -P ',
    flags: after(
      '(?<!\\b(?:und|and|or|oder|et|ou|the|mit|with|y|e|o))\\s-P[ \\t]{1,3}(?!-|\\d{1,5}(?:\\s|$)|[~./])',
    ),
    line: new RegExp(`^(?!${P_IS_NO_PASSWORD.source})(?=.*?(?:${SAYS_WHO.source})).*`, 'i'),
    wholeLine: true,
  },
  // The clients of object stores: an id, and a key behind it.
  { literal: '1cv8', flags: after('\\s/P'), caseless: true },
  { literal: 'ossutil', flags: after('\\s(?:-k|--access-key-secret)[ \\t=]{1,2}(?!-)') },
  { literal: 'obsutil', flags: after('\\s-k[ \\t=]{1,2}(?!-)') },
  { literal: 'coscmd config', flags: after('\\s-s[ \\t]{1,2}(?!-)') },
  {
    literal: 'qshell account ',
    flags: after('qshell account[ \\t]{1,2}[^\\s-][^\\s]{7,64}[ \\t]{1,2}(?!-)'),
  },
  { literal: 'openssl passwd', flags: after('openssl passwd(?:[ \\t]{1,2}-\\w+){0,3}[ \\t]{1,2}(?!-)') },
  { literal: 'config set --secret', flags: after('config set --secret[ \\t]{1,2}[\\w.:-]{1,80}[ \\t]{1,2}') },
  {
    literal: 'config create',
    flags: after('[ \\t]pass(?:word)?[ \\t=]{1,2}'),
    line: /rclone|config create/,
    wholeLine: true,
  },
  {
    literal: 'set -',
    flags: after(
      '\\bset[ \\t]{1,2}-[gxULu]{1,4}[ \\t]{1,2}\\w*(?:TOKEN|PASS|PASSWORD|SECRET|KEY|PW)[ \\t]{1,2}',
    ),
    wholeLine: true,
  },
  {
    // The name of an access key, before the key.
    literal: 'alias set',
    flags: after(
      'alias set[ \\t]{1,2}[\\w.-]{1,40}[ \\t]{1,2}https?:[^\\s]{1,200}[ \\t]{1,2}(?=[^\\s]{0,128}\\d[^\\s]{0,128}[ \\t])',
    ),
    wholeLine: true,
  },
  {
    literal: 'alias set',
    flags: after(
      'alias set[ \\t]{1,2}[\\w.-]{1,40}[ \\t]{1,2}https?:[^\\s]{1,200}[ \\t]{1,2}[^\\s]{3,128}[ \\t]{1,2}',
    ),
    wholeLine: true,
  },
  { literal: 'requirepass', flags: after('requirepass[ \\t]{1,3}') },
  { literal: 'masterauth', flags: after('masterauth[ \\t]{1,3}') },
  { literal: 'snmp-server', flags: after('community[ \\t]{1,3}') },
  { literal: 'isakmp key', flags: after('isakmp key[ \\t]{1,3}(?:[06][ \\t]{1,2})?') },
  { literal: 'secret 0 ', flags: after('secret 0[ \\t]{1,3}') },
  { literal: 'password 0 ', flags: after('password 0[ \\t]{1,3}') },
  {
    literal: '+login ',
    flags: after('\\+login[ \\t]{1,2}(?!anonymous)[\\w.@-]{1,64}[ \\t]{1,2}(?!\\+)'),
    wholeLine: true,
  },
  {
    literal: ' password ',
    flags:
      /(?<=user name \\?"[^"\n]{1,64}" password \\?")([^"\n\\]{3,128})(?=\\?")|(?<= password \\?")([^"\n\\]{3,128})(?=\\?" with administrator)/g,
    wholeLine: true,
  },
  { literal: ' -pw ', flags: after('\\s-pw[ \\t]{1,3}'), wholeLine: true },
  {
    literal: ' /p:',
    flags: after('\\s/p:'),
    caseless: true,
    wholeLine: true,
    line: /\/[uvd]:|\/user:|\/pass|xfreerdp|signtool/i,
  },
  { literal: '/pass:', flags: after('\\s/pass(?:word)?:'), caseless: true, wholeLine: true },
  { literal: ' /rp ', flags: after('\\s/rp[ \\t]{1,3}'), caseless: true, wholeLine: true, line: /schtasks/i },
  {
    literal: '--value',
    flags: after('--value(?:=|[ \\t]{1,3})'),
    wholeLine: true,
    line: /secret|password|credential|SecureString|token|keyvault|env(?:ironment)? (?:add|set)/i,
  },
  {
    literal: '--secret-string',
    flags: after('--secret-string(?:=|[ \\t]{1,3})(?!["\']?\\{|file:)'),
    wholeLine: true,
  },
  {
    literal: '--secret-binary',
    flags: after('--secret-binary(?:=|[ \\t]{1,3})(?!fileb?:)'),
    wholeLine: true,
  },
  {
    literal: '--from-literal',
    flags: after('--from-literal(?:=|[ \\t]{1,3})["\']?[\\w.-]{1,80}='),
    line: /secret/i,
    wholeLine: true,
  },
  {
    literal: 'secrets set',
    flags: after(
      'secrets set(?:[ \\t]{1,3}(?:--?[\\w-]{1,24}(?:[= ][\\w.-]{1,40})?|[\\w.-]{1,80}=[^\\s]{1,256})){0,8}?[ \\t]{1,3}[A-Za-z_][\\w.-]{1,80}=',
    ),
    wholeLine: true,
  },
  {
    literal: 'secret set',
    flags: after(
      'secret set[ \\t]{1,3}(?:--?[\\w-]{1,24}[= ][^\\s]{1,60}[ \\t]{1,3})?[A-Za-z_][\\w.-]{1,80}(?:=|[ \\t]{1,3})(?!-)',
    ),
    wholeLine: true,
    line: /^(?!.*\bgh secret)/,
  },
  {
    literal: 'kv put',
    // The value of a store of secrets, too, whose names say nothing.
    flags: after(
      'kv put[^\\n]{0,200}?[ \\t][\\w.-]{0,40}(?:pass|secret|token|key|pw|value)[\\w.-]{0,40}=(?!@|-)',
    ),
    wholeLine: true,
  },
  {
    literal: 'vault login',
    flags: after('vault login[ \\t]{1,3}(?:-[\\w-]{1,24}(?:=[^\\s]{1,64})?[ \\t]{1,3}){0,4}(?!-)'),
    line: /^(?!.*\b(?:is|the|with|via|using)\b)/,
  },
  { literal: 'operator unseal', flags: after('operator unseal[ \\t]{1,3}(?!-)') },
  { literal: 'bw unlock', flags: after('bw unlock[ \\t]{1,3}(?!-)') },
  { literal: 'bw login', flags: after('bw login[ \\t]{1,3}[^\\s]{3,80}[ \\t]{1,3}(?!-)') },
  { literal: 'ldapadd', flags: after('\\s-w[ \\t]{1,3}') },
  { literal: 'ldappasswd', flags: after('\\s-[wsa][ \\t]{1,3}') },
  { literal: 'ldapwhoami', flags: after('\\s-w[ \\t]{1,3}') },
  { literal: 'ldapdelete', flags: after('\\s-w[ \\t]{1,3}') },
  { literal: 'mosquitto_', flags: after('\\s(?:-P|--pw)[ \\t]{1,3}') },
  { literal: 'ssh-keygen', flags: after('\\s-[NP][ \\t]{1,3}(?!["\']{2})') },
  { literal: 'plink', flags: after('\\s-pw[ \\t]{1,3}') },
  { literal: 'pscp', flags: after('\\s-pw[ \\t]{1,3}') },
  { literal: 'ipmitool', flags: after('\\s-P[ \\t]{1,3}') },
  {
    literal: 'snmp',
    flags: after('\\s-[AXc][ \\t]{1,3}(?!public\\b|private\\b)'),
    line: /^snmp(?:get|walk|set|bulk\w*|trap)\b/,
  },
  {
    literal: 'wpa_passphrase',
    flags: after('wpa_passphrase[ \\t]{1,3}(?:"[^"\\n]{1,64}"|[^\\s"]{1,64})[ \\t]{1,3}'),
  },
  { literal: 'cypher-shell', flags: after('\\s-p[ \\t]{0,3}') },
  {
    literal: 'influx',
    flags: after('\\s(?:-password|--password|-p|--token|-t)[ =]{1,2}'),
    line: /\s(?:-username|--username|-u|setup|--token|-t|-password|--password)\b/,
  },
  { literal: 'clickhouse-client', flags: after('--password(?:=|[ \\t]{1,3})') },
  { literal: 'lftp', flags: after('\\s-u[ \\t]{1,3}[^\\s,]{1,64},') },
  { literal: 'bcp ', flags: after('\\s-P[ \\t]{0,3}') },
  { literal: 'qpdf', flags: after('--(?:encrypt|password)(?:=|[ \\t]{1,3})(?!-)'), line: /^qpdf\b/ },
  { literal: 'pdftk', flags: after('\\s(?:input_pw|owner_pw|user_pw)[ \\t]{1,3}') },
  { literal: 'pdftotext', flags: after('\\s-[uo]pw[ \\t]{1,3}') },
  { literal: 'gpg', flags: after('--passphrase(?:=|[ \\t]{1,3})') },
  { literal: 'cryptsetup', flags: after('<<<[ \\t]{0,3}') },
  { literal: 'rar ', flags: after('\\s-h?p'), line: /^(?:un)?rar[ \t]+[aextl]\b/ },
  { literal: 'runas', flags: after('/savecred:') },
  { literal: 'cmdkey', flags: after('/pass:'), caseless: true },
  { literal: 'signtool', flags: after('\\s/p[ \\t]{1,3}'), caseless: true },
  { literal: 'dsconfigad', flags: after('\\s-(?:password|p)[ \\t]{1,3}') },
  {
    literal: 'sysadminctl',
    flags: after('\\s-(?:password|newPassword|adminPassword|oldPassword)[ \\t]{1,3}(?!-)'),
  },
  { literal: 'dscl', flags: after('\\s-passwd[ \\t]{1,3}[^\\s]{1,80}[ \\t]{1,3}') },
  { literal: 'kinit', flags: after('--password=(?!STDIN)') },
  { literal: 'usermod', flags: after('\\s(?:-p|--password)[ \\t]{1,3}') },
  { literal: 'useradd', flags: after('\\s(?:-p|--password)[ \\t]{1,3}') },
  { literal: 'createuser', flags: after('--password=') },
  { literal: 'wp user', flags: after('--user_pass=') },
  { literal: 'mysqladmin', flags: after('\\spassword[ \\t]{1,3}(?!-)') },
  { literal: 'wbadmin', flags: after('-password:'), caseless: true },
  { literal: 'netsh', flags: after('\\skey(?:Material)?='), caseless: true, line: /wlan/i },
  {
    literal: 'networksetup',
    flags: after(
      '-setairportnetwork[ \\t]{1,3}\\w{1,8}[ \\t]{1,3}(?:"[^"\\n]{1,64}"|[^\\s"]{1,64})[ \\t]{1,3}',
    ),
  },
  { literal: 'iwconfig', flags: after('\\skey[ \\t]{1,3}(?:s:)?(?!off)') },
  { literal: 'wg set', flags: after('private-key[ \\t]{1,3}<\\(echo[ \\t]{1,3}') },
  {
    literal: 'chpasswd',
    flags: /(?<=(?:echo|printf)[ \t]{1,3}["']?[\w.-]{1,40}:)([^\s"'|]{3,256})/g,
    wholeLine: true,
  },
  {
    literal: 'curl',
    flags: new RegExp(
      `(?<=\\s)(?:-b|--cookie)(?:=|[ \\t]{1,3})(?!["']?[\\w./-]+(?:\\.txt|\\.jar)?["']?(?:\\s|$))${VALUE}`,
      'g',
    ),
  },
  {
    literal: '<<<',
    flags: after('<<<[ \\t]{0,3}'),
    wholeLine: true,
    line: /\b(?:sudo|passwd|login|secret|password|unlock|cryptsetup|su|ssh-add|gpg|kinit|chpasswd|vault|token|openssl|htpasswd|keyring|env (?:add|set)|secrets?|pass insert|smbpasswd|--with-token|--password-stdin)\b/i,
  },
  ...['echo ', 'printf '].map(
    (literal): Command => ({
      literal,
      flags: new RegExp(
        `(?<=(?:echo|printf)[ \\t]{1,3}(?:-[neE]{1,3}[ \\t]{1,3})?(?:['"]?%s(?:\\\\n)?['"]?[ \\t]{1,3})?)${VALUE}(?=[ \\t]{0,4}\\|[^\\n|]{0,120}(?:-stdin\\b|--stdin\\b|--with-token|sudo[ \\t]{1,3}-\\w{0,4}S|su\\b|passwd|login|secret (?:put|set|create)|secrets? (?:versions )?(?:add|create|put|set)|env add|--data-file=-|cryptsetup|ssh-add|gpg|unlock|openssl|kinit|smbpasswd|pass insert|keyring set|op item|docker secret create|vipw|htpasswd))`,
        'g',
      ),
      wholeLine: true,
      line: /(?:echo|printf)[^|\n]{1,600}\|/,
    }),
  ),
  ...['sqlplus', 'expdp', 'impdp', 'rman ', 'sqlldr', 'tnsping', 'sqlcl', 'exp ', 'imp '].map(
    (literal): Command => ({
      literal,
      // The version of a module of Go is no user: `exp v0.0.0-2019…/go.mod`.
      flags: /(?<=[\s"'=])(?!v\d)[\w$#.-]{2,40}\/("[^"\n]{3,64}"|[^\s"'@/]{3,64})(?=@|["'\s]|$)/g,
      line: /[\w$#]\/["\w!#$%^&*+=-]{3,64}(?:"|@|\s|$)/,
    }),
  ),
  {
    literal: '-passwd',
    flags: after('\\s-passwd?[ \\t]{1,3}(?!-)'),
    wholeLine: true,
    line: /^\s*(?:\$ )?[\w./-]{2,40}\s/,
  },
];
