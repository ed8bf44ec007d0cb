import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { PlinthClient, type PlinthClientOptions, PlinthConfigurationError } from '../src/index.ts';
import { isolateEnvironment } from './support/environment.ts';
import { makeToken } from './support/token.ts';

isolateEnvironment();
const token = makeToken();

function refusal(options: Record<string, unknown>): PlinthConfigurationError {
  try {
    new PlinthClient(options as unknown as PlinthClientOptions);
  } catch (error) {
    assert.ok(error instanceof PlinthConfigurationError, String(error));
    assert.equal(error.code, 'configuration');
    return error;
  }
  assert.fail('it was accepted');
}

describe('the token', () => {
  it('comes from the option, then from PLINTH_TOKEN', () => {
    process.env.PLINTH_TOKEN = 'nonsense';
    assert.ok(new PlinthClient({ token, integration: 'a' }));
    process.env.PLINTH_TOKEN = token;
    assert.ok(new PlinthClient({ integration: 'a' }));
  });

  it('is missed with a sentence', () => {
    assert.match(refusal({ integration: 'a' }).message, /No Plinth token.*PLINTH_TOKEN/);
    assert.match(refusal({ integration: 'a', token: '' }).message, /No Plinth token/);
  });

  it('of a managed bridge is refused with a sentence', () => {
    assert.match(refusal({ integration: 'a', token: makeToken('plhook_') }).message, /plhook_.*bridge/);
  });

  it('with one character changed anywhere is refused for its checksum', () => {
    for (let index = 6; index < token.length; index++) {
      const changed = token.slice(0, index) + (token[index] === 'x' ? 'y' : 'x') + token.slice(index + 1);
      assert.match(refusal({ integration: 'a', token: changed }).message, /checksum/);
    }
  });

  it('of another shape is refused', () => {
    const bad = [`${token} ${token}`, token.slice(0, -1), `${token}0`, 'ghp_x', 'plint_', 7, {}];
    for (const each of bad) {
      assert.match(refusal({ integration: 'a', token: each }).message, /not a Plinth token/);
    }
  });

  it('with leading zeros in its checksum is taken', () => {
    const filling = Array.from({ length: 20_000 }, (_, n) => `z${n}z`);
    const padded = filling.map((each) => makeToken('plint_', each)).find((each) => each.at(-6) === '0')!;
    assert.ok(new PlinthClient({ integration: 'a', token: padded }));
  });

  it('is in no message, and in nothing that prints the client', () => {
    const broken = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    assert.doesNotMatch(
      inspect(refusal({ integration: 'a', token: broken })),
      new RegExp(token.slice(6, 30)),
    );
    const plinth = new PlinthClient({ token, integration: 'a' });
    for (const shown of [inspect(plinth, { depth: 9, showHidden: true }), JSON.stringify(plinth)]) {
      assert.doesNotMatch(shown, new RegExp(token.slice(6, 30)));
    }
    plinth.close();
  });
});

describe('the other options', () => {
  it('must make sense', () => {
    for (const integration of [undefined, '', 7, null]) {
      assert.match(refusal({ token, integration }).message, /integration/);
    }
    for (const timeoutMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 'x', 1e9]) {
      assert.match(refusal({ token, integration: 'a', timeoutMs }).message, /timeoutMs/);
    }
    for (const retries of [-1, 11, Number.NaN, 'x']) {
      assert.match(refusal({ token, integration: 'a', retries }).message, /retries/);
    }
  });
});

describe('the base URL', () => {
  const loopback = {
    'http://127.0.0.1:47613': 'http://127.0.0.1:47613',
    'http://127.0.0.1:47613/': 'http://127.0.0.1:47613',
    'HTTP://LocalHost:1': 'http://localhost:1',
    'http://[::1]:65535': 'http://[::1]:65535',
    'http://127.255.0.9:80': 'http://127.255.0.9:80',
    'http://localhost': 'http://localhost:80',
  };
  for (const [text, baseUrl] of Object.entries(loopback)) {
    it(`may be ${text}`, () => {
      assert.equal(new PlinthClient({ token, integration: 'a', baseUrl: text }).baseUrl, baseUrl);
    });
  }

  const elsewhere = [
    '',
    'x',
    'https://127.0.0.1:47613',
    'ftp://127.0.0.1',
    'http://example.com',
    'http://10.0.0.1:47613',
    'http://0.0.0.0:47613',
    'http://[::]:47613',
    'http://[::ffff:10.0.0.1]:1',
    'http://128.0.0.1',
    'http://127.0.0.256',
    'http://127.0.0.01',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://localhost.example.com',
    'http://localhost.',
    'http://127.0.0.1.nip.io',
    'http://127.0.0.1:47613@example.com',
    'http://user:pw@127.0.0.1:47613',
    'http://127.0.0.1:47613/api',
    'http://127.0.0.1:47613?x',
    'http://127.0.0.1:47613#x',
    'http://127.0.0.1:0',
    'http://127.0.0.1:65536',
    'http://127.0.0.1:99999',
    'http://127.0.0.1\\@example.com',
    'http://127.0.0.1:47613\n',
    ' http://127.0.0.1:47613',
    'http://ⅼocalhost:1',
    '//127.0.0.1',
    '127.0.0.1:47613',
  ];
  for (const text of elsewhere) {
    it(`may not be ${JSON.stringify(text)}, as an option`, () => {
      assert.match(refusal({ token, integration: 'a', baseUrl: text }).message, /option.*loopback/);
    });
  }

  it('may not be something else in PLINTH_BASE_URL either, and no message repeats it', () => {
    process.env.PLINTH_BASE_URL = 'http://user:hunter2@example.com';
    const { message } = refusal({ token, integration: 'a' });
    assert.match(message, /environment.*loopback/);
    assert.doesNotMatch(message, /hunter2|example/);
  });

  it('is the option, then PLINTH_BASE_URL, then none', () => {
    assert.equal(new PlinthClient({ token, integration: 'a' }).baseUrl, null);
    process.env.PLINTH_BASE_URL = 'http://127.0.0.1:1111';
    assert.equal(new PlinthClient({ token, integration: 'a' }).baseUrl, 'http://127.0.0.1:1111');
    const baseUrl = 'http://127.0.0.1:2222';
    assert.equal(new PlinthClient({ token, integration: 'a', baseUrl }).baseUrl, baseUrl);
  });
});
