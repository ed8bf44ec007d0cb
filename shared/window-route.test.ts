import { describe, expect, it } from 'vitest';
import { hrefOf, parseReceiptLink, parseRoute, SCREENS } from './window-route.ts';

const RECEIPT = 'rcpt_01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('routes', () => {
  it('survive the way through the address', () => {
    for (const screen of SCREENS) expect(parseRoute(hrefOf({ screen }))).toEqual({ screen });
    const route = { screen: 'activity', receiptId: RECEIPT } as const;
    expect(parseRoute(hrefOf(route))).toEqual(route);
    const filtered = { screen: 'activity', query: { q: 'a&b=c #d', project: '~/code/übung' } } as const;
    expect(parseRoute(hrefOf(filtered))).toEqual(filtered);
    const project = { screen: 'projects', detail: '/srv/a b/ü?x#y' } as const;
    expect(parseRoute(hrefOf(project))).toEqual(project);
    expect(parseReceiptLink(`plinth://receipt/${RECEIPT}`)).toEqual(route);
  });

  it('lead an empty address to the opening screen, an unknown one and a foreign link nowhere', () => {
    for (const hash of ['', '#', '#/']) expect(parseRoute(hash)).toEqual({ screen: 'today' });
    for (const hash of ['#/elsewhere', '#/timeline/rcpt_short', '#/timeline/../settings', '#/projects/%']) {
      expect(parseRoute(hash)).toEqual({ screen: 'today', unknown: true });
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
