import { useMemo } from 'react';
import { RECEIPT_TYPES } from '../../../shared/event.ts';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';
import type { KnownNames } from '../../../shared/search/filter.ts';
import { secretTitle } from '../../../shared/words/secret-names.ts';
import { useQuery } from '../../control/control-context.tsx';
import { useNow } from '../../format/time.ts';
import { rangeOf, startOfDay } from '../../format/time-range.ts';
import { messages } from '../../messages/index.ts';
import type { TokenValues } from './completions.ts';

const words = messages.activity.tokens;
export const SESSIONS = 50;
/** The values of tools, MCP servers, models and modes are those of the newest receipts. */
export const NEWEST = 500;
/** Days that `after:` and `before:` offer, as distances from today. */
const DAYS = [0, -1, -6, -29];

/** Writes a day as the tokens `after:` and `before:` take it. */
function dayText(instant: number): string {
  const at = new Date(instant);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

const valuesIn = (names: readonly (string | undefined)[]) =>
  [...new Set(names)].flatMap((value) => (value === undefined ? [] : [{ value, note: '' }]));

/** Gives the names of the record that a search can mention. Undefined until the host has answered. */
export function useKnownNames(isAsked: boolean): KnownNames | undefined {
  const listed = useQuery('integrations.list', { includeRevoked: true }, ['integrations'], isAsked).value;
  const projects = useQuery('projects.list', {}, [], isAsked).value?.projects;
  const secrets = useQuery('secrets.list', {}, [], isAsked).value?.secrets;
  return useMemo(() => {
    if (listed === undefined || projects === undefined || secrets === undefined) return undefined;
    const live = listed.integrations.filter(({ revokedAt }) => revokedAt === null);
    const revoked = listed.integrations.filter(({ revokedAt }) => revokedAt !== null).reverse();
    return {
      agents: [...live, ...revoked],
      projects: projects.map(({ path }) => path),
      secrets: secrets.map(({ fingerprint }) => fingerprint),
    };
  }, [listed, projects, secrets]);
}

/** Gives the values that the tokens of a search can have in this record. Those of the host come when they are asked. */
export function useTokenValues(isAsked: boolean): TokenValues {
  const now = useNow();
  const range = rangeOf('quarter', now);
  const integrations = useQuery(
    'integrations.list',
    { includeRevoked: true },
    ['integrations'],
    isAsked,
  ).value;
  const projects = useQuery('projects.list', {}, [], isAsked).value;
  const secrets = useQuery('secrets.list', {}, [], isAsked).value;
  const sessions = useQuery('sessions.query', { limit: SESSIONS }, [], isAsked).value;
  const files = useQuery('files.list', { limit: SESSIONS }, [], isAsked).value;
  const newest = useQuery('receipts.query', { limit: NEWEST }, [], isAsked).value?.receipts ?? [];
  const used = (member: 'tool' | 'mcpServer' | 'model' | 'mode') =>
    valuesIn(newest.map(({ context }) => context[member]));
  const sent = useQuery(
    'stats.query',
    { edges: [range.since.toISOString(), range.until.toISOString()], by: 'destination' },
    [],
    isAsked,
  ).value;
  const days = DAYS.map((distance) => ({
    value: dayText(startOfDay(now, distance)),
    note: words.days(-distance),
  }));
  return {
    agent: (integrations?.integrations ?? []).map(({ name }) => ({ value: name, note: '' })),
    path: valuesIn((files?.files ?? []).map(({ path }) => path)),
    tool: used('tool'),
    mcp: used('mcpServer'),
    model: used('model'),
    mode: used('mode'),
    project: (projects?.projects ?? []).map(({ path }) => ({ value: path, note: '' })),
    to: (sent?.rows ?? [])
      .filter(({ key }) => key !== '')
      .map(({ key, totals }) => ({ value: key, note: messages.activity.count(totals.events) })),
    kind: RECEIPT_TYPES.map((type) => ({ value: type, note: messages.eventTypes[type] })),
    has: [
      { value: 'secret', note: messages.activity.chips.secret },
      { value: 'personal', note: messages.activity.chips.personal },
      { value: 'any', note: messages.activity.chips.any },
    ],
    is: [
      ...NOTABLE_KINDS.map((kind) => ({ value: kind, note: messages.notable[kind] })),
      { value: 'late', note: messages.activity.chips.late },
    ],
    after: days,
    before: days,
    session: (sessions?.sessions ?? []).map(({ key, title, id }) => ({
      value: String(key),
      note: title ?? id,
    })),
    secret: (secrets?.secrets ?? []).map((secret) => ({
      value: secret.fingerprint,
      note: secretTitle(secret),
    })),
  };
}
