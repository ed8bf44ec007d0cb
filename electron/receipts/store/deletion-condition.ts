import type { DatabaseSync } from 'node:sqlite';
import type { DeletionScope } from '../../../shared/control.ts';
import { facetCode, facetCondition } from './receipt-facets.ts';
import { seqAt, seqOfReceiptId } from './receipt-id.ts';
import { lastSeqBefore } from './received-time.ts';

/** A condition on `receipts r`, with the values of its parameters. */
export interface Condition {
  where: string;
  values: (string | number)[];
}

function keyOf(db: DatabaseSync, table: 'integrations' | 'projects', column: string, value: string): number {
  const row = db.prepare(`SELECT key FROM ${table} WHERE ${column} = ?`).get(value);
  return (row as { key: number } | undefined)?.key ?? -1;
}

function rangeConditions(db: DatabaseSync, { from, until }: { from?: string; until?: string }): Condition[] {
  const conditions: Condition[] = [];
  if (from !== undefined) {
    const since = Date.parse(from);
    conditions.push({ where: 'r.seq >= ? AND r.received_at >= ?', values: [seqAt(since), since] });
  }
  if (until !== undefined) {
    const end = Date.parse(until);
    conditions.push({ where: 'r.seq <= ? AND r.received_at < ?', values: [lastSeqBefore(db, end), end] });
  }
  return conditions;
}

/**
 * Translates what to delete. `indexedSeq` is the last indexed row; a project is known only of indexed receipts. `shorten`
 * writes the own home folder as stored texts do.
 */
export function deletionCondition(
  db: DatabaseSync,
  scope: DeletionScope,
  indexedSeq: number,
  shorten: (text: string) => string,
): Condition {
  if ('receiptId' in scope) {
    return {
      where: 'r.seq = ? AND r.id = ?',
      values: [seqOfReceiptId(scope.receiptId) ?? -1, scope.receiptId],
    };
  }
  if ('sessionKey' in scope) return facetCondition('session', scope.sessionKey, indexedSeq);
  if ('everything' in scope) return { where: '1', values: [] };
  const conditions = rangeConditions(db, scope);
  if ('integrationId' in scope) {
    const key = keyOf(db, 'integrations', 'id', scope.integrationId);
    conditions.push(facetCondition('integration', key, indexedSeq));
  }
  if ('project' in scope) {
    const key = keyOf(db, 'projects', 'path', shorten(scope.project));
    conditions.push({
      where: 'r.seq IN (SELECT seq FROM receipt_facets WHERE facet = ?)',
      values: [facetCode('project', key)],
    });
  }
  return {
    where: conditions.map(({ where }) => where).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}
