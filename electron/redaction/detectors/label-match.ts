import type { Scan } from '../engine/scan.ts';
import type { Label } from '../text/label-words-index.ts';

const MASKS = {
  password: 'password',
  pin: 'secret',
  key: 'token',
  phrase: 'secret',
  slang: 'password',
} as const;

/** The name of an account or of a machine: `the password of account anna_1991`, `Passwort auf server_7`. */
const NAMES_THING =
  /(?<!\p{L})(?:accounts?|users?|konto|kontos|benutzers?|nutzers?|servers?|hosts?|database|db|compte|utilisateur|cuenta|usuario|conta|utente|gebruiker|użytkownika?|uživatele?|användare|bruger|пользователя|аккаунта?|акаунта?)[ \t]["'`]?$/iu;
const NAME_WITH_NUMBER = /^[a-z]{2,}[_-]?\d{1,4}$/;
const REACH_BEFORE = 24;

/** True for the name of something that has a password. */
export const isNameOfThing = (text: string, start: number, value: string) =>
  NAME_WITH_NUMBER.test(value) && NAMES_THING.test(text.slice(Math.max(0, start - REACH_BEFORE), start));

/** Reports the value that a label announces. */
export function pushLabelled(scan: Scan, label: Label, start: number, value: string): void {
  if (isNameOfThing(scan.text, start, value)) return;
  scan.matches.push({
    rule: `spoken-${label.sort}`,
    tier: 'candidate',
    start,
    end: start + value.length,
    replacement: `[${MASKS[label.sort]}]`,
    secret: value,
  });
  scan.done.label = Math.max(scan.done.label, start + value.length);
}
