import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const masked = (text: string) => redactor.redactText(text).text;

describe('a name or a number that is no secret', () => {
  it.each([
    'Seriennummer PF3K9XQ2, der Passwortmanager ist da schon installiert',
    'login tarda 4 s en producción desde el commit 3fa9c12b',
    'ο κωδικός προϊόντος ΚΡ-20418 βγαίνει διπλός',
    'kode pos 40132 tidak lolos validasi login',
    'traceparent: 00-269f1d0080c96909c39ff02f4b7d5020-0cba0d32b8ba0ab0-01 shows the login',
    'Build 20260301.4 of login-service deployed to eu-west-1a',
    'login failed for user bea from host web-7f9c4d-x2kl',
    'bibtex key bonneau2012password is undefined',
    'The door opens at 0830 and closes at 1745',
    'Die PIN muss vierstellig sein, siehe Handbuch Seite 4711',
    'session.timeout=3600 and password.minLength=14',
    '.token-list > .token:nth-child(2n+1) { color: #7f8c8d; }',
    'gpg --keyserver x --recv-keys 88B7BD58E42F2F409329B1B334C23A89AD80AE71',
    'the pw reset mail links to localhost:3000, it should not',
    'Schlüssel der Wand: SHA256:kX9pQw2LmZr7TbVn4cYdEuHs8JfGa1oRi6WtKyBx3Pv, password login is off',
    'I forgot the router password, firmware V4.12(ABQX.1), which page do I open',
    'szene kap_brunnen_07: der Wächter fragt nach dem Passwort und lacht',
    'PIN GPIO17 is LED, pin: GPIO22 is SCL',
    'Mot de passe : changer le code après chaque départ, écrire la note',
    'Adgangskode: skiftes ved mistanke om misbrug, ret punkt 3',
    'hasło: zgodnie z regulaminem sali, popraw zdanie',
    'Забыли пароль → нажмите кнопку Восстановить, перепиши короче',
    'la palabra clave del proyecto es sostenibilidad',
    'Kennwort: Substantiv, Neutrum',
    'parola: yenileme sayfası açılmıyor',
    'křížovka: heslo: severský bůh, 4 písmena',
    'type T = { secretKey?: Option<SecretBox>; apiKey?: Readonly<Uint8Array> }',
    'password_encryption = scram-sha-256',
  ])('stays: %s', (text) => {
    expect(masked(text)).toBe(text);
  });

  it.each([
    ['the password on the host is Granite+cat4', 'Granite+cat4'],
    ['the door opens with 0830', '0830'],
    ['passphrase: manger les pommes vertes', 'manger'],
    ['das Passwort ist kolibri, 7 Buchstaben', 'kolibri'],
    ['Passwort: laut und leise singen', 'leise'],
    ['hasło do wifi to radość', 'radość'],
    ['korsord.se lösenord: solros', 'solros'],
    ['Password: four green pelicans dancing', 'pelicans'],
    ['password for the cluster: Granite+cat4', 'Granite+cat4'],
  ])('is masked where it is one: %s', (text, secret) => {
    expect(masked(text)).not.toContain(secret);
  });
});
