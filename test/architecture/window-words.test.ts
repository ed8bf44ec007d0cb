import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messages } from '../../renderer/messages/index.ts';
import { control } from '../../shared/control.ts';
import { ControlFailure } from '../../shared/failure.ts';

const root = join(import.meta.dirname, '../..');

const sourcesOf = (folder: string, endings: readonly string[]) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => ({ name, source: readFileSync(join(root, folder, name), 'utf8') }));

describe('the window’s texts', () => {
  it('are all in the catalogue', () => {
    const files = sourcesOf('renderer', ['.tsx']);
    expect(files.length).toBeGreaterThan(20);
    for (const { name, source } of files) {
      const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '');
      const literal =
        /(?:aria-label|title|placeholder|alt)="[^"]+"|<(?:h[1-6]|p|span|strong|button|label|dt|dd|th|td|option)[^<>{}]*>\s*[A-Za-z][^<{]*/.exec(
          code,
        );
      expect(literal?.[0], name).toBeUndefined();
    }
  });

  it('stand right in languages that run from right to left', () => {
    const styles = sourcesOf('renderer', ['.css']);
    expect(styles.length).toBeGreaterThan(5);
    for (const { name, source } of styles) {
      // Something centred is centred in both directions.
      const physical =
        /^\s*(?:(?:margin|padding|border)-(?:left|right)|left|right|text-align|float):(?! (?:50%|start|end|center)).*/m;
      expect(physical.exec(source)?.[0], name).toBeUndefined();
    }
  });

  it('never promise what Plinth does not do', () => {
    const catalogue = [
      ...sourcesOf('renderer/messages', ['.ts']),
      ...sourcesOf('shared/words', ['.ts']).filter(({ name }) => !name.endsWith('.test.ts')),
    ];
    expect(catalogue.length).toBeGreaterThan(5);
    for (const { name, source } of catalogue) {
      expect(source, name).not.toMatch(/\b(blocked|safe|safely|protected)\b/i);
    }
  });

  it('are all used', () => {
    const used = new Set<string>();
    for (const { name, source } of sourcesOf('renderer', ['.ts', '.tsx'])) {
      if (name.startsWith('messages/') || name.endsWith('.test.ts')) continue;
      const aliases = new Map([['messages', '']]);
      for (const [, alias, path] of source.matchAll(/const (\w+) = messages\.([\w.]+);/g)) {
        aliases.set(alias!, `${path}.`);
      }
      const code = source.replaceAll(/const \w+ = messages\.[\w.]+;/g, '');
      for (const [alias, base] of aliases) {
        for (const [, path] of code.matchAll(new RegExp(`(?<![\\w.])${alias}\\.([\\w.]+)`, 'g'))) {
          used.add(base + path);
        }
      }
    }
    expect(used.size).toBeGreaterThan(200);
    const paths = [...used];
    const unused = leavesOf(messages).filter(
      (leaf) =>
        !paths.some((path) => leaf === path || leaf.startsWith(`${path}.`) || path.startsWith(`${leaf}.`)),
    );
    expect(unused).toEqual([]);
  });
});

/** The paths of all words in a tree. */
function leavesOf(tree: object, base = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leavesOf(value, `${base}${name}.`)
      : [base + name],
  );
}

/**
 * The free strings of the control contract, by the name of their member. Each of them is data. A sentence is none of
 * these: the host sends a code with parameters, and the window words it.
 */
const DATA = {
  instants: [
    ...[
      'after',
      'at',
      'before',
      'searchedUntil',
      'changedAt',
      'connectedAt',
      'createdAt',
      'dismissed',
      'endedAt',
      'firstAt',
      'firstEventAt',
      'from',
      'lastAt',
      'lastEventAt',
    ],
    ...[
      'lastUsedAt',
      'latest',
      'noticedAt',
      'occurredAt',
      'pausedAt',
      'problem',
      'receivedAt',
      'resumesAt',
      'revokedAt',
    ],
    ...[
      'rotatedAt',
      'since',
      'startedAt',
      'until',
      'copiedAt',
      'newestAt',
      'oldestAt',
      'recordBegins',
      'savedAt',
    ],
  ],
  identifiers: [
    'digest',
    'fingerprint',
    'id',
    'instanceId',
    'integrationId',
    'nextCursor',
    'receiptId',
    'sha256',
    'token',
  ],
  names: [
    ...['engine', 'integration', 'integrations', 'member', 'name', 'parents', 'pointer'],
    ...[
      'program',
      'rule',
      'ruleSet',
      'setting',
      'kind',
      'holder',
      'cursor',
      'mcpServer',
      'type',
      'enum',
      'pattern',
      'members',
    ],
  ],
  versions: ['apiVersion', 'testedVersion', 'version'],
  /** A signed checkpoint, and the key that verifies it. */
  proofs: ['line', 'note', 'verifierKey'],
  /** A page to hand over. The window saves it and shows none of it. */
  pages: ['html', 'pseudonym', 'shown'],
  addresses: ['addresses', 'baseUrl', 'url'],
  files: [
    'aside',
    'configuration',
    'dataDir',
    'sdkFolder',
    'socket',
    'diff',
    'file',
    'folder',
    'home',
    'homes',
    'leftBy',
    'otherPlinths',
    'names',
    'path',
    'project',
    'projects',
    'root',
    'setAside',
    'where',
    'written',
  ],
  /** Text that the user entered. */
  entered: ['query'],
  /** The answer of another channel, about the sample data. */
  answers: ['answer'],
  /** Redacted text of a reporter. `summary` is one line of it. */
  reported: [
    ...[
      'agentId',
      'agentType',
      'callId',
      'change',
      'data',
      'destination',
      'key',
      'mode',
      'model',
      'parentAgentId',
    ],
    ...['command', 'summary', 'text', 'title', 'tool', 'turnId'],
  ],
};

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
}

/** The names of the members that can hold any string. */
function freeStrings(schema: Schema, name: string): string[] {
  if (schema.enum !== undefined || schema.const !== undefined || schema.pattern !== undefined) return [];
  const { type, anyOf = [], items, properties = {}, patternProperties = {} } = schema;
  const inner = [
    ...anyOf.flatMap((each) => freeStrings(each, name)),
    ...(items === undefined ? [] : freeStrings(items, name)),
    ...Object.entries(properties).flatMap(([member, each]) => freeStrings(each, member)),
    ...Object.values(patternProperties).flatMap((each) => freeStrings(each, name)),
  ];
  const isAnyValue = type === undefined && anyOf.length === 0;
  return type === 'string' || isAnyValue ? [name, ...inner] : inner;
}

describe('the host', () => {
  it('sends the window no sentence', () => {
    const known = Object.values(DATA).flat();
    const results = Object.entries(control).map(([channel, { result }]) => [channel, result] as const);
    const found = new Set<string>();
    for (const [place, schema] of [...results, ['a failure', ControlFailure] as const]) {
      for (const name of freeStrings(schema as Schema, place)) {
        expect(known, `${name} in ${place}: send a code with parameters, or say which data it is`).toContain(
          name,
        );
        found.add(name);
      }
    }
    expect(known.filter((name) => !found.has(name))).toEqual([]);
  });
});
