const setOf = (words: string) => new Set(words.split(' '));

/** "Password" in the languages that interfaces are translated into, and what stands for it there. */
const PASSWORD_IN_LANGUAGES = setOf(
  'password passwort passwörter kennwort losung passord lösenord losenord adgangskode kodeord salasana lykilorð lykilord wachtwoord wagwoord motdepasse contraseña contrasena contraseñas contrasenya contrasinal pasahitza senha palavra-passe palavrapasse parola parolă parolat parole parool parol parolı wachtwurd fjalëkalimi fjalekalimi hasło haslo heslo jelszó jelszo geslo lozinka šifra sifra zaporka slaptažodis slaptazodis salasõna şifre sifre sandi katasandi katalaluan pasvorto focalfaire pasfhocal cyfrinair nywila nenosiri clave',
);

/** What forms, tables and messages say where a password would stand. */
const LABELS = setOf(
  'enter confirm confirmation confirmed forgot forgotten lost recover recovery reset change changed changing show shown hide visible weak strong medium fair poor good great excellent short long invalid incorrect wrong missing mismatch mismatched expired expires never always unset ' +
    'username user email name title description plain plaintext encrypted hashed hash encoded clear secure insecure secured protected internal sensitive mandatory optional required allow allowed deny denied failed failure fail success succeeded error warning info ok done pending ' +
    'old new current previous repeat retype again submit continue next back cancel close save update updated delete deleted remove add edit create created generate generated copy copied view set choose select verify verification validate login logon signin signup unlock lock locked ' +
    'header cookie form digest kerberos ldap saml sso pin biometric fingerprint credentials authentication authorization security access input output column property variable parameter argument option setting settings control widget component button link ' +
    'eingeben bestätigen bestaetigen bestätigung wiederholen wiederholung vergessen ändern aendern zurücksetzen anzeigen verbergen ausblenden erforderlich pflichtfeld falsch ungültig neu alt schwach stark mittel anmelden benutzer benutzername ' +
    'confirmer confirmez oublié oubliée modifier changer changez obligatoire requis requise afficher masquer saisir saisissez invalide incorrecte faible moyen fort nouveau ancien identifiant ' +
    'confirmar confirme olvidada olvidé cambiar mostrar ocultar requerida requerido obligatorio obligatoria introducir introduzca ingrese ingresar escriba inválida incorrecta débil fuerte nueva usuario ' +
    'esqueceu esqueci alterar digite insira obrigatório obrigatória inválido fraca forte média nova atual conferma confermare inserisci dimenticata mostra nascondi obbligatoria richiesta cambia modifica debole nuova ' +
    'bevestigen bevestig vergeten wijzigen verplicht tonen verbergen invoeren nieuw huidig bekräfta glömt ändra visa dölj bekreft glemt vis skjul bekræft potwierdź zmień pokaż ukryj wymagane potvrdit změnit zobrazit skrýt megerősítés onayla unuttum değiştir göster gizle',
);

/** True for a word for a password in one of the languages: a text of an interface has it, and a pass phrase does not. */
export const namesPassword = (word: string): boolean => PASSWORD_IN_LANGUAGES.has(word.toLowerCase());

/** True when a quoted word beside `password` is what a person reads there, in some language, and not a password. */
export function isLabel(value: string): boolean {
  if (value.length > 24) return false;
  const word = value.toLowerCase();
  if (PASSWORD_IN_LANGUAGES.has(word)) return true;
  // A word in small letters is what people choose as a password; a label begins with a capital.
  return !/^[a-z]+$/.test(value) && LABELS.has(word);
}

const HUMP = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
/** Letters that do not follow each other in the words that identifiers are made of. */
const UNUSUAL =
  /[bcdfghjklmnpqrstvwxz]{5}|j[bcdfghklmnpqrstvwxyz]|q[^u]|[cfghjkmpqvwxz]x|x[bdfgjkmnqrvwxz]|v[bcdfghjkmnpqtwxz]|[bcdfghjklmnpqrtvwxyz]q|[bfghjmpqvwxz]z|z[bcdfghjkmnpqrtvx]|w[gjmpqvxz]|[bcfghjkmpqtvwxz]j|k[qzxjg]|[jqxzv]k/gi;

/** Letters in upper and lower case that no one would name a field: `pwCDXsXyGH`, not `formData`. */
export function isDisordered(value: string): boolean {
  if (!/^[A-Za-z]{6,64}$/.test(value)) return false;
  const humps = value.match(HUMP)?.length ?? 1;
  if (humps < 2) return false;
  const length = value.length / humps;
  const vowels = (value.match(/[aeiouy]/gi)?.length ?? 0) / value.length;
  return (
    (humps >= 3 && length <= 2.5) ||
    vowels < 0.2 ||
    (length < 3.4 && vowels < 0.28) ||
    (value.match(UNUSUAL)?.length ?? 0) >= 2
  );
}
