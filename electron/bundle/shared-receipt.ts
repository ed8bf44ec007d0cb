import { setImmediate } from 'node:timers/promises';
import type { Pseudonyms } from './pseudonyms.ts';

/** The committed content of a receipt, parsed. */
export interface CommittedContent {
  id: string;
  event: string;
  occurredAt: string;
  receivedAt: string;
  integration: { id: string; name: string };
  session: { id: string };
  data: Record<string, unknown>;
  flags: string[];
  bodyBytes: number;
  droppedMembers: number;
  redaction: { state: string; findings: { rule: string; member: string; removed: number }[] };
}

/** A receipt as a bundle shows it. */
export interface SharedReceipt {
  id: string;
  event: string;
  occurredAt: string;
  receivedAt: string;
  agent: string;
  session: string;
  data: Record<string, unknown>;
  flags: string[];
  bodyBytes: number;
  /** Rules that masked something, with their numbers. */
  masked: Record<string, number>;
  /** Members whose names or texts could not be made safe. */
  leftOut: number;
}

const PATHS = new Set(['cwd', 'path', 'previousPath']);
const IDS = new Set(['turnId', 'callId', 'agentId', 'parentAgentId']);
const ENUMERATED = new Set(['changeType', 'bytes', 'count']);
const TEXTS = new Set([
  ...['content', 'command', 'toolName', 'toolInput', 'destination', 'harness', 'harnessVersion', 'reason'],
  ...['agentType', 'model', 'mode', 'mcpServer'],
]);
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,40}$/;
/** The agents that Plinth connects by itself. Another name may be private. */
const PUBLIC_AGENTS = /^(?:Claude Code|Codex|Cursor|Gemini CLI|GitHub Copilot|OpenCode)$/i;

/** The members that hold names, so that the names are found in all texts of a bundle. */
export function learnNames({ data, integration }: CommittedContent, pseudonyms: Pseudonyms): void {
  for (const name of PATHS) if (typeof data[name] === 'string') pseudonyms.learnPath(data[name]);
  if (!PUBLIC_AGENTS.test(integration.name)) pseudonyms.learnPath(integration.name);
}

/** Makes a JSON value safe. Returns undefined if a part of it is not. Events are taken meanwhile. */
async function safeValue(value: unknown, pseudonyms: Pseudonyms): Promise<unknown> {
  if (typeof value === 'string') {
    if (pseudonyms.isTurnOver()) await setImmediate();
    return pseudonyms.text(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await safeValue(item, pseudonyms));
    return items.includes(undefined) ? undefined : items;
  }
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const safeName = pseudonyms.text(name);
    const safe = await safeValue(member, pseudonyms);
    const isSafeName = safeName !== undefined && (safeName !== name || IDENTIFIER.test(name));
    if (!isSafeName || safe === undefined) return undefined;
    members.push([safeName, safe]);
  }
  return Object.fromEntries(members);
}

async function safeMember(name: string, value: unknown, pseudonyms: Pseudonyms): Promise<unknown> {
  if (ENUMERATED.has(name)) return value;
  if (PATHS.has(name)) return typeof value === 'string' ? pseudonyms.path(value) : undefined;
  if (IDS.has(name)) return typeof value === 'string' ? pseudonyms.of('id', value) : undefined;
  return TEXTS.has(name) ? safeValue(value, pseudonyms) : undefined;
}

/** Returns a receipt without paths, names and hosts. A member that cannot be made safe is left out and counted. */
export async function shareReceipt(
  content: CommittedContent,
  pseudonyms: Pseudonyms,
): Promise<SharedReceipt> {
  const data: Record<string, unknown> = {};
  let leftOut = 0;
  for (const [name, value] of Object.entries(content.data)) {
    const safe = await safeMember(name, value, pseudonyms);
    if (safe === undefined) leftOut += 1;
    else data[name] = safe;
  }
  const masked: Record<string, number> = {};
  for (const { rule } of content.redaction.findings) masked[rule] = (masked[rule] ?? 0) + 1;
  const { id, event, occurredAt, receivedAt, flags, bodyBytes, integration, session } = content;
  const agent = PUBLIC_AGENTS.test(integration.name)
    ? integration.name
    : pseudonyms.of('name', integration.name);
  const shownSession = session.id === '' ? '' : pseudonyms.of('id', session.id);
  return {
    id,
    event,
    occurredAt,
    receivedAt,
    agent,
    session: shownSession,
    data,
    flags,
    bodyBytes,
    masked,
    leftOut,
  };
}
