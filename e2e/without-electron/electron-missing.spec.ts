import { test } from '@playwright/test';
import { electronAvailability } from '../fixtures/electron-availability.ts';

const availability = electronAvailability();

test('the end-to-end suite in Electron’s own window', () => {
  test.skip('missing' in availability, 'missing' in availability ? availability.missing : '');
});
