/** Addresses, digests, paths, versions, dates, files and colours. */
export const NOT_A_SECRET =
  /^(?:https?|ftp|file|data|wss?|git|ssh|node|npm|blob|about|urn|jdbc|mailto|chrome|vscode):|^(?:sha(?:1|256|384|512)|md5)[-:=]|^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|@[\w-]+\/)|^v?\d+\.\d+\.\d+|^\d{4}-\d\d-\d\d|^[\w-]+\.(?:js|ts|tsx|jsx|json|md|py|go|rs|java|html|css|png|svg|jpg|pem|key|crt|txt|ya?ml|toml|env|sh|lock)$|^[Mm]-?\d+(?:\.\d+)?[ ,]|^rgba?\(|^[\w.#-]*\[[\w-]+[~|^$*]?=|^#[0-9a-f]{3,8}$/i;

/** Types and words of programs that stand where a value would. */
export const TYPE_NAME =
  /^(?:string|str|number|int|integer|long|float|double|bool|boolean|any|unknown|never|void|object|bytes?|buffer|text|varchar|char|uuid|date|datetime|symbol|bigint|optional|secretstr|securestring|array|list|dict|map|set|tuple|record|partial|readonly|nil|null|none|undefined|true|false|yes|no|async|await|function|return|typeof|keyof|new|class|const|let|var|pub|private|public|static|final|if|else|required|sensitive|self|this|props|args|kwargs|options|opts|config|ctx|req|res|env|env_file|data|input|output|z|t|yup|joi|type|types|schema|f|s|i|n|x|y|e|v|p|k)$/i;

/** Words of a message about a password. */
export const MESSAGE_WORD =
  /\b(?:passwords?|tokens?|secrets?|keys?|credentials?|is|are|must|should|your|you|the|please|enter|required|invalid|incorrect|forgot|forgotten|at least|characters?|confirm|new|not|cannot|can't|to|for|or|if|mot de passe|contraseña|passwort|when|this|that|which|an?|of|in|on)\b/i;

const PART_OF_NAME = /pass|word|pwd|key|identity|input|field|label|name|type|text|auth|token|secret/i;
/** Words of ordinary language that one of those parts happens to stand in. */
const ORDINARY_WORDS =
  /(?:mon|tur|don|hoc|joc|whis|mal|flun|mic|smo|joh?n|hus)key|keystone|keyboard(?:cat)?|sword(?:s|fish|man)?|crossword|passion\w*|passenger|passport|passover|compass|trespass|impasse|texture|textile|texas|betoken|infield|cornfield|springfield|battlefield|garfield|sheffield|mansfield|huddersfield|labell|typhoon|typewriter|nameless|authent?ic/gi;

/** True for a word that names a secret, or where one is typed. */
export const namesASecret = (value: string): boolean =>
  PART_OF_NAME.test(value) && PART_OF_NAME.test(value.replaceAll(ORDINARY_WORDS, ''));

/** Odd marks all over: what password generators make. */
export function looksLikeAMark(value: string): boolean {
  return value.length >= 8 && (value.match(/[^\w\s./:-]/g)?.length ?? 0) >= 3 && !/^[<({[]/.test(value);
}
