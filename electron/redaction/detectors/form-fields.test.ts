import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const masked = (text: string) => redactor.redactText(text).text;

describe('a field of a form', () => {
  it.each([
    ['user[email]=a&user[password]=⟦⟧&x=1', 'hydrantlamp', 'password'],
    ['user%5Bpassword%5D=⟦⟧&user%5Bremember%5D=1', 'hydrantlamp', 'password'],
    ['{"name":"customer[password]","value":"⟦⟧"}', 'hydrantlamp', 'password'],
    ['<input name="user[password]" type="password" value="⟦⟧">', 'hydrantlamp', 'password'],
    ['Content-Disposition: form-data; name="password"\r\n\r\n⟦⟧\r\n--b', 'hydrantlamp', 'password'],
    ['<ПарольПользователя>⟦⟧</ПарольПользователя>', 'Hydrant5Lamp', 'password'],
    ['<Пароль>⟦⟧</Пароль>', 'ліхтар', 'password'],
    ['<密码>⟦⟧</密码>', 'Hydrant5Lamp', 'password'],
  ])('is masked by its name: %s', (text, value, mask) => {
    expect(masked(text.replace('⟦⟧', value))).toBe(text.replace('⟦⟧', `[${mask}]`));
  });

  it.each([
    '{"name":"customer[password]","value":""}',
    '<input name="user[password]" type="password">',
    'user[password_confirmation_required]=true',
    'form-data; name="file"\r\n\r\nhello',
    'если пароль < 8 символов > ошибка </p>',
    '<label>Пароль</label><b>забыли?</b>',
  ])('stays where it holds none: %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});
