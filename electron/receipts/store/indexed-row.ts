/** The columns of a receipt that the indexes need. */
export interface IndexedRow {
  seq: number;
  leaf: number;
  integration_key: number;
  session_key: number;
  event: number;
  received_at: number;
  body_bytes: number;
  flags: number;
  label: string;
  data: string;
  /** The findings of this receipt, as JSON. */
  found: string | null;
}

/** The facts of a receipt that filters and counts use. */
export interface ReceiptFacts {
  project: number;
  destination: number;
  secrets: number;
  personal: number;
  notable: number;
}
