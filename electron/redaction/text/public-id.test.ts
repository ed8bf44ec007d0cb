import { expect, it } from 'vitest';
import { createRedactor, SessionSecrets } from '../redactor.ts';
import { isNumberOfReport } from './public-id.ts';

const redactor = createRedactor({
  fingerprintKey: new Uint8Array(32),
  homeDirectories: [],
  userNames: [],
});
/** Its digits are those of a telephone, too. */
const LIKE_A_PHONE = 'de588d3a-0015-4330-8590-f3a61589e812';
const CALL = 'toolu_014zW4fUykvB8uHtGusByat7';

it('the number of a report is no detail of a person', () => {
  for (const callId of [LIKE_A_PHONE, CALL, 'call_cIyulGV5EMtJWLc4Nk6YTGoe', 'ses_4f7a1c9be2d0Xk3q']) {
    expect(isNumberOfReport(callId)).toBe(true);
    expect(redactor.redactValue({ callId })).toMatchObject({ value: { callId }, findings: [] });
  }
});

it('it is masked where a name or its session makes it a secret', () => {
  const { value, secrets } = redactor.redactValue({ env: { API_KEY: LIKE_A_PHONE } });
  expect(JSON.stringify(value)).not.toContain(LIKE_A_PHONE);
  const memory = new SessionSecrets();
  memory.remember('one', secrets);
  const later = redactor.redactValue({ callId: LIKE_A_PHONE }, { extra: memory.matcher('one') });
  expect(JSON.stringify(later.value)).not.toContain(LIKE_A_PHONE);
  const beside = redactor.redactValue({ callId: CALL, content: `the password is ${CALL}` });
  expect(JSON.stringify(beside.value)).not.toContain(CALL);
});

it('a credential and a sentence are no numbers of a report', () => {
  for (const text of [
    `token ${CALL}`,
    `${LIKE_A_PHONE}\n`,
    'ghp_R8mZc4Yb1Nd6Wf3Hs0Jt5Kx2Lv7Pq9Ga4Ue',
    'call_me',
  ])
    expect(isNumberOfReport(text)).toBe(false);
});
