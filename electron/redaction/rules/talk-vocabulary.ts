import type { ACCESS_WORDS } from './access-words.ts';

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
  /** To get in, in sentences that name no password: `ACCESS_WORDS` has these five. */
  enter: 1 << 15,
  /** What one gets into. */
  device: 1 << 16,
  /** Somebody tells, gives, leaves or changes it. */
  give: 1 << 17,
  /** By means of. */
  by: 1 << 18,
  /** A number, a word, a phrase. */
  noun: 1 << 19,
} as const;

/** The topics of access alone: a word that has no other can be a password itself. */
export const ACCESS_TOPICS = TOPIC.enter | TOPIC.device | TOPIC.give | TOPIC.by | TOPIC.noun;

/** The first list of each topic is in English. */
export const TALK_WORDS: Readonly<
  Record<Exclude<keyof typeof TOPIC, 'foreign' | keyof typeof ACCESS_WORDS>, readonly (readonly string[])[]>
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
    words(
      'kodikos|kwdikos|kodikou|kwdikou|sinthimatik|synthimatik|parol$|paroli|parolu|parolya|parolem|pasvord|haslem$|haslo|has lo|baspord|pasword|pass wifi|wifi pass|pass wi|pass del|pass der|pass de la|il pass|kata kunci|passwort|losungswort|parole$|laosung|lykilord|geslo|zaporka|lozinka|парола|password ka|rahasia|gembokan|cle wifi|cle wi-fi|cle wpa|wlan-schlussel|wlan schlussel|wlan-key|wifi key|wifi-key|wpa key|clave wifi|clau wifi|nokkelord|salasanana|tunnussanana|كود الواي|رمز الواي|كلمة السر|كلمة المرور|الرقم السرى|گذرواژه|رمز عبور|密鑰|密钥|口令|パスは|비번은|비번이',
    ),
  ],
  pin: [
    words(
      'pin$|pins$|pini$|pinum|pincod|pin-cod|pinkod|pin-kod|puk$|tan$|passcod|pin code|geheimzahl|code secret|code pin|pinul|пин$|пина$|пином|пин-код|пинкод|пін$|пін-код|tunnusluku|الرقم السري|رقم سري|रहस्य|पिन|暗証番号|验证码|驗證碼|비밀번호|ma pin|ma khoa|κωδικ|הקוד הסודי|otp$|voicemail code|access code|entry code|unlock code|door code|alarm code|gate code|host code|own code|kombination|combinat|combo$|geheimcode|dialling code',
    ),
    words(
      "pin-code|pin nummer|pinnummer|pin-nummer|code porte|code portail|code immeuble|code d'entree|code entree|code alarme|code coffre|code cadenas|codigo del portal|codigo del porton|codigo da porta|codigo do portao|codigo del alarma|codigo del candado|codice cancello|codice portone|codice allarme|codice lucchetto|kod do bramy|kod do drzwi|kod do klatki|kod do domofonu|kod do alarmu|kod od brany|kod od dveri|kod ke dverim|kod na dvere|kod od alarmu|код домофон|код от домофон|код от подъезд|код подъезд|код двер|код від домофон|код до домофон|код на двер|kapi sifre|kapi kodu|alarm kodu|cod interfon|codul de la interfon|codul de la poarta|codul de la alarma|kod til dor|koden til dor|kod till dorr|koden till dorr|kode pintu|kode gerbang|kode alarm|ma cua|ma cong|ma bao dong|رمز الباب|كود الباب|رمز البوابة|رمز باب|קוד לדלת|קוד הדלת|קוד הבניין|קוד כניסה|门禁|門禁|取款密码|提款密碼|解錠|暗証|현관 비번|공동현관|combination|numeric code|keysafe|key safe|key-safe|schlusselkastencode|zahlenschloss|zahlenkombination|cijfercode|cijferslot",
    ),
  ],
  code: [
    words(
      'code$|codes$|codigo|codice|codici|kod$|kody|kodu|kodem|kode|kodja|kodjat|kodi|koden|kodet|koodi|kodot|код$|кода|кодом|коды|κωδικ|كود|رمز|الرمز|בקוד|קוד|कोड|ma so|数字|密码|密碼|番号|コード|번호|코드|codul|codu$|toegangscode|zahlencode|digicode',
    ),
  ],
  login: [
    words(
      'login|logins|log in|logs in|logged in|logging in|log me in|log into|log on|sign in|signs in|sign on|sign-in|sign-on|signin|logon|credential|get into|got into|wifi|wi-fi|wi fi|wlan|hotspot|vpn$|ssh$|database open|basic auth|unlocks|keepass|web ui|netflix|bank$|banking',
    ),
    words(
      'acces$|melde dich|connecte-toi|connectez-vous|compte$|anmeld|einlog|eingelog|logge|zugang|benutzer|nutzer|konto|entsperr|connecter|connecte$|connexion|identifiant|utilisateur|acceso|acceder|entre$|entrar|entrada|ingres|usuario|cuenta|iniciar sesion|acesso|utilizador|conta$|entra-se|fazer login|faca login|accesso|accede|utente|entro$|si entra|toegang|inlog|gebruiker|aanmeld|meld je|logow|zalogow|loguj|dostep|uzytkown|wchodzimy|prihlas|pristup|uzivatel|ucet$|zaxod',
    ),
    words(
      'вход|войти|войд|захож|логин|доступ|учетн|пользоват|вайфа|вай-фай|увійти|заходжу|логін|користувач|вхід|giris|giriyor|hesab|hesap|kullanici|συνδε|προσβασ|μπαιν|χρηστ|λογαριασμ|الدخول|دخول|ادخل|حساب|المستخدم|الواي|واي فاي|وايفاي|כניס|גישה|נכנס|התחבר|משתמש|חשבון|וויפי|ויפי|लॉगिन|लॉग इन|एक्सेस|वाईफाई|खात|यूज़र|akses|akun|masuk sebagai|pengguna|dang nhap|tai khoan|ten dang|登录|登錄|登入|账号|帳號|账户|帳戶|用户|用戶|使用者|ログイン|アカウント|ユーザ|로그인|계정|접속|아이디|와이파이|adgang|log pa|logger|bruger|konto|logga|inlogg|anvandar|tilgang|bruker|kirjaud|tunnu|kayttaj|belep|bejelentkez|fiok|felhasznal|acces|intru|logez|utilizator|contul',
    ),
    words(
      "no access|cannot get in|can't get in|wiki|log-in|logging on|sign us in|signed in|signs on|let me in|lets me in|let you in|lets you in|letting me in|to get in|gets you in|gets me in|got me in|gets us in|get you in|getting in|shared drive|shared mailbox|web interface|admin panel|admin page|management page|broadband|streaming|wireless|guest network|read replica|bastion|jump host|jumphost|jump box",
    ),
    words(
      'get in with|gets in with|got in with|kommst du|kommt man|komm ich|kommen wir|tu entres|on entre|vous entrez|entras con|entran con|entras com|entram com|si accede|entri con|entrano con|kom je|kom je er|wejdziesz|wchodzisz|dostanes|dostanete|zajdesz|заходишь|заходите|зайдешь|зайдёшь|зайдеш|kommer du in|kommer man|kommer du ind|kommer du inn|paaset|paasee|bejutsz|jutsz be|intri cu|intrati cu|girersin|girilir|μπαινεις|تدخل|נכנסים|masuk dengan|vao bang|nicht rein|reinkomm|komm nicht|kom ik|kom niet|wejsc|wejdz|nie wpuszcza|не пуска|пускает|не могу зайти|пускає|slapps|kommer inte|kommer ikke|slipper ikke|en paase|paase|nem enged|nem tudok be|nu pot intra|giremiyor|tidak bisa masuk|ga bisa masuk|gak bisa masuk|khong vao duoc|登不上|进不去|進不去|入れない|안 들어가|nettet|netz$|netzwerk|natverk|nettverk|verkko|verkon|halozat|retea|red$|rede$|rete$|reseau|сеть|сети|мереж|siec$|fritzbox|fritz!box|speedport|gastnetz|gast-wlan|livebox|freebox|autentic|authentif|authentisier|autentiz|autenticac|autentik|autentiser|uwierzyteln|аутентиф|автентиф|авториз|kimlik dogrul|xac thuc|认证|認証|登陆|登陸|인증|אימות|مصادقة|zaloguj|prihlasen|tunnistaut|hitelesit|routeur|modem$|enrutador|roteador|ruter$|роутер|маршрутизатор|роутера|λογκιν|ρουτερ|راوتر|الراوتر|الشبكة|שרת|הראוטר|ראוטר|राउटर|आईडी|लॉगइन|路由器|无线网|無線網|无线|ルーター|无线密码|공유기|와파|вайфай|wajfaj|vaifai|vayfay|bejelentk|conectez|conecteaza|se conecteaza|conectar|conectarse|conectate|collegati|collegarsi|connetti|verbinden mit|ansluta|anslut|koble til|yhdist|csatlakoz|baglan|σύνδεση|подключ|підключ|polacz|pripoj',
    ),
  ],
  access: [
    words(
      'user$|users$|username|user name|account|access$|authenticat|sftp|root$|admin$|adm$|unlock|decrypt|encrypt|portal|mailbox|router|kiosk|session|connect$|demo|vault$|laptop|computer|pc$|ordi$|ordinateur|gmail|mail$|email|paypal|ebay$|boite mail|poczt|correo|posta$|почт|spid|zip$|staging|console|dashboard|server$',
    ),
    words(
      'nas$|raspberry|printer|camera$|cam$|drive$|panel|backend|wordpress|nextcloud|jenkins|grafana|cluster|appliance|switch$|firewall|library card|moodle|intranet|extranet|shop$|store$|till$|cash register',
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
    words(
      "lepcsohaz|alaov|takaov|etuov|sivuov|haustor|eingang|treppenhaus|palier|rellano|scala$|kos$|spind|schliessfach|fahrradkeller|werkstatt|tur$|ture$|turen|hoftur|kellertur|alarmanlage|bankkarte|girokarte|kreditkarte|ec-karte|sim-karte|mailbox$|anrufbeantworter|telefon$|diensthandy|casier|vestiaire|garage$|barriere|interphon|repondeur|carte bleue|carte sim|telephone|consigna|taquilla|casillero|cochera|telefonillo|cajero|cajafuerte|contestador|tarjeta sim|movil$|celular|armario|garagem|cacifo|fechadura|elevador|cartao|telemovel|celular|armadiett|serratur|citofon|cassetta|segreteria|telefonino|scheda sim|kluisje|poort$|poortje|garagedeur|fietsenstalling|sleutelkast|sleutelkluis|telefoon|simkaart|szafk|furtk|klatk|garaz|karta$|kart do|skrytk|sejf|skrin|skrink|bran|branka|garaz|karet|karte$|zvon|zvonek|шкафчик|ячейк|шлагбаум|калитк|гараж|симк|банковск|шафк|шлагбаум|хвіртк|брам|сейф|сигналіз|двер|під'їзд|тривог|skab$|skabet|cykelkael|cykelrum|cykelkall|kasseskab|nogleboks|nokkelboks|noglebox|dor$|doren|dorren|skap$|skapet|kassaskap|garageport|bankkort|simkort|mobil$|mobilen|kaappi|kaapin|lokero|kassakaap|ulko-oven|portin|portti|pyoravarast|puhelimen|pankkikort|szekreny|kapuja|ajtaja|riaszto|bankkartya|telefonom|dulap|alarma$|alarmei|usa$|usii|garajul|bariera|yale|dolap|kasa|kasanin|garaj|bahce|daire|telefonun|banka kart|ντουλαπ|γκαραζ|πορτας|θυροτηλεφ|συναγερμου|κινητ|الخزنة|الخزانة|البوابة|بوابة|الكراج|الانذار|التنبيه|الجوال|الهاتف|باب|לוקר|ארונית|שער|הכספת|אינטרקום|האזעקה|לדלת|הסים|लॉकर|तिजोरी|ताला|गेट|अलमारी|सिम|एटीएम|loker|pagar|gerbang|lemari|brankas|alarm rumah|ponsel|kartu atm|tu do|cong$|khoa cua|ket$|the atm|the ngan hang|sim$|提款卡|金融卡|存摺|置物柜|置物櫃|储物柜|鐵門|铁门|大门|大門|车库|車庫|保安|警報器|ロッカー|門|ガレージ|宅配ボックス|オートロック|通帳|キャッシュカード|사물함|대문|차고|창고|보관함|비상벨|체크카드|현관문|유심|kapu|bike room|bike store|bike cage|key cabinet|key box|key cupboard|cupboard|cabinet|storeroom|storage unit|strongbox|entry phone|entryphone|doorbell|turnstile|alarm panel|hut$|back door|side door|front gate|side gate|barn$|cottage|meter cupboard|burglar|dog flap|answerphone|answering machine|bank card|debit card|atm$|sim card|tablet's|phone's|lock screen|lockscreen|screen lock",
    ),
  ],
  open: [
    words(
      'opens$|open with|unlock|disarm|moved from|entsperr|geht mit|auf$|offn|ausschalt|entscharf|ouvre|ouvrir|desactiv|abre|abrir|se abre|desbloq|desliga|apre$|aprire|sblocc|disattiv|gaat open|opent|zet je uit|ontgrend|otwier|otwiera|wylacz|rozbraj|quitar|otevir|otvir|vypin|odemk|открыва|снимает|відкрива|вимика|abnes|slas fra|lase op|las op|oppnas|stangs av|lås upp|apnes|apner$|apne$|apna$|åpner$|abner$|abne$|slas av|aukea|kuitata|nyilik|nyit|kikapcs|deschid|opreste|aciliyor|acilir|kapaniy|ανοιγ|κλειν|تفتح|يفتح|يطفا|נפתח|נכבי|खुलत|बंद होत|dibuka|dimatikan|mo bang|tat bang|打开|打開|关掉|解除|開|開き|열리|꺼|누르',
    ),
    words(
      'arm$|arms$|armed$|arming|disarms|disarming|silence$|silences|switches off|turns off|turn off|let in|lets you|scharf|unscharf|scharfschalt|aufmach|aufgeht|aufsperr|aufschliess|deverrouill|arme$|armer$|couper|coupe$|debloqu|desarm|armar|conectar la|apagar|apaga$|abrir|destranc|desliga|ativa|desativ|sblocca|inserire|disinser|aanzet|uitzet|uitschakel|openmaken|otworz|odblok|uzbroj|odemkn|odjist|zajist|vypne|открыть|отключ|снять|снимать|поставить на|разблок|відчин|відкри|знят|розблок|åbner|luk op|laas op|sla fra|slaa fra|koble ut|slå av|sla av|slår av|larma av|larma pa|stang av|öppna|oppnar|laser upp|avaa$|avaan|avata|aukeaa|pois paalt|kinyit|kinyil|feloldja|hatastalan|deblocheaz|dezarm|opresc|dezactiv|ac$|acar$|acmak|kapat|kilidi|ξεκλειδ|απενεργ|ανοιξ|افتح|لفتح|يفتح|لإيقاف|إيقاف|تعطيل|לפתוח|פותח|פותחים|לכבות|לנטרל|נטרול|खोल|बंद कर|खुल|buka$|membuka|mematikan|mo khoa|mo cua|mo cong|tat$|开门|開門|解锁|解鎖|撤防|布防|开锁|開鎖|開ける|開錠|解錠|열려|열 때|해제|잠금',
    ),
  ],
  type: [
    words(
      'type$|types$|typed$|typing$|enter$|enters$|entered$|entering$|punch|feed$|paste$|pasted$|put in|try$|tried$|use$|uses$|used$|using$|set to|set as|give$|gave$|invented|go with|log in with|accept|would be|opens$|open it|asks$',
    ),
    words(
      'gib$|gebe$|eingeb|eintipp|eintippen|tipp$|tippe|nimm|nehme|genommen|benutz|verwend|setze$|tape$|tapez|taper|saisi|mets$|mettre|utilis|rentre|puse$|pongo$|pon$|escrib|tecle|marcando|marca$|marcas$|usa$|use$|uso$|usas$|ingrese|digit|coloc|ponho|escrev|scrivo|scrivi|inseri|metto|typ$|vul$|invul|gebruik|toets',
    ),
    words(
      'wpis|poda$|podaje|podac|uzyj|zadam|zadat|zadej|pisu$|napis|pouzij|ввож|введ|ввод|набер|набир|пишу|вводжу|набира|skriver|skriv$|tast|indtast|brug|ange$|anger|skriva|knappa|bruk$|kirjoit|syota|nappail|beirom|beir|usd$|scriu|introduc|tastez|pun$|yaziyor|yaz$|giriyor|γραφω|γραφ|βαζω|πληκτρ|اكتب|واكتب|ואני|מקליד|תקליד|מזין|डाल|टाइप|ketik|pakai|masukkan|gunakan|nhap|roi go|输入|輸入|打|用|按|入力|입력|누르|치',
    ),
    words(
      'key in|keyed|keying|keys in|punched|dial$|dialled|dial in|prove it with|answer with|answered|respond with|pick$|picked|chose$|chosen|went with|going with|settled on|works with|worked with|work with|came up with|replaced with|replace with|swapped for|swap in|signing in with|signs in with|signed in with|sign in with|logs in with|logged in with|authenticate with|unlock with|unlocks with|lets me in with',
    ),
    words(
      "einzugeben|eingegeben|eingetippt|eingestellt|stell$|gestellt|vergeben|gesetzt|probier|versuch|angeb|geht mit|klappt mit|lauft mit|funktioniert mit|reinkommen mit|essaie|essayez|essaye$|compose|composer|composez|faites|marche avec|fonctionne avec|j'ai mis|on a mis|choisi|prueba|probad|intenta|meti$|meta$|marcar|teclea|teclear|pulsa|pulsar|poner|puesto|pusimos|he puesto|funciona con|introduc|tenta$|tente$|testa$|experimenta|digitar|colocar|botei|pus$|pusemos|funciona com|prova$|provate|provi$|digita|inserire|messo$|abbiamo messo|funziona con|probeer|ingevuld|ingesteld|intikken|tik$|werkt met|instellen|sprobuj|wpisac|wpisuje|wklep|wstukaj|ustawil|ustawilem|ustawion|dziala z|zkus|zadejte|nastavil|napiste|naťukej|funguje s|попробуй|набрать|набираешь|вбить|вбей|вбива|поставил|поставили|задал|спробуй|введіть|вбий|поставив|встановив|prov$|provat|testa|skrive$|skrives|taste$|taster|taste inn|trykk|trykker|tryk$|trykke|skriv inn|sla in|slar in|knappar|knappa in|satte|sat til|valde|valgte|kokeile|kirjoita|kirjoittaa|syotetaan|nappaile|laitoin|asetin|probald|ird be|beutni|beutod|beutot|beallitott|tarcsaz|incearca|formeaza|se formeaza|formezi|apesi|am pus|am setat|tasteaz|dene$|denesene|tuslar|tusla|yazin|ayarlad|koydum|δοκιμασ|πατα|πατησ|βαλε|εβαλα|γραψε|πληκτρολογ|جرب|اضغط|ادخل|تضغط|نكتب|حطيت|ضع|תנסה|נסה|תקישו|להקיש|מקישים|לחץ|הקש|שמתי|दबाओ|दबाएं|दबाना|डालो|डालें|डालना|लगाओ|लिखो|coba$|cobain|pencet|tekan$|diketik|dimasukkan|thu$|bam$|an so|go vao|dat la|试试|試試|輸|按下|設成|设成|设为|試して|押す|押して|打ち込|눌러|누르고|눌러서|입력하|쳐야|설정",
    ),
  ],
  equals: [
    words(
      "is$|its$|it's|it’s|was$|now$|are$|were$|equals$|becomes$|became$|changed$|reset to|says$|just$|still$|mine was|ist$|jetzt$|nun$|lautet|war$|neu$|noch$|immer$|est$|toujours$|c'est|c’est|cest$|cetait|c'etait|etait|maintenant|desormais|es$|era$|ahora|sigue|sigue siendo|e$|agora|adesso|ora$|nu$|dat is|to$|teraz|bylo$|je$|bylo|nove|to je|это|пор$|теперь|был$|была|стал|це$|досі$|тепер|було|er$|det er|ar$|var$|den ar|den er|na$|nå$|on$|fremover|fortan|ab sofort|odtad|dorenavant|nyt$|oli$|most$|mostantol|az$|este$|acum|era|artik|simdi|hala$|ακομα|ειναι|τωρα|ηταν",
    ),
    words(
      'هي$|هو$|اصبح|واصبح|كان|الان|זה$|היא$|הוא$|עכשיו|היה|הייתה|है|अब|था$|adalah|sekarang|jadi$|yaitu|la$|bay gio|是|为|為|现在|現在|改成|は$|現在は|이제|입니다|인데',
    ),
    words(
      'changed it to|changed to|set it to|became|remains|reads$|goes$|stays$|stayed|switched to|called it|lautete|ist:|heisst|hiess|bleibt|wurde|geandert auf|geandert in|steht auf|auf$|devient|devenu|reste$|change en|changer en|passe a|cambiado a|cambio a|cambie a|pasa a ser|queda$|ahora es|virou|ficou|mudou|mudei|passou a ser|trocamos|diventa|diventato|cambiata in|rimane|resta|heet$|blijft|veranderd|werd$|gewijzigd|zostalo|zmienilem|zmienion|zmienil|to teraz|zustal|zmenil|zmenen|zmenili|стоит|остал|смени|поменя|изменил|сменил|сменили|лишив|зміни|змінил|поміня|hedder|heter|blev$|blir|andrat|andret|byttet|bytte|skiftet|byttade|bytt till|vaihdettiin|vaihdoin|vaihtui|edelleen|on yha|vaihdett|lett$|maradt|valtozott|megvaltozott|cserelt|schimbat|ramas|devenit|l-am schimbat|am schimbat|oldu$|degisti|degistirdik|olarak|einai|ine$|allaxe|to allaxa|αλλαξ|εγινε|παραμεν|صار|صارت|غيرت|غيرنا|غيرته|الى$|إلى$|שיניתי|שינינו|נשאר|שונה ל|बदल|रखा|रखी|कर दिया|diganti|ganti jadi|diubah|menjadi|berubah|masih$|doi thanh|doi sang|doi la|van la|换成|換成|改为|改為|变成|變成|还是|還是|変えた|変更|になった|になり|です|바꿨|바꾼|바뀌|변경|그대로|eto$|teper|to$|nun$|ki$|hai$',
    ),
  ],
  guess: [
    words(
      'think|maybe|probably|perhaps|believe|sure|glaub|denke|dachte|vielleicht|normalement|crois|peut-etre|creo|quiza|acho|talvez|credo|forse|era$|dacht|denk|chyba|moze|myslim|asi$|вроде|кажет|может|наче|мабуть|jeg tror|tror$|tror det|tror jag|muistaakseni|luul|ehka|szerintem|talan|parca|cred|galiba|sanirim|νομιζ|μαλλον|اظن|ربما|נראה|אולי|शायद|kayaknya|mungkin|hinh nhu|chac|好像|应该|應該|たしか|たぶん|아마|always$|usually|habit|immer|siempre|sempre|toujours',
    ),
    words(
      "i guess|guessing|reckon|suppose|supposed|seems|iirc|afaik|if memory|remember|recall|could be|might be|pretty sure|meine$|mein ich|vermut|wohl$|glaube|irgendwas mit|je pense|il me semble|sauf erreur|me suena|me parece|supongo|acho que|se nao me engano|mi pare|mi sembra|penso|volgens mij|geloof|zdaje sie|bodajze|pamietam|tusim|snad|mam pocit|помню|помнит|думаю|здається|пам'ят|husker|minns|husk$|mener|muistan|muistelen|ha jol|azt hiszem|imi amintesc|cred ca|hatirlad|sanki|θυμαμαι|اعتقد|أظن|يمكن|זוכר|כמדומני|מאמין|याद|लगता|kalau tidak salah|kayanya|seingat|nho la|大概|印象中|记得|記得|確か|と思う|것 같|기억",
    ),
  ],
  policy: [
    words(
      'must$|minimum|maximum|at least|at most|min$|max$|characters|chars$|digits|letters|symbols|length|longer than|shorter than|expire|expiry|timeout|policy|policies|regex|validat|varchar|hash|bcrypt|argon|sha256|limit|attempts|rejected$|algorithm|entropy',
    ),
    words(
      'mindestens|zeichen|ablauf|caracteres|caractere|au moins|como minimo|pelo menos|precisa de|caratteri|almeno|minimaal|tekens|znakow|znaki|co najmniej|znaku|alespon|символ|минимум|не менее|символів|щонайменше|tegn$|mindst|tecken|minst$|merkki|vahintaan|karakter|legalabb|caractere|minim$|en az|χαρακτηρ|τουλαχιστον|احرف|حرف|على الاقل|תווים|לפחות|अक्षर|कम से कम|minimal$|ky tu|it nhat|字符|字元|至少|位|文字以上|以上|자 이상|자리',
    ),
    words(
      'practice every|must contain|must not|may not contain|muss enthalten|darf nicht|darf keine|doit contenir|ne doit pas|debe contener|no puede contener|deve conter|nao pode conter|deve contenere|non puo contenere|moet bevatten|mag niet|musi zawierac|nie moze|musi obsahovat|nesmi|должен содержать|не должен|не может|повинен|не може|skal indeholde|ma ikke|maste innehalla|far inte|ma inneholde|taytyy sisaltaa|ei saa|kell tartalmaznia|nem tartalmazhat|trebuie sa contina|nu poate|icermeli|icermemeli|πρεπει να περιεχ|يجب ان|يجب أن|חייבת להכיל|होना चाहिए|harus mengandung|tidak boleh|phai chua|khong duoc|必须|必須|不能|してはいけ|해야|stronger|strength|fingerprint',
    ),
  ],
  thing: [
    words(
      'version|v$|release|commit|branch|tag$|ticket|issue|bug$|pr$|line$|lines$|zeile|ligne|linea|port$|ports$|error$|errno|default$|closes$|fixes$|status$|exit$|fehler|erreur|http$|room$|raum|zimmer|sala$|page$|seite|step$|column|row$|id$|ids$|no$|nr$|order$|invoice|rechnung|customer|kunde|model$|modell|channel|figure|slide|salle|habitacion|stanza|kamer$|kamern|pokoj|mistnost|комнат|кімнат|аудитор|vaerelse|huone|szoba|oda$|δωματ|غرفة|חדר|कमरा|kamar|phong$|房间|房間|flight|flug|vol$|vuelo|volo$|vlucht|gleis|aula|node$|node-|build$|hostname|host$|server$|serial|year$|jahr|since$|zip$|postal|postcode|postal code|area$|country|iso$|rfc$|section|chapter|file$|table$|field$|function|class$|method|user$|username|identifiant|usuario|als$|named$|called$|namens|realm|repo|project|package|library|module|phone$|tel$|telefon$|telefono$|telefone$|telefoon$|телефон$|dial$|call$|fax$|extension|ext$|account number|product$|item$|art$|size$|version$|nel|entry$|test$|key$|variable|env$|flag$|timeout$|step$|level$|layer|win$|windows|ubuntu|python|java|rev$|uid$|gid$|pid$|gpio|header$|network$|ssid|netzwerk|channel|clause|paragraph|article|act$|section|vor$|budget|price|cost|eur$|usd$|birthday|born|code for|bug|until$|til$|bis$|utc|id:|kto',
    ),
  ],
  spelling: [
    words(
      'lower case|lowercase|uppercase|upper case|all caps|one word|no space|without space|no spaces|small letters|capital$|kleingeschrieben|klein geschrieben|zusammengeschrieben|zusammen geschrieben|alles zusammen|grossbuchst|kleinbuchst|ohne leerzeichen|gross$|minuscul|majuscul|tout attache|en un mot|todo junto|mayuscul|minuscula|tudo junto|tutto attaccato|maiuscol|minuscol|kleine letters|aan elkaar|hoofdletter|bez spacji|malymi|duzymi|duze$|male$|bez mezer|malymi pismeny|слитно|маленькими|с большой буквы|с маленькой|без пробел|разом|без пробілів|i et ord|i ett ord|med sma|med stort|stort$|stora|ilman valilyont|yhteen|egybe|kisbetu|intr-un cuvant|cu litere mici|bitisik|kucuk harf|buyuk|πεζα|ολα μαζι|huruf kecil|viet lien|viet thuong|小写|小寫|大写|大寫|소문자|대문자|小文字|大文字',
    ),
    words(
      'with spaces|with the spaces|spaces included|including spaces|and spaces|all lower|all small|all one word|no caps|com espaco|con espacios|avec espaces|avec des espaces|con spazi|met spaties|mit leerzeichen|ze spacjami|s mezerami|с пробелами|з пробілами|med mellanslag|med mellemrum|med mellomrom|valilyonn|szokozzel|cu spatii|boslukl|με κενα|pakai spasi|co dau cach|带空格|帶空格|띄어쓰기|スペース',
    ),
  ],
  join: [
    words(
      'and$|with$|along$|then$|plus$|und$|mit$|dann$|et$|avec$|puis$|y$|con$|e$|com$|ed$|met$|en$|dan$|oraz|i$|z$|na$|a$|s$|и$|с$|на$|під$|з$|й$|і$|og$|med$|och$|ja$|nimella|koodilla|es$|hogy$|si$|cu$|ve$|ile$|και$|με$|و$|ב$|עם$|ו$|और$|से$|dan$|dengan|lalu$|va$|bang$|voi$|和|跟|用|と|で|또|하고|up$|to$|for$|kraver|requires|needs|wants|get$|user$',
    ),
  ],
};
