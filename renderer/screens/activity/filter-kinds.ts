import type { ReceiptFilter } from '../../../shared/control.ts';
import { RECEIPT_TYPES } from '../../../shared/event.ts';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';

/** What the receipts can be filtered by, in the order of the menu. The tokens of a search have the same names. */
export const FILTER_KINDS = [
  'agent',
  'session',
  'project',
  'to',
  'kind',
  'tool',
  'mcp',
  'mode',
  'model',
  'path',
  'has',
  'is',
  'secret',
] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

/** The kinds whose values are texts of reports, so that any text may be one. The host lists only those of some. */
const TEXT_MEMBERS = {
  project: 'project',
  to: 'destination',
  tool: 'tool',
  mcp: 'mcp',
  mode: 'mode',
  model: 'model',
  path: 'path',
} as const satisfies Partial<Record<FilterKind, keyof ReceiptFilter>>;
type TextKind = keyof typeof TEXT_MEMBERS;

export const isTextKind = (kind: FilterKind): kind is TextKind => kind in TEXT_MEMBERS;

/** Adds a value to a filter. Gives the same filter for a value that is none of the kind. */
export function withValue(
  filter: ReceiptFilter,
  kind: FilterKind,
  value: string,
  integrationId: (name: string) => string | undefined,
): ReceiptFilter {
  if (isTextKind(kind)) return { ...filter, [TEXT_MEMBERS[kind]]: value };
  switch (kind) {
    case 'agent': {
      const id = integrationId(value);
      return id === undefined ? filter : { ...filter, integrationId: id };
    }
    case 'session':
      return { ...filter, sessionKey: Number(value) };
    case 'kind': {
      const event = RECEIPT_TYPES.find((type) => type === value);
      return event === undefined ? filter : { ...filter, event };
    }
    case 'has':
      return value === 'secret' || value === 'personal' ? { ...filter, found: value } : filter;
    case 'is': {
      const notable = NOTABLE_KINDS.find((each) => each === value);
      return notable === undefined ? { ...filter, late: true } : { ...filter, notable };
    }
    case 'secret':
      return { ...filter, fingerprint: value };
  }
}
