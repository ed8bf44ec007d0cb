import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({
  fingerprintKey: new Uint8Array(32).fill(1),
  homeDirectories: [],
  userNames: [],
});
const masked = (text: string) => redactor.redactText(text).text;

describe('secrets in what people say', () => {
  it.each([
    [
      'notes of a meeting',
      'Minutes: the wiki has a new login, from now on Quartz-Badger-71. Next: budget.',
      'Quartz-Badger-71',
    ],
    ['a guess in a chat', 'ej jakie jest hasło do wifi? chyba makowiec582 ale nie działa', 'makowiec582'],
    [
      'what somebody types',
      'Ich logge mich als lager ein und tippe Gurke#58, aber es geht nicht.',
      'Gurke#58',
    ],
    ['a table', 'Sito | Utente | Parola chiave\nPoste | rossi | Lumaca7381', 'Lumaca7381'],
    ['a safe and an alarm', 'Сейф открывается на 640182, сигнализация снимается кодом 7391.', '640182'],
    ['digits in words', 'memo: el pin nuevo de la tarjeta es cinco cero dos siete', 'cinco cero dos siete'],
    [
      'a dictated password',
      'password is capital s sunflower forty two exclamation mark',
      'sunflower forty two exclamation mark',
    ],
    ['a spelled word', 'the pass for the projector is just the word elephant in lower case', 'elephant'],
    ['a script without blanks', '金庫は482913で開きます。', '482913'],
  ])('are masked: %s', (_, text, secret) => {
    expect(masked(text)).not.toContain(secret);
  });

  it('are masked the same after many other words', () => {
    const text = 'memo: el pin nuevo de la tarjeta es cinco cero dos siete';
    const before = masked(text);
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const words = [...letters].flatMap((one) =>
      [...letters].flatMap((two) => [...letters].map((three) => one + two + three)),
    );
    for (let from = 0; from < words.length; from += 100)
      masked(`the pass of ${words.slice(from, from + 100).join(' ')}`);
    expect(masked(text)).toBe(before);
    expect(before).not.toContain('cinco');
  });

  it.each([
    'Zaloguj się jako admin2, hasło musi mieć co najmniej 8 znaków, inaczej zwróć 422.',
    'Why is login slow on node18 but not on node20? Same box, same db.',
    'The alarm in CloudWatch fired 1242 times, see SEC-1204 and commit 9f8e7d6c5b.',
    'My password expires in three days, extend it to ninety.',
    'Rename getPasswordFromKeychain2 in handlers_v2.py and log in with user1.',
    'error code 1042 on port 8443 after login, since release-2024',
    // The words of a mask are nobody's.
    'Backup02: [intercom-token]',
    'Karte77 [card-verification-code]',
  ])('are not seen in: %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});
