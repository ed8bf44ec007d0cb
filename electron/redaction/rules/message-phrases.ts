import { CLAUSE_END } from '../text/clause.ts';

/**
 * How people say a password in a message without a label right before it: in brackets, as the "one" of something, as
 * the answer to a secret question. Group `value` of each pattern is what is judged.
 */
/** How sure the words around a value make it. */
export type MessageProof =
  /** Any shape of a password, also a word with digits. */
  | 'chosen'
  /** The same, also with one digit behind a long word. */
  | 'personal'
  /** The same, and a long number. */
  | 'number'
  /** Letters and digits, or marks inside a word. */
  | 'mixed'
  /** The same between marks that a program has, too. */
  | 'marked'
  /** Also a plain word. */
  | 'word'
  /** Names and words as they are. */
  | 'answer';

interface MessagePhrase {
  /** What a text has where the pattern can match: a cheap test before it. */
  needs?: RegExp;
  /** It begins with one of {@link SECRET_QUESTIONS}, which the search for literals has told of. */
  ofQuestion?: true;
  pattern: RegExp;
  proof: MessageProof;
}

/** A phrase that begins with a word. Its pattern matches at one place only. */
export interface PhraseAfterWord extends MessagePhrase {
  /** Beginnings of the pattern: a letter and one more character, then an expression. */
  heads: readonly string[];
}

/** `heads` are the words that the phrase begins with, each with what may follow that word alone. */
function phrase(heads: readonly string[], rest: string, proof: MessageProof, before = ''): PhraseAfterWord {
  return { heads, pattern: new RegExp(`${before}(?:${heads.join('|')})${rest}`, 'iuy'), proof };
}

const words = (list: string): string[] => list.split('|');
/** Each of the words, followed by the same expression. */
const each = (list: string, rest: string): string[] => words(list).map((word) => `${word} ${rest}`);

/** One token, in quotes or not. */
const TOKEN = String.raw`["'\x60“„«*_]{0,3}(?<value>[^\s"'\x60“”„«»()<>,;]{4,48})`;
const WORD = String.raw`["'\x60“„«]?(?<value>\p{L}[\p{L}\p{M}]{2,29})`;
const PASSWORD = String.raw`(?:passwords?|passwd|pw|pwd|passphrase|passcode|passwort|kennwort|mot de passe|mdp|contraseña|clave|senha|wachtwoord|hasłem|hasło|heslem|heslo|lösenord(?:et)?|adgangskoden?|kodeord(?:et)?|passord(?:et)?|parola|şifre|паролем|пароль|лозинка|jelszó|salasana|kata sandi)`;

/** Phrases that begin with a word. */
export const PHRASES_AFTER_WORDS: readonly PhraseAfterWord[] = [
  // What somebody proposes or guesses.
  phrase(
    [
      String.raw`e\.g\.,?`,
      String.raw`guess(?: it['’]s| it is| it was)?`,
      String.raw`it['’]s`,
      String.raw`z\. ?b\.`,
      String.raw`np\.`,
      // The bundler escapes letters beyond ASCII, which a raw string would keep as they are written.
      'напр\\.',
      ...words(
        'something like|along the lines of|such as|for example|for instance|maybe|probably|perhaps|try|tried|either|both|so|was|is it|its|it is|zum beispiel|vielleicht|so was wie|sowas wie|etwa|also|par exemple|genre|du style|peut-être|por ejemplo|algo como|quizás|tipo|per esempio|forse|por exemplo|talvez|bijvoorbeeld|misschien|iets als|na przykład|może|třeba|například|till exempel|typ|for eksempel|örneğin|belki|например|может|misalnya',
      ),
    ],
    ` ${TOKEN}`,
    'chosen',
  ),
  // `the vnc one is X`, `my usual one for the sandbox X`.
  phrase(
    ['ones?'],
    String.raw`(?: (?:for|on|of|at|from) [\p{L} ]{2,30}?)?(?: (?:is|was|are|were|still|now|always|again))*[ :(=]{1,3}${TOKEN}`,
    'number',
    String.raw`(?<=(?<!\p{L})\p{L}{2,16} )`,
  ),
  // The second of two in other languages: `y la del admin X`, `et celui de l'admin X`, `das vom gast ist X`.
  phrase(
    [
      ...each('la|el|las|los', 'del? (?:la |el )?'),
      ...each('celui|celle', "(?:de l['’]|du |de la |de |des |pour )"),
      ...each('quella|quello', "(?:dell['’]|del |della |di |per )"),
      ...each('o|a', 'd[oae] '),
      ...each('das|die|der', '(?:vom|von der|von|für den|für die|für|fürs|am|des) '),
      ...each('die|dat', '(?:van de |van het |van |voor )'),
      ...each('den|det', '(?:til |för |for |på )'),
      ...each('to', '(?:do |od |dla )'),
      ...each('to|ten|ta', '(?:k |pro |od )'),
      ...words('от |для |на |від |o do |a lui |cel de la '),
    ],
    String.raw`[\p{L}-]{2,20}(?: ?(?:is|ist|est|es|è|é|är|er|to|je|это|це|[-–—:=]))?[ ]{1,2}${TOKEN}`,
    'mixed',
  ),
  // `cellar the downstairs one X`: a second place in the same sentence.
  phrase(
    words('one|downstairs|upstairs|admin|guest|root|second|other|prod|staging'),
    String.raw`(?: one)?[ ]${TOKEN}(?=[.,;]|$|\n)`,
    'mixed',
  ),
  // `with password hunter`, `mit Passwort Sommer`.
  phrase(
    each('with|using|w/|via|use|mit|avec|con|com|met|med|z|s|с|з|cu|dengan', ''),
    String.raw`(?:(?:the|my|dem|le|la|el|a|o|het) )?${PASSWORD}:? ${WORD}${CLAUSE_END}`,
    'word',
  ),
  // `as bob and password hunter`.
  phrase(
    [
      'user(?: ?name)?',
      ...words(
        'login|account|as|benutzer\\w*|nutzer|als|utilisateur|usuario|usuário|utente|gebruiker|użytkownik|uživatel|användare|bruger|bruker|пользовател\\p{L}*|користувач\\p{L}*',
      ),
    ],
    String.raw`(?: is| ist| est| es| è)?[ :=]{1,2}["'\x60]?[\w.@-]{2,40}["'\x60]?,? (?:(?:and|with|und|mit|et|avec|y|con|e|com|en|met|och|med|og|i|z|a|s|и|с|і|з) )?(?:the |my )?${PASSWORD}:? ${WORD}${CLAUSE_END}`,
    'word',
  ),
  // `I typed hunter as the password`, `puse "x" como contraseña`.
  phrase(
    words(
      'typed|type|entered|enter|used|use|using|set|put|chose|picked|tried|try|gave me|got|have|had|hab|habe|benutze|benutzt|verwende|nimm|nehme|mis|mets|utilise|puse|pon|uso|usa|usei|metto|messo|gebruik|użyj|použij|använd|brug|bruk',
    ),
    String.raw`(?: the)?(?: word| phrase)? ["'\x60“„«]?(?<value>[^\s"'\x60“”„«»()<>,;]{4,48})["'\x60”“»]? (?:as|for|als|comme|como|come|jako|som|за|как)(?: the| my| a| our| your| his| her| das| le| la| de| het)?(?: [\p{L}-]{2,16}){0,3}? ${PASSWORD}(?!\p{L})`,
    'word',
  ),
  // `why does password hunter get rejected`.
  phrase(
    words('password|passphrase|pw|passwd'),
    String.raw` ${WORD}["'\x60”]? (?:gets? |got |is |was )?(?:rejected|refused|denied|fails|failed|does ?n['’]?t work|does not work|no longer works|works|isn['’]t accepted|is not accepted|not accepted|still works)`,
    'word',
  ),
  // `creds for the demo are demo and X`.
  phrase(
    words(
      'creds?|credentials?|logins?|zugangsdaten|zugang|identifiants|credenciales|credenciais|credenziali|inloggegevens|dane logowania|přihlašovací údaje',
    ),
    String.raw`(?: (?:for|to|of|für|pour|para|per|voor|do|k) [\p{L}\p{N} .-]{2,32}?)?(?: (?:are|is|was|were|sind|ist|sont|son|são|sono|zijn|to|jsou)|:|=)? ["'\x60]?[\w.@-]{2,40}["'\x60]?(?:,? (?:and|with|und|mit|et|avec|y|con|e|com|en|met|i|z|a|s) |[,/|] ?)(?:(?:password|pw|pass) )?${TOKEN}`,
    'mixed',
  ),
  // The answer to a secret question.
  phrase(
    [
      ...each('security|secret', '(?:question )?answer'),
      'answer (?:to|for) (?:the|my|our) (?:security|secret)(?: question)?',
      'maiden name',
      'memorable (?:word|place|name)',
      ...each('security|secret|recovery', String.raw`question[^.\n]{0,60}? answer`),
      String.raw`sicherheitsfrage[^.\n]{0,40}?(?:antwort|ist)`,
      'mädchenname(?: der| meiner)? ?(?:mutter)?',
      ...words('réponse secrète|nom de jeune fille|respuesta secreta|apellido de soltera'),
    ],
    String.raw`(?: (?:for|to|on|of|at|in|für|pour|para|de) [^.,:;\n]{2,40}?)?(?: \([^()\n]{2,40}\))?(?:,? (?:it['’]s|it is|that['’]s|is|was|ist|lautet|est|es|c['’]est)(?: just| simply| always)?|[:=,])? ["'\x60“]?(?<value>\p{Lu}[\p{L}'’]{1,20}\.?(?: \p{Lu}[\p{L}'’]{1,20}){0,3}|\p{Ll}{4,20}(?=["'\x60”]?(?:$|[\n.,;)])))`,
    'answer',
  ),
  // `it is the same there, just type hunter`.
  phrase(
    words('just|simply|then|einfach|dann|juste|simplement|solo|simplemente|gewoon|basta|просто'),
    String.raw` (?:type|enter|put in|put|try|use|tippen?|eingeben|tape[rz]?|mets|escribe|pon|scrivi|metti|digite|typ|введи|набери) ["'\x60“„«]?(?<value>\p{Ll}{5,24})["'\x60”“»]?(?=\s*(?:$|[\n.!]))`,
    'word',
  ),
  // `key hunter for the wifi`, `wifi GuestNet, key hunter`.
  phrase(
    words('key|schlüssel|clé|clave|chiave|chave|sleutel|klucz|ключ'),
    String.raw`[ :]{1,2}["'\x60“„«]?(?<value>[^\s"'\x60“”„«»()<>,;]{5,48})["'\x60”“»]?(?= (?:for|to|fürs?|für das|zum|pour|para|per|voor|do|na|till|til|для|от)(?: (?:the|das|le|el|la|o|il|het))?(?: [\p{L}]{2,12})? ?(?:wi-?fi|wlan|hotspot|вайфай))`,
    'word',
  ),
  phrase(
    words('wi-?fi|wi fi|wlan|ssid|hotspot'),
    String.raw`[ :][^\n.]{0,32}?[ ,](?:key|schlüssel|clé|clave|chiave|chave|sleutel|klucz|ключ)[ :=]{1,2}["'\x60“„«]?(?<value>[^\s"'\x60“”„«»()<>,;]{5,48})["'\x60”“»]?(?=\s*(?:$|[\n,.;!]))`,
    'word',
  ),
  // `set every demo account to X`.
  phrase(
    words('set|reset|changed|switched|setzte|mis|puse|zet|ustawił'),
    String.raw` (?:every|all|each|alle|jedes|tous|todas|todos|wszystkie)[^.\n]{0,30}?(?:accounts?|logins?|users?|konten|konto|comptes?|cuentas?) (?:to|auf|sur|à|a|en|op|na) ${TOKEN}`,
    'mixed',
  ),
  // `the wifi is Guest and you type hunter`.
  phrase(
    words('wi-?fi|wi fi|wlan|nettet|netz|netværket|nettverket|nätet|hotspot|вайфай|вай-фай'),
    String.raw`(?!\p{L})[^\n.!?]{0,60}?[ ](?:you type|you enter|just type|type|enter|man tippt|man gibt|tippt man|on tape|on met|tapez|tape|se escribe|se pone|escribes|pones|digita-se|escreve-se|põe-se|si scrive|si mette|scrivi|typ je|je typt|wpisujesz|wpisuje się|wpisz|píše se|zadává se|zadáš|chodí na|пишешь|вводишь|вбиваешь|пишем|пишеш|вводиш|γράφεις|βάζεις|yazıyorsun|yazılıyor|man skriver|man taster|du skriver|kirjoitetaan|laitetaan|beírod|scrii|ketik|nhập|nhap|gõ) ["'\x60“„«]?(?<value>\p{L}[\p{L}\p{M}\d_-]{4,29})${CLAUSE_END}`,
    'word',
  ),
  // `ssh pi@10.0.0.8 (hunter)`.
  phrase(['ssh'], String.raw` [^\s()]{3,64}(?: \d+)? \((?<value>\p{Ll}{4,24}\d{0,4})\)`, 'word'),
  // A network and its password.
  phrase(
    words(
      'wi-?fi|wi fi|wlan|ssid|network|netz(?:werk)?|réseau|red|rede|rete|netwerk|nätverk|netværk|nettverk|sieć|síť|сеть|мережа|hotspot',
    ),
    String.raw`[^\n/|]{0,24}?[ :][\p{L}\p{N}._-]{2,32} ?[/|] ?${TOKEN}`,
    'mixed',
  ),
];

/** A mailbox and its password in a sentence, which is about logging in without a word for it. */
export const MAILBOX_AND_PASSWORD =
  /(?:\[email\](?: \d+)?|[\w.+-]{1,48}@[\w-]{1,40}\.[\w.-]{1,40}) ?(?:\/|\||—|–|->|and|und|et|y|e|with|mit|avec|con|met|och|og|i|a) ["'`]?(?<value>[^\s`"'<>|,;()]{6,48})/gu;

/** Questions that a service asks to be sure. */
const SECRET_QUESTION =
  'security question|secret question|sicherheitsfrage|geheimfrage|question secrète|question de sécurité|pregunta de seguridad|pregunta secreta|pergunta de segurança|pergunta secreta|domanda di sicurezza|domanda segreta|beveiligingsvraag|geheime vraag|pytanie pomocnicze|pytanie zabezpieczające|bezpečnostní otázk|kontrolní otázk|секретный вопрос|контрольный вопрос|секретне питання|контрольне питання|säkerhetsfråga|sikkerhedsspørgsmål|sikkerhetsspørsmål|turvakysymys|biztonsági kérdés|întrebare de securitate|întrebarea de securitate|güvenlik sorusu|gizli soru|ερώτηση ασφαλείας|سؤال الأمان|السؤال السري|שאלת אבטחה|שאלת האבטחה|सुरक्षा प्रश्न|安全问题|密保问题|安全性問題|秘密の質問|보안 질문|câu hỏi bảo mật|pertanyaan keamanan';
const ANSWER =
  'answer|antwort|réponse|respuesta|resposta|risposta|antwoord|odpowiedź|odpověď|ответ|відповідь|svar|vastaus|válasz|răspuns|cevap|απάντηση|الجواب|الإجابة|תשובה|उत्तर|जवाब|答案|答え|回答|답변|trả lời|jawaban';

/** Phrases that begin with a mark or with a line. */
export const MESSAGE_PHRASES: readonly MessagePhrase[] = [
  // A secret question, and its answer behind a word or an arrow.
  {
    ofQuestion: true,
    pattern: new RegExp(
      String.raw`(?:${SECRET_QUESTION})[^]{1,120}?(?:(?:->|→|=>)|(?:${ANSWER})[ \t]{0,2}(?:is|ist|est|es|è|é|:|：|=|->|→|to|är|er)[:：]?)[ \t]{0,2}["'“„«]?(?<value>[\p{L}\p{N}][\p{L}\p{M}\p{N}'’ -]{1,40}?)(?=["'”»]?[ \t]*(?:$|[\n.,;!]))`,
      'giu',
    ),
    proof: 'answer',
  },
  // `(letmein!2020)`, `(it's still Snowball7)`.
  {
    needs: /\(/,
    pattern: new RegExp(
      String.raw`(?<=^|\s)\((?:(?:it['’]s|it is|still|also|=|i\.e\.|namely|nämlich|also|always|so|pw|pass|is) ?){0,3}${TOKEN}["'\x60]?\)`,
      'giu',
    ),
    proof: 'chosen',
  },
  // `u: bea p: X`.
  {
    needs: /(?<!\w)[ul][:=]/i,
    pattern: new RegExp(
      String.raw`(?<!\w)[ul][:=] ?[\w.@-]{2,40}[ ,/|;]{1,3}p(?:w|wd|ass)?[:=] ?${TOKEN}`,
      'giu',
    ),
    proof: 'mixed',
  },
  // In quotes before its label: `"a-b-c" as the vault password`.
  {
    needs: /["”“»'] (?:as|for|als|comme|como|come|jako|som|за|как) /iu,
    pattern: new RegExp(
      String.raw`["“„«'](?<value>[^"“”„«»'\n]{4,60})["”“»'] (?:as|for|als|comme|como|come|jako|som|за|как)(?: the| my| a| our| your| das| le| la| de| het)?(?: [\p{L}-]{2,16}){0,3}? ${PASSWORD}(?!\p{L})`,
      'giu',
    ),
    proof: 'answer',
  },
  // Between marks: `>>>X<<<`, `|X|`, `-->X<--`.
  {
    needs: /[<>|#~=]/,
    pattern:
      /(?<=^|[\s:：])(?:(?:-{1,2}>|>{2,3})[ ]?(?=\S+?[ ]?<)|<{2,3}[ ]?(?=\S+?[ ]?>>)|\|{1,2}(?=[^\s|]+\|)|#{2,3}(?=[^\s#]+##)|~{1,3}(?=[^\s~]+~)|={2,3}(?=[^\s=]+==))(?<value>[^\s<>]{5,64}?)[ ]?(?:<{1,3}-{0,2}|>{2,3}|\|{1,2}|#{2,3}|~{1,3}|={2,3})(?=$|[\s.,;!?)])/giu,
    proof: 'marked',
  },
  // A user on one line, and a token alone on the next.
  {
    needs: /\n/,
    pattern:
      /(?:^|\n)[ \t>*-]{0,4}(?:user(?: ?name)?|login|account|acct|email|e-mail|id|customer|member|benutzer\w*|kunden?\w*|nutzer|utilisateur|identifiant|usuario|usuário|utente|gebruiker\w*|użytkownik|uživatel|användar\w*|bruger\w*|bruker\w*|käyttäjä\w*|логин|пользователь|логін|用户名?|ユーザー\S{0,3})[ \t:=-]{0,3}[^\s:=]{2,64}[ \t]*\r?\n[ \t>*-]{0,4}(?![A-Z_]+=)(?<value>[^\s:"'`<>]{6,48})[ \t]*(?=\r?\n|$)/giu,
    proof: 'mixed',
  },
  // An address, a user and a password on three lines.
  {
    needs: /https?:\/\/[^\n]{4,200}\n/,
    pattern:
      /(?:^|\n)[ \t>*-]{0,4}https?:\/\/\S{4,200}[ \t]*\r?\n[ \t>*-]{0,4}[\w.@+-]{3,64}[ \t]*\r?\n[ \t>*-]{0,4}(?<value>[^\s:"'`<>/]{6,48})[ \t]*(?=\r?\n|$)/giu,
    proof: 'mixed',
  },
  // A user and a password on two lines below the word for both.
  {
    needs: /\n/,
    pattern:
      /(?:creds?|credentials?|logins?|access|zugangsdaten|zugang|identifiants|accès|credenciales|acceso|credenziali|accesso|inloggegevens|dane logowania|доступ\p{L}{0,2}|логин и пароль)[^\n]{0,24}\r?\n[ \t>*-]{0,4}[\w.@+-]{2,48}[ \t]*\r?\n[ \t>*-]{0,4}(?![A-Z_]+=)(?<value>[^\s:"'`<>/]{6,48})[ \t]*(?=\r?\n|$)/giu,
    proof: 'mixed',
  },
  // A mailbox and its password in a list, or a user and one in brackets.
  {
    needs: /@|\[email\]/,
    pattern:
      /(?:^|\n)[ \t]{0,4}(?:[-*•]|\d{1,2}[.)])?[ \t]{0,3}(?:\[email\](?: \d+)?|[\w.+-]{1,48}@[\w-]{1,40}\.[\w.-]{1,40})[`*_"']{0,2}[ \t]{0,3}(?:[—–|:=>/-]|->|→)[ \t]{0,3}[`*_"']{0,2}(?<value>[^\s`"'<>|,;()]{6,48})[`*_"']{0,2}[ \t]*(?=\r?\n|$)/gu,
    proof: 'mixed',
  },
  {
    needs: /\(/,
    pattern: /(?:^|\n)[ \t]{0,4}(?:[-*•][ \t])?[\w.-]{2,40} \((?<value>[^\s()]{8,48})\)[ \t]*(?=\r?\n|$)/gu,
    proof: 'mixed',
  },
];

/** Between the values of a list of passwords. */
export const NEXT_OF_LIST =
  /["'`”»]{0,2}(?: ?, ?(?:and |or |und |oder |et |ou |y |o |e )?| (?:and|or|und|oder|et|ou|y|o|e|en|of|lub|albo|i|nebo|og|eller|och|tai|ja|vagy|sau|veya|и|или|або|atau|dan|&) | ?\/ ?)(?:maybe |then |also )?["'`“„«]{0,2}(?<value>[^\s"'`“”„«»()<>,;]{4,48})/iuy;

/** A message with one of these shows a password somewhere. */
export const ABOUT_LOGIN_MASKS = ['[password]', '[secret]'];
/** A message with one of these words is about something with a password. */
export const ABOUT_LOGIN_LITERALS = words(
  'usual|default|same as|security question|secret question|maiden|hint|archive|zip|unlock|decrypt|staging|sandbox|wifi|wi fi|network|lounge|testserver|test server|üblich|standard|habituel|habitual|solito|solita|gebruikelijke|gewohnt',
);
/** One of the words, some with an ending, at one place of a text. */
export const ABOUT_LOGIN = new RegExp(
  `(?:${ABOUT_LOGIN_LITERALS.join('|')}|(?:üblich|standard|habituel|gewohnt)\\p{L}*)(?!\\p{L})`,
  'iuy',
);
/** A message with one of these asks or answers a secret question. */
export const SECRET_QUESTIONS = ['maiden name', 'memorable', ...words(SECRET_QUESTION)];
