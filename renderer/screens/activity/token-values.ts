import { useMemo } from 'react';
import { RECEIPT_TYPES } from '../../../shared/event.ts';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';
import { FOUND_KINDS, type KnownNames } from '../../../shared/search/filter.ts';
import { secretTitle } from '../../../shared/words/secret-names.ts';
import { sessionTitle } from '../../../shared/words/session-title.ts';
import { useQuery } from '../../control/control-context.tsx';
import { clockTime, useNow } from '../../format/time.ts';
import { rangeOf, startOfDay } from '../../format/time-range.ts';
import { messages } from '../../messages/index.ts';
import type { TokenValues } from './completions.ts';

const words = messages.activity;
/** Sessions and files that are offered. */
const MOST = 50;
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

const valuesIn = (names: readonly (string | undefined)[] = []) =>
  [...new Set(names)].flatMap((value) => (value === undefined ? [] : [{ value }]));

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
  const known = useKnownNames(isAsked);
  const secrets = useQuery('secrets.list', {}, [], isAsked).value?.secrets ?? [];
  const sessions = useQuery('sessions.query', { limit: MOST }, [], isAsked).value?.sessions ?? [];
  const files = useQuery('files.list', { limit: MOST }, [], isAsked).value?.files ?? [];
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
    agent: valuesIn(known?.agents.map(({ name }) => name)),
    path: valuesIn(files.map(({ path }) => path)),
    tool: used('tool'),
    mcp: used('mcpServer'),
    model: used('model'),
    mode: used('mode'),
    project: valuesIn(known?.projects),
    to: (sent?.rows ?? [])
      .filter(({ key }) => key !== '')
      .map(({ key, totals }) => ({ value: key, note: words.count(totals.events) })),
    kind: RECEIPT_TYPES.map((type) => ({ value: type, name: messages.eventTypes[type] })),
    has: FOUND_KINDS.map((kind) => ({ value: kind, name: words.chips.with(words.chips.found[kind]) })),
    is: [
      ...NOTABLE_KINDS.map((kind) => ({ value: kind, name: messages.notable[kind] })),
      { value: 'late', name: words.chips.late },
    ],
    after: days,
    before: days,
    session: sessions.map((session) => ({
      value: String(session.key),
      name: session.title === null ? session.id : sessionTitle(session),
      note: `${session.integration.name}, ${clockTime(session.lastEventAt, now)}`,
      // A user may know the id of the agent, which the title replaces.
      alias: session.id,
    })),
    secret: secrets.map((secret) => ({ value: secret.fingerprint, note: secretTitle(secret) })),
  };
}
