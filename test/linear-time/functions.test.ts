import { globSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ElementBudget } from '../../electron/body/body-budget.ts';
import { eventOfBody } from '../../electron/body/event-of-body.ts';
import { holdsNumberText, parseJsonText } from '../../electron/body/json-text.ts';
import { ConfigurationRefused } from '../../electron/bridges/configuration/file.ts';
import { takeOutAll } from '../../electron/bridges/configuration/insertions.ts';
import { parseDocument } from '../../electron/bridges/configuration/json-document.ts';
import { exporterLaunchersIn, launchersIn } from '../../electron/bridges/configuration/other-plinths.ts';
import { removeTomlHooks } from '../../electron/bridges/configuration/toml-hooks.ts';
import { unifiedDiff } from '../../electron/bridges/configuration/unified-diff.ts';
import { launcherOf } from '../../electron/bridges/connect/hook-command.ts';
import { readProgramList } from '../../electron/bridges/connect/program-list.ts';
import { fitEvent } from '../../electron/bridges/event-fitting.ts';
import type { Payload } from '../../electron/bridges/harnesses/adaptation.ts';
import { parseApplyPatch, patchTypedIn } from '../../electron/bridges/harnesses/apply-patch.ts';
import { typedLine } from '../../electron/bridges/harnesses/command-line.ts';
import { typedCopilotMessage } from '../../electron/bridges/harnesses/copilot/index.ts';
import { HARNESSES } from '../../electron/bridges/harnesses/index.ts';
import { typedPrompt } from '../../electron/bridges/harnesses/user-input.ts';
import { mendMembers, readReports } from '../../electron/bridges/report-reader.ts';
import { adaptTelemetryRecord } from '../../electron/bridges/telemetry/adapt-record.ts';
import { readLogs } from '../../electron/bridges/telemetry/otlp-json.ts';
import { Pseudonyms } from '../../electron/bundle/pseudonyms.ts';
import { parseStatus } from '../../electron/changes/git-status.ts';
import { ToolCalls } from '../../electron/cli/acp/acp-calls.ts';
import { redactData } from '../../electron/cli/redact-preview.ts';
import { fitted } from '../../electron/cli/terminal-table.ts';
import { jsonText, printable } from '../../electron/cli/terminal-text.ts';
import { notableKinds } from '../../electron/commands/notable-kinds.ts';
import { findCheckpoints } from '../../electron/proof/checkpoint.ts';
import { matchesSearch, textSearch } from '../../electron/receipts/store/row-search.ts';
import { searchText } from '../../electron/receipts/store/search-text.ts';
import { PausedFolders } from '../../electron/record/paused-folders.ts';
import { createFingerprint } from '../../electron/redaction/redactor.ts';
import { withFound } from '../../renderer/components/masked-text.tsx';
import { mayBecomeToken } from '../../renderer/screens/activity/completions.ts';
import { fileNameOf } from '../../renderer/screens/export/export-formats.ts';
import { storyAsMarkdown } from '../../renderer/screens/sessions/session-texts.ts';
import { promptIn, toolInput } from '../../sdk/javascript/src/adapter.ts';
import { HARNESS_IDS } from '../../shared/bridge.ts';
import { isNeverAccepted } from '../../shared/event.ts';
import { nameSuspicion } from '../../shared/integration-name.ts';
import { jsonWithMasks } from '../../shared/masks.ts';
import { normalized } from '../../shared/normalized.ts';
import type { Receipt, Session } from '../../shared/receipt.ts';
import { summaryOf } from '../../shared/receipt-line.ts';
import { withSearch } from '../../shared/search/filter.ts';
import { searchTerms } from '../../shared/search/grammar.ts';
import { folded, placesOf } from '../../shared/search/terms.ts';
import { withoutFileContents } from '../../shared/tool-content.ts';
import { isEnvelope, NOTICE_BLOCKS, typedTextReader, withoutCutNote } from '../../shared/typed-text.ts';
import { makeWellFormed } from '../../shared/well-formed.ts';
import { redactInWindows } from '../../shared/windowed-redaction.ts';
import { excessOf, MOST_GROWTH } from './growth.ts';

/** Repeats of what the functions look for. */
const ROUNDS = [
  ...[
    ' ',
    '\n',
    '\t\n',
    'a',
    '"',
    '\\"',
    "'",
    "''\\''",
    '\\',
    '/',
    '/a',
    '<',
    '>',
    '{',
    '[',
    ',',
    ', ',
    '}',
    ']',
    ':',
    '`',
    '|',
    '# ',
  ],
  ...[
    '*** Add File: a ',
    '*** Update File: a\n*** Move to: b\n',
    '*** Begin Patch\n',
    'apply_patch <<a ',
    '@@ -1 +1 @@\n-a\n',
  ],
  ...[
    '--- a\n',
    '</system-note>',
    '<system-note>\n',
    '<resource uri=>\n',
    '--- Content from a ---\n',
    '## My request:\n',
  ],
  ...['git push ', 'curl |', 'rm (', 'sudo ', '> .claude/', 'cp .env ', 'x-y_', '-c', 'a.b@', 'a:b '],
  ...[
    '/bridges/report',
    "' '\\''",
    '\u0301\u0323',
    'é\u0323\u0301',
    '\uff9e\u0301',
    '\ud83d',
    '字',
    '😀',
    '1',
    '1e1',
    '-1.',
    '\0',
    '\u001b[1m',
  ],
  ...[
    'plinth-checkpoint plinth.local/a ',
    'plinth.local/a\n1\n',
    '1 .M N... 1 1 1 a a a\0',
    '[[hooks]]\n',
    'project:"',
    'a:"',
  ],
];

const session = {
  id: 's',
  key: 1,
  title: null,
  project: null,
  firstEventAt: '2026-01-01T00:00:00.000Z',
  integration: { name: 'a' },
};
const receiptOf = (event: string, data: object) =>
  ({
    event,
    data,
    receivedAt: '2026-01-01T00:00:00.000Z',
    session,
    integration: session.integration,
    redaction: { findings: [] },
  }) as unknown as Receipt;
const pseudonyms = new Pseudonyms(Buffer.alloc(32), ['kunde', 'a']);
const typed = typedTextReader(['tick']);

/** A refusal of a file is an answer, too. */
function orRefusal(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigurationRefused) return error;
    throw error;
  }
}

/** What reads a text of others, each on a text alone. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  readReports: (text) => readReports(Buffer.from(text)),
  'readReports in a list': (text) => readReports(Buffer.from(`{"a":[${text}`)),
  'readReports in a string': (text) => readReports(Buffer.from(`{"a":"${text}"} `)),
  mendMembers: (text) =>
    mendMembers({ tool_input: text, args: `{${text}`, session_id: 1 }, new ElementBudget()),
  parseJsonText: (text) => parseJsonText(JSON.stringify({ [text]: text })),
  holdsNumberText: (text) => holdsNumberText([text]),
  eventOfBody: (text) =>
    eventOfBody(
      Buffer.from(
        JSON.stringify({
          ...{ schema: 'service.event.v1', integration: 'a', event: 'prompt.submitted', sessionId: 's' },
          ...{ occurredAt: '2026-01-01T00:00:00.000Z', data: { content: text, [text]: 1 } },
        }),
      ),
    ),
  parseApplyPatch: (text) => parseApplyPatch(text, '/srv'),
  'a header of a patch': (text) => parseApplyPatch(`*** Add File: a${text}b`, '/srv'),
  patchTypedIn: (text) => patchTypedIn(`apply_patch ${text}`, '/srv'),
  'patchTypedIn behind a folder': (text) => patchTypedIn(`cd ${text}\n${text}`, '/srv'),
  'a here document': (text) => patchTypedIn(`apply_patch <<'EOF'\n${text}`, '/srv'),
  typedLine: (text) => typedLine(['bash', `-${text}`, text]),
  typedText: typed,
  typedPrompt: (text) => typedPrompt({ prompt: text }),
  'typedText behind a preface': (text) => typed(`# Context from my IDE setup:\n${text}`),
  typedCopilotMessage,
  isEnvelope: (text) => isEnvelope(`<a-b>${text}</a-b>${text}`),
  withoutCutNote: (text) => withoutCutNote(`[Plinth left out ${text}`),
  withoutFileContents: (text) =>
    withoutFileContents({ patch: text, command: text, content: text, type: text }),
  'withoutFileContents of a patch': (text) => withoutFileContents(`*** Begin Patch\n${text}`),
  fitEvent: (text) =>
    fitEvent({ event: 'command.before_run', sessionId: text, data: { command: text, cwd: text } }),
  'notable commands': (text) => notableKinds('command.before_run', { command: text, cwd: '/srv' }),
  'notable files': (text) => notableKinds('file.changed', { path: text }),
  summaryOf: (text) => summaryOf('tool.before_use', { toolName: text, toolInput: { command: text } }, []),
  searchText: (text) => searchText(text, { content: text }),
  normalized: (text) => normalized(text, 'NFKC'),
  matchesSearch: (text) =>
    matchesSearch(
      JSON.stringify({ content: text, path: text }),
      text,
      textSearch({ text: '"a b"', path: 'a', exclude: { words: ['b'] } }, (same) => same)!.search,
    ),
  searchTerms,
  folded,
  placesOf: (text) => placesOf(text, ['a', '/']),
  withFound: (text) => withFound([{ kind: 'text', text }], ['a']),
  isNeverAccepted,
  nameSuspicion,
  makeWellFormed: (text) => makeWellFormed({ [text]: text }),
  'the text of a bundle': (text) => pseudonyms.text(text),
  'a path of a bundle': (text) => pseudonyms.path(text),
  launcherOf,
  launchersIn,
  exporterLaunchersIn: (text) => exporterLaunchersIn(JSON.stringify({ otelHeadersHelper: `cat '${text}` })),
  'launchers in a plugin': (text) => launchersIn(`const ROUTE = "${text}`),
  parseDocument: (text) => orRefusal(() => parseDocument(`{"a": 1 // ${text}\n}`)),
  removeTomlHooks: (text) => orRefusal(() => removeTomlHooks(text, () => true, '# a')),
  unifiedDiff: (text) => unifiedDiff('a', text, `${text}b`),
  takeOutAll: (text) => takeOutAll(text, [{ offset: 0, text: 'a' }]),
  readProgramList: (text) => readProgramList(`1 1 1 a${text}\u2028`, 1),
  parseStatus,
  findCheckpoints,
  printable,
  jsonText,
  fitted: (text) => fitted(text, 80),
  'a folder of an event': (text) =>
    new PausedFolders(['/home/a']).folderOf({ integrationId: 'a', sessionId: 's', cwd: `${text}b` }),
  fingerprint: createFingerprint(new Uint8Array(32)),
  projectOf: (text) => new PausedFolders(['/home/a']).projectOf(`${text}b`),
  withSearch: (text) =>
    withSearch({}, `${text} project:${text}`, { agents: [], projects: [text, '/srv'], secrets: [] }),
  mayBecomeToken,
  fileNameOf: (text) => fileNameOf(text, 'csv'),
  storyAsMarkdown: (text) =>
    storyAsMarkdown(
      session as unknown as Session,
      [receiptOf('command.before_run', { command: text }), receiptOf('prompt.submitted', { content: text })],
      [],
    ),
  promptIn,
  'toolInput of an SDK': toolInput,
};

const repeated = (round: string, length: number) => round.repeat(Math.ceil(length / round.length));

describe('on long repeats', () => {
  it.each(Object.entries(READERS))('%s takes linear time', (_name, read) => {
    const found = ROUNDS.flatMap((round) => {
      const excess = excessOf((length) => {
        const text = repeated(round, length);
        return () => read(text);
      });
      return excess === undefined ? [] : [`${JSON.stringify(round)}: ${excess}`];
    });
    expect(found).toEqual([]);
  });
});

const HARNESS_ROUNDS = [' ', '\n', '<system-note>\n', '*** Add File: a ', "'", '\u0301\u0323'];
const captured = globSync('electron/bridges/harnesses/*/captured/*.json').map((path) => ({
  path,
  harness: HARNESS_IDS.find((id) => path.includes(`/${id}/`))!,
  payload: JSON.parse(readFileSync(path, 'utf8')) as Payload,
}));

/** Lists the texts in a payload, as functions that put another one in their place. */
function textsIn(
  value: unknown,
  put: (text: unknown) => unknown = (text) => text,
): ((text: string) => unknown)[] {
  if (typeof value === 'string') return [put];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    textsIn(member, (text) =>
      put(Array.isArray(value) ? value.with(Number(name), text) : { ...value, [name]: text }),
    ),
  );
}

/** Adapts a payload, and fits its events to the contract. */
function adapted(harness: (typeof captured)[number]['harness'], payload: Payload): void {
  const adaptation = HARNESSES[harness].adapt(payload);
  if (adaptation.kind !== 'events') return;
  for (const event of adaptation.events) fitEvent(event);
}

describe('with a long member, a payload', () => {
  it.each(captured)('$path is adapted in linear time', ({ harness, payload }) => {
    const inOpenCode = { hook: payload.hook ?? 'chat.message', directory: '/srv', child: false, ...payload };
    const found = textsIn(inOpenCode).flatMap((put, at) =>
      HARNESS_ROUNDS.flatMap((round) => {
        const excess = excessOf((length) => {
          const changed = put(`*** Begin Patch\n${repeated(round, length)}b`) as Payload;
          return () => adapted(harness, changed);
        });
        return excess === undefined ? [] : [`text ${at}, ${JSON.stringify(round)}: ${excess}`];
      }),
    );
    expect(found).toEqual([]);
  });

  it.each(HARNESS_IDS)('of the family of Claude Code is adapted by %s in linear time', (harness) => {
    const names = [
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUse',
      'beforeShellExecution',
      'pre_run_command',
      'prompt',
      'input',
    ];
    const found = names.flatMap((name) =>
      HARNESS_ROUNDS.flatMap((round) => {
        const excess = excessOf((length) => {
          const text = repeated(round, length);
          const tool = {
            tool_name: 'apply_patch',
            tool_input: { command: text, patch: text, path: text },
            tool_response: text,
          };
          const ids = {
            session_id: 's',
            sessionId: 's',
            session: 's',
            trajectory_id: 's',
            tool_info: { command_line: text },
          };
          const hook = { hook_event_name: name, event: name, agent_action_name: name, hook: name };
          const payload = {
            ...hook,
            ...ids,
            ...tool,
            prompt: text,
            message: text,
            text,
            texts: [text],
            command: text,
            cwd: text,
          };
          return () => adapted(harness, payload);
        });
        return excess === undefined ? [] : [`${name}, ${JSON.stringify(round)}: ${excess}`];
      }),
    );
    expect(found).toEqual([]);
  });
});

const attribute = (key: string, text: string) => ({ key, value: { stringValue: text } });
const logOf = (name: string, attributes: object[]) => ({
  resourceLogs: [
    {
      resource: { attributes: [attribute('service.name', 'claude-code')] },
      scopeLogs: [{ logRecords: [{ attributes: [attribute('event.name', name), ...attributes] }] }],
    },
  ],
});
const TOLD = [
  'codex.tool_result',
  'codex.user_prompt',
  'user_prompt',
  'tool_decision',
  'tool_result',
  'gemini_cli.tool_call',
];
const ATTRIBUTES = ['arguments', 'prompt', 'tool_parameters', 'tool_input', 'function_args', 'decision'];
const IDS = ['conversation.id', 'session.id', 'call_id', 'tool_use_id'];

describe('telemetry with a long attribute', () => {
  it.each(TOLD)('%s is adapted in linear time', (name) => {
    const found = HARNESS_ROUNDS.flatMap((round) => {
      const excess = excessOf((length) => {
        const text = `*** Add File: a${repeated(round, length)}b`;
        const attributes = [
          ...IDS.map((id) => attribute(id, 's')),
          ...[
            attribute('tool_name', 'apply_patch'),
            attribute('function_name', 'replace'),
            attribute('success', 'true'),
          ],
          ...ATTRIBUTES.map((each) => attribute(each, text)),
        ];
        const body = logOf(name, attributes);
        return () => readLogs(body)?.map(adaptTelemetryRecord);
      });
      return excess === undefined ? [] : [`${JSON.stringify(round)}: ${excess}`];
    });
    expect(found).toEqual([]);
  });
});

/** Makes a list whose JSON has about so many characters. */
const listOf = <T>(length: number, each: (index: number) => T): T[] =>
  Array.from({ length: Math.ceil(length / 32) }, (_, index) => each(index));
const objectOf = (length: number, each: (index: number) => [string, unknown]) =>
  Object.fromEntries(listOf(length, each));
/** What reads many things of others, by the number of things. */
const LISTS: Readonly<Record<string, (length: number) => () => unknown>> = {
  'members of a tool input': (length) => {
    const input = objectOf(length, (index) => [`member ${index}`, `@@ -1 +1 @@\n-${index}`]);
    return () => withoutFileContents(input);
  },
  'changes of files': (length) => {
    const changes = objectOf(length, (index) => [`/srv/${index}`, { type: 'add', content: 'a' }]);
    return () => withoutFileContents({ changes });
  },
  'names that become equal': (length) => {
    const value = () => ({
      ...objectOf(length / 2, (index) => [`\ufffd ${index}`, 1]),
      ...objectOf(length / 2, (index) => [String.fromCharCode(0xd800 + (index % 0x400), 0xd800), 1]),
    });
    return () => makeWellFormed(value());
  },
  'blocks of a prompt': (length) => {
    const block = (index: number) => NOTICE_BLOCKS[index % NOTICE_BLOCKS.length]!.split(' ')[0]!;
    const text = listOf(length, (index) => `<${block(index)}></${block(index)}> a\n`).join('');
    return () => typed(text);
  },
  'files of a patch': (length) => {
    const text = listOf(length, (index) => `*** Update File: ${index}\n*** Move to: a${index}`).join('\n');
    return () => parseApplyPatch(text, '/srv'.repeat(length));
  },
  'documents of a body': (length) => {
    const body = Buffer.from(listOf(length, (index) => `{"a":"${index}",}`).join('\n'));
    return () => readReports(body);
  },
  'members of a body': (length) => {
    const text = JSON.stringify(objectOf(length, (index) => [`\\"${index}`, index]));
    return () => readReports(Buffer.from(text));
  },
  'words and texts of a bundle': (length) => {
    const words = listOf(length, (index) => `kunde-${index.toString(36)}`);
    const text = words.map((word) => `${word.slice(0, -1)}# `).join('');
    return () => new Pseudonyms(Buffer.alloc(32), words).text(text);
  },
  'short words and texts of a bundle': (length) => {
    const words = listOf(length, (index) => `z${index.toString(36).padStart(4, '0')}`);
    return () => new Pseudonyms(Buffer.alloc(32), words).text(repeated('z zz yy 12 ', length));
  },
  'words beyond the first plane, and texts of a bundle': (length) => {
    const letter = (index: number) => String.fromCodePoint(0x1_04_28 + (Math.floor(index) % 40));
    // No word is in the text, which begins like each of them.
    const wordOf = (index: number) => `𐐨𐐨${letter(index / 1600)}${letter(index / 40)}${letter(index)}`;
    const words = listOf(length, (index) => wordOf(index + 1));
    return () => new Pseudonyms(Buffer.alloc(32), words).text(repeated('𐐨', length));
  },
  'parts of a call': (length) => {
    const rawInput = { changes: objectOf(length, (index) => [`/srv/${index}`, { type: 'add' }]) };
    return () => {
      const calls = new ToolCalls();
      calls.update('s', { toolCallId: 'c', rawInput });
      listOf(length, () => calls.update('s', { toolCallId: 'c', content: [{ type: 'diff', path: 'a' }] }));
    };
  },
  'masks of a value': (length) => {
    const value = listOf(length, () => '[a]');
    const places = value.map((_, index) => ({ member: `/x/${index}`, start: 0, end: 3 }));
    return () => jsonWithMasks(value, '/x', places, { indent: 2 });
  },
};

describe('with many parts', () => {
  it.each(Object.entries(LISTS))('%s take linear time', (_name, prepare) => {
    expect(excessOf(prepare)).toBeUndefined();
  });

  it('the pieces of the input of `redact --data` are joined in linear time', async () => {
    const redact = async (length: number) => {
      const pieces = Array.from(JSON.stringify(repeated('a', length)), (each) => Buffer.from(each));
      const start = performance.now();
      await redactData({ name: '-', open: () => Readable.from(pieces) });
      return performance.now() - start;
    };
    const times = { part: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
    for (let run = 0; run < 4; run += 1) {
      times.part = Math.min(times.part, await redact(65_536));
      times.whole = Math.min(times.whole, await redact(262_144));
    }
    expect(times.whole).toBeLessThan(times.part * MOST_GROWTH);
  });

  it('the windows of a long text are masked in linear time', async () => {
    const mask = async (length: number) => {
      const chunks = async function* () {
        yield repeated('a\n', length);
      };
      let calls = 0;
      const redact = (text: string) => {
        calls += text.length;
        return { text, findings: [] };
      };
      for await (const _ of redactInWindows(chunks(), redact, { window: 24_000, largestWindow: 48_000 }));
      return calls;
    };
    expect(await mask(262_144)).toBeLessThan((await mask(65_536)) * 5);
  });
});
