import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const masked = (text: string) => redactor.redactText(text).text;

describe('what a message tells in passing', () => {
  it.each([
    'le code reçu par SMS est le ⟦600624⟧, valide l’ajout',
    'auf dem Handy steht jetzt ⟦715776⟧, gib das ein bevor es abläuft',
    'jött egy sms, ⟦482913⟧ a kód, írd be',
    'スマホに⟦482913⟧って届いたので入力して',
    'he texted me the code, ⟦551902⟧',
    '- code de la salle : ⟦99718⟧',
    'the backup codes for the workspace in case you get locked out: ⟦7037 5457⟧, ⟦4528 4486⟧ and ⟦0031 7972⟧. Thanks',
    'la frase para abrir el KeePass del equipo es «⟦velvet lantern timber tundra⟧», gracias',
    'de api-sleutel die we kregen begint met pk en is voluit ⟦pk7f0Q2vTzR9aLmX4uYcN8eW⟧, zet hem in de keyvault',
    'архів відкривається через ⟦glid-zhyvoplit9⟧',
    'zip ⟦alic-cit9⟧ ile açılıyor',
    'terraform apply -var="admin_password=⟦hawthorn⟧"',
    'pytanie pomocnicze: imię psa, odpowiedź: ⟦Reksio⟧',
    'Sicherheitsfrage: Name des ersten Haustiers -> ⟦Schnuffi⟧',
    'ユーザー名:bea\nパスワード:⟦たんぽぽ⟧',
  ])('is masked: %s', (written) => {
    const text = written.replaceAll(/[⟦⟧]/gu, '');
    const clean = masked(text);
    for (const [, value] of written.matchAll(/⟦(.+?)⟧/gu)) expect(clean).not.toContain(value);
  });

  it.each([
    'we got 48213 SMS complaints, enter them in the CRM',
    'auf dem Handy steht die Seite zu klein, Zeile 4711, bitte gib Bescheid',
    'la commande 482913 est arrivée, valide le colis',
    'the phrase that opens the page is "click here to continue", change it',
    'log in as admin using the token flow',
    'extract the zip with 7zip19 on server-2',
    '| Setting | Code |\n|---|---|\n| timeout | E1001 |',
    'security question feature: store the answer hashed, see the design doc',
    '用户名:必填\n密码:必填',
  ])('stays: %s', (text) => {
    expect(masked(text)).toBe(text);
  });
});
