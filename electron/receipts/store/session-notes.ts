import type { DatabaseSync } from 'node:sqlite';
import {
  APPROVALS,
  type Approval,
  OUTCOMES,
  type Outcome,
  type ReceiptNotes,
  ROUTE_COUNTS,
  ROUTE_KINDS,
  type RouteCount,
  type RouteKind,
  type SessionNotes,
} from '../../../shared/session-notes.ts';
import type { EventDigests } from '../event/event-digests.ts';
import { seqOfReceiptId } from '../schema/receipt-id.ts';
import { type SqlValue, statement } from '../schema/statements.ts';

const APPROVAL = 'approval';
export const OUTCOME = 'outcome';
const SECOND_ROUTE = 'route';
const COUNT = 'count';

/** What a route says about one session of an integration. */
export interface NotedSession {
  integrationId: string;
  sessionId: string;
  /** Who approved the calls of these receipts. */
  approvals: { receiptId: string; approval: Approval }[];
  /** What became of the calls of these receipts. */
  outcomes: { receiptId: string; outcome: Outcome }[];
  /** Receipts whose action another kind of route reported too. */
  secondRoutes: { receiptId: string; route: RouteKind }[];
  /** Changes of the numbers. */
  counts: Partial<Record<RouteCount, number>>;
}

/** Adds to the notes of sessions. Those without a receipt are left out. */
export function noteSessions(db: DatabaseSync, digests: EventDigests, noted: readonly NotedSession[]): void {
  const findSession = db.prepare(
    `SELECT s.key FROM sessions s JOIN integrations i ON i.key = s.integration_key
     WHERE i.id = ? AND s.digest = ?`,
  );
  const knowsReceipt = db.prepare(
    `SELECT 1 FROM receipts r WHERE r.seq = ? AND r.session_key = ? AND r.id = ?`,
  );
  const put = db.prepare(
    `INSERT INTO session_notes (session_key, kind, name, value) VALUES (?, ?, ?, ?)
     ON CONFLICT (session_key, kind, name) DO UPDATE SET value = max(value, excluded.value)`,
  );
  const add = db.prepare(
    `INSERT INTO session_notes (session_key, kind, name, value) VALUES (?, '${COUNT}', ?, max(0, ?))
     ON CONFLICT (session_key, kind, name) DO UPDATE SET value = max(0, value + excluded.value)`,
  );
  for (const { integrationId, sessionId, approvals, outcomes, secondRoutes, counts } of noted) {
    const session = findSession.get(integrationId, digests.session(integrationId, sessionId)) as
      | { key: number }
      | undefined;
    if (session === undefined) continue;
    const note = (kind: string, receiptId: string, value: number) => {
      const known = knowsReceipt.get(seqOfReceiptId(receiptId) ?? -1, session.key, receiptId);
      if (known !== undefined) put.run(session.key, kind, receiptId, value);
    };
    for (const { receiptId, approval } of approvals) note(APPROVAL, receiptId, APPROVALS.indexOf(approval));
    for (const { receiptId, outcome } of outcomes) note(OUTCOME, receiptId, OUTCOMES.indexOf(outcome));
    for (const { receiptId, route } of secondRoutes)
      note(SECOND_ROUTE, receiptId, ROUTE_KINDS.indexOf(route));
    for (const [name, change] of Object.entries(counts)) add.run(session.key, name, change);
  }
}

/** Deletes the receipts of a condition, with what is noted of them: the id of a receipt tells its time. */
export function deleteReceipts(db: DatabaseSync, where: string, ...values: SqlValue[]): void {
  const rows = statement(db, `DELETE FROM receipts WHERE ${where} RETURNING session_key, id`).all(...values);
  const removeNotes = statement(
    db,
    `DELETE FROM session_notes
     WHERE session_key = ? AND kind IN ('${APPROVAL}', '${OUTCOME}', '${SECOND_ROUTE}') AND name = ?`,
  );
  for (const { session_key, id } of rows) removeNotes.run(session_key!, id!);
}

/** Returns the notes of a session. */
export function readSessionNotes(db: DatabaseSync, sessionKey: number): SessionNotes {
  const rows = db
    .prepare('SELECT kind, name, value FROM session_notes WHERE session_key = ?')
    .all(sessionKey) as { kind: string; name: string; value: number }[];
  const notes: SessionNotes = {
    approvals: [],
    outcomes: 0,
    ...(Object.fromEntries(ROUTE_COUNTS.map((name) => [name, 0])) as Record<RouteCount, number>),
  };
  for (const { kind, name, value } of rows) {
    const approval = kind === APPROVAL ? APPROVALS[value] : undefined;
    if (approval !== undefined) notes.approvals.push({ receiptId: name, approval });
    if (kind === OUTCOME) notes.outcomes += 1;
    const count = kind === COUNT ? ROUTE_COUNTS.find((each) => each === name) : undefined;
    if (count !== undefined) notes[count] = value;
  }
  return notes;
}

/** Returns what the ways of the reports say beside one receipt. */
export function readReceiptNotes(db: DatabaseSync, receiptId: string): ReceiptNotes {
  const rows = db
    .prepare(
      `SELECT n.kind, n.value FROM receipts r JOIN session_notes n ON n.session_key = r.session_key
       WHERE r.seq = ? AND r.id = ? AND n.name = ?`,
    )
    .all(seqOfReceiptId(receiptId) ?? -1, receiptId, receiptId) as { kind: string; value: number }[];
  const noted = (kind: string) => rows.find((row) => row.kind === kind)?.value ?? -1;
  return {
    approval: APPROVALS[noted(APPROVAL)] ?? null,
    alsoReportedBy: ROUTE_KINDS[noted(SECOND_ROUTE)] ?? null,
  };
}
