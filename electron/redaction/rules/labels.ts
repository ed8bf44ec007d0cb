/**
 * What people write before a secret, in the languages that they write in. A label matches in any letter case and with
 * an ending of its own (`пароля`, `şifresi`, `jelszavam`); the copula is what may stand between it and the value.
 */
export type LabelSort = 'password' | 'pin' | 'key' | 'phrase' | 'slang';

interface Labels {
  language: string;
  password?: readonly string[];
  pin?: readonly string[];
  key?: readonly string[];
  phrase?: readonly string[];
  /** Words that mean much else: what follows has to look like a password by itself. */
  slang?: readonly string[];
  copulas: readonly string[];
}

const words = (text: string): readonly string[] => text.split('|');

export const LABELS: readonly Labels[] = [
  {
    language: 'English',
    password: words(
      'p/w|vpn secret|vpn key|vault key|key to the vault|key to the safe|wi fi pass|wi fi key|wi fi code|wi fi pw|hotspot key|hotspot pass|hotspot code|wlan pw|wifi-key|wlan-key|wifi pw|guest pass|router pass|router key|bios pass|lock code|secret word|magic word|family password|master phrase|code word|codeword|safe word|challenge word|key phrase|entry code|garage code|building code|lobby code|key box code|lockbox code|keypad pin|installer code|join code|voicemail code|user code|master code|disarm code|parking code|guest code|wifi code|wi-fi code|pairing code|login code|passphase|passcod|root login|admin login|login pass|user pass|wlan pass|wpa key|wpa2 key|wpa password|keyphrase|sudo pw|sudo pass|ssh pass|ftp pass|vpn pass|key pass|keystore pass|store pass|mail pass|email pass|account pass|master pass|temp pass|temporary pass|new pass|old pass|default pass|my pass|the pass|its pass|ur pass|your pass|password|pw|passwd|pwd|passwrod|pasword|passowrd|pass word|memorable word|community string|snmp community|network key|keypad code|lockbox|telephone pin|passphrase|pass phrase|passcode|pass code|login pw|root pw|admin pw|user pw|db pw|db pass|root pass|admin pass|wifi pass|wifi key|wi-fi key|wlan key|psk|pre-shared key|access code|unlock code|door code|alarm code|gate code',
    ),
    pin: words(
      'two-factor code|two factor code|two-step code|2-step code|6-digit code|six-digit code|4-digit code|four-digit code|8-digit code|email code|mfa pin|verification number|sms code|sms pin|text code|login number|card code word|puk code|sim code|atm pin|bank pin|debit pin|credit card pin|voicemail pin|phone pin|tablet pin|parental pin|parental control pin|code to get in|code to open|code to enter|code for the door|the code|my code|your code|keypad code|door keypad code|google verification code|steam guard|access pin|sim pin|card pin|pin1|pin2|puk1|puk2|sms tan|steam guard code|authentication code|confirmation code|activation code|login pin|unlock pin|one-time passcode|otp code|meeting code|meeting passcode|invite code|pass code|entry pin|door pin|verify code|guard code|passcode of the meeting|pin|pin code|pin number|otp|one-time code|one time code|one-time password|2fa code|2fa|mfa code|totp code|verification code|security code|auth code|login code|sms code|authenticator code|backup code|backup codes|recovery code|recovery codes|puk|safe code|key safe code|locker code|padlock code|bike lock code|access number|online access number|telephone banking number|card pin code|gate pin|garage pin|alarm pin|activation number|passkey number|enrolment code|enrollment code|setup pin|parking pin',
    ),
    key: words(
      'channel secret|app secret|appsecret|app_secret|client id and secret|hmac key|hmac secret|jwt secret|cookie secret|session secret|webhook key|integration key|ingest key|account secret|project key|server key|storage secret|sas token|shared key|shared secret|key a|key b|join token|encryption secret|verification token|bot token|deploy token|push token|publish token|npm token|github token|gitlab token|slack token|registration token|runner token|connection key|device key|read key|write key|read token|write token|key|app id|appid|routing key|instrumentation key|subscription key|signing secret|global key|spend key|view key|hec token|acl token|product key|x-api-key|api key|apikey|api token|access token|auth token|access key|secret key|client secret|signing key|encryption key|master key|license key|licence key|bearer token|new pat|the pat|my pat|our pat|pat for|pat is|refresh token|session token|personal access token|deploy token|webhook secret|secret|token|app password|totp secret|2fa secret|totp seed|unseal key|recovery key|private key|service key|account key|storage key|app key|admin key',
    ),
    phrase: words('seed phrase|recovery phrase|secret phrase|mnemonic|backup phrase|wallet seed|seed words'),
    slang: words(
      'pass|phrase|wifi|wi-fi|wlan|pswd|psw|salt|pepper|tan|mk|ww|contra|koden|lösen|пас|пасс|salis|passw|security answer|secret answer|key content|code|login|creds|passkey',
    ),
    copulas: words(
      "is just|is simply|is always|was always|used to be|will now be|has become|becomes|became|stays|remains|must be|ought to be|might be|could be|may be|should read|has to be|needs to be|is probably|is likely|would still be|to use is|i use is|we use is|you need is|now is|still is|to try is|set as|set up as|defaults to|isn't|was just|were set to|be set to|is|was|are|is now|is still|is currently|is just|will be|should be|would be|is set to|was set to|set to|has been set to|changed to|was changed to|reset to|equals|reads|'s|ist|lautet|est|è|é|är|là|adalah",
    ),
  },
  {
    language: 'German',
    password: words(
      'kodewort|wlan-key|wlan key|wlan-passwort|gäste-passwort|gastpasswort|adminpasswort|passphrase|passwort-phrase|losung|sicherheitswort|kennphrase|zugangspasswort|masterpasswort|codewort|kennung ist|wlan-code|wlan code|türcode|tür-code|torcode|schlosscode|zutrittscode|passwörter|passwort|kennwort|losungswort|passphrase|zugangscode|wlan-schlüssel|netzwerkschlüssel|zugangskennwort',
    ),
    pin: words(
      'mtan|m-tan|sms-tan|itan|chiptan|phototan|pushtan|bestätigungs-code|einmal-code|einmalpasswort|sms-code|karten-pin|kartenpin|sim-pin|verifizierungscode|anmeldecode|zugangs-pin|geräte-pin|sms-tan|freischaltcode|aktivierungscode|zugangspin|geheimzahl|bestätigungscode|sicherheitscode|einmalcode|wiederherstellungscode|notfallcode|tresor-code|tresorcode|safe-code|safecode|schlüsselbox-code|schlüsselsafe-code|schlüsselsafecode|zugangsnummer|telefon-pin|telefonpin|online-pin|anmelde-pin|prüfcode|verifizierungs-code|bestätigungsnummer|spind-code|fahrradschloss-code|garagencode|garagen-code',
    ),
    key: words(
      'zugriffsschlüssel|zugangstoken|geheimer schlüssel|api-schlüssel|schlüssel|zugangsschlüssel|geheimschlüssel|geheimnis',
    ),
    phrase: words('wiederherstellungsphrase|merkphrase'),
    copulas: words(
      'ist seit heute|ist seit gestern|ist wieder|ist weiterhin|ist immer noch|ist einfach|ist wohl|dürfte|wurde zu|wäre dann|lautete|hieß|soll sein|müsste|steht auf|setze ich auf|setz ich auf|hat sich geändert in|nun ist|jetzt ist|ist|lautet|war|heißt|heisst|sei|wäre|ist jetzt|ist nun|ist aktuell|ist noch|wurde auf|bleibt',
    ),
  },
  {
    language: 'French',
    password: words(
      "code du wifi|code wifi|code wi-fi|code de la porte|code d’entrée|code du portail|digicode|clé wifi|clé wi-fi|clef wifi|mot passe|motdepasse|mots de passes|mot de passe|mots de passe|mdp|code d’accès|code d'accès|phrase secrète|phrase de passe",
    ),
    pin: words(
      "code de confirmation|code de validation|code à usage unique|code sms|code de la carte|code de carte bleue|code pin de|code de sécurité|code de vérification|code pin|code secret|numéro d'accès en ligne|numéro d'accès|numéro d’accès|identifiant d'accès|identifiant d’accès|code d'activation|code d’activation|code du coffre|code coffre|code confidentiel|code du cadenas|code du boîtier|code de l'alarme|code de l’alarme|code alarme|code client internet",
    ),
    key: words(
      "jeton d’accès|clef api|clef|clé api|clé d’api|clé d'api|clé secrète|clé d’accès|clé d'accès|jeton|clé",
    ),
    copulas: words(
      "est bien|est juste|est simplement|est encore|doit être|devrait être|devient|passe à|sera donc|est passé à|a été changé en|est donc|maintenant est|est|était|sera|c'est|c’est|est maintenant|est toujours|est désormais|reste",
    ),
  },
  {
    language: 'Spanish',
    password: words(
      'clave del wifi|clave wifi|código de la puerta|codigo de acceso|contraseñ|clave de la wifi|contraseña|contrasena|clave|clave de acceso|palabra clave|código de acceso|contraseñas',
    ),
    pin: words(
      'código de confirmación|codigo de confirmacion|codigo de verificacion|código sms|código de un solo uso|código de seguridad|código de verificación|código pin|clave del cajero|clave de la tarjeta|clave del cajero automático|clave telefónica|clave de firma|código de activación|código de la caja fuerte|clave de la caja fuerte|clave de la caja|combinación de la caja fuerte|pin de la tarjeta|firma electrónica|código de la alarma|código del portal|código del garaje|clave del portal',
    ),
    key: words(
      'token de acceso|clave de la api|clave privada|clave api|clave de api|clave secreta|clave de acceso|ficha|llave',
    ),
    copulas: words(
      'es simplemente|es solo|sería|debe ser|debería ser|pasa a ser|ha cambiado a|cambió a|ahora sería|todavía es|ahora será|es|era|será|sigue siendo|ahora es|actual es|queda|está en',
    ),
  },
  {
    language: 'Portuguese',
    password: words(
      'senha do wifi|código da porta|código do portão|palavra chave|senhas|senha|palavra-passe|palavra passe|palavra-chave|código de acesso',
    ),
    pin: words(
      'código de confirmação|código sms|código de uso único|código de acesso único|código de segurança|código de verificação|código de ativação|código de verificação da câmera|código do cofre|senha do cofre|senha do cartão|senha do multibanco|código do multibanco|código do alarme|senha do alarme|código da garagem|senha da porta|código da fechadura',
    ),
    key: words(
      'token de acesso|chave da api|chave privada|chave de api|chave api|chave secreta|chave de acesso|chave',
    ),
    copulas: words(
      'é simplesmente|é só|seria|deve ser|deveria ser|passa a ser|passou a ser|mudou para|ainda é|está|vai ser|é|era|será|agora é|continua|ficou|e|está como',
    ),
  },
  {
    language: 'Italian',
    password: words(
      "codice del wifi|codice wifi|codice della porta|codice del cancello|parola segreta|parola d’ordine|parola d'ordine|parola chiave|parola di accesso|codice di accesso|chiave di accesso",
    ),
    pin: words(
      "codice di conferma|codice otp|codice sms|codice pin|codice monouso|codice di sicurezza|codice di verifica|codice di attivazione|codice della cassaforte|codice cassaforte|codice bancomat|pin bancomat|pin della carta|codice dispositivo|codice allarme|codice dell’allarme|codice dell'allarme|codice del box|codice del lucchetto|codice cliente internet",
    ),
    key: words('chiave api|chiave segreta|chiave'),
    copulas: words(
      "è semplicemente|è solo|sarebbe|dovrebbe essere|deve essere|diventa|è diventata|è sempre|è ancora|ora sarà|è|e'|era|sarà|adesso è|ora è|rimane",
    ),
  },
  {
    language: 'Dutch',
    password: words(
      'wifi-code|wificode|deurcode|toegangswoord|wachtwoorden|paswoord|wachtwoord|toegangscode|wachtzin',
    ),
    pin: words(
      'bevestigingscode|sms-code|inlogcode|eenmalige code|pin-code|pincode|verificatiecode|beveiligingscode|kluiscode|activeringscode|activatiecode|toegangsnummer|alarmcode|slotcode|poortcode|sleutelkluiscode|garagecode',
    ),
    key: words('toegangssleutel|toegangstoken|api-sleutel|sleutel|geheime sleutel'),
    copulas: words(
      'is gewoon|is altijd|moet zijn|is nog steeds|is nu dus|is veranderd in|is gewijzigd in|staat op|was altijd|is|luidt|was|wordt|is nu|is nog|blijft',
    ),
  },
  {
    language: 'Polish',
    password: words(
      'hasłem|haselko|hasełko|kod do drzwi|kod do bramy|kod do domofonu|haslem|haśle|hasle|hasło|haslo|hasła|hasłem|hasla',
    ),
    pin: words(
      'kod potwierdzający|kod sms|kod autoryzacyjny|kod jednorazowy|kod z sms-a|kod pin|kod weryfikacyjny|kod do sejfu|kod aktywacyjny|kod dostępu|pin karty|pin do karty|kod do alarmu|kod alarmu|kod do garażu|kod do kłódki|kod do klatki',
    ),
    key: words('klucz dostępu|klucz tajny|klucz api|klucz|sekret'),
    copulas: words(
      'to teraz|to wciąż|to chyba|to po prostu|brzmiało|zmienione na|powinno być|ma być|nadal brzmi|to dalej|zmieniłem na|to|brzmi|jest|było|będzie|teraz to|nadal to|ustawione na',
    ),
  },
  {
    language: 'Czech, Slovak',
    password: words('kód ke dveřím|kód od dveří|hesle|helso|heslo|hesla|heslem|přístupový kód'),
    pin: words(
      'potvrzovací kód|sms kód|jednorázový kód|overovací kod|kód z sms|ověřovací kód|overovací kód|pin kód|aktivační kód|kód od trezoru|kód trezoru|kód k trezoru|kód od alarmu|kód od brány|kód od vrat|pin ke kartě|pin karty|aktivačný kód|kód od dverí',
    ),
    key: words('přístupový klíč|api klíč|klíč|kľúč|tajný klíč'),
    copulas: words(
      'je pořád|je stále|bude teď|má být|by mělo být|je prostě|jsem změnil na|zní teď|je|zní|znie|bylo|bolo|bude|je teď|je nyní|zůstává',
    ),
  },
  {
    language: 'Turkish',
    password: words(
      'wifi şifresi|kapı kodu|parolam|şifrem|şifresi|parolayı|şifreyi|şifremiz|şifre|sifre|parola|parolası',
    ),
    pin: words(
      'onay kodu|onay kodunuz|güvenlik kodunuz|doğrulama kodunuz|tek kullanımlık şifre|sms kodu|doğrulama kodu|güvenlik kodu|kasa kodu|kasanın kodu|aktivasyon kodu|kart şifresi|kartın şifresi|alarm kodu|kapı kodu|kilit kodu|garaj kodu',
    ),
    key: words('erişim anahtarı|api anahtarım|belirteç|api anahtarı|anahtar|gizli anahtar'),
    copulas: words('şu|şudur|şöyle|ise|olarak|hâlâ|hala|şimdi'),
  },
  {
    language: 'Russian',
    password: words(
      'пароли|паролька|код от двери|код домофона|код от домофона|код двери|кодовая фраза|пароль|пароля|паролем|пароли|кодовое слово|парольная фраза',
    ),
    pin: words(
      'код из смс|код из sms|код для входа|одноразовый код|код авторизации|код верификации|пин-код|пинкод|пин код|код подтверждения|проверочный код',
    ),
    key: words(
      'апи-ключ|ключ апи|секретный токен|токен доступа|ключ api|api-ключ|апи ключ|секретный ключ|ключ доступа|ключ|токен|секрет',
    ),
    phrase: words('сид-фраза|сид фраза|мнемоника'),
    copulas: words(
      'до сих пор|по-прежнему|просто|такой же|был изменён на|изменили на|поменяли на|всё ещё|все еще|должен быть|стал|станет|равен|следующий:|остаётся|сменили на|это|такой|будет|был|теперь|сейчас|остался|там|вот|стоит|следующий',
    ),
  },
  {
    language: 'Ukrainian',
    password: words('кодове слово|код від дверей|пароль|паролю|паролем|пароля|гасло'),
    pin: words('код із смс|код з смс|одноразовий код|код для входу|код перевірки|пін-код|код підтвердження'),
    key: words(
      'токен доступу|апі ключ|ключ апі|ключ api|api-ключ|секретний ключ|ключ доступу|ключ|токен|секрет',
    ),
    copulas: words(
      'просто|змінили на|досі|все ще|має бути|став|залишився|поміняли на|такий самий|це|є|такий|буде|був|тепер|зараз|ось|наразі',
    ),
  },
  {
    language: 'Greek',
    password: words(
      'κωδικούς|κωδ.|κωδικός wifi|συνθηματική φράση|κωδικός|κωδικό|κωδικού|κωδικος|συνθηματικό|κωδικός πρόσβασης|συνθηματικο',
    ),
    pin: words('κωδικός επιβεβαίωσης|κωδικός μιας χρήσης|κωδικός επαλήθευσης'),
    key: words('κλειδί api|κλειδί|μυστικό κλειδί'),
    copulas: words(
      'ειναι ακόμα|είναι ακόμη|είναι πάντα|έγινε|θα γίνει|πρέπει να είναι|άλλαξε σε|είναι|ειναι|ήταν|θα είναι|τώρα είναι|παραμένει',
    ),
  },
  {
    language: 'Arabic',
    password: words(
      'الباسورد|باسورد|باسوورد|الباسوورد|كلمة سرّ|رقم سري|الرمز السري|كود الدخول|كود الباب|رمز الباب|كلمة المرور|كلمة مرور|كلمة السر|كلمة سر|كلمه السر|الرقم السري|رمز الدخول|رمز المرور',
    ),
    pin: words('رمز التأكيد|كود التحقق|كود التفعيل|رمز التفعيل|رمز التحقق|رمز الأمان'),
    key: words('مفتاح api|المفتاح السري|المفتاح|مفتاح|الرمز المميز|رمز الوصول'),
    copulas: words(
      'تكون|صارت|لا تزال|لازالت|لا يزال|أصبح|ستصبح|تغيرت إلى|عبارة عن|هي الآن|هي|هو|هى|كانت|كان|الآن هي|ستكون|أصبحت',
    ),
  },
  {
    language: 'Hebrew',
    password: words(
      'ססמה|הססמה|ססמא|הססמא|הסיסמאות|סיסמאות|ססמת|קוד הדלת|קוד לדלת|קוד כניסה|קוד הכניסה|סיסמה|סיסמא|סיסמת|הסיסמה|הסיסמא|סיסמתי|קוד גישה|קוד הגישה',
    ),
    pin: words('קוד חד פעמי|קוד אישור|קוד אימות|קוד האימות|קוד סודי|הקוד הסודי|קוד הסודי'),
    key: words('מפתח api|מפתח|המפתח|טוקן'),
    copulas: words(
      'עדיין|שונתה ל|השתנתה ל|נשארה|תהיה|יהיה|היה|כרגע היא|כעת|היא|הוא|הינה|הינו|זה|זו|זאת|הייתה|עכשיו',
    ),
  },
  {
    language: 'Hindi',
    password: words('पासवर्ड्स|पास्वर्ड|गुप्तकोड|पिन कोड|पासवर्ड|कूटशब्द|गुप्त शब्द|पासकोड'),
    pin: words('सत्यापन कोड|वेरिफिकेशन कोड|पिन|ओटीपी|सत्यापन कोड'),
    key: words('एपीआई कुंजी|कुंजी|टोकन'),
    copulas: words('अभी भी|अब है|रहेगा|होना चाहिए|ये है|yeh hai|hai|है:|है|था|अब|यह है|होगा|अभी'),
  },
  {
    language: 'Chinese',
    password: words(
      '暗码|暗碼|密语|密語|通關密碼|通关密码|登录口令|开机密码|開機密碼|门禁码|門禁碼|门锁密码|访问码|訪問碼|密码|密碼|口令|通行码|通行碼|暗号|暗號|密钥短语|登录密码|登入密碼',
    ),
    pin: words('短信验证码|动态密码|動態密碼|确认码|確認碼|一次性密码|验证码|驗證碼|校验码|動態碼|动态码'),
    key: words('密钥|密鑰|令牌|金鑰|秘钥|秘鑰|权杖|權杖'),
    phrase: words('助记词|助記詞'),
    copulas: words(
      '就是|应该是|應該是|仍是|仍然是|依旧是|目前是|会是|換成|换成|改回|叫|如下|一直是|都是|应为|變成|变成|现在|現在|已改为|已改為|是|为|為|就是|还是|還是|改成|改为|改為|改成了|现在是|現在是|设为|設為|用的是',
    ),
  },
  {
    language: 'Japanese',
    password: words(
      'パス|ログインパス|暗証コード|解錠コード|入室コード|パスワ|パスワード|合言葉|パスフレーズ|パスコード',
    ),
    pin: words(
      'ワンタイムパスワード|ワンタイムコード|セキュリティコード|認証コード|確認コード|暗証番号|取引番号|確認番号|認証番号',
    ),
    key: words('apiキー|アクセスキー|シークレットキー|トークン|秘密鍵|シークレット|キー'),
    copulas: words(
      'はまだ|はこれ|は相変わらず|はたしか|は多分|は確か|には|ですが|というのは|は今も|は|が|を|って|は今|は現在',
    ),
  },
  {
    language: 'Korean',
    password: words(
      '비밀 번호|패스코드|패스|비번이|비밀문구|출입번호|현관 비번|와이파이 비번|비밀번호|암호|패스워드|비번',
    ),
    pin: words('인증코드|확인 코드|확인코드|보안코드|인증번호|인증 코드|핀번호'),
    key: words('api 키|api키|액세스 키|비밀 키|시크릿|토큰'),
    copulas: words(
      '은 아직|는 아직|은 여전히|는 여전히|으로는|는 아마|은 아마|는 현재|은 현재|가 지금|:|는|은|가|이|를|을|는 지금|현재',
    ),
  },
  {
    language: 'Vietnamese',
    password: words('mật mã|mã cửa|mã khoá|mã khóa|mật khẩu|mat khau|mã truy cập'),
    pin: words(
      'mã otp|mã xác thực|mã xác minh|mã xác nhận|mã pin|mã két sắt|mã két|mã kích hoạt|mã cửa|mã mở khóa|mã khóa cửa|mã báo động|mã cổng',
    ),
    key: words('khóa api|khoá api|khóa bí mật|khóa'),
    copulas: words(
      'vẫn còn là|sẽ là|phải là|chắc là|được đổi thành|đổi thành|đã đổi thành|giờ là|hình như là|tên là|là|hiện là|bây giờ là|vẫn là|đang là|la',
    ),
  },
  {
    language: 'Swedish',
    password: words(
      'lösenorden|portkod|portkoden|dörrkod|wifi-kod|lösenkod|lösenord|lösenordet|losenord|lösen|lösenfras|åtkomstkod',
    ),
    pin: words(
      'bekräftelsekod|sms-kod|inloggningskod|pin-kod|pin-koden|pinkod|verifieringskod|säkerhetskod|engångskod',
    ),
    key: words('api-nyckel|nyckel|nyckeln|hemlig nyckel'),
    copulas: words(
      'ska vara|är bara|är alltid|ändrades till|är fortfarande|heter|är typ|har ändrats till|sattes till|är|lyder|var|blir|är nu|är fortfarande',
    ),
  },
  {
    language: 'Danish',
    password: words(
      'koden til|kode til|adgangskoder|dørkode|dørkoden|wifi-kode|kode til wifi|koden til wifi|adgangskode|adgangskoden|kodeord|kodeordet|adgangsord',
    ),
    pin: words('pin-kode|sms-kode|bekræftelseskoden|pinkode|bekræftelseskode|sikkerhedskode|engangskode'),
    key: words('api-nøgle|nøgle|nøglen|hemmelig nøgle'),
    copulas: words(
      'skal være|er bare|er altid|blev ændret til|er ændret til|er stadig|hedder|er jo|er|lyder|var|bliver|er nu|er stadig',
    ),
  },
  {
    language: 'Norwegian',
    password: words(
      'passordene|dørkode|dørkoden|adgangskode|wifi-kode|kodeord|passord|passordet|tilgangskode|passfrase',
    ),
    pin: words('sms-kode|engangskoden|bekreftelseskoden|pinkode|pin-kode|bekreftelseskode|engangskode'),
    key: words('api-nøkkel|nøkkel|nøkkelen|hemmelig nøkkel'),
    copulas: words(
      'skal være|er bare|er alltid|ble endret til|er endret til|er fremdeles|heter|er|lyder|var|blir|er nå|er fortsatt',
    ),
  },
  {
    language: 'Finnish',
    password: words(
      'salasanaksi|ovikoodi|ovikoodin|wifi-salasana|pääsykoodin|salasana|salasanan|salasanani|tunnussana|pääsykoodi|salalause',
    ),
    pin: words(
      'kertakäyttökoodi|tekstiviestikoodi|tunnuskoodi|pin-koodi|tunnusluku|vahvistuskoodi|turvakoodi',
    ),
    key: words('api-avain|avain|salainen avain'),
    copulas: words(
      'on vain|on aina|pitäisi olla|vaihdettiin|muutettiin|tulee olemaan|on ollut|olisi|on|oli|on nyt|on yhä|on edelleen|on vielä',
    ),
  },
  {
    language: 'Hungarian',
    password: words(
      'jelszavunk|jelszavát|jelszavai|kapukód|ajtókód|wifi jelszó|belépőkód|jelszó|jelszava|jelszavam|jelszo|jelmondat|belépési kód',
    ),
    pin: words('sms kód|sms-kód|egyszeri kód|ellenőrző kód|pin kód|pin-kód|megerősítő kód|biztonsági kód'),
    key: words('api-kulcs|api kulcs|kulcs|titkos kulcs'),
    copulas: words(
      'most is|még mindig|legyen|lesz|lett|volt|megváltozott erre|így hangzik|valószínűleg|az|a|ez|most|így szól|továbbra is|jelenleg|ez:',
    ),
  },
  {
    language: 'Romanian',
    password: words(
      'parole|parolele|codul de la ușă|cod interfon|codul de acces|parola|parolă|parolei|parola de acces|cod de acces',
    ),
    pin: words('cod de confirmare|cod sms|cod unic|cod de verificare|cod de securitate|codul pin'),
    key: words('cheia api|cheie api|cheia|cheia secretă'),
    copulas: words(
      'e tot|este tot|ar fi|trebuie să fie|a devenit|s-a schimbat în|e doar|e încă|este încă|este|e|era|va fi|e acum|este acum|rămâne',
    ),
  },
  {
    language: 'Indonesian, Malay',
    password: words(
      'kata sandinya|sandinya|passwordnya|katalaluan|kode pintu|pass wifi|sandi wifi|kata sandi|sandi|kata laluan|katasandi|kata kunci',
    ),
    pin: words('kode konfirmasi|kode sms|kode verifikasi|kode otp|kode keamanan'),
    key: words('kunci api|kunci rahasia|kunci'),
    copulas: words(
      'tetap|menjadi|diganti jadi|diganti menjadi|sudah jadi|masih tetap|itu|yang baru|harusnya|seharusnya|pakai|yaitu|adalah|ialah|yaitu|sekarang|masih|yakni|nya|nya adalah|saat ini',
    ),
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
    language: 'Swahili, Filipino, Afrikaans, Welsh, Irish, Icelandic, Albanian, Azerbaijani, Uzbek, Kazakh',
    password: words(
      'nywila|nenosiri|neno la siri|hudyat|wagwoord|cyfrinair|pasfhocal|focal faire|lykilorð|aðgangsorð|fjalëkalimi|fjalëkalim|parolu|şifrə|parolim|құпия сөз|құпиясөз|парол',
    ),
    copulas: words('ni|ay|is|yw|é|er|është|hisoblanadi|бұл|ya mtandao ni|ya seva ni'),
  },
  {
    language: 'Bengali, Tamil, Telugu, Georgian, Armenian, Mongolian',
    password: words('পাসওয়ার্ড|கடவுச்சொல்|పాస్‌వర్డ్|పాస్వర్డ్|პაროლი|գաղտնաբառը|գաղտնաբառ|нууц үг'),
    copulas: words('হল|হলো|என்பது|არის|է|бол'),
  },
  {
    language: 'Thai',
    password: words('รหัสผ่าน|พาสเวิร์ด'),
    copulas: words('คือ|เป็น'),
  },
];
