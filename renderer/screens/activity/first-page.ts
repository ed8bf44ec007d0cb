import type { ControlParams, ReceiptFilter } from '../../../shared/control.ts';

/** Receipts of a page. It fills a tall window several times. */
export const PAGE = 200;

/** The parameters of one page of a list. */
export type PageQuery = ControlParams<'receipts.query'> & { filter: ReceiptFilter; limit: number };

/** Gives the parameters of the first page of a list: its newest receipts, or those around one. */
export function firstPage(filter: ReceiptFilter, around?: string): PageQuery {
  return { filter, limit: PAGE, ...(around === undefined ? {} : { around }) };
}
