/**
 * What people write before a secret, in the languages that they write in. A label matches in any letter case and with
 * an ending of its own (`пароля`, `şifresi`, `jelszavam`); the copula is what may stand between it and the value.
 */
export type LabelSort = 'password' | 'pin' | 'key' | 'phrase';

export interface Labels {
  language: string;
  password?: readonly string[];
  pin?: readonly string[];
  key?: readonly string[];
  phrase?: readonly string[];
  copulas: readonly string[];
}

const words = (text: string): readonly string[] => text.split('|');

export const LABELS: readonly Labels[] = [
  {
    language: 'English',
    password: words(
      'password|pw|passwd|pwd|passwrod|pasword|passowrd|pass word|memorable word|community string|snmp community|network key|keypad code|lockbox|telephone pin|passphrase|pass phrase|passcode|pass code|login pw|root pw|admin pw|user pw|db pw|db pass|root pass|admin pass|wifi pass|wifi key|wi-fi key|wlan key|psk|pre-shared key|access code|unlock code|door code|alarm code|gate code',
    ),
    pin: words(
      'pin|pin code|pin number|otp|one-time code|one time code|one-time password|2fa code|2fa|mfa code|totp code|verification code|security code|auth code|login code|sms code|authenticator code|backup code|backup codes|recovery code|recovery codes|puk',
    ),
    key: words(
      'key|app id|appid|routing key|instrumentation key|subscription key|signing secret|global key|spend key|view key|hec token|acl token|product key|x-api-key|api key|apikey|api token|access token|auth token|access key|secret key|client secret|signing key|encryption key|master key|license key|licence key|bearer token|refresh token|session token|personal access token|deploy token|webhook secret|secret|token|app password|totp secret|2fa secret|totp seed|unseal key|recovery key|private key|service key|account key|storage key|app key|admin key',
    ),
    phrase: words('seed phrase|recovery phrase|secret phrase|mnemonic|backup phrase|wallet seed|seed words'),
    copulas: words(
      "is|was|are|is now|is still|is currently|is just|will be|should be|would be|is set to|was set to|set to|has been set to|changed to|was changed to|reset to|equals|reads|'s|ist|lautet|est|è|é|är|là|adalah",
    ),
  },
  {
    language: 'German',
    password: words(
      'passwort|kennwort|losungswort|passphrase|zugangscode|wlan-schlüssel|netzwerkschlüssel|zugangskennwort',
    ),
    pin: words('geheimzahl|bestätigungscode|sicherheitscode|einmalcode|wiederherstellungscode|notfallcode'),
    key: words('api-schlüssel|schlüssel|zugangsschlüssel|geheimschlüssel|geheimnis'),
    phrase: words('wiederherstellungsphrase|merkphrase'),
    copulas: words(
      'ist|lautet|war|heißt|heisst|sei|wäre|ist jetzt|ist nun|ist aktuell|ist noch|wurde auf|bleibt',
    ),
  },
  {
    language: 'French',
    password: words(
      "mot de passe|mots de passe|mdp|code d’accès|code d'accès|phrase secrète|phrase de passe",
    ),
    pin: words('code de sécurité|code de vérification|code pin|code secret'),
    key: words("clé api|clé d’api|clé d'api|clé secrète|clé d’accès|clé d'accès|jeton|clé"),
    copulas: words("est|était|sera|c'est|c’est|est maintenant|est toujours|est désormais|reste"),
  },
  {
    language: 'Spanish',
    password: words('contraseña|contrasena|clave|clave de acceso|palabra clave|código de acceso|contraseñas'),
    pin: words('código de seguridad|código de verificación|código pin'),
    key: words('clave api|clave de api|clave secreta|clave de acceso|ficha|llave'),
    copulas: words('es|era|será|sigue siendo|ahora es|actual es|queda|está en'),
  },
  {
    language: 'Portuguese',
    password: words('senha|palavra-passe|palavra passe|palavra-chave|código de acesso'),
    pin: words('código de segurança|código de verificação'),
    key: words('chave de api|chave api|chave secreta|chave de acesso|chave'),
    copulas: words('é|era|será|agora é|continua|ficou|e|está como'),
  },
  {
    language: 'Italian',
    password: words(
      "parola d’ordine|parola d'ordine|parola chiave|parola di accesso|codice di accesso|chiave di accesso",
    ),
    pin: words('codice di sicurezza|codice di verifica'),
    key: words('chiave api|chiave segreta|chiave'),
    copulas: words("è|e'|era|sarà|adesso è|ora è|rimane"),
  },
  {
    language: 'Dutch',
    password: words('wachtwoord|toegangscode|wachtzin'),
    pin: words('pincode|verificatiecode|beveiligingscode'),
    key: words('api-sleutel|sleutel|geheime sleutel'),
    copulas: words('is|luidt|was|wordt|is nu|is nog|blijft'),
  },
  {
    language: 'Polish',
    password: words('hasło|haslo|hasła|hasłem|hasla'),
    pin: words('kod pin|kod weryfikacyjny'),
    key: words('klucz api|klucz|sekret'),
    copulas: words('to|brzmi|jest|było|będzie|teraz to|nadal to|ustawione na'),
  },
  {
    language: 'Czech, Slovak',
    password: words('heslo|hesla|heslem|přístupový kód'),
    pin: words('ověřovací kód|overovací kód|pin kód'),
    key: words('api klíč|klíč|kľúč|tajný klíč'),
    copulas: words('je|zní|znie|bylo|bolo|bude|je teď|je nyní|zůstává'),
  },
  {
    language: 'Turkish',
    password: words('şifre|sifre|parola|parolası'),
    pin: words('doğrulama kodu|güvenlik kodu'),
    key: words('api anahtarı|anahtar|gizli anahtar'),
    copulas: words('şu|şudur|şöyle|ise|olarak|hâlâ|hala|şimdi'),
  },
  {
    language: 'Russian',
    password: words('пароль|пароля|паролем|пароли|кодовое слово|парольная фраза'),
    pin: words('пин-код|пинкод|пин код|код подтверждения|проверочный код'),
    key: words('ключ api|api-ключ|апи ключ|секретный ключ|ключ доступа|ключ|токен|секрет'),
    phrase: words('сид-фраза|сид фраза|мнемоника'),
    copulas: words('это|такой|будет|был|теперь|сейчас|остался|там|вот|стоит|следующий'),
  },
  {
    language: 'Ukrainian',
    password: words('пароль|паролю|паролем|пароля|гасло'),
    pin: words('пін-код|код підтвердження'),
    key: words('ключ api|api-ключ|секретний ключ|ключ доступу|ключ|токен|секрет'),
    copulas: words('це|є|такий|буде|був|тепер|зараз|ось|наразі'),
  },
  {
    language: 'Greek',
    password: words('κωδικός|κωδικό|κωδικού|κωδικος|συνθηματικό|κωδικός πρόσβασης|συνθηματικο'),
    pin: words('κωδικός επαλήθευσης'),
    key: words('κλειδί api|κλειδί|μυστικό κλειδί'),
    copulas: words('είναι|ειναι|ήταν|θα είναι|τώρα είναι|παραμένει'),
  },
  {
    language: 'Arabic',
    password: words('كلمة المرور|كلمة مرور|كلمة السر|كلمة سر|كلمه السر|الرقم السري|رمز الدخول|رمز المرور'),
    pin: words('رمز التحقق|رمز الأمان'),
    key: words('مفتاح api|المفتاح السري|المفتاح|مفتاح|الرمز المميز|رمز الوصول'),
    copulas: words('هي|هو|هى|كانت|كان|الآن هي|ستكون|أصبحت'),
  },
  {
    language: 'Hebrew',
    password: words('סיסמה|סיסמא|סיסמת|הסיסמה|הסיסמא|סיסמתי|קוד גישה|קוד הגישה'),
    pin: words('קוד אימות|קוד האימות|קוד סודי|הקוד הסודי|קוד הסודי'),
    key: words('מפתח api|מפתח|המפתח|טוקן'),
    copulas: words('היא|הוא|הינה|הינו|זה|זו|זאת|הייתה|עכשיו'),
  },
  {
    language: 'Hindi',
    password: words('पासवर्ड|कूटशब्द|गुप्त शब्द|पासकोड'),
    pin: words('पिन|ओटीपी|सत्यापन कोड'),
    key: words('एपीआई कुंजी|कुंजी|टोकन'),
    copulas: words('है|था|अब|यह है|होगा|अभी'),
  },
  {
    language: 'Chinese',
    password: words('密码|密碼|口令|通行码|通行碼|暗号|暗號|密钥短语|登录密码|登入密碼'),
    pin: words('验证码|驗證碼|校验码|動態碼|动态码'),
    key: words('密钥|密鑰|令牌|金鑰|秘钥|秘鑰|权杖|權杖'),
    phrase: words('助记词|助記詞'),
    copulas: words('是|为|為|就是|还是|還是|改成|改为|改為|改成了|现在是|現在是|设为|設為|用的是'),
  },
  {
    language: 'Japanese',
    password: words('パスワード|暗証番号|合言葉|パスフレーズ|パスコード'),
    pin: words('認証コード|確認コード'),
    key: words('apiキー|アクセスキー|シークレットキー|トークン|秘密鍵|シークレット|キー'),
    copulas: words('は|が|を|って|は今|は現在'),
  },
  {
    language: 'Korean',
    password: words('비밀번호|암호|패스워드|비번'),
    pin: words('인증번호|인증 코드|핀번호'),
    key: words('api 키|api키|액세스 키|비밀 키|시크릿|토큰'),
    copulas: words('는|은|가|이|를|을|는 지금|현재'),
  },
  {
    language: 'Vietnamese',
    password: words('mật khẩu|mat khau|mã truy cập'),
    pin: words('mã xác minh|mã xác nhận|mã pin'),
    key: words('khóa api|khoá api|khóa bí mật|khóa'),
    copulas: words('là|hiện là|bây giờ là|vẫn là|đang là|la'),
  },
  {
    language: 'Swedish',
    password: words('lösenord|lösenordet|losenord|lösen|lösenfras|åtkomstkod'),
    pin: words('pin-koden|pinkod|verifieringskod|säkerhetskod|engångskod'),
    key: words('api-nyckel|nyckel|nyckeln|hemlig nyckel'),
    copulas: words('är|lyder|var|blir|är nu|är fortfarande'),
  },
  {
    language: 'Danish',
    password: words('adgangskode|adgangskoden|kodeord|kodeordet|adgangsord'),
    pin: words('pinkode|bekræftelseskode|sikkerhedskode|engangskode'),
    key: words('api-nøgle|nøgle|nøglen|hemmelig nøgle'),
    copulas: words('er|lyder|var|bliver|er nu|er stadig'),
  },
  {
    language: 'Norwegian',
    password: words('passord|passordet|tilgangskode|passfrase'),
    pin: words('pinkode|pin-kode|bekreftelseskode|engangskode'),
    key: words('api-nøkkel|nøkkel|nøkkelen|hemmelig nøkkel'),
    copulas: words('er|lyder|var|blir|er nå|er fortsatt'),
  },
  {
    language: 'Finnish',
    password: words('salasana|salasanan|salasanani|tunnussana|pääsykoodi|salalause'),
    pin: words('pin-koodi|tunnusluku|vahvistuskoodi|turvakoodi'),
    key: words('api-avain|avain|salainen avain'),
    copulas: words('on|oli|on nyt|on yhä|on edelleen|on vielä'),
  },
  {
    language: 'Hungarian',
    password: words('jelszó|jelszava|jelszavam|jelszo|jelmondat|belépési kód'),
    pin: words('pin-kód|megerősítő kód|biztonsági kód'),
    key: words('api-kulcs|api kulcs|kulcs|titkos kulcs'),
    copulas: words('az|a|ez|most|így szól|továbbra is|jelenleg|ez:'),
  },
  {
    language: 'Romanian',
    password: words('parola|parolă|parolei|parola de acces|cod de acces'),
    pin: words('cod de verificare|cod de securitate|codul pin'),
    key: words('cheia api|cheie api|cheia|cheia secretă'),
    copulas: words('este|e|era|va fi|e acum|este acum|rămâne'),
  },
  {
    language: 'Indonesian, Malay',
    password: words('kata sandi|sandi|kata laluan|katasandi|kata kunci'),
    pin: words('kode verifikasi|kode otp|kode keamanan'),
    key: words('kunci api|kunci rahasia|kunci'),
    copulas: words('adalah|ialah|yaitu|sekarang|masih|yakni|nya|nya adalah|saat ini'),
  },
  {
    language: 'Croatian, Serbian, Bosnian, Slovenian',
    password: words('lozinka|lozinku|lozinke|geslo|zaporka|šifra|лозинка|шифра'),
    copulas: words('je|glasi|bila je|је|sada je'),
  },
  {
    language: 'Catalan, Galician, Basque',
    password: words('contrasenya|contrasinal|pasahitza'),
    copulas: words('és|é|da|era'),
  },
  {
    language: 'Bulgarian',
    password: words('парола|паролата'),
    copulas: words('е|беше'),
  },
  {
    language: 'Estonian, Latvian, Lithuanian',
    password: words('salasõna|parool|slaptažodis|paroles'),
    copulas: words('on|ir|yra|oli'),
  },
  {
    language: 'Persian, Urdu',
    password: words('رمز عبور|گذرواژه|پاس ورڈ|کلمه عبور'),
    copulas: words('است|ہے|هست'),
  },
  {
    language: 'Thai',
    password: words('รหัสผ่าน|พาสเวิร์ด'),
    copulas: words('คือ|เป็น'),
  },
];
