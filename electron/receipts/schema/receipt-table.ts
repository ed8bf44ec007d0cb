/** The stored columns of a receipt, in the order of the table. Its id follows from them. */
export const RECEIPT_TABLE_COLUMNS = [
  'seq',
  'random',
  'integration_key',
  'session_key',
  'event',
  'occurred_at',
  'received_at',
  'digest',
  'body_bytes',
  'dropped',
  'repeats',
  'flags',
  'data',
  'sizes',
  'redaction',
  'found',
  'leaf',
  'salt',
] as const;

/** The SQL expression of the redaction of `receipts r`, as JSON. */
export const REDACTION_TEXT = `(SELECT iif(r.found IS NULL, t.text, json_patch(t.text, r.found))
  FROM redactions t WHERE t.key = r.redaction)`;
