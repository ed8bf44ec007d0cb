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
/** A word that is the password: `with bluebottle as the password`, `слово X как пароль`. */
export const AS_PASSWORD = new RegExp(
  `${words(
    'with|using|used?|word|typed?|entered|enter|mit|wort|nimm|avec|mot|mets|con|palabra|usa|com|palavra|parola|met|woord|gebruik|z|słowo|słowem|se slovem|slovo|s|слово|с|со|з|ord(?:et)?|med|sana(?:a|n)?|cu|cuvântul|dengan|kata',
  )} ["'\`„“«]?(\\p{L}{5,24})["'\`”“»]? (?:${AS}) (?:(?:the|a|my|your|das|le|la|el|a|o|het|de) )?(?:${PASSWORD})(?!\\p{L})`,
  'giu',
);
