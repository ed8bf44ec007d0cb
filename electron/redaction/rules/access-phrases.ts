/** Sentences that say which words are the password, where no mark stands between: `the disk opens with the phrase X Y Z`. */
const words = (text: string) => `(?<![\\p{L}\\p{N}])(?:${text})`;

const PHRASE_NOUN =
  'pass ?phrase|phrase|satz|spruch|passsatz|frase|zin|wachtzin|sætning|setning|fras|fraza|frază|lause|mondat|větou|věta|vetou|zdanie|zdaniem|фраза|фразой|фразу|фразою|φράση|frasi|cümle|kalimat|frasa';

/** By means of a phrase. */
export const BY_PHRASE = new RegExp(
  `${words(
    'with|using|via|is|mit|avec|est|con|es|com|met|è|é|z|s|pod|med|с|под|з|cu|dengan|με|по',
  )} (?:(?:the|my|his|her|our|dem|der|meinem|la|ma|sa|el|a|o|de|het|het|min|den|его|её|of) )?(?:${PHRASE_NOUN})[:]? `,
  'giu',
);
/** Somebody chose it; the text says elsewhere that a phrase is meant. */
export const CHOSE = new RegExp(
  `${words(
    "i (?:picked|chose|took|set|used|went with|had|made it)|ich (?:hatte|habe|nahm)(?: (?:damals|mal|glaube ich))?|j’ai (?:mis|choisi|pris)|j'ai (?:mis|choisi|pris)|puse|elegí|elegi|escolhi|pus|ho (?:messo|scelto)|ik (?:koos|had|nam)|wybrał[ae]m|ustawiłe?a?m|zvolil[a]? jsem|nastavil[a]? jsem|(?:по)?ставила?|выбрала?|придумала?|обрала?|поставив|jag (?:valde|satte)|jeg (?:valgte|satte)|valitsin|laitoin|választottam|am (?:pus|ales)|seçtim|saya (?:pilih|pakai)",
  )} `,
  'giu',
);
/** A cheap test before {@link ASKS_PHRASE}: what its words have in common. */
export const MAY_ASK_PHRASE =
  /phras|satz|spruch|fra[sz]|zin|sætn|setn|lause|mondat|v[ěe]t|zdani|фраз|φράσ|cümle|kalimat/iu;
export const ASKS_PHRASE = new RegExp(`${words(PHRASE_NOUN)}(?![\\p{L}])`, 'iu');
/** A phrase ends before these, and before what ends a clause. */
export const BEHIND_PHRASE =
  /^(?:and|but|back|then|years?|ago|when|because|und|aber|gewählt|genommen|gesetzt|et|mais|y|pero|e|mas|ed|ma|en|maar|i|ale|a|и|но|а|і|але|og|men|och|ja|mutta|és|de|și|dar|ve|ama|dan|tapi)$/iu;

const PASSWORD =
  'password|passcode|passphrase|pw|passwort|kennwort|mot de passe|mdp|contraseña|clave|senha|wachtwoord|hasło|heslo|şifre|пароль|пароля|кодове слово|lösenord|adgangskode|kodeord|passord|salasana(?:na)?|jelszó(?:ként|nak)?|parolă|parola|kata sandi|mật khẩu|κωδικό';
const AS = 'as|als|comme|como|come|jako|как|як|som|ca|sebagai|làm|ως|σαν';
/** A cheap test before {@link AS_PASSWORD}, which tries its words at each character: a blank tells most places apart. */
export const SAYS_AS = new RegExp(` (?:${AS}) `, 'iu');
/** What calls a token before it the password; a word is called so by fewer articles. */
const AS_PASSWORD_BEHIND = ` (?:${AS}) (?:(?:the|a|my|your|das|le|la|el|un|une|una|ein|neues|o|het|de) )?(?:\\p{L}{2,16} )?(?:${PASSWORD})(?!\\p{L})`;
/** A cheap test before the expressions of the word itself, for texts that say `as` of something else. */
export const SAYS_AS_PASSWORD = new RegExp(AS_PASSWORD_BEHIND, 'iu');
/** A word that is the password: `with bluebottle as the password`, `слово X как пароль`. */
export const AS_PASSWORD = new RegExp(
  `${words(
    'with|using|used?|word|typed?|entered|enter|mit|wort|nimm|avec|mot|mets|con|palabra|usa|com|palavra|parola|met|woord|gebruik|z|słowo|słowem|se slovem|slovo|s|слово|с|со|з|ord(?:et)?|med|sana(?:a|n)?|cu|cuvântul|dengan|kata',
  )} ["'\`„“«]?(\\p{L}{5,24})["'\`”“»]? (?:${AS}) (?:(?:the|a|my|your|das|le|la|el|a|o|het|de) )?(?:${PASSWORD})(?!\\p{L})`,
  'giu',
);

/** A token with a digit or a mark before it: `m'a donné X comme mot de passe provisoire`. */
export const MIXED_AS_PASSWORD = new RegExp(
  `(?<=[\\s"'\`„“«])([^\\s"'\`„“”«»,;:()<>]{6,40})["'\`”“»]?${AS_PASSWORD_BEHIND}`,
  'giu',
);
const AS_USER = String.raw` (?:as|als|en tant que|comme|como|come|jako|som|как|під|под|sebagai|ca) ["'\x60]?[\w.@-]{2,32}["'\x60]?,? (?:using|with|and|mit|und|avec|et|con|y|com|e|met|en|z|i|s|a|с|и|з|med|och|og) `;
/** A cheap test before {@link AS_USER_WITH}. */
export const SAYS_AS_USER = new RegExp(AS_USER, 'iu');
/** Who logs in, and with what: `sign in as presenter using X`. */
export const AS_USER_WITH = new RegExp(
  String.raw`(?<!\p{L})(?:(?:log|sign|logged|signed|logging|signing)[ -]?(?:in|on|into)(?: (?:to|at|on) \S{1,40})?|anmelden|einloggen|melde dich|connecte-toi|connectez-vous|se connecter|inicia sesión|entra|entre|faça login|accedi|inloggen|log in|zaloguj się|přihlas se|зайди|войди|логинься|увійди|logga in|log ind|logg inn|kirjaudu|jelentkezz be|intră|giriş yap)${AS_USER}["'\x60„“«]?(?<value>[^\s"'\x60„“”«»,;:()<>]{5,40})`,
  'giu',
);
/** What a person shows to get in, and no password. */
export const OTHER_PROOF =
  /ssh|key|sso|auth|factor|token|cookie|pass|login|certificate|account|sudo|read|write|admin|role|google|github|wi-?fi|only|built-?in|e-mail/iu;

/** What a phrase opens. */
const OPENED =
  'open|unlock|decrypt|keepass|bitwarden|vault|luks|laptop|disk|backup|archive|öffn|entsperr|tresor|platte|ouvr|déverrouill|coffre|disque|abr(?:e|ir)|desbloq|disco|apr(?:e|ire)|sblocc|otwier|odblok|odemk|otev|откры|відкри|разблок|сейф|диск|öppna|låser upp|åbner|åpner|avaa|nyit|deschid|aç';
/** `la frase para abrir el KeePass es «…»`: words in quotes. */
export const QUOTED_PHRASE = new RegExp(
  `${words(PHRASE_NOUN)} [^.\n"“„«]{0,40}?(?:${OPENED})[^.\n"“„«]{0,40}["“„«][ \u00a0]?(?<value>\\p{L}+(?: \\p{L}+){2,9})[ \u00a0]?["”“»]`,
  'giu',
);
/** What a phrase opens that has no password. */
export const OPENS_PAGE =
  /page|\bapp\b|dialog|menu|link|button|screen|site|window|article|chapter|kapitel|dialogue/iu;
/** A file that has a password of its own. */
export const LOCKED_FILE =
  /(?<!\p{L})(?:the )?(?:zip|rar|7z|pdf|archiv|arhiv|архив|архів|αρχεί)|압축|压缩包|壓縮檔|圧縮/iu;
/** It is opened. */
export const OPENS_FILE =
  /open|extract|unpack|unzip|unlock|needs|öffn|geht|entpack|ouvr|extra|abre|descomprim|apre|aprir|open|uitpak|otwier|rozpak|otev|rozbal|откры|распак|відкри|розпак|öppn|åbn|åpn|aukea|avaa|purka|nyit|nyíl|bont|deschid|dezarhiv|açıl|aç|ανοίγ|يفتح|تفتح|נפתח|खुल|dibuka|buka|mở|解压|打开|解壓|開|解凍|풀|열/iu;
/** A token by means of which that is done: a word before it, or a particle behind. */
export const WITH_TOKEN =
  /(?:(?<!\p{L})(?:with|using|needs|by|mit|avec|con|com|met|z|s|se|med|cu|με|через|с|з|за|sanalla|heslem|hesla|hasłem|паролем|dengan|bằng|use|عبر|ב) ["'`„“«]?(?<behind>[^\s"'`„“”«»,;:()<>]{5,40})|(?<=[\s"'`„“«])(?<before>[\w!@#$%&*.-]{5,40})["'`”“»]? ?(?:ile(?!\p{L})|로|으로|넣|쳐|で|を入|से ))/giu;
