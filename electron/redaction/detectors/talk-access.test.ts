import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({
  fingerprintKey: new Uint8Array(32).fill(1),
  homeDirectories: [],
  userNames: [],
});
const masked = (text: string) => redactor.redactText(text).text;

describe('what people type to get in, where no word names a password', () => {
  it.each([
    ['a gate', 'The side gate opens with 4719 and the dog is harmless.', '4719'],
    [
      'a machine',
      'auf den alten Plotter kommst du als service mit Amsel-Brezel-7, schau nach',
      'Amsel-Brezel-7',
    ],
    ['what was changed', 'Серёга поменял консоль на kefir482 и уехал, составь письмо', 'kefir482'],
    ['a particle behind it', '古いルーターはSakura-482で入れます。設定を確認してください', 'Sakura-482'],
    ['a code read out', 'quelqu’un m’a appelé et je lui ai lu le code 482913 reçu par sms', '482913'],
    [
      'a recovery phrase of another language, without a word about wallets',
      'guárdame esto: fusil puesto gratis húmedo tocino sombra huevo humilde vajilla umbral cabra leve, es importante',
      'vajilla umbral',
    ],
    ['a phrase', 'O disco cifrado abre com a frase sete gaivotas no telhado e eu tentei.', 'gaivotas no'],
    ['a word', 'The user said you get in with bluebottle as the password.', 'bluebottle'],
    ['a comment', '// Zsófi szerint a címkenyomtató ezzel enged be: paprika-Jancsi-40', 'paprika-Jancsi-40'],
  ])('is masked: %s', (_, text, secret) => {
    expect(masked(text)).not.toContain(secret);
  });

  it.each([
    'Open docs/handover-notes-v2.md in the console, then connect with psql16.',
    'The server opens a connection with node18 and returns 4096 rows.',
    'Der Server im Raum 4182 lässt sich nicht öffnen, Ticket INC-20418, Modell ProLiant-DL380.',
    'With the phrase as the password field label, use email as the login.',
    'Log in to the dashboard with the demo user and open ticket 20418.',
  ])('is not seen in: %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});
