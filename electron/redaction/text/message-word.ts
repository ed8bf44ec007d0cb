import { isSaidOfPassword } from './prose-secret.ts';

const setOf = (words: string) => new Set(words.split(' '));

/** What is done to a password in the languages of the labels: `ist abgelaufen`, `est oublié`, `está guardada`. */
const DONE_TO_IT =
  /^(?:\p{Ll}{0,7}ge\p{Ll}{2,}(?:t|en)|(?:ver|be|ent|zer|hinter|unter)\p{Ll}{3,}(?:t|en)|\p{Ll}+iert|\p{Ll}{3,}(?:ée?s?|ad[oa]s?|id[oa]s?|ut[oa]|bar|lich|ig|isch)|\p{Ll}{3,}(?:miş|mış|muş|müş)|\p{Ll}{3,}(?:нный|нна|нно|нен|тый|ный|ная|wany|wane|ony|one|aný|ané|erat|ert|agret|rrad|rade|vkrypterat|ttu|tty|itty|pollinen|tettu|vă|tă|ită|ată))$/u;
/** What says where it is, whose it is or when. */
const WHERE = setOf(
  'lookup lookups hasher hashers scheme schemes salt salts pair pairs tuple combo combination module modules data does along methods hashes database backend plugin grant flow stuff thing things attack guess spray reuse history age expiry guessing format coming weird odd funny stupid silly awful terrible lame tricky long trivial outside elsewhere somewhere online offline yours mine theirs his hers ours whatever anything local remote global vault keepass bitwarden 1password lastpass keychain env docs wiki confluence slack mail email monday tuesday wednesday thursday friday saturday sunday tomorrow today yesterday tonight ' +
    'seit gestern heute morgen leider kaputt weg dort hier oben unten drin dabei auch bei beim vom von im am zum zur ihr dein mein unser jemand niemand wohl vielleicht steht liegt hängt kommt gilt läuft hilft ' +
    'ici là-bas hier demain dans chez nulle partout aquí allí ayer mañana donde aqui ali ontem onde qui dove ieri domani hier daar gisteren morgen waar tutaj tam wczoraj jutro gdzie tady tam včera zítra kde här där igår imorgon her der der i går täällä siellä eilen itt ott tegnap aici acolo ieri burada orada dün yarın здесь вчера завтра где у тут вчора εδώ εκεί χθες sini sana kemarin besok',
);

/** True for a word that somebody can have chosen, where a sentence says what the password is. */
export function isChosenWord(word: string): boolean {
  return (
    /^\p{L}[\p{L}\p{M}]{3,29}$/u.test(word) &&
    !/^\p{Lu}{2,5}$/u.test(word) &&
    !isSaidOfPassword(word) &&
    !DONE_TO_IT.test(word) &&
    !WHERE.has(word.toLowerCase())
  );
}

/** With one of these a sentence begins that is about the password and not the password. */
const TALK = setOf(
  "out newer older ask asks see check checks look looks go use uses try reset resets change changed update set get gets give send tell find rotate create generate add remove delete store stored put make makes keep do does did can could will would we you they he she i it its it’s it's there here what how why where when who whoever someone nobody only just still never always please don't dont no not none any all each every must should may might has have had is are was were at least up between minimum maximum more less longer same as in on from for to the a an this that these those if unless until after before whatever which whichever your our their every with without and or but so then hash stored encrypted " +
    'siehe steht frag frage bitte wie ich du er sie wir ihr es liegt hängt kommt muss soll darf kann wird ist war nicht kein keine im in der die das auf bei von nach wenn falls wird werden hat haben ' +
    'voir demande demander est il elle on je tu nous vous ils doit peut pas dans sur le la les un une si ne ' +
    'ver pregunta preguntar está es debe puede no en el la los las un una si se te me le ' +
    'pergunte veja está é deve pode não no na os as um uma se vedi chiedi è deve può non nel nella il lo gli si ' +
    'zie vraag staat is moet kan niet in op het de een als zobacz zapytaj jest musi może nie w na viz zeptej je musí může v na se fråga är måste kan inte i på det den spør er må kan ikke det den kysy on pitää ei kérdezd nem a az întreabă este trebuie nu în sor değil bir спроси это надо не в на у см запитай це треба tanya lihat ada harus tidak di',
);
/** A value, in the languages of the labels. */
const NAMES_VALUE =
  /^(?:value|valor|valeur|valore|wert|waarde|wartość|hodnota|värde|værdi|verdi|arvo|érték|valoare|değer|значение|значення|nilai)$/iu;

/** The same before a pass phrase, which often is a sentence itself. */
const TALK_BEFORE_PHRASE = setOf(
  'out newer older read taken given shown written ask see check please must should same stored not no none only as in at on from what whatever which it still unknown lost for to is are was be if use enter type set reset required optional missing siehe frag bitte steht nicht kein voir demande pas ver pregunta no vedi chiedi non zie vraag niet zobacz nie viz ne nej fråga inte spør ikke kysy ei nem nu sor не спроси см tanya tidak',
);
/** Words of a rule or of a form. */
const OF_A_RULE =
  /^(?:pass\w*|pw|pwd|must|should|shall|need|needs|required?|requires|requirements?|characters?|chars?|length|digits?|letters?|optional|default|fields?|strings?|values?|returns?|errors?|invalid|valid|hash\w*|users?|user's|login|logins|account|accounts|vault|token|tokens|muss|soll|mindestens|zeichen|doit|caractères|debe|caracteres|deve|caratteri|moet|tekens)$/iu;
const MOST_WORDS = 10;
const FEWEST_WORDS = 3;
const SHORTEST = 10;
const PHRASE_WORD = /^\p{L}[\p{L}\p{M}\p{N}'’-]*$/u;

const QUOTED_WORD = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*[!?.]?$/u;

/** True for the words in quotes right behind a label for a password: a phrase, and not a message about one. */
export function isQuotedPhrase(phrase: string): boolean {
  const words = phrase.split(' ');
  return (
    words.length >= FEWEST_WORDS - 1 &&
    words.length <= MOST_WORDS &&
    phrase.length >= SHORTEST &&
    (words.length >= FEWEST_WORDS || /\d/.test(phrase)) &&
    words.every((word) => QUOTED_WORD.test(word)) &&
    !words.some((word) => OF_A_RULE.test(word)) &&
    !TALK.has(words[0]!.toLowerCase()) &&
    !words.slice(0, 2).every((word) => isSaidOfPassword(word.toLowerCase()))
  );
}

/** Plain words and a number behind them, `kopi hitam 77`. */
export function isNumberedPhrase(phrase: string): boolean {
  if (!/^\p{L}[\p{Ll}\p{M}]{2,}(?: \p{Ll}[\p{Ll}\p{M}]+){1,3} \d{1,4}[!?]?$/u.test(phrase)) return false;
  const words = phrase.split(' ');
  return (
    !words.some((word) => OF_A_RULE.test(word) || TALK.has(word.toLowerCase())) &&
    !isSaidOfPassword(words[0]!) &&
    !/^(?:page|seite|line|step|version|port|chapter|room|level)$/i.test(words.at(-2)!)
  );
}

/** The first word alone is the password, and a sentence goes on behind it: `Falke27 thunderbird will not start`. */
const TOKEN_BEFORE_SENTENCE = /^\S*\p{L}\S*\d\S*(?: \P{N}+)$/u;

/** True for words that a message gives as a password. `isPhrase` says that the label asks for a phrase. */
export function isSpokenPhrase(phrase: string, isPhrase: boolean): boolean {
  const words = phrase.split(' ');
  const first = words[0]!.toLowerCase();
  return (
    words.length >= FEWEST_WORDS &&
    words.length <= MOST_WORDS &&
    phrase.length >= SHORTEST &&
    words.every((word) => PHRASE_WORD.test(word)) &&
    !words.some((word) => OF_A_RULE.test(word)) &&
    !TOKEN_BEFORE_SENTENCE.test(phrase) &&
    !NAMES_VALUE.test(first) &&
    !(isPhrase ? TALK_BEFORE_PHRASE : TALK).has(first) &&
    !/^\p{L}+(?:ed|ing)$/u.test(first)
  );
}
