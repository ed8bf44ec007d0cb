/** What a rule for passwords says of them, where a value would stand: how long, how often, never. */
const AT_LEAST =
  'mindestens|höchstens|spätestens|minst|minimálně|minimum|au moins|au minimum|al menos|como mínimo|almeno|come minimo|pelo menos|no mínimo|minstens|minimaal|ten minste|co najmniej|minimalnie|alespoň|nejméně|najmenej|vähintään|legalább|cel puțin|cel putin|minim|en az|не менее|минимум|щонайменше|мінімум|не менше|τουλάχιστον|ít nhất|at least|at minimum|mindst|paling sedikit|minimal|kurang lebih';
const NEVER =
  'niemals|never|jamais|nunca|nooit|nigdy|nikdy|aldrig|aldri|koskaan|ei ikinä|soha|niciodată|asla|никогда|ніколи|ποτέ|jangan|không bao giờ|regelmäßig|regelmaessig|regularly|régulièrement';
const AT_RANDOM =
  'au hasard|al azar|at random|random words|zufällig\\p{L}*|a caso|casuali|willekeurig\\p{L}*|losow\\p{L}*|náhodn\\p{L}*|slumpmässig\\p{L}*|tilfeldig\\p{L}*|tilfældig\\p{L}*|satunnais\\p{L}*|véletlen\\p{L}*|la întâmplare|rastgele|случайн\\p{L}*|випадков\\p{L}*|τυχαί\\p{L}*|aleat[oó]ri\\p{L}*|palabras|mots|words|palavras|parole|woorden|słow\\p{L}*|slov\\p{L}*|ord|слов\\p{L}*';
/** True for the words of a rule. */
export const SAYS_RULE = new RegExp(String.raw`(?<!\p{L})(?:${AT_LEAST}|${NEVER})(?!\p{L})`, 'iu');
/** True for words about how to choose a password. */
export const SAYS_HOW = new RegExp(
  String.raw`(?<!\p{L})(?:${AT_LEAST}|${NEVER}|${AT_RANDOM})(?!\p{L})`,
  'iu',
);

/** What a good password is called, before its word or behind it: `contraseña segura:`, `safe password:`. */
export const GOOD_PASSWORD =
  /(?<!\p{L})(?:segur[ao]s?|fuertes?|robust[ao]s?|sicur[ao]|forti?|fortes?|sûre?s?|solides?|siche?re[sn]?|starke[sn]?|gute[sn]?|strong|safe|secure|good|veilige?|sterke?|silne|bezpieczne|silné|bezpečné|säkert|starkt|sikkert?|stærkt?|vahva|turvallinen|erős|biztonságos|sigură|puternică|güçlü|güvenli|надёжн\p{L}+|надежн\p{L}+|надійн\p{L}+|ισχυρ\p{L}+|ασφαλ\p{L}+)(?:\s+\p{L}+)?\s{0,2}[:：]\s*$/iu;

/** An attribute of HTML that shows or names something. */
export const SHOWN_ATTRIBUTE =
  /[\s:](?:rules?|hint|label|placeholder|title|type|class|id|name|alt|for|aria-\w+|pattern|autocomplete|tooltip)=["'][^"'<>]{0,40}$/i;
/** The name of a number that is no password: `id=88127`. */
export const COUNTED_BY_NAME =
  /(?<![\w-])(?:id|uid|pid|gid|job|count|attempts?|tentativas|intentos|n|nr|status|port|line|queue|ttl|size|len|code|rc|exit|[a-z]+_id|[a-z]+Id)=$/;
