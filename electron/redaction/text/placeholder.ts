/** Values that stand for a secret and are none. One list, so that every detector agrees. */
const WORDS = new Set(
  (
    'password passwd pass pwd passphrase secret secrets token key apikey api_key api-key string str text value values none null nil undefined undef true false yes no on off ' +
    'required optional empty blank default test testing tests user username admin_password any unknown object number boolean bool int bytes buffer void never hidden masked redacted removed ' +
    'changeme change_me change-me changeit tbd todo fixme n/a na prompt ask stdin env file disabled enabled disable enable auto basic bearer digest oauth oauth2 jwt foo bar baz foobar qux quux ' +
    'login account mypass mypassword my-password my_password mysecret my-secret my_secret mytoken my-token my_token somepassword somesecret sometoken your_password yourpassword yoursecret yourtoken ' +
    'private public privatekey private_key private-key accesstoken access_token access-token auth_token refresh_token id_token client_secret clientsecret secretkey secret_key secret-key credential credentials sensitive ' +
    'p pw u t x xx s k id this self it not is was or and the new-password new_password current-password one-time-code username:password user:pass user:password foo:bar user:token'
  ).split(' '),
);

const REFERENCES_AT_START: readonly RegExp[] = [
  /^\$(?:\{|\(|[A-Za-z_]|\d|@|\*|#|\?|!|$)/, // $VAR ${VAR} $(command) ${{ secrets.X }}
  /^%(?:[A-Za-z_][A-Za-z0-9_]{0,60}%|[sdvqifoOj@]|\(\w{1,40}\)s|\{|$)/, // %VAR% %s %(name)s
  /^\{(?:%|\{(?![\w.]{1,40}\}[^}]))|^\{(?!\w*\d\w*[A-Z]\w*\}[A-Z])[A-Za-z_][\w.:!-]{0,60}\}|^\{\}|^\{\d/, // {{ template }} {name} {} {0}
  /^<[^<>]{0,80}>?|^&lt;/, // <token>
  /^\[[^\]]{0,60}\]?$/, // [token] and our own masks
  /^#\{|^@\w{1,40}@|^__\w{1,60}__$|^\|\||^&&/, // ruby, autoconf, dunder
  /^(?:\*{2,}|\.{2,}|…|-{2,}|_{2,}|\?{2,}|#{2,}|•+|x{3,}|X{3,}|0{4,}|1{4,}|z{4,}|[yY]{3})/, // *** ... xxx
  /^`(?![^`\s]*\d[^`\s]*$)|^\\(?:$|[($])|^~[a-z]$/,
  /^(?:ENC|vault|VAULT|sops|ref|arn|op|ssm|keyring|secretsmanager|kms|file|env|cmd|gcpsm|azurekv|sm|aws-sm|doppler|infisical|pass|keychain)(?:\[|:\/\/|:aws:)/,
];

/** All of them in one attempt. */
const REFERENCE_AT_START = new RegExp(REFERENCES_AT_START.map(({ source }) => source).join('|'));
const REFERENCE_INSIDE =
  /(?:process\.env|import\.meta|os\.environ|os\.getenv|getenv|ENV\[|System\.get|Deno\.env|secrets\.|vars\.|config\.|var\.|local\.|data\.|module\.|env\()/;

const FAKE =
  /fake|dummy|placeholder|changeme|change[-_]me|redacted|replace[-_]?(?:me|with|this)|insert[-_]|your[-_]|[-_]here$|xxxx|\*\*\*\*|example(?!key)|notreal|not[-_]a[-_]?real|lorem|todo|<[a-z]/i;

/** What is left of a value without the words that make it an example: letters and digits mixed are a secret still. */
function isRandomWithout(value: string): boolean {
  const rest = value.replaceAll(
    /fake|dummy|placeholder|change[-_]?me|redacted|replace|insert|your|here|example(?:key)?|sample|not[-_]?(?:a[-_]?)?real|lorem|ipsum|todo|list|x{3,}|\*{3,}|key|token|secret|pass(?:word)?|api|test|value|string|this|with|my|the|abc(?:d(?:ef?)?)?|0?123(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?/gi,
    '',
  );
  const bare = rest.replaceAll(/[^A-Za-z0-9]/g, '');
  if (
    rest
      .split(/[^A-Za-z0-9]+/)
      .some(
        (part) =>
          /\d/.test(part) &&
          /[a-z]/.test(part) &&
          ((part.length >= 6 && /[A-Z]/.test(part)) ||
            (part.length >= 4 && /[A-Z]/.test(part) && /[!@#$%^&*]/.test(value)) ||
            (part.length >= 8 && /\d.*[a-z].*\d/.test(part))),
      )
  )
    return true;
  return (
    /^[\w!@#$%^&*.-]+$/.test(value) &&
    /\d.*\d.*\d/.test(bare) &&
    !/^\d{1,3}$/.test(bare) &&
    !/(\d)\1{2}/.test(bare)
  );
}

/** What the alternatives of {@link REFERENCE_INSIDE} have, but for one. */
const HAS_MEMBER = /[.[(]/;

const isReferenceInside = (value: string): boolean =>
  (HAS_MEMBER.test(value) || value.includes('getenv')) && REFERENCE_INSIDE.test(value);

const ASCII = 128;
const CASE_BIT = 32;
const [LETTER_A, LETTER_Z] = [97, 122];

/** Letters of ASCII, and whatever is beyond it: no digit, no mark. */
function isWord(value: string): boolean {
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    const lower = code | CASE_BIT;
    if (code < ASCII && (lower < LETTER_A || lower > LETTER_Z)) return false;
  }
  return true;
}

/** A cheap test before the one for a letter and a digit behind it, which begins anew at each letter. */
const DIGIT = /\p{Nd}/u;

/** True when `value` names, hides or asks for a secret instead of being one. */
export function isPlaceholder(value: string): boolean {
  if (value.length === 0) return true;
  const word = isWord(value);
  // A word of an example with digits glued to it is a password that somebody chose.
  if (
    !word &&
    /^(?:example|sample|test|demo|change|admin|pass|user)[a-z]{0,6}\d{2,8}[a-z]{2,8}$/i.test(value)
  )
    return false;
  if (!word && /^[A-Za-z]{4,14}[-_]?\d{2,4}[!@#$%&*?]{1,2}$/.test(value)) return false;
  if (value.length <= 40 && WORDS.has(value.toLowerCase())) return true;
  if (REFERENCE_AT_START.test(value) || isReferenceInside(value)) return true;
  // Letters of another script with a number are a password; letters alone name a field.
  if (!/[A-Za-z0-9]/.test(value) && !(DIGIT.test(value) && /\p{L}[^\s]*\p{Nd}/u.test(value))) return true;
  if (isOneCharacterRepeated(value)) return true;
  return value.length <= 200 && FAKE.test(value) && !isRandomWithout(value);
}

function isOneCharacterRepeated(value: string): boolean {
  for (let index = 1; index < value.length; index += 1) {
    if (value.charCodeAt(index) !== value.charCodeAt(0)) return false;
  }
  return value.length > 2;
}

/** The part of the check that also holds for a credential in a URL or a header, where short words are real. */
export function isReference(value: string): boolean {
  if (value.length === 0) return true;
  if (REFERENCE_AT_START.test(value) || isReferenceInside(value)) return true;
  return !/[A-Za-z0-9]/.test(value) || isOneCharacterRepeated(value);
}

/** A name of a variable or of an entry of a store, and nothing else: `${DB_PASSWORD}`, `{{token}}`, `op://vault/item`. */
const REFERENCE =
  /^(?:(?:Bearer|Basic|Token|token)\s+)?(?:\$\{\{?\s?[A-Za-z_][\w.-]{0,80}\s?\}?\}|\{\{\s?\$?[A-Za-z_][\w.-]{0,80}\s?\}\}|\$[A-Z][A-Z0-9_]{1,80}|%[A-Z][A-Z0-9_]{1,80}%|<[A-Za-z][\w -]{1,60}>|(?:op|vault|ssm|secretsmanager|keyring|gcpsm|azurekv|doppler):\/\/[\w ./-]{1,200}|[\w-]{1,12}(?:\.{3}|…|\*{3,12})|process\.env\.\w{1,80}|os\.environ\[["']\w{1,80}["']\])$/;

/** True for a value that only says where the secret is. A default in it (`${X:-hunter2}`) is a value. */
export const refersToSecret = (value: string): boolean => value.length <= 240 && REFERENCE.test(value);
