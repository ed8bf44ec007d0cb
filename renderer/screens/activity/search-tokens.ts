import type { ReceiptFilter } from '../../../shared/control.ts';
import { RECEIPT_TYPES } from '../../../shared/event.ts';
import { NOTABLE_KINDS } from '../../../shared/insight.ts';

const TOKEN = /(?<!\S)(project|agent|to|kind|session|after|before|has|is|secret):("[^"]*"|\S+)\s*/g;

/** Reads a day in the user's time zone. */
function dayOf(text: string): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match === null ? undefined : new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
}

/**
 * Takes the tokens out of a search, such as `project:~/code/app` or `has:secret`, and gives the filter that they mean.
 * `integrationId` finds an integration by its name. A token that means nothing stays text.
 */
export function withTokens(
  filter: ReceiptFilter,
  search: string,
  integrationId: (name: string) => string | undefined,
): ReceiptFilter {
  const { text: _, ...rest } = filter;
  const found: ReceiptFilter = rest;
  const text = search.replaceAll(TOKEN, (whole, name: string, quoted: string) => {
    const value = quoted.replaceAll('"', '');
    const meaning = meaningOf(name, value, integrationId);
    if (meaning === undefined) return whole;
    Object.assign(found, meaning);
    return '';
  });
  return text.trim() === '' ? found : { ...found, text: text.trim() };
}

function meaningOf(
  name: string,
  value: string,
  integrationId: (name: string) => string | undefined,
): ReceiptFilter | undefined {
  switch (name) {
    case 'project':
      return { project: value };
    case 'to':
      return { destination: value };
    case 'agent': {
      const id = integrationId(value);
      return id === undefined ? undefined : { integrationId: id };
    }
    case 'kind': {
      const event = RECEIPT_TYPES.find((type) => type === value);
      return event === undefined ? undefined : { event };
    }
    case 'session':
      return /^[0-9]{1,15}$/.test(value) ? { sessionKey: Number(value) } : undefined;
    case 'secret':
      return /^[0-9a-f]{16}$/.test(value) ? { fingerprint: value } : undefined;
    case 'has':
      return value === 'secret' || value === 'personal' ? { found: value } : undefined;
    case 'is': {
      const notable = NOTABLE_KINDS.find((kind) => kind === value);
      return value === 'late' ? { late: true } : notable === undefined ? undefined : { notable };
    }
    default:
      return dayMeaning(name, value);
  }
}

function dayMeaning(name: string, value: string): ReceiptFilter | undefined {
  const day = dayOf(value);
  if (day === undefined) return undefined;
  return name === 'after' ? { since: day.toISOString() } : { until: day.toISOString() };
}
