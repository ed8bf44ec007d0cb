import { CAPABILITIES_PATH, EVENT_SCHEMA, EVENTS_PATH } from '../../../shared/limits.ts';
import type { Permission } from '../../../shared/permission.ts';
import { SDK_FILES } from '../../../shared/sdk-files.ts';
import { powershellQuoted, shellQuoted } from '../../../shared/shell-quote.ts';

export type SnippetLanguage = 'shell' | 'powershell' | 'javascript' | 'python';

export type SnippetPlatform = 'linux' | 'darwin' | 'win32';

export interface SnippetInput {
  /** The folder whose `runtime.json` contains the address of the collector. */
  dataDir: string;
  /** The private socket that serves the developer API, if there is one. */
  socket: string | null;
  /** The folder of the packed SDKs, if they are built. */
  sdkFolder: string | null;
  platform: SnippetPlatform;
  integration: string;
  permissions: readonly Permission[];
  now: Date;
}

/** A snippet. Snippets for shells start with the token, between `beforeToken` and `afterToken`. */
export interface Snippet {
  /** What is run once before it. */
  install?: string;
  /** The file that it is saved as, and the command that runs it there. A snippet for a shell is pasted instead. */
  program?: { file: string; run: string };
  beforeToken: string;
  withToken: boolean;
  afterToken: string;
}

const sample = { content: 'Hello from my first integration', destination: 'example' };

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
const NOT_RUNNING = 'Plinth is not running, so nothing was sent.';

// The permissions of the socket prove that a Plinth of this user listens. No comments: zsh would run them. The space at the
// start keeps the token out of the history of most shells.
function shell(input: SnippetInput): Snippet {
  const lines = [
    'printf \'Authorization: Bearer %s\' "$PLINTH_TOKEN" |',
    `  curl -q -sS --noproxy '*' --unix-socket ${shellQuoted(input.socket ?? '')} -H @- \\`,
    ...(writes(input)
      ? [`  -H 'Content-Type: application/json' -d ${shellQuoted(asciiJson(eventOf(input)))} \\`]
      : []),
    `  http://localhost${pathOf(input)}`,
  ];
  return {
    beforeToken: " export PLINTH_TOKEN='",
    withToken: true,
    afterToken: `'\n${lines.join('\n')}\n`,
  };
}

function powershell(input: SnippetInput): Snippet {
  const lines = [
    `$file = ${powershellQuoted(`${input.dataDir}\\runtime.json`)}`,
    '$plinth = if (Test-Path -LiteralPath $file) { Get-Content -LiteralPath $file -Raw | ConvertFrom-Json }',
    '$direct = if ($PSVersionTable.PSVersion.Major -ge 6) { @{ NoProxy = $true } } else { @{} }',
    'if ($plinth -and (Get-Process -Id $plinth.pid -ErrorAction SilentlyContinue)) {',
    `  Invoke-RestMethod @direct -Uri "$($plinth.baseUrl)${pathOf(input)}" \``,
    ...(writes(input)
      ? [
          "    -Method Post -ContentType 'application/json' `",
          `    -Body ${powershellQuoted(asciiJson(eventOf(input)))} \``,
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

/** The SDKs look in this folder themselves. */
const DEFAULT_FOLDERS: Record<SnippetPlatform, RegExp> = {
  linux: /\/\.local\/share\/plinth$/,
  darwin: /\/Library\/Application Support\/Plinth$/,
  win32: /\\AppData\\Local\\Plinth$/,
};
const isElsewhere = ({ dataDir, platform }: SnippetInput) => !DEFAULT_FOLDERS[platform].test(dataDir);

const sdkFile = ({ sdkFolder, platform }: SnippetInput, name: string) => {
  const path = platform === 'win32' ? `${sdkFolder}\\${name}` : `${sdkFolder}/${name}`;
  return platform === 'win32' ? powershellQuoted(path) : shellQuoted(path);
};

function javascript(input: SnippetInput): Snippet {
  const lines = [
    "import { PlinthClient } from '@plinth/sdk';",
    ...(isElsewhere(input) ? [`process.env.PLINTH_DATA_DIR = ${asciiJson(input.dataDir)};`] : []),
    `const plinth = new PlinthClient({ integration: ${asciiJson(input.integration)} });`,
    ...(writes(input)
      ? [
          `const data = { content: '${sample.content}', destination: '${sample.destination}' };`,
          "console.log(await plinth.promptSubmitted({ sessionId: 'first-session', data }));",
        ]
      : ['console.log(await plinth.capabilities());']),
    'plinth.close();',
  ];
  return {
    install: `npm install ${sdkFile(input, SDK_FILES.javascript)}`,
    program: { file: 'first-event.mjs', run: 'node first-event.mjs' },
    beforeToken: '',
    withToken: false,
    afterToken: `${lines.join('\n')}\n`,
  };
}

function python(input: SnippetInput): Snippet {
  const lines = [
    ...(isElsewhere(input)
      ? ['import os', `os.environ["PLINTH_DATA_DIR"] = ${asciiJson(input.dataDir)}`]
      : []),
    'from plinth_sdk import PlinthClient',
    `with PlinthClient(integration=${asciiJson(input.integration)}) as plinth:`,
    ...(writes(input)
      ? [
          `    data = {"content": "${sample.content}", "destination": "${sample.destination}"}`,
          '    print(plinth.prompt_submitted("first-session", data=data))',
        ]
      : ['    print(plinth.capabilities())']),
  ];
  const bin = input.platform === 'win32' ? '.venv\\Scripts\\' : '.venv/bin/';
  const make = `${input.platform === 'win32' ? 'py' : 'python3'} -m venv .venv`;
  return {
    install: `${make}\n${bin}pip install ${sdkFile(input, SDK_FILES.python)}`,
    program: { file: 'first_event.py', run: `${bin}python first_event.py` },
    beforeToken: '',
    withToken: false,
    afterToken: `${lines.join('\n')}\n`,
  };
}

const writers = { shell, powershell, javascript, python };

/** Returns the languages that have a snippet here, best first. */
export function snippetLanguages({ platform, socket, sdkFolder }: SnippetInput): SnippetLanguage[] {
  const shells: SnippetLanguage[] = platform === 'win32' ? ['powershell'] : socket === null ? [] : ['shell'];
  return [...shells, ...(sdkFolder === null ? [] : (['javascript', 'python'] as const))];
}

/**
 * Makes a small program that sends one event, or reads the capabilities if the token has only that permission. It sends
 * nothing to a program of another user: the socket is private, and the SDKs check who listens.
 */
export function buildSnippet(language: SnippetLanguage, input: SnippetInput): Snippet {
  return writers[language](input);
}
