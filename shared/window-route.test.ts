import { describe, expect, it } from 'vitest';
import { hrefOf, parseReceiptLink, parseRoute, SCREENS } from './window-route.ts';

const RECEIPT = 'rcpt_01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('routes', () => {
  it('survive the way through the address', () => {
    for (const screen of SCREENS) expect(parseRoute(hrefOf({ screen }))).toEqual({ screen });
    const route = { screen: 'activity', receiptId: RECEIPT } as const;
    expect(parseRoute(hrefOf(route))).toEqual(route);
    expect(parseReceiptLink(`plinth://receipt/${RECEIPT}`)).toEqual(route);
  });

  it('lead anything unknown to the activity, and no foreign link anywhere', () => {
    for (const hash of ['', '#', '#/elsewhere', '#/activity/rcpt_short', '#/activity/../settings']) {
      expect(parseRoute(hash)).toEqual({ screen: 'activity' });
    }
    for (const link of [
      '',
      'plinth://receipt/',
      'plinth://receipt/x',
      `https://receipt/${RECEIPT}`,
      `plinth://receipt/${RECEIPT}/../x`,
    ]) {
      expect(parseReceiptLink(link), link).toBeUndefined();
    }
  });
});
