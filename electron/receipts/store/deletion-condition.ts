import type { DatabaseSync } from 'node:sqlite';
import type { DeletionScope } from '../../../shared/control.ts';
import { seqAt, seqOfReceiptId } from '../schema/receipt-id.ts';
import type { Condition } from './matching-receipts.ts';
import { facetCode } from './receipt-facets.ts';
import { lastSeqBefore } from './received-time.ts';

function keyOf(db: DatabaseSync, table: 'integrations' | 'projects', column: string, value: string): number {
  const row = db.prepare(`SELECT key FROM ${table} WHERE ${column} = ?`).get(value);
  return (row as { key: number } | undefined)?.key ?? -1;
}

/** Receipts received in a range. A row's number is never below its time of receipt. */
function rangeCondition(db: DatabaseSync, { from, until }: { from?: string; until?: string }): Condition {
  const condition: Condition = { where: '1', values: [] };
  if (from !== undefined) {
    const since = Date.parse(from);
    condition.where += ' AND r.received_at >= ?';
    condition.values.push(since);
    condition.first = seqAt(since);
  }
  if (until !== undefined) {
    const end = Date.parse(until);
    condition.where += ' AND r.received_at < ?';
    condition.values.push(end);
    condition.last = lastSeqBefore(db, end);
  }
  return condition;
}

/** Translates what to delete. `shorten` writes the own home folder as stored texts do. */
export function deletionCondition(
  db: DatabaseSync,
  scope: DeletionScope,
  shorten: (text: string) => string,
): Condition {
  if ('receiptId' in scope) {
    const seq = seqOfReceiptId(scope.receiptId) ?? -1;
    return { where: `r.id = ?`, values: [scope.receiptId], first: seq, last: seq };
  }
  if ('sessionKey' in scope) {
    const { sessionKey } = scope;
    const facet = { code: facetCode('session', sessionKey), unindexed: `r.session_key = ${sessionKey}` };
    return { where: '1', values: [], facet };
  }
  if ('everything' in scope) return { where: '1', values: [] };
  const range = rangeCondition(db, scope);
  if ('integrationId' in scope) {
    const key = keyOf(db, 'integrations', 'id', scope.integrationId);
    const facet = { code: facetCode('integration', key), unindexed: `r.integration_key = ${key}` };
    return { ...range, facet };
  }
  if ('project' in scope) {
    const key = keyOf(db, 'projects', 'path', shorten(scope.project));
    // A project is known only of indexed receipts.
    return { ...range, facet: { code: facetCode('project', key), unindexed: '0' } };
  }
  return range;
}
