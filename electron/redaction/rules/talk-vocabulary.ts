/**
 * What the words of a sentence say about a token near them, in the languages that people write in. A word that ends in
 * `$` is a whole word; any other one is the beginning of a word, so that its endings match too, and one of six letters
 * or more also stands inside a longer word. Words of several parts match as they are. Accents and case do not count.
 */
const words = (text: string): readonly string[] => text.split('|');

/** Each topic is one bit, so that the topics of a sentence are a number. */
export const TOPIC = {
  /** Names a password. */
  password: 1,
  /** Names a number that a person types in. */
  pin: 2,
  /** Names a code of any sort. */
  code: 4,
  /** Is about logging in. */
  login: 8,
  /** Is about users and access, which programs have as well. */
  access: 8192,
  /** Has a keypad. */
  place: 16,
  /** To open it. */
  open: 32,
  /** To type something. */
  type: 64,
  /** Equates two things, or says that one became the other. */
  equals: 128,
  /** Says how sure somebody is. */
  guess: 256,
  /** Is about rules for passwords, durations, amounts and errors. */
  policy: 512,
  /** Names a thing that has a number or a name. */
  thing: 1024,
  /** Says how a word is written. */
  spelling: 2048,
  /** Joins a user to a password, or a verb to what is typed. */
  join: 4096,
  /** Belongs to a language other than English, in which people seldom write about programs. */
  foreign: 16384,
} as const;

/** The first list of each topic is in English. */
export const TALK_WORDS: Readonly<
  Record<Exclude<keyof typeof TOPIC, 'foreign'>, readonly (readonly string[])[]>
> = {
  password: [
    words(
      'passw|passwd|pwd$|pwds$|pw$|pws$|psw$|pswd$|the pass|my pass|your pass|its pass|new pass|old pass|user pass|la pass|il pass|pass is|pass for|pass was|pass to the|pass of|passphras|passcod|pass phrase|pass code|secret word|magic word|code word|codeword|safe word|keyphrase|paswoord|pasword|passwrod|credential|creds$|logins$|admin secret|vpn secret',
    ),
    words(
      'kennwort|losungswort|zugangsdaten|zugangscode|mot de passe|mots de passe|mot passe|mot secret|phrase secrete|mdp$|sesame$|identifiants$|contrasen|contra$|clave|palabra secreta|credencia|senha|chave$|palavra passe|palavra-passe|palavra secreta|parola d|parola chiave|parola segreta|parola di|chiave di accesso|credenzial|wachtwoord|ww$|wachtzin|inloggegevens',
    ),
    words(
      'hasl|heslo|hesla|heslem|hesle|sifre|parola|парол|пасс$|кодовое слово|кодове слово|гасло|лозинк|κωδικ|συνθηματικ|باسورد|الباس|باسوورد|كلمة|كلمه|السري|سيسما|סיסמ|ססמ|पासवर्ड|पास्वर्ड|कूटशब्द|sandi|kata laluan|mat khau|mk$|密码|密碼|口令|暗号|暗號|パスワード|パスコード|パス|合言葉|비밀번호|비번|암호|패스워드|losenord|losen$|losenet|adgangskod|adgangsord|kodeord|passord|salasan|tunnussana|jelszo|jelszav|lozink|รหัส',
    ),
  ],
  pin: [
    words(
      'pin$|pins$|pini$|pinum|pincod|pin-cod|pinkod|pin-kod|puk$|tan$|passcod|pin code|geheimzahl|code secret|code pin|pinul|пин$|пина$|пином|пин-код|пинкод|пін$|пін-код|tunnusluku|الرقم السري|رقم سري|रहस्य|पिन|暗証番号|验证码|驗證碼|비밀번호|ma pin|ma khoa|κωδικ|הקוד הסודי|otp$|voicemail code|access code|entry code|unlock code|door code|alarm code|gate code|host code|own code|kombination|combinat|combo$|geheimcode|dialling code',
    ),
  ],
  code: [
    words(
      'code$|codes$|codigo|codice|codici|kod$|kody|kodu|kodem|kode|koden|kodet|koodi|kodot|код$|кода|кодом|коды|κωδικ|كود|رمز|الرمز|בקוד|קוד|कोड|ma so|数字|密码|密碼|番号|コード|번호|코드|codul|codu$|toegangscode|zahlencode|digicode',
    ),
  ],
  login: [
    words(
      'login|logins|log in|logs in|logged in|logging in|log me in|log into|log on|sign in|signs in|sign on|sign-in|sign-on|signin|logon|credential|get into|got into|wifi|wi-fi|wi fi|wlan|hotspot|vpn$|ssh$|database open|basic auth|unlocks|keepass|web ui|netflix|bank$|banking',
    ),
    words(
      'acces$|compte$|anmeld|einlog|eingelog|logge|zugang|benutzer|nutzer|konto|entsperr|connecter|connecte$|connexion|identifiant|utilisateur|acceso|acceder|entre$|entrar|entrada|ingres|usuario|cuenta|iniciar sesion|acesso|utilizador|conta$|entra-se|fazer login|faca login|accesso|accede|utente|entro$|si entra|toegang|inlog|gebruiker|aanmeld|meld je|logow|zalogow|loguj|dostep|uzytkown|wchodzimy|prihlas|pristup|uzivatel|ucet$|zaxod',
    ),
    words(
      'вход|войти|войд|захож|логин|доступ|учетн|пользоват|вайфа|вай-фай|увійти|заходжу|логін|користувач|вхід|giris|giriyor|hesab|hesap|kullanici|συνδε|προσβασ|μπαιν|χρηστ|λογαριασμ|الدخول|دخول|ادخل|حساب|المستخدم|الواي|واي فاي|وايفاي|כניס|גישה|נכנס|התחבר|משתמש|חשבון|וויפי|ויפי|लॉगिन|लॉग इन|एक्सेस|वाईफाई|खात|यूज़र|akses|akun|masuk sebagai|pengguna|dang nhap|tai khoan|ten dang|登录|登錄|登入|账号|帳號|账户|帳戶|用户|用戶|使用者|ログイン|アカウント|ユーザ|로그인|계정|접속|아이디|와이파이|adgang|log pa|logger|bruger|konto|logga|inlogg|anvandar|tilgang|bruker|kirjaud|tunnu|kayttaj|belep|bejelentkez|fiok|felhasznal|acces|intru|logez|utilizator|contul',
    ),
  ],
  access: [
    words(
      'user$|users$|username|user name|account|access$|authenticat|sftp|root$|admin$|adm$|unlock|decrypt|encrypt|portal|mailbox|router|kiosk|session|connect$|demo|vault$|laptop|computer|pc$|ordi$|ordinateur|gmail|mail$|email|paypal|ebay$|boite mail|poczt|correo|posta$|почт|spid|zip$|staging|console|dashboard|server$',
    ),
  ],
  place: [
    words(
      'safe$|alarm|door|gate$|garage|lockbox|keypad|padlock|lock$|locks$|locker|front door|smart lock|voicemail|sim$|sim-|card$|bike shed|shed$|phone$|tablet|ipad|intercom|buzzer|keybox|conference bridge|vault$|barrier|keycard|cleaners|projector',
    ),
    words(
      'tresor|schlusselkasten|schlusselbox|schloss|haustur|eingangstur|tor$|garagentor|karte$|handy|coffre|portail|porte$|cadenas|alarme|carte$|caja fuerte|porton|alarma|candado|tarjeta|portal$|cofre|portao|cartao|cadeado|cassaforte|allarme|cancello|lucchetto|bancomat|kluis|slot$|pasje|pinpas|bankpas|nieuwe pas|sejf|klodk|bramk|domofon|karty|trezor|zamek|kart',
    ),
    words(
      'сейф|сигнализац|домофон|карт|замок|ворот|pengeskab|alarmen|safen|kassaskap|larm|kort|kassakaap|halyty|kortin|avainboksi|szef|riaszto|kartya|seif|lacat|card|kasa$|kasanin|χρηματοκιβ|συναγερμ|καρτ|خزن|إنذار|انذار|البطاق|כספת|אזעק|כרטיס|तिजोर|अलार्म|कार्ड|brankas|gembok|kartu|ket sat|bao dong|cua the|chiec the',
    ),
    words('保险柜|保险箱|保險箱|保險櫃|报警|警报|警報|門鎖|门锁|银行卡|金庫|カード|금고|경보|카드|도어락'),
    words(
      'porta$|portao|interfone|predio|interphone|immeuble|puerta|portero|edificio|interfon|poarta|dor$|hoveddor|noglebok|opgang|porten$|portkod|tvattstug|dorr|ytterdorr|inngang|ovi$|oven$|ulko-ov|halytin|kapu$|kapukod|bejarat|ajto|kapi$|apartman|telefon|puhelin|εξωπορτ|πορτα|τηλεφων|باب|العمار|جوال|هاتف|דלת|בניין|טלפון|दरवाज|फोन|pintu|dien thoai|门|門|手机|手機|信箱|携帯|スマホ|玄関|현관|휴대폰|핸드폰|voordeur|deur$|deurcode|fietsenkelder|cellulare|brama$|bramy|drzwi|dvere|vchod|сигналк|подъезд|калитк|телефон|двер',
    ),
  ],
  open: [
    words(
      'opens$|open with|unlock|disarm|moved from|entsperr|geht mit|auf$|offn|ausschalt|entscharf|ouvre|ouvrir|desactiv|abre|abrir|se abre|desbloq|desliga|apre$|aprire|sblocc|disattiv|gaat open|opent|zet je uit|ontgrend|otwier|otwiera|wylacz|rozbraj|quitar|otevir|otvir|vypin|odemk|открыва|снимает|відкрива|вимика|abnes|slas fra|lase op|las op|oppnas|stangs av|lås upp|apnes|slas av|aukea|kuitata|nyilik|nyit|kikapcs|deschid|opreste|aciliyor|acilir|kapaniy|ανοιγ|κλειν|تفتح|يفتح|يطفا|נפתח|נכבי|खुलत|बंद होत|dibuka|dimatikan|mo bang|tat bang|打开|打開|关掉|解除|開|開き|열리|꺼|누르',
    ),
  ],
  type: [
    words(
      'type$|types$|typed$|typing$|enter$|enters$|entered$|entering$|punch|feed$|paste$|pasted$|put in|try$|tried$|use$|uses$|used$|using$|set to|set as|give$|gave$|invented|go with|log in with|accept|would be|opens$|open it|asks$',
    ),
    words(
      'gib$|gebe$|eingeb|eintipp|eintippen|tipp$|tippe|nimm|nehme|genommen|benutz|verwend|setze$|tape$|tapez|taper|saisi|mets$|mettre|utilis|rentre|puse$|pongo$|pon$|escrib|tecle|marcando|marca$|usa$|use$|uso$|usas$|ingrese|digit|coloc|ponho|escrev|scrivo|scrivi|inseri|metto|typ$|vul$|invul|gebruik|toets',
    ),
    words(
      'wpis|poda$|podaje|podac|uzyj|zadam|zadat|zadej|pisu$|napis|pouzij|ввож|введ|ввод|набер|набир|пишу|вводжу|набира|skriver|skriv$|tast|indtast|brug|ange$|anger|skriva|knappa|bruk$|kirjoit|syota|nappail|beirom|beir|usd$|scriu|introduc|tastez|pun$|yaziyor|yaz$|giriyor|γραφω|γραφ|βαζω|πληκτρ|اكتب|واكتب|ואני|מקליד|תקליד|מזין|डाल|टाइप|ketik|pakai|masukkan|gunakan|nhap|roi go|输入|輸入|打|用|按|入力|입력|누르|치',
    ),
  ],
  equals: [
    words(
      "is$|its$|it's|it’s|was$|now$|are$|were$|equals$|becomes$|became$|changed$|reset to|says$|just$|still$|mine was|ist$|jetzt$|nun$|lautet|war$|neu$|noch$|immer$|est$|toujours$|c'est|c’est|cest$|cetait|c'etait|etait|maintenant|desormais|es$|era$|ahora|sigue|sigue siendo|e$|agora|adesso|ora$|nu$|dat is|to$|teraz|bylo$|je$|bylo|nove|to je|это|пор$|теперь|был$|была|стал|це$|досі$|тепер|було|er$|det er|ar$|var$|den ar|den er|na$|nå$|on$|fremover|fortan|ab sofort|odtad|dorenavant|nyt$|oli$|most$|mostantol|az$|este$|acum|era|artik|simdi|hala$|ακομα|ειναι|τωρα|ηταν",
    ),
    words(
      'هي$|هو$|اصبح|واصبح|كان|الان|זה$|היא$|הוא$|עכשיו|היה|הייתה|है|अब|था$|adalah|sekarang|jadi$|yaitu|la$|bay gio|是|为|為|现在|現在|改成|は$|現在は|이제|입니다|인데',
    ),
  ],
  guess: [
    words(
      'think|maybe|probably|perhaps|believe|sure|glaub|denke|dachte|vielleicht|normalement|crois|peut-etre|creo|quiza|acho|talvez|credo|forse|era$|dacht|denk|chyba|moze|myslim|asi$|вроде|кажет|может|наче|мабуть|jeg tror|tror$|tror det|tror jag|muistaakseni|luul|ehka|szerintem|talan|parca|cred|galiba|sanirim|νομιζ|μαλλον|اظن|ربما|נראה|אולי|शायद|kayaknya|mungkin|hinh nhu|chac|好像|应该|應該|たしか|たぶん|아마|always$|usually|habit|immer|siempre|sempre|toujours',
    ),
  ],
  policy: [
    words(
      'must$|minimum|maximum|at least|at most|min$|max$|characters|chars$|digits|letters|symbols|length|longer than|shorter than|expire|expiry|timeout|policy|policies|regex|validat|varchar|hash|bcrypt|argon|sha256|limit|attempts|rejected$|algorithm|entropy',
    ),
    words(
      'mindestens|zeichen|ablauf|caracteres|caractere|au moins|como minimo|pelo menos|precisa de|caratteri|almeno|minimaal|tekens|znakow|znaki|co najmniej|znaku|alespon|символ|минимум|не менее|символів|щонайменше|tegn$|mindst|tecken|minst$|merkki|vahintaan|karakter|legalabb|caractere|minim$|en az|χαρακτηρ|τουλαχιστον|احرف|حرف|على الاقل|תווים|לפחות|अक्षर|कम से कम|minimal$|ky tu|it nhat|字符|字元|至少|位|文字以上|以上|자 이상|자리',
    ),
  ],
  thing: [
    words(
      'version|v$|release|commit|branch|tag$|ticket|issue|bug$|pr$|line$|lines$|zeile|ligne|linea|port$|ports$|error$|errno|default$|closes$|fixes$|status$|exit$|fehler|erreur|http$|room$|raum|zimmer|sala$|page$|seite|step$|column|row$|id$|ids$|no$|nr$|order$|invoice|rechnung|customer|kunde|model$|modell|channel|figure|slide|node$|node-|build$|hostname|host$|server$|serial|year$|jahr|since$|zip$|postal|postcode|postal code|area$|country|iso$|rfc$|section|chapter|file$|table$|field$|function|class$|method|user$|username|identifiant|usuario|als$|named$|called$|namens|realm|repo|project|package|library|module|phone$|tel$|telefon$|telefono$|telefone$|telefoon$|телефон$|dial$|call$|fax$|extension|ext$|account number|product$|item$|art$|size$|version$|nel|entry$|test$|key$|variable|env$|flag$|timeout$|step$|level$|layer|win$|windows|ubuntu|python|java|rev$|uid$|gid$|pid$|gpio|header$|network$|ssid|netzwerk|channel|clause|paragraph|article|act$|section|vor$|budget|price|cost|eur$|usd$|birthday|born|code for|bug|until$|til$|bis$|utc|id:|kto',
    ),
  ],
  spelling: [
    words(
      'lower case|lowercase|uppercase|upper case|all caps|one word|no space|without space|no spaces|small letters|capital$|kleingeschrieben|klein geschrieben|zusammengeschrieben|zusammen geschrieben|alles zusammen|grossbuchst|kleinbuchst|ohne leerzeichen|gross$|minuscul|majuscul|tout attache|en un mot|todo junto|mayuscul|minuscula|tudo junto|tutto attaccato|maiuscol|minuscol|kleine letters|aan elkaar|hoofdletter|bez spacji|malymi|duzymi|duze$|male$|bez mezer|malymi pismeny|слитно|маленькими|с большой буквы|с маленькой|без пробел|разом|без пробілів|i et ord|i ett ord|med sma|med stort|stort$|stora|ilman valilyont|yhteen|egybe|kisbetu|intr-un cuvant|cu litere mici|bitisik|kucuk harf|buyuk|πεζα|ολα μαζι|huruf kecil|viet lien|viet thuong|小写|小寫|大写|大寫|소문자|대문자|小文字|大文字',
    ),
  ],
  join: [
    words(
      'and$|with$|along$|then$|plus$|und$|mit$|dann$|et$|avec$|puis$|y$|con$|e$|com$|ed$|met$|en$|dan$|oraz|i$|z$|na$|a$|s$|и$|с$|на$|під$|з$|й$|і$|og$|med$|och$|ja$|nimella|koodilla|es$|hogy$|si$|cu$|ve$|ile$|και$|με$|و$|ב$|עם$|ו$|और$|से$|dan$|dengan|lalu$|va$|bang$|voi$|和|跟|用|と|で|또|하고|up$|to$|for$|kraver|requires|needs|wants|get$|user$',
    ),
  ],
};
