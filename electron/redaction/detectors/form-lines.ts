import { isMessage, type Scan } from '../engine/scan.ts';
import type { Label } from '../text/label-words-index.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { SHORT_LABELS } from './announced-value.ts';
import { pushLabelled } from './key-runs.ts';
import { operatorAt } from './label-grammar.ts';
import { readAt } from './value-in-sentence.ts';

/** A line of a form that says who logs in, or where; then the line of the label. */
const FORM_LINE =
  /(?:^|\n)[ \t>*•-]{0,6}(?:user(?: ?name)?|login|log-in|account|host|server|url|ftp|mail|e-?mail|benutzer\p{L}*|konto|utilisateur|identifiant|compte|usuario|usuário|utente|gebruiker\p{L}*|użytkownik|uživatel|användar\p{L}*|bruger\p{L}*|bruker\p{L}*|логин|пользователь|користувач)[*_]{0,2}[ \t]?[:=][ \t*_]{0,4}\S[^\n]{0,80}\r?\n[ \t>*•-]{0,6}[*_]{0,2}$/iu;
const REACH_OF_FORM = 160;
const SHORTEST = 4;

/** `Login: ute` on one line and `Pass: Letterpress!` on the next: whatever stands there is the password. */
export function readForm(scan: Scan, label: Label, at: number, end: number): boolean {
  if (!isMessage(scan) || !SHORT_LABELS.has(label.text)) return false;
  const { text } = scan;
  const operator = operatorAt(text, end);
  if (operator === 0) return false;
  const read = readAt(scan, end + operator);
  if (!read?.endsLine || read.value.length < SHORTEST || isPlaceholder(read.value)) return false;
  scan.work += REACH_OF_FORM;
  if (!FORM_LINE.test(text.slice(Math.max(0, at - REACH_OF_FORM), at))) return false;
  pushLabelled(scan, label, read.start, read.value);
  return true;
}
