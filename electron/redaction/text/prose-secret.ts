import { STATES_WITH_BLANKS, STATES_WITHOUT_BLANKS } from '../rules/described-passwords.ts';
import { isDisorderedMix } from './disorder.ts';
import { entropy } from './entropy.ts';
import { isDisordered, isLabel, namesPassword } from './label-words.ts';
import { isPlaceholder } from './placeholder.ts';
import { looksRandom } from './random-value.ts';

/** How sure the words before a value make it: an operator, a verb, or nothing but a blank. */
export type Tie = 'operator' | 'verb' | 'beside';

const setOf = (words: string) => new Set(words.split(' '));

/** Technical words with a digit in them, and words that are counted. */
const TECHNICAL =
  /^(?:(?:scram-)?sha-?\d{1,3}|md[45]|base-?\d{2}|utf-?\d{1,2}|oauth-?\d|ipv[46]|x509|[hrep]s\d{3}|aes-?\d{3}(?:-\w+)?|argon2\w*|bcrypt[-_]?\d{0,2}|scrypt\d?|pbkdf2\w*|http\/?\d(?:\.\d)?|s3|ec2|k8s|i18n|web[23]|h2|rfc-?\d+|iso-?\d+|python[23]|es\d{1,4}|int\d{1,2}|uint\d{1,2}|float\d{2}|crc32|ripemd\d+|blake2\w*|tls1?\w*|wpa[23](?:-\w+)?|u2f|fido2|2fa|mfa|v\d+|sp\d|pkcs\d+|pkcs#\d+|p12|ed25519|secp\w+|curve25519|rsa\d*|gpg2?|pgp|cp\d+|win\d+|java\d+|vue\d|php\d|postgres\d*|mysql\d?|log4j\d?|neo4j|d3|auth0|kerberos5?|krb5|ntlmv2|netrc|mp[34]|vb6|f\d{1,2}|\d+(?:st|nd|rd|th|x|px|em|rem|ms|s|kb|mb|gb|h|min|d|k|m|bits?|bytes?|chars?|characters?|times?|years?|days?|hours?|minutes?)|\d+-(?:char|character|bit|byte|digit|day|hour|minute|step|factor|word|letter)s?)$/i;
/** A word of these with a number after it is a place in a text or a program: `field2`, `step1`. */
const NUMBERED =
  /^(?:field|step|test|line|column|col|page|chapter|version|ver|number|no|type|level|group|item|option|section|table|phase|part|arg|param|key|user|input|node|example|figure|fig|case|note|task|issue|pr|row|slot|tier|rule|value|val|var|str|string|password|passwd|pwd|pass|pw|token|secret|hash|file|form|layer|round|stage|api|app|demo|foo|bar|baz|tmp|temp|obj|data|buf|len|idx|x|y|z|a|b|c|n|i|p|q|s|t|u)[-_]?\d{1,3}$|^(?:server|host|account|konto|web|vm|pc|srv|client|worker|machine|box|printer|drucker|switch|router|cluster|site|shop|stage|database|project|branch)[-_]\d{1,3}$/i;

/** What is said of a password where a password would stand; the same in the languages of the label table. */
const SAID = setOf(
  'click klicke klick cliquez clique haz pulsa pulse clicca klik kliknij kliknite klikněte napauta tryck tryk trykk klikk klicka kattints apasă tıkla tıklayın нажмите нажми натисніть πάτα πατήστε ' +
    'siehe vedi zobacz ' +
    'lang lange langes larga largo longue longues lunga lungo lång långt langt długie dlouhé pitkä hosszú lungă uzun длинный длинная довгий ' +
    'important critical essential crucial newer older outdated stronger weaker shorter seit gestern leider weg kaputt please wrongly mandatory compulsory case sensitive sensible incorrectly expected meant intended about after before between until while because since nothing something anything everything really maybe probably actually hardcoded hidden visible incomplete outdated obsolete misspelled mistyped identical alphanumeric numeric random generated guessable dictionary rejected plain unreadable readable written wanted ' +
    'the a an in on at for from to by with without not no now also always never still already only just too very so as it this that these those which what who when where how if then else and or but nor yet both either neither each every any all some none one two three ' +
    'required optional missing invalid incorrect correct wrong right empty blank weak strong secure insecure safe unsafe secret private public hidden visible shown masked encrypted hashed salted stored saved sent set unset changed reset expired expiring valid unknown known null undefined true false ' +
    'needed used reused available unavailable allowed forbidden disabled enabled protected unprotected plain plaintext cleartext clear text string number characters long short simple complex different same identical unique shared common default temporary permanent old new current previous next first last ' +
    'accepted rejected refused denied granted checked verified validated confirmed generated created deleted removed updated added entered typed pasted copied leaked exposed compromised stolen lost forgotten found ok fine good bad better great okay here there below above inside somewhere everywhere elsewhere ' +
    'valor valeur wert valore usar cambiar tener poner utiliser changer utilizar mudar usare cambiare opcional opcionales opcionais obligatorio obligatoria facultatif facultative facoltativa facoltativo opzionale optioneel opcjonalne volitelné valfritt valgfri valgfrit valinnainen opcionális opțională isteğe seçmeli wrong incorrecto erróneo errónea inactiva inactivo rota caducado vencida vencido bloqueada bloqueado temporal temporária temporaire temporär personal personale personnelle ' +
    'being going getting handled passed given provided supplied taken read written loaded logged printed displayed asked prompted requested managed rotated synced locked blocked broken working failing failed successful due over out up down off back away gone done ready pending stale ' +
    'authentication authorization login logon signin signup manager managers field fields policy policies reset resets input prompt prompts box form forms file files hash hashes hashing storage store change changes check checks checker strength length rules rule requirements requirement entry entries generator generators protection protected recovery rotation database db server user users username email account accounts settings setting ' +
    'based less free only enabled auth page screen dialog button link hint hints attempt attempts error errors failure failures validation validator vault vaults keeper manager wallet column columns parameter parameters param params argument arguments variable variables value values property properties option options flag flags attribute attributes type types name names label labels placeholder title message messages text texts ' +
    'falsch richtig leer abgelaufen erforderlich nötig notwendig gesetzt geändert vergessen gespeichert verschlüsselt sicher unsicher ungültig gültig bekannt unbekannt zu nicht noch schon kein keine ein eine der die das dem den sehr immer nur auch ' +
    'faux incorrect correct oublié requis obligatoire vide expiré trop pas le la les un une du de des très toujours encore déjà dans sur pour avec perdu changé invalide valide faible fort ' +
    'incorrecta correcta olvidada obligatoria vacía caducada muy no el la los las un una de del para con en débil fuerte inválida válida necesaria secreta segura demasiado ' +
    'errata sbagliata corretta scaduta obbligatoria richiesta vuota troppo non il lo la le un una di del per con in debole forte nuova vecchia sicura segreta necessária incorreta expirada obrigatória muito não o a os as um uma do da para com em fraca forte ' +
    'verplicht verplichte verkeerd juist verlopen vereist leeg niet een het de voor van met in op zwak sterk nieuw oud onjuist błędne niepoprawne wymagane puste wygasło nie do na w z za słabe silne nowe stare špatné neplatné povinné prázdné vypršelo na do v s pro slabé silné nové staré ' +
    'yanlış hatalı geçersiz gerekli boş çok değil bir bu ve ile için zayıf güçlü yeni eski felaktigt krävs tomt fel inte en ett för med på i svagt starkt nytt gammalt forkert påkrævet tom ikke et for med på i svag stærk ny gammel feil påkrevd tomt svakt sterkt nytt gammelt ' +
    'väärin väärä vaaditaan tyhjä ei liian heikko vahva uusi vanha hibás helytelen kötelező üres nem túl gyenge erős új régi greșită obligatorie goală nu prea slabă puternică nouă veche salah wajib kosong tidak terlalu lemah kuat baru lama sai đúng bắt buộc trống không quá yếu mạnh mới cũ ' +
    'забыл забыла забыли сброс сбросить утерян неизвестен минимум любой такой нужен нужно забув забула забули скинути невідомий неверный неправильный пустой обязателен слишком не в на для от к и или что как с по из уже ещё тут там здесь верный правильный новый старый слабый надёжный невірний неправильний порожній обовʼязковий занадто у на для від до і або λάθος κενός υποχρεωτικός δεν πολύ στο για από',
);

const SENTENCE_END: ReadonlySet<string> = new Set('.,;:!?)]}…。、，；：！？」』）');

/** A value of letters alone may be a word that says something of the password. */
function isPlainWord(value: string): boolean {
  const lower = value.toLowerCase();
  return (
    SAID.has(lower) ||
    STATES_WITH_BLANKS.has(lower) ||
    isLabel(value) ||
    /(?:ed|ing|ées?|és|[a-z]{3}é|able|ible|ment|tion|less|ful|ous|ive|ally|ly)$/.test(lower) ||
    /^(?:hat|wird|kann|muss|soll|darf|peut|doit|puede|debe|deve|può|moet|kan|musi|może|musí|může)$/.test(
      lower,
    )
  );
}

/** True for a word that is said of a password, or of what asks for it, and is none. */
export function isSaidOfPassword(word: string): boolean {
  if (isPlainWord(word)) return true;
  // A word of another script alone is what names a field elsewhere.
  return /[A-Za-z0-9]/.test(word) ? isPlaceholder(word) : STATES_WITHOUT_BLANKS.test(word);
}

/** What cannot be a secret wherever it stands: addresses of files and pages, versions, dates, code. */
const NEVER =
  /^\.\S*\.$|^[A-Z]{3,8}[.-]?\d{1,4}[.-]\d{1,4}$|^(?:https?|ftp|wss?|file|git|ssh|mailto|postgres\w*|mysql|redis|mongodb\S{0,4}):|^(?:\.{0,2}|~)\/|^[A-Za-z]:\\|^v?\d+\.\d+(?:\.\d+)*[\w.+-]*$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$|^\d{1,2}:\d\d(?::\d\d)?$|^[\w.]+\(|^\$\{?[A-Z_]+\}?$|^~?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+\(?\)?$|^--?[a-z]|^@\w+\/|#0\d\d|^0x\w\w-|^(?:sha\d+|md5):|^(?:[0-9a-f]{2}:){4,}|[\w:.]+\/\d$|^[A-Za-z][\w-]*\/\d+(?:\.\d+)+$|^(?:ctrl|cmd|alt|shift|strg|super|meta)[+-]\w+|^%[\d.]+[dfsx]|^[\w-]+\.(?:js|ts|tsx|jsx|json|md|py|go|rs|java|html?|css|php|rb|cs|c|h|cpp|png|svg|pem|key|crt|txt|ya?ml|toml|env|sh|lock|conf|ini|xml|log|sql|csv|com|org|net|io|dev|de|pdf|docx?)$/i;

/** What each alternative of {@link NEVER} has: the pattern is long, and most values are words. */
const MARK_OR_DIGIT = /[^A-Za-z\u0080-\uffff]/;
const ASCII_DIGIT = /[0-9]/;

/** `8文字以上`, `6位数字`: how long a password has to be. */
const COUNTED_LETTERS =
  /^[\p{sc=Han}はがをも는은이가]{0,4}\d{1,3}\s?(?:文字|桁|字|位|个|個|자|글자|자리|ký)/u;

/** True for `argon2id`, `sha-256`, `utf8`. */
export const isTechnicalWord = (value: string): boolean => TECHNICAL.test(value);

/** True for addresses, versions, dates, code, and technical words with a number in them. */
export function isNoSecretAnywhere(value: string): boolean {
  return isNever(value) || TECHNICAL.test(value) || (ASCII_DIGIT.test(value) && NUMBERED.test(value));
}

/** Words of programs, of messages and of packages. */
const OF_A_PROGRAM =
  /(?:^|\.)(?:com|org|net|io|dev|app|apps|www|java|javax|config|conf|process|env|environ|settings|setting|this|self|req|request|res|ctx|state|props|options|opts|params|args|data|auth|user|users|login|password|passwd|pass|credentials?|secrets?|token|tokens|keys?|form|forms|field|fields|input|label|labels|error|errors|message|messages|value|values|name|text|title|test|tests|spec|module|index|main|util|utils|lib|core|common|client|server|service|services|admin|db|database|security|session|account|accounts|page|pages|i18n|get|set|new|old|is|validation|required|placeholder|hint|reset|change|connection|local|example|spring|mail|api|http|https|properties|property|system|os|sys|json|xml|yaml|html|txt|str|string|object|model|models|view|views|entity|entities|controller|dto)(?:\.|$)/;

/** Three words or more with dots, `petit.cheval.de.bois`. */
export const isPhraseWithDots = (value: string) =>
  /^\p{Ll}{2,14}(?:\.\p{Ll}{2,14}){2,6}$/u.test(value) && value.length >= 14 && !OF_A_PROGRAM.test(value);

/** A generated password with a dot in it reads as the member of an object, but no object is called so. */
function isNever(value: string): boolean {
  if (!MARK_OR_DIGIT.test(value)) return false;
  if (isPhraseWithDots(value)) return false;
  return NEVER.test(value) && !(/^[A-Za-z]\w*\.\w[\w.-]*$/.test(value) && isDisorderedMix(value));
}

/** Words with dots and a number, `luna.mare7`, which elsewhere read as the member of an object. */
export function isDottedWord(value: string, digits: 0 | 1): boolean {
  if (isPlaceholder(value) || /\.(?:com|org|net|local|example|test|home|lan|internal|corp)$/.test(value))
    return false;
  return (
    /^\p{Ll}{3,12}(?:\.\p{Ll}{2,12}){1,2}\d{1,4}$/u.test(value) ||
    (digits === 0 && /^\p{L}\p{Ll}{2,12}(?:[._]\p{L}\p{Ll}{1,12}){1,2}[_-]?\d{1,4}$/u.test(value)) ||
    (digits === 0 &&
      /^\p{Ll}{4,12}\.\p{Ll}{4,12}$/u.test(value) &&
      !/\.(?:html|json|yaml|toml|conf|docx|xlsx|java|info)$/.test(value))
  );
}

/** Letters and digits, or marks that no word has. */
function isMixed(value: string): boolean {
  return (
    (/\p{L}/u.test(value) && /\p{N}/u.test(value)) || /[\p{L}\p{N}][!@#$%^&*+=?~][\p{L}\p{N}]/u.test(value)
  );
}

const LONGEST_PASSWORD = 128;
/** Letters without capitals, of any script. */
const SMALL_WORD = /^[\p{Ll}\p{Lo}\p{M}]+$/u;
/** Of the scripts without blanks, Thai has the lowest code points. */
const FIRST_UNSPACED = 0x0e00;

/** A word of another script; the languages without blanks write sentences so. */
const OTHER_SCRIPT = /^[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{M}]{5,24}$/u;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu;
/** A password in such a script is a word or two. */
const MOST_UNSPACED = 12;

/** The rest of a sentence in a script that is written without blanks: it has marks in it, or is long. */
function isUnspacedSentence(value: string): boolean {
  if (value.charCodeAt(0) < FIRST_UNSPACED) return false;
  const count = value.match(UNSPACED)?.length ?? 0;
  return (
    count > MOST_UNSPACED ||
    (count > 0 && /[,，、。:：;；?？()（）[\]=]|\p{sc=Han}[a-z.]+\p{sc=Han}/u.test(value))
  );
}

/**
 * True for six words or more with a comma and no digit among them: what somebody reads, in a language of which no word is
 * known here.
 */
export const isMessageWithComma = (value: string): boolean =>
  /^(?=.*\p{L}, \p{L})(?:\S+ ){5}/u.test(value) && !/\d/.test(value);

/** True when the value after the word password, in a sentence or a list, is one. */
export function isProsePassword(
  written: string,
  tie: Tie,
  quoted: boolean,
  endsLine: boolean,
  inMessage = false,
): boolean {
  const value = written;
  if (value.length > LONGEST_PASSWORD || value.length < 4) return false;
  // A word of small letters is a password only where something sets it off.
  if (!inMessage && !quoted && tie !== 'operator' && SMALL_WORD.test(value)) return false;
  const length = [...value].length;
  if (length < 4 || isNever(value)) return false;
  if (isPlaceholder(value) && !(inMessage && tie === 'operator' && endsLine && OTHER_SCRIPT.test(value)))
    return false;
  if (TECHNICAL.test(value)) return false;
  if (ASCII_DIGIT.test(value) && (NUMBERED.test(value) || COUNTED_LETTERS.test(value))) return false;
  if (isUnspacedSentence(value)) return false;
  if (/^[\p{P}\p{S}]+$/u.test(value) || /^[<{[(|]/.test(value)) return false;
  if (/^\d+$/.test(value))
    return tie === 'beside' ? length >= 6 : length >= 4 && !/^(?:19|20)\d\d$/.test(value);
  if (/\s/.test(value)) {
    if (!quoted || tie === 'beside' || length < 8) return false;
    const parts = value.split(/\s+/);
    return (
      parts.length >= 2 &&
      parts.length <= 12 &&
      !parts.some(namesPassword) &&
      !/mot de passe/i.test(value) &&
      !isMessageWithComma(value) &&
      !parts.slice(0, 2).every((part) => SAID.has(part.toLowerCase()))
    );
  }
  if (/&(?:lt|gt|amp|quot|apos|nbsp|#\d+|[A-Za-z]uml|szlig|[a-z]acute);?|<\/|\(\)|\{[\w-]+:/.test(value))
    return false;
  if (/[=<>{}]/.test(value) && !/\d/.test(value)) return false;
  if (/^[*_]/.test(value) && /^[*_]\w+[*_]?$/.test(value)) return false;
  if (isMixed(value)) {
    if (tie !== 'beside' || quoted) return true;
    // `password base64-encoded`, `password user@2`: names of things with a number in them.
    return length >= 6 && !/^[A-Za-z]+[-_/][a-z]+$/.test(value) && !/^\d+[-–]?\p{L}+$/u.test(value);
  }
  if (
    /[!@#$%^&*+~?]$/.test(value) &&
    tie === 'operator' &&
    endsLine &&
    !isPlainWord(value.replace(/\W+$/, ''))
  )
    return length >= 5;
  // From here on letters alone, perhaps with hyphens.
  if (isDisordered(value) && tie !== 'beside') return true;
  if (/^\p{L}+(?:[-_]\p{L}+){2,7}$/u.test(value))
    return length >= 12 && (tie !== 'beside' || value.split(/[-_]/).length >= 4);
  if (tie === 'operator' && (endsLine || quoted) && isPhraseWithDots(value)) return true;
  if (inMessage && tie === 'operator' && endsLine && /^\p{Lu}\p{Ll}{3,}[-_]\p{Lu}\p{Ll}{2,}$/u.test(value))
    return true;
  if (!/^[\p{L}\p{M}]+$/u.test(value) || isPlainWord(value)) return false;
  if (
    /[^\p{ASCII}]/u.test(value) &&
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u.test(value)
  )
    return false;
  if (quoted) return tie !== 'beside';
  if (inMessage && tie !== 'beside' && /^\p{L}\p{Ll}+$/u.test(value)) return true;
  return tie === 'operator' && endsLine && length >= 5;
}

/** True for the words of a pass phrase, none of which says something of a password. */
export function isPhraseOfWords(words: readonly string[]): boolean {
  return (
    words.length >= 3 &&
    words.length <= 12 &&
    words.every((word) => /^\p{Ll}{3,}$/u.test(word) && !isPlainWord(word))
  );
}

/** A password of letters and digits that stands before its label. */
export function isMixedPassword(value: string): boolean {
  return isMixed(value) && isProsePassword(value, 'beside', false, false);
}

/** Digits, or letters and digits in groups: what is typed in where a code is asked for. */
export function isCode(value: string, tie: Tie): boolean {
  // No code has letters beyond ASCII.
  if (value.charCodeAt(0) > 127 || isPlaceholder(value) || isNoSecretAnywhere(value)) return false;
  if (/^\d{3}[ -]?\d{3}$|^\d{4,10}$/.test(value))
    return tie !== 'beside' ? !/^(?:19|20)\d\d$/.test(value) || tie === 'operator' : value.length >= 4;
  return (
    /^[A-Za-z0-9]{3,12}(?:-[A-Za-z0-9]{3,12}){0,5}$/.test(value) && /\d/.test(value) && value.length >= 6
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Shorter ones are too often names, versions or numbers. */
const SHORTEST_KEY = 12;
const SHORTEST_KEY_BESIDE = 20;

/** True when the value after the words for a key or a token is random enough to be one. */
export function isProseKey(value: string, tie: Tie): boolean {
  // No key has letters beyond ASCII, and the test of placeholders reads them all.
  if (value.length < SHORTEST_KEY || value.charCodeAt(0) > 127) return false;
  if (isPlaceholder(value) || NEVER.test(value) || TECHNICAL.test(value)) return false;
  if (UUID.test(value.slice(0, 36))) return value.length <= 40;
  if (!/^[\w+/=.:~!@#$%^&*-]+$/.test(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/^[A-Za-z]+(?:[-_.:/][A-Za-z]+)*[-_.:/]?\d{0,4}$/.test(value)) return false;
  // Names of constants and functions: `EVP_PKEY_ED25519`, `fetch_int32_parser`.
  if (/^[A-Z]{2,}(?:_[A-Z]+\d{0,5})+$|^[a-z]{2,}(?:_[a-z]{2,}\d{0,3})+$/.test(value)) return false;
  if (tie === 'beside')
    return (
      (value.length >= SHORTEST_KEY && isDisorderedMix(value) && !/^[0-9a-f]+$/.test(value)) ||
      (value.length >= SHORTEST_KEY_BESIDE &&
        looksRandom(value, SHORTEST_KEY_BESIDE) &&
        !/^[0-9a-f]{40}$/.test(value))
    );
  return value.length >= SHORTEST_KEY && entropy(value) >= 2.8;
}

/** The value without the marks of the sentence around it. */
export function withoutSentenceEnd(value: string): string {
  let end = value.length;
  while (end > 0 && SENTENCE_END.has(value.charAt(end - 1))) end -= 1;
  if (end === value.length) return value;
  const bare = value.slice(0, end);
  const removed = value.slice(bare.length);
  // A closing bracket belongs to the value when it opens there; one mark of emphasis may be the password's own.
  if (/^[)\]}]/.test(removed) && /[([{]/.test(bare)) return bare + removed[0];
  return /^!$/.test(removed) && /\d/.test(bare) ? value : bare;
}
