import { CAPABILITIES_PATH, EVENT_SCHEMA, EVENTS_PATH } from '../../../shared/limits.ts';
import type { Permission } from '../../../shared/permission.ts';

export type SnippetLanguage = 'shell' | 'powershell' | 'javascript' | 'python';

export type SnippetPlatform = 'linux' | 'darwin' | 'win32';

export interface SnippetInput {
  /** The folder whose `runtime.json` contains the address of the collector. */
  dataDir: string;
  platform: SnippetPlatform;
  integration: string;
  permissions: readonly Permission[];
  now: Date;
}

/** A snippet. Snippets for shells start with the token, between `beforeToken` and `afterToken`. */
export interface Snippet {
  beforeToken: string;
  withToken: boolean;
  afterToken: string;
}

const sample = { content: 'Hello from my first integration', destination: 'example' };

const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const powershellQuote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Gives JSON in ASCII only, which every shell and terminal passes on unchanged. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function eventOf({ integration, now }: SnippetInput) {
  return {
    schema: EVENT_SCHEMA,
    integration,
    event: 'prompt.submitted',
    sessionId: 'first-session',
    occurredAt: now.toISOString(),
    data: sample,
  };
}

const writes = (input: SnippetInput) => input.permissions.includes('events:write');
const pathOf = (input: SnippetInput) => (writes(input) ? EVENTS_PATH : CAPABILITIES_PATH);
const runtimeFile = ({ dataDir, platform }: SnippetInput) =>
  platform === 'win32' ? `${dataDir}\\runtime.json` : `${dataDir}/runtime.json`;

const NOT_RUNNING = 'Plinth is not running, so nothing was sent.';
/** 127.0.0.1 and the state LISTEN, as /proc/net/tcp of Linux writes them. */
const LOOPBACK_HEX = '0100007F';
const LISTEN_HEX = '0A';

// A subshell keeps the functions out of the shell that the snippet is pasted into. No comments: zsh would run them.
function shell(input: SnippetInput): Snippet {
  const onLinux = input.platform === 'linux';
  const listener = `$2 == a && $4 == "${LISTEN_HEX}" { print $8 }`;
  const lines = [
    '(',
    `runtime=${shellQuote(runtimeFile(input))}`,
    String.raw`value() { sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\",]*\).*/\1/p" "$runtime" 2>/dev/null; }`,
    ...(onLinux
      ? [
          `address() { printf '${LOOPBACK_HEX}:%04X' "$(value port)"; }`,
          `owner() { awk -v a="$(address)" '${listener}' /proc/net/tcp; }`,
        ]
      : []),
    `if kill -0 "$(value pid)" 2>/dev/null${onLinux ? ' && [ "$(owner)" = "$(id -u)" ]' : ''}; then`,
    `  printf 'Authorization: Bearer %s' "$PLINTH_TOKEN" | curl -q -sS --noproxy '*' -H @- \\`,
    ...(writes(input)
      ? ['    -H "Content-Type: application/json" \\', `    -d ${shellQuote(asciiJson(eventOf(input)))} \\`]
      : []),
    `    "$(value baseUrl)${pathOf(input)}"`,
    'else',
    `  echo '${NOT_RUNNING}'`,
    'fi',
    ')',
  ];
  return {
    beforeToken: "export PLINTH_TOKEN='",
    withToken: true,
    afterToken: `'\n${lines.join('\n')}\n`,
  };
}

function powershell(input: SnippetInput): Snippet {
  const lines = [
    `$file = ${powershellQuote(runtimeFile(input))}`,
    '$plinth = if (Test-Path -LiteralPath $file) { Get-Content -LiteralPath $file -Raw | ConvertFrom-Json }',
    '$direct = if ($PSVersionTable.PSVersion.Major -ge 6) { @{ NoProxy = $true } } else { @{} }',
    'if ($plinth -and (Get-Process -Id $plinth.pid -ErrorAction SilentlyContinue)) {',
    `  Invoke-RestMethod @direct -Uri "$($plinth.baseUrl)${pathOf(input)}" \``,
    ...(writes(input)
      ? [
          "    -Method Post -ContentType 'application/json' `",
          `    -Body ${powershellQuote(asciiJson(eventOf(input)))} \``,
        ]
      : []),
    '    -Headers @{ Authorization = "Bearer $env:PLINTH_TOKEN" }',
    `} else { '${NOT_RUNNING}' }`,
  ];
  return {
    beforeToken: "$env:PLINTH_TOKEN = '",
    withToken: true,
    afterToken: `'\n${lines.join('\n')}\n`,
  };
}

function javascript(input: SnippetInput): Snippet {
  const lines = [
    "import { readFileSync } from 'node:fs';",
    "import { request } from 'node:http';",
    "import { connect } from 'node:net';",
    '',
    '// Where your Plinth listens; undefined when it does not run.',
    'function findPlinth() {',
    '  try {',
    `    const plinth = JSON.parse(readFileSync(${asciiJson(runtimeFile(input))}, 'utf8'));`,
    '    process.kill(plinth.pid, 0);',
    ...(input.platform === 'linux'
      ? [
          `    const address = '${LOOPBACK_HEX}:' + plinth.port.toString(16).toUpperCase().padStart(4, '0');`,
          "    const rows = readFileSync('/proc/net/tcp', 'utf8').split('\\n').map((row) => row.trim().split(/ +/));",
          `    const listener = rows.find((row) => row[1] === address && row[3] === '${LISTEN_HEX}');`,
          '    if (Number(listener?.[7]) !== process.getuid()) return undefined;',
        ]
      : []),
    '    return plinth;',
    '  } catch {',
    '    return undefined;',
    '  }',
    '}',
    '',
    'const plinth = findPlinth();',
    'if (plinth === undefined) {',
    `  console.log('${NOT_RUNNING}');`,
    '} else {',
    '  const options = {',
    ...(writes(input) ? ["    method: 'POST',"] : []),
    '    headers: {',
    `      Authorization: \`Bearer \${process.env.PLINTH_TOKEN}\`,`,
    ...(writes(input) ? ["      'Content-Type': 'application/json',"] : []),
    '    },',
    '    // A connection of its own: no proxy is asked.',
    "    createConnection: () => connect(plinth.port, '127.0.0.1'),",
    '  };',
    `  const call = request(\`\${plinth.baseUrl}${pathOf(input)}\`, options, async (response) => {`,
    '    console.log(response.statusCode, Buffer.concat(await response.toArray()).toString());',
    '  });',
    ...(writes(input)
      ? [
          '  call.end(',
          '    JSON.stringify({',
          `      schema: '${EVENT_SCHEMA}',`,
          `      integration: ${asciiJson(input.integration)},`,
          "      event: 'prompt.submitted',",
          "      sessionId: 'first-session',",
          '      occurredAt: new Date().toISOString(),',
          `      data: { content: '${sample.content}', destination: '${sample.destination}' },`,
          '    }),',
          '  );',
        ]
      : ['  call.end();']),
    '}',
  ];
  return { beforeToken: '', withToken: false, afterToken: `${lines.join('\n')}\n` };
}

function python(input: SnippetInput): Snippet {
  const onWindows = input.platform === 'win32';
  const modules = ['http.client', 'json', 'os', 'pathlib', 'sys'];
  if (writes(input)) modules.push('datetime');
  if (onWindows) modules.push('subprocess');
  const lines = [
    `import ${modules.sort().join(', ')}`,
    '',
    '# Where your Plinth listens. Raises when it does not run.',
    'def find_plinth():',
    `    plinth = json.loads(pathlib.Path(${asciiJson(runtimeFile(input))}).read_text())`,
    ...(onWindows
      ? [
          `    tasks = subprocess.check_output(["tasklist", "/NH", "/FI", f"PID eq {plinth['pid']}"], text=True)`,
          '    if str(plinth["pid"]) not in tasks:',
          '        raise LookupError',
        ]
      : ['    os.kill(plinth["pid"], 0)']),
    ...(input.platform === 'linux'
      ? [
          `    address = f"${LOOPBACK_HEX}:{plinth['port']:04X}"`,
          '    rows = [row.split() for row in pathlib.Path("/proc/net/tcp").read_text().splitlines()]',
          `    owners = [int(row[7]) for row in rows if row[1] == address and row[3] == "${LISTEN_HEX}"]`,
          '    if owners != [os.getuid()]:',
          '        raise LookupError',
        ]
      : []),
    '    return plinth',
    '',
    'try:',
    '    plinth = find_plinth()',
    'except (OSError, ValueError, LookupError):',
    `    sys.exit("${NOT_RUNNING}")`,
    '',
    ...(writes(input)
      ? [
          'now = datetime.datetime.now(datetime.timezone.utc)',
          'event = {',
          `    "schema": "${EVENT_SCHEMA}",`,
          `    "integration": ${asciiJson(input.integration)},`,
          '    "event": "prompt.submitted",',
          '    "sessionId": "first-session",',
          '    "occurredAt": now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{now.microsecond // 1000:03d}Z",',
          `    "data": {"content": "${sample.content}", "destination": "${sample.destination}"},`,
          '}',
        ]
      : []),
    'connection = http.client.HTTPConnection("127.0.0.1", plinth["port"])',
    'connection.request(',
    `    ${writes(input) ? '"POST"' : '"GET"'},`,
    `    "${pathOf(input)}",`,
    ...(writes(input) ? ['    body=json.dumps(event),'] : []),
    '    headers={',
    '        "Authorization": f"Bearer {os.environ[\'PLINTH_TOKEN\']}",',
    ...(writes(input) ? ['        "Content-Type": "application/json",'] : []),
    '    },',
    ')',
    'response = connection.getresponse()',
    'print(response.status, response.read().decode())',
  ];
  return { beforeToken: '', withToken: false, afterToken: `${lines.join('\n')}\n` };
}

const writers = { shell, powershell, javascript, python };

/**
 * Makes a small program that sends one event, or reads the capabilities if the token has only that permission. When the program runs, it
 * reads the collector's address. It sends nothing unless Plinth runs and, on Linux, a process of the same user listens there.
 */
export function buildSnippet(language: SnippetLanguage, input: SnippetInput): Snippet {
  return writers[language](input);
}
