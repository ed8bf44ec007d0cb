import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningHost, sampleEvent, startTestHost } from '../../test/support/running-host.ts';

/** The switch "Personal details" of the Privacy screen, from the setting over HTTP to the stored receipt. */
const DETAILS: readonly [kind: string, content: string, stored: string][] = [
  ['an IPv4 address', 'the server is 203.0.113.77 today', 'the server is [ip-address] today'],
  ['an IPv6 address', 'it is 2001:db8:85a3::8a2e:370:7334 now', 'it is [ip-address] now'],
  ['a MAC address', 'its mac is 00:1b:44:11:3a:b7', 'its mac is [mac-address]'],
  ['a date of birth', 'she was born on 12.03.1987', 'she was born on [date-of-birth]'],
  ['a street address', 'ship to 12 Baker Street', 'ship to [street-address]'],
  ['a passport number', 'pasaporte AAB123456', 'pasaporte [passport-number]'],
  ['a number plate', 'Kennzeichen M-AB 1234', 'Kennzeichen [vehicle-number]'],
  ['a vehicle number', 'VIN 1HGCM82633A004352', 'VIN [vehicle-number]'],
];

let host: RunningHost;
let token: string;

beforeAll(async () => {
  host = await startTestHost();
  ({ token } = await host.generateToken('details'));
});
afterAll(() => host.remove());

async function stored(content: string): Promise<unknown> {
  const sent = sampleEvent('details', { data: { content }, occurredAt: new Date().toISOString() });
  const { receiptId } = (await (await host.post(token, sent)).json()) as { receiptId: string };
  const { receipt } = await host.control('receipts.get', { id: receiptId });
  return receipt?.data;
}

async function switchDetails(maskDetails: boolean): Promise<void> {
  const { settings } = await host.control('settings.get', {});
  await host.control('settings.set', { settings: { privacy: { ...settings.privacy, maskDetails } } });
}

describe('personal details', () => {
  test.each(DETAILS)('%s stays while the switch is off', async (_, content) => {
    expect(await stored(content)).toEqual({ content });
  });

  describe('with the switch on', () => {
    beforeAll(() => switchDetails(true));
    test.each(DETAILS)('%s is masked', async (_, content, masked) => {
      expect(await stored(`${content}, ok`)).toEqual({ content: `${masked}, ok` });
    });
    test('what follows is kept again when it is off', async () => {
      await switchDetails(false);
      expect(await stored('the other is 203.0.113.78')).toEqual({ content: 'the other is 203.0.113.78' });
    });
  });
});
