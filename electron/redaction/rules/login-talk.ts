/**
 * Words of sentences about logging in, in the languages that people write in. Near one of them a token that looks like a
 * password is one, although no label stands beside it: `logge mich als root ein mit X`, `saya login lalu ketik X`.
 */
const words = (text: string): readonly string[] => text.split('|');

export const LOGIN_WORDS: readonly string[] = [
  ...words(
    'log in|logs in|login|logon|log on|logged in|logging in|log into|logging into|sign in|signs in|signin|signed in|sign into|get in with|got in with|gets in|get into|got into|let me in|lets me in|ssh |sftp|ftp |rdp |vpn|vnc|telnet|root|admin|superuser|credential|creds|account|authenticate|username|user name|user is|unlock|decrypt|encrypted|access denied|permission denied|wifi|wi-fi|wlan|router|vault|keychain|keystore|passcode|sticky note|post-it|locked|prompted|prompts for|asks for|when asked|dashboard|cpanel|webmail|mailbox|imap|smtp|401|403|creds|superadmin|bcrypt|let me in|lets me in|@10.|@192.|imap.|smtp.|ftp.|zip file|encrypt|zugänge|wi-fi|hotspot|ssid|sudo|opens the',
  ),
  ...words(
    'anmeld|einlogg|logge|eingelogg|benutzer|zugang|konto|connecte|connexion|identifiant|compte|utilisateur|entro |entra |accede|iniciar sesi|inicio sesi|usuario|cuenta|usuário|conta |acess|accedo|accesso|utente|entrare|inlog|log altijd|aanmeld|gebruiker|loguj|zaloguj|konto|użytkownik|přihl|hlásím|prihl|uživatel|účet|giriş|girip|giriyor|hesap|kullanıcı|захо|войти|вход|логин|учётн|пользовател|увійти|вхід|логін|користувач|μπαίνω|σύνδεση|συνδέ|χρήστη|λογαριασμ|تسجيل|أدخل|ادخل|السيرفر|حساب|المستخدم|נכנס|התחבר|חשבון|משתמש|लॉगिन|लॉग इन|खाता|登录|登錄|登入|账号|帳號|账户|服务器|伺服器|ログイン|サーバー|アカウント|ユーザー|로그인|접속|계정|서버|đăng nhập|tài khoản|máy chủ|logga|konto|inlogg|användar|logger |kirjaud|tunnuks|käyttäj|tili|belép|bejelentkez|fiók|felhasznál|loghez|logat|autentific|contul|utilizator|masuk|akun|pengguna',
  ),
];

/** A password's name, where the grammar of labels finds nothing behind it: `take X instead, that is the new password`. */
export const PASSWORD_WORDS_IN_TALK: readonly string[] = words(
  'password|passwd|passphrase|passwort|kennwort|mot de passe|mdp|contraseña|senha|wachtwoord|hasło|hasła|heslo|şifre|парол|κωδικό|كلمة|سيسما|סיסמ|पासवर्ड|密码|密碼|口令|パスワード|비밀번호|비번|mật khẩu|lösenord|adgangskode|passord|salasana|jelsz|parola|kata sandi|credential',
);

/** Names of keys for machines, near which a long random token of a sentence is one. */
export const KEY_WORDS_IN_TALK: readonly string[] = words(
  'api key|api-key|apikey|api keys|x-auth|x-api|auth-key|appid|app id|api token|access token|the api|webhook|bearer|api secret|client secret|signing secret|secret|pepper|hmac|personal access|pat |license key|licence key|serial|activation key|ключ api|clé api|api-schlüssel|apiキー|密钥|密鑰|令牌|api 키',
);

/** The same in short messages, where fewer words are about programs. */
export const KEY_WORDS_IN_MESSAGES: readonly string[] = words(
  'token|header|_key| key|auth|.env|env var|ключ|schlüssel|clé|clave|chave|chiave|llave',
);

/** Words right before a password in a sentence: to type it, to use it, and the prepositions that join it to the rest. */
export const LEADING_WORDS: ReadonlySet<string> = new Set(
  (
    'with just simply einfach simplement juste solo semplicemente просто just want to set using use uses used type types typed typing enter enters entered try tried put puts is was says reads called and then or password passwort pass pw pwd passcode passphrase phrase ' +
    'mit gib gebe eingeben tippe tipp ist lautet war dann nimm nehme benutze verwende ' +
    'avec tape tapez tapé mets saisis saisissez entre est puis ' +
    'con pon pongo escribe escribo usa uso es luego com digito digite coloco ponho é poi metto scrivo inserisco ' +
    'met dan typ vul gebruik wpisuje wpisuję wpisz podaję hasłem píšu pisu zadám zadávám zadam s heslem ile ' +
    'ввожу введи введите с пишу набираю это паролем вводжу з вводити βάζω βαζω γράφω με πληκτρολογώ ' +
    'وأكتب أكتب اكتب أدخل باستخدام هو هي ומקליד מקליד עם הוא היא מזין aur और ' +
    'gõ nhập với là rồi skriver taster med och og annan kirjoitan salasanalla hogy beírom pun cu scriu introduc ketik lalu dengan pakai masukkan yaitu'
  ).split(' '),
);
