import { ALPHANUMERIC, isIn } from './characters.ts';

/**
 * What the name of a value says about it.
 *
 * - `password`: a person or a program logs in with it; even a short, guessable one is a secret.
 * - `secret`: the name says credential (`client_secret`, `API_KEY`, `authToken`).
 * - `hint`: the name may say credential (`key`, `auth`, `signature`); only a random value counts.
 */
export interface SensitiveName {
  strength: 'password' | 'secret' | 'hint';
  rule: string;
  mask: string;
}

const PASSWORD: SensitiveName = { strength: 'password', rule: 'password-assignment', mask: 'password' };
/** `pass` alone is also what a test does, and what it says when it did. */
const PASS: SensitiveName = { strength: 'password', rule: 'pass-assignment', mask: 'password' };
const SECRET: SensitiveName = { strength: 'secret', rule: 'secret-assignment', mask: 'secret' };
const TOKEN: SensitiveName = { strength: 'secret', rule: 'token-assignment', mask: 'token' };
const API_KEY: SensitiveName = { strength: 'secret', rule: 'key-assignment', mask: 'api-key' };
const COOKIE: SensitiveName = { strength: 'secret', rule: 'cookie', mask: 'cookie' };
const AUTHORIZATION: SensitiveName = { strength: 'secret', rule: 'authorization', mask: 'authorization' };
/** A number that somebody types: `GARAGE_CODE`, `parental_pin`. */
const CODE: SensitiveName = { strength: 'password', rule: 'pin-assignment', mask: 'secret' };
const HINT: SensitiveName = { strength: 'hint', rule: 'random-value', mask: 'secret' };

export const PASSWORD_WORDS = new Set(
  'password passwd passwort passphrase passcode pwd pswd passwrd psw userpass dbpass dbpassword mypassword rootpassword adminpassword userpassword pgpassword contrasena contraseña senha motdepasse kennwort wachtwoord sshpass keypass storepass keystorepass rootpw bindpw bindpasswd dbpasswd mysqlpassword loginpassword passw psk presharedkey userpw dbpw adminpw sshpw wifipassword wlanpassword mdp remotepass authtok ftppass smtppass mailpass clavebd claveacceso senhas contrasenya parola hasło haslo heslo salasana lozinka lösenord losenord passord adgangskode kodeord şifre sifre jelszó jelszo passwortes geslo zaporka sandi katasandi пароль κωδικός συνθηματικό гасло סיסמה סיסמא पासवर्ड المرور گذرواژه 密码 密碼 口令 パスワード 비밀번호 암호 패스워드 matkhau'.split(
    ' ',
  ),
);
export const SECRET_WORDS = new Set(
  'secret psksecret securityanswer secretanswer sharesecret secrets secrete secreto clientsecret appsecret consumersecret sharedsecret jwtsecret credential credentials creds cred privkey privatekey masterkey encryptionkey signingkey secretkey authsecret webhooksecret sessionsecret cookiesecret totp otp mnemonic seedphrase pepper recoverycode recoverycodes backupcode backupcodes unsealkey apppassword totpsecret otpsecret mfasecret'.split(
    ' ',
  ),
);
export const TOKEN_WORDS = new Set(
  'token tokens authtoken accesstoken refreshtoken idtoken apitoken bearertoken sessiontoken bottoken usertoken oauthtoken bearer pat jwt csrftoken slapikey deploytoken bearertokens personaltoken'.split(
    ' ',
  ),
);
export const KEY_WORDS = new Set(
  'apikey routingkey integrationkey networkkey apikeys appkey authkey accesskey servicekey licensekey licencekey accountkey sharedaccesskey storagekey apiklic apiklíč apiklucz apikulcs apisleutel apischluessel apischlüssel apinyckel apinokkel apinøkkel apinøgle apiavain apianahtari apianahtar szamlaagentkulcs titkoskulcs geheimschluessel geheimschlüssel subscriptionkey softlayerapikey iamapikey slapikey apisecret secretaccesskey'.split(
    ' ',
  ),
);
const KEY_PARTNERS = new Set(
  'api routing network sas ingestion instrumentation app application secret access auth private priv encryption encrypt decryption signing sign master account service db database client storage license licence subscription shared host admin root deploy hmac aes webhook server rest mapi vapid jwt session cookie token write read management ingest integration consumer functions function ssh gpg wallet seed root publishable'.split(
    ' ',
  ),
);
export const HINT_WORDS = new Set(
  'key keys auth signature sig hash access session sid nonce salt code cookie cookies passkey pin pass client appid'.split(
    ' ',
  ),
);

/** Keys of databases, tables, maps and keyboards, and what every program publishes. */
export const KEYS_WITHOUT_SECRET = new Set(
  'primary foreign sort cache public partition index idempotency row group object unique hash lookup translation registry route query react dedup trace composite natural surrogate candidate json map dict arrow enter shift ctrl control alt hot short return escape delete any next page csrf xsrf host gpg pgp verification publishable anon continuation pagination sync cursor design etag commit artifact column table item node tree file path layer block chunk shard bucket segment message event record entity document cell'.split(
    ' ',
  ),
);

/** Words after which the value describes a secret and is none: `token_type`, `passwordField`, `secret_name`. */
const DESCRIBED = new Set(
  (
    'forgot forgotten question questions reminder id ids name names type types length len size count counts counter number file files filename path paths dir folder url urls uri uris endpoint endpoints field fields label placeholder hint re rx regex regexp pattern patterns policy policies expiry expires expire expired expiration ' +
    'expiresin ttl age index idx prefix suffix status state error errors message messages required enabled disabled min max minimum maximum strength reset resets changed change changes updated created at date time timestamp validator validators validation validate valid schema schemas ' +
    'input inputs prompt prompts manager managers service services provider providers store stores storage class classes format formats algorithm alg version versions description title component form page screen view button icon link help text attribute attributes column columns option options ' +
    'config configuration settings flag flags limit limits usage budget budgets window kind kinds list lists map maps ring rings set sets pair pairs code codes press down up events event handler handlers callback callbacks listener listeners factory builder generator parser helper util utils ' +
    'interface props ref refs reference references source sources rotation rotator hint hints model models entity entities template templates test tests mode modes method methods scope scopes grant grants issuer audience header headers cookie param params parameter parameters arn vault engine ' +
    'exists present missing invalid failed failure success ok count total totals cost price prices per second seconds minute minutes left right start end begin pos position positions offset visible visibility shown hidden show hide toggle confirmed less free protected ' +
    'import imports export exports iterator stream reader writer tree node nodes kinds check checker checks scan scans scanner scanning rule rules symbol symbols word words vocab embedding embeddings sale sales board boards stone stones note notes frame frames mesh signature usages certificate encoding derivation derive function fn env var variable hashed'
  ).split(' '),
);
const NOT_SENSITIVE =
  /^(?:monkey|turkey|hotkey|keyboard|keyword|keyframe|passenger|passport|compass|bypass|passive|passed|passing|passes|passthrough|author|authors|authority|authored|authentic|secretary|tokenize|tokenizer|tokenized|tokenization|publickey|foreignkey|primarykey|keycode|keydown|keyup|keypress|sessionid|maxtokens|inputtokens|outputtokens|totaltokens|encompass|surpass|trespass|accessor|accessors|accessible|accessibility)$/;

/** `dbPassword`, `DB_PASSWORD`, `db-password`, `db.password` all read as db, password. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length > 0);
}

/** Returns true for two texts of the same words, however they are joined. */
export function haveSameWords(one: string, other: string): boolean {
  let at = 0;
  let otherAt = 0;
  for (;;) {
    while (at < one.length && isMark(one.charCodeAt(at))) at += 1;
    while (otherAt < other.length && isMark(other.charCodeAt(otherAt))) otherAt += 1;
    const code = one.charCodeAt(at);
    const otherCode = other.charCodeAt(otherAt);
    if (code >= ASCII || otherCode >= ASCII) return wordsOf(one).join('') === wordsOf(other).join('');
    if (at === one.length || otherAt === other.length) return at === one.length && otherAt === other.length;
    // Of letters and digits, only the two cases of a letter differ in this bit alone.
    if ((code | CASE_BIT) !== (otherCode | CASE_BIT)) return false;
    at += 1;
    otherAt += 1;
  }
}

const ASCII = 128;
const CASE_BIT = 32;
const isMark = (code: number): boolean => code < ASCII && !isIn(ALPHANUMERIC, code);

/** Words that name a secret only together: `pass_word`, `MOT_DE_PASSE`, `CLE_API`. */
const JOINED: readonly [RegExp, string][] = [
  [/\bpass (word|phrase|code|wd|wort)\b/g, 'pass$1'],
  [/\bmots? de passe?\b/g, 'password'],
  [/\b(?:kata sandi|palabra clave|palavra passe)\b/g, 'password'],
  [
    /\b(?:clave|chave) (?:de |da |do )?(db|bd|base|datos|dados|banco|smtp|correo|wifi|usuario|admin|root|servidor|sql|mysql|ftp|ssh)\b/g,
    'password $1',
  ],
  [
    /\b(db|bd|base|datos|dados|banco|smtp|correo|wifi|usuario|admin|root|servidor|sql|mysql|ftp|ssh) (?:clave|chave)\b/g,
    '$1 password',
  ],
  [
    /\b(?:cl[eé]f?|chave|clave|llave|jeton|schl(?:ue|ü|u)ssel) (?:d |de |da |la )?(?:api|acc[eè]s|acesso|acceso|secr[eèé]te?|secreta|priv[eé]e|privada)\b|\b(?:chiave|klucz|kl[ií][cč]|kulcs|cheie|anahtar|avain|sleutel|nyckel) (?:api|secret|segreta|tajny|tajn[yý]|titkos|secreta|gizli)\b|\bapi (?:chiave|klucz|kl[ií][cč]|kulcs|cheie|anahtar[iı]?|avain|sleutel|nyckel|n[oø]kkel|n[oø]gle)\b|\b(?:api|zugangs|geheim|zugriffs) ?(?:schl(?:ue|ü|u)ssel|cl[eé]|chave|clave|llave)\b/g,
    'apikey',
  ],
];
/** A cheap test before {@link JOINED}. */
const MAY_BE_JOINED =
  /api|chiave|klucz|kl[ií][cč]|kulcs|cheie|anahtar|avain|sleutel|nyckel|pass|passe|sandi|clave|chave|llave|jeton|cl[eé]|schl/;

function joined(words: readonly string[]): readonly string[] {
  if (words.length < 2 && !/schl/.test(words[0] ?? '')) return words;
  let name = words.join(' ');
  if (!MAY_BE_JOINED.test(name)) return words;
  for (const [pattern, word] of JOINED) name = name.replaceAll(pattern, word);
  return name.split(' ');
}

/** What is salted in the configuration of an application, where the salt is as secret as a key. */
const SALTED = new Set(
  'in nonce auth hash password app cookie session secret token key logged in devise hashids'.split(' '),
);

/** What a phrase is for that is typed in. */
const OF_A_PHRASE = new Set('backup recovery seed secret master vault wallet unlock'.split(' '));

/** What has a password, and a short word for it behind without a mark: `DBPWD`, `ftppw`. */
const GLUED =
  /^(?:db|sql|mysql|pg|ora|oracle|mongo|redis|ldap|ftp|sftp|ssh|smtp|imap|mail|wifi|wlan|vpn|rdp|vnc|root|admin|user|usr|sys|system|my|web|app|svc|service|login|proxy|host|server|bind|master|sudo)p(?:wd|sw|w)$/;

/** What a code opens. */
const OPENED = new Set(
  'door gate garage alarm safe entry access unlock lock kiosk lobby building vault locker keypad panic duress disarm'.split(
    ' ',
  ),
);
/** What has pins that nobody types: boards and plugs. */
const OF_A_BOARD =
  /^(?:gpio|led|rx|tx|cs|dc|rst|reset|clk|clock|data|sda|scl|mosi|miso|button|btn|relay|sensor|servo|motor|pwm|adc|analog|digital|input|output|in|out|echo|trig|trigger|irq|int|dio|busy|power|en|enable|buzzer|speaker|lcd|num|my|map|i2c|spi|uart|\d+)$/;
/** The number of such a code: not one that counts, and no year. */
export const isCodeNumber = (value: string): boolean =>
  /^\d{4,10}$/.test(value) &&
  !/^(?:(?:19|20)\d\d|(\d)\1+|0?1234567890|1234(?:5(?:6(?:7(?:8(?:9)?)?)?)?)?)$/.test(value);

function nameOfWord(word: string, before: string | undefined): SensitiveName | undefined {
  const bare = word.replace(/\d+$/, '');
  if (PASSWORD_WORDS.has(bare)) return PASSWORD;
  if (SECRET_WORDS.has(bare)) return SECRET;
  if (TOKEN_WORDS.has(bare)) return TOKEN;
  if (KEY_WORDS.has(bare)) return API_KEY;
  if (bare === 'pw') return PASSWORD;
  if (bare === 'salt' && before !== undefined && SALTED.has(before)) return SECRET;
  if (/^(?:password|passwd|auth|session|cookie|hash|secret)salt[a-z]{0,8}$/.test(bare)) return SECRET;
  if (bare === 'phrase' && before !== undefined && OF_A_PHRASE.has(before)) return PASSWORD;
  if (bare === 'answer' && before === 'security') return SECRET;
  if (bare === 'pass') return before === undefined ? undefined : PASSWORD;
  if (word === 'code' && before !== undefined && OPENED.has(before)) return CODE;
  if (word === 'pin' && before !== undefined && !OF_A_BOARD.test(before)) return CODE;
  if (bare === 'key' && before !== undefined && KEY_PARTNERS.has(before)) return API_KEY;
  if (bare === 'authorization') return AUTHORIZATION;
  if (
    (bare === 'cookie' || bare === 'cookies') &&
    (before === undefined || before === 'set' || before === 'session' || before === 'auth')
  )
    return COOKIE;
  if (
    (/(?:password|passwd|passphrase|passwort|kennwort|storepass|psksecret)$/.test(bare) ||
      GLUED.test(bare)) &&
    !NOT_SENSITIVE.test(bare)
  )
    return PASSWORD;
  if (/(?:apikey|secretkey|accesskey|authkey|privatekey)$/.test(bare)) return API_KEY;
  if (/(?:secret)$/.test(bare)) return SECRET;
  if (/(?:token)$/.test(bare) && !NOT_SENSITIVE.test(bare)) return TOKEN;
  return undefined;
}

/** Literals of names of three letters and fewer: with the mark before or after them that makes them a name. */
const aroundShort = (word: string) => [
  `_${word}`,
  `-${word}`,
  `.${word}`,
  `${word}=`,
  `${word}:`,
  `${word} =`,
  `${word}"`,
  `${word}'`,
];
const SHORT_NAME = 3;
/** Parts that many names share; one of them leads to every name with it. */
const SHARED_PARTS =
  'pass pwd secret token key auth cred psw cookie senha contrase jwt signature session bearer mnemonic client _access appid _salt mdp_ clave chave llave jeton _phrase cle_ _cle clé schluessel schlüssel _pin _code'.split(
    ' ',
  );

/** What the prefilter looks for so that every name of the tables is met in a text. */
export const NAME_LITERALS: readonly string[] = [
  ...SHARED_PARTS,
  ...new Set(
    [...PASSWORD_WORDS, ...SECRET_WORDS, ...TOKEN_WORDS, ...KEY_WORDS, 'pw']
      .filter((word) => !SHARED_PARTS.some((part) => word.includes(part)))
      .flatMap((word) =>
        /^[\x20-\x7e]+$/.test(word) && word.length <= SHORT_NAME ? aroundShort(word) : [word],
      ),
  ),
];

/** Names that are remembered with their kind: a program has some hundreds of names that are met again and again. */
const MOST_REMEMBERED = 4096;
const remembered = new Map<string, SensitiveName | null>();
/** Longer ones are sentences. */
const LONGEST_NAME = 128;

/** How sensitive a value of this name is; undefined when the name says nothing. */
export function sensitiveName(name: string): SensitiveName | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const known = remembered.get(name);
  if (known !== undefined) return known ?? undefined;
  const kind = kindOfName(name);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(name, kind ?? null);
  return kind;
}

/** Tokens that say where a list goes on, or that a request comes again. */
const PAGES =
  /^(?:next|previous|prev|continuation|page|pagination|cursor|sync|resume|request|idempotency|pad|eos|bos|unk|cls|sep|mask|stop|special|start|end|max|min)$/;

function kindOfName(name: string): SensitiveName | undefined {
  const words = joined(wordsOf(name));
  let found: SensitiveName | undefined;
  let foundAt = -1;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    if (NOT_SENSITIVE.test(word)) continue;
    const own = nameOfWord(word, words[index - 1]);
    if (own && (!found || own.strength === 'password' || found.strength !== 'password')) {
      found = own;
      foundAt = index;
    }
  }
  if (!found && words.length === 1 && words[0] === 'pass') return PASS;
  if (found) {
    const last = words.at(-1)!;
    if (foundAt < words.length - 1 && DESCRIBED.has(last)) return undefined;
    if (
      words[foundAt - 1] === 'public' ||
      (words[0] === 'no' && words.length > 1) ||
      words[0] === 'is' ||
      words[0] === 'has' ||
      words[0] === 'max' ||
      words[0] === 'num'
    )
      return undefined;
    if (found === TOKEN && PAGES.test(words[foundAt - 1] ?? '')) return undefined;
    if (words[foundAt - 1] === 'csrf' || words[foundAt - 1] === 'xsrf') return HINT;
    return found;
  }
  const last = words.at(-1);
  if (last === 'id' && (words.at(-2) === 'client' || words.at(-2) === 'app')) return HINT;
  if (last !== undefined && HINT_WORDS.has(last) && words[words.length - 2] !== 'public') return HINT;
  return undefined;
}
