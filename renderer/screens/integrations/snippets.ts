import { CAPABILITIES_PATH, EVENT_SCHEMA, EVENTS_PATH } from '../../../shared/limits.ts';
import type { Permission } from '../../../shared/permission.ts';

export type SnippetLanguage = 'shell' | 'powershell' | 'javascript' | 'python';

export interface SnippetInput {
  baseUrl: string;
  integration: string;
  permissions: readonly Permission[];
  now: Date;
}

/** A snippet; the shells' begin with the token, which stands between `beforeToken` and `afterToken`. */
export interface Snippet {
  beforeToken: string;
  withToken: boolean;
  afterToken: string;
}

const sample = { content: 'Hello from my first integration', destination: 'example' };

const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const powershellQuote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** JSON in ASCII alone, which every shell and terminal passes on unharmed. */
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

function shell(input: SnippetInput): Snippet {
  const request = writes(input)
    ? [
        `curl -sS "${input.baseUrl}${EVENTS_PATH}" \\`,
        '  -H "Authorization: Bearer $PLINTH_TOKEN" \\',
        '  -H "Content-Type: application/json" \\',
        `  -d ${shellQuote(asciiJson(eventOf(input)))}`,
      ]
    : [`curl -sS "${input.baseUrl}${CAPABILITIES_PATH}" \\`, '  -H "Authorization: Bearer $PLINTH_TOKEN"'];
  return {
    beforeToken: "export PLINTH_TOKEN='",
    withToken: true,
    afterToken: `'\n${request.join('\n')}\n`,
  };
}

function powershell(input: SnippetInput): Snippet {
  const request = writes(input)
    ? [
        `Invoke-RestMethod -Method Post -Uri '${input.baseUrl}${EVENTS_PATH}' \``,
        '  -Headers @{ Authorization = "Bearer $env:PLINTH_TOKEN" } `',
        "  -ContentType 'application/json' `",
        `  -Body ${powershellQuote(asciiJson(eventOf(input)))}`,
      ]
    : [
        `Invoke-RestMethod -Uri '${input.baseUrl}${CAPABILITIES_PATH}' \``,
        '  -Headers @{ Authorization = "Bearer $env:PLINTH_TOKEN" }',
      ];
  return {
    beforeToken: "$env:PLINTH_TOKEN = '",
    withToken: true,
    afterToken: `'\n${request.join('\n')}\n`,
  };
}

function javascript(input: SnippetInput): Snippet {
  const lines = writes(input)
    ? [
        `const response = await fetch('${input.baseUrl}${EVENTS_PATH}', {`,
        "  method: 'POST',",
        '  headers: {',
        `    Authorization: \`Bearer \${process.env.PLINTH_TOKEN}\`,`,
        "    'Content-Type': 'application/json',",
        '  },',
        '  body: JSON.stringify({',
        `    schema: '${EVENT_SCHEMA}',`,
        `    integration: ${asciiJson(input.integration)},`,
        "    event: 'prompt.submitted',",
        "    sessionId: 'first-session',",
        '    occurredAt: new Date().toISOString(),',
        `    data: { content: '${sample.content}', destination: '${sample.destination}' },`,
        '  }),',
        '});',
        'console.log(response.status, await response.json());',
      ]
    : [
        `const response = await fetch('${input.baseUrl}${CAPABILITIES_PATH}', {`,
        `  headers: { Authorization: \`Bearer \${process.env.PLINTH_TOKEN}\` },`,
        '});',
        'console.log(response.status, await response.json());',
      ];
  return { beforeToken: '', withToken: false, afterToken: `${lines.join('\n')}\n` };
}

function python(input: SnippetInput): Snippet {
  const lines = writes(input)
    ? [
        'import datetime, json, os, urllib.request',
        '',
        'now = datetime.datetime.now(datetime.timezone.utc)',
        'event = {',
        `    "schema": "${EVENT_SCHEMA}",`,
        `    "integration": ${asciiJson(input.integration)},`,
        '    "event": "prompt.submitted",',
        '    "sessionId": "first-session",',
        '    "occurredAt": now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{now.microsecond // 1000:03d}Z",',
        `    "data": {"content": "${sample.content}", "destination": "${sample.destination}"},`,
        '}',
        'request = urllib.request.Request(',
        `    "${input.baseUrl}${EVENTS_PATH}",`,
        '    data=json.dumps(event).encode(),',
        '    headers={',
        '        "Authorization": f"Bearer {os.environ[\'PLINTH_TOKEN\']}",',
        '        "Content-Type": "application/json",',
        '    },',
        ')',
        'with urllib.request.urlopen(request) as response:',
        '    print(response.status, response.read().decode())',
      ]
    : [
        'import os, urllib.request',
        '',
        'request = urllib.request.Request(',
        `    "${input.baseUrl}${CAPABILITIES_PATH}",`,
        '    headers={"Authorization": f"Bearer {os.environ[\'PLINTH_TOKEN\']}"},',
        ')',
        'with urllib.request.urlopen(request) as response:',
        '    print(response.status, response.read().decode())',
      ];
  return { beforeToken: '', withToken: false, afterToken: `${lines.join('\n')}\n` };
}

const writers = { shell, powershell, javascript, python };

/** A program of a few lines that sends one event, or asks for the capabilities when the token may do no more. */
export function buildSnippet(language: SnippetLanguage, input: SnippetInput): Snippet {
  return writers[language](input);
}
