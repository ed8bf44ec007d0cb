/**
 * What people say when they get in somewhere, and no word of the sentence names a password: `the side gate opens with
 * 4711`. The notation is that of the talk vocabulary: `$` ends a whole word, anything else is the beginning of one.
 */
const words = (text: string): readonly string[] => text.split('|');

/** The topics of access, by the names of their bits in `TOPIC`. */
export const ACCESS_WORDS: Readonly<
  Record<'enter' | 'device' | 'give' | 'by' | 'noun', readonly (readonly string[])[]>
> = {
  /** To get in, to open, to be accepted; and what the thing that one opens wants. */
  enter: [
    // What is locked, is opened.
    words(
      'locked|protected|encrypted|geschutzt|gesperrt|verschlusselt|verrouill|protege|chiffre$|bloquead|protegid|cifrad|protett|bloccat|cifrato|beveilig|vergrendel|zabezpiecz|zablokow|zaszyfr|zamkni|zamcen|chranen|zasifr|korumal|kilitli|sifreli|защищ|заблок|зашифр|захищ|κλειδωμ|κρυπτογρ|مقفل|محمي|مشفر|נעול|מוגן|מוצפן|लॉक|锁住|鎖住|加密|加了密|上锁|ロック|暗号化|잠겨|잠긴|암호화|dikunci|terkunci|dilindungi|bi khoa|last$|laast|skyddad|beskyttet|krypter|lukittu|lukossa|suojattu|salattu|zarolt|vedett|titkosit|blocat|protejat|criptat',
    ),
    words(
      'get in$|gets in$|got in$|getting in$|get into|gets into|got into|get onto|gets onto|got onto|let in$|lets in$|lets you|lets me|lets us|let you|let me|let him|let her|let them|letting|let through|opens$|open$|opened$|opening|unlock|unzip|decrypt|log in|logs in|log into|logging in|login$|sign in|signs in|enter$|enters$|to enter|accept|wants$|wanted$|asks for|asked for|expects$|responds to|answers to|goes through|gets you|got me|gets me|access$|reach$|disarm|dismiss|mounts$|authenticates',
    ),
    words(
      'komme$|kommst|kommt$|komm$|kommen$|reinkomm|rein$|hinein|drauf$|rauf$|reingeh|oeffn|offn|offen$|geht auf|aufgeht|aufmach|auf$|aufgesperrt|entsperr|einlogg|anmeld|eingelogg|lasst$|durchlass|nimmt$|akzeptiert|verlangt|will$|fragt$|entpack|entschlussel|freischalt|freigeschalt|aufschliess|zugriff|entrer|entre$|entres|entrez|entrons|rentre|acced|acces$|ouvre|ouvrir|ouvert|deverrouill|debloq|se connect|connecter|connecte$|accepte$|demande$|reclame|veut$|decompress|dechiffr|laisse entrer|laisse passer|entra$|entras|entrar|entro$|entran|entramos|abre$|abren|abrir|abro$|abrio|desbloque|conecta|acepta|pide$|quiere$|deja entrar|deja pasar|descompr|descifr|ingresa|accede$|acceder|entrou|entram|entra-se|abriu|desbloqu|aceita|pede$|quer$|deixa entrar|descompact|aceder|acessa|acesso',
    ),
    words(
      'entri$|entrare|entriamo|apre$|aprire|apri$|aprono|aperto|sblocc|collegar|accetta|chiede$|vuole$|entrato|kom$|komt$|komen$|komen we|binnen$|inlog|open$|opent$|gaat open|ontgrend|ontsluit|ontsleutel|accepteert|vraagt$|wil$|toegang|erin$|wchodz|wejd|wejsc|dostac|dostan|dosta$|zalogow|loguj|otwier|otworz|odblok|przyjmuj|przyjmie|chce$|zada$|pyta$|wpuszcz|wpusci|puszcz|rozpak|leze$|lezu$|vlez|dostanes|dostat$|dostane|prihlas|otevir|otevr|otvir|odemk|odemyk|pusti$|pousti|vpusti|bere$|zere$|vyzaduje|rozbal|gir$|giril|giriyor|girdi|girer|girmek|giris|girin|girilecek|ac$|acil|aciyor|acmak|acan$|acar|baglan|kabul ed|istiyor|soruyor|kilidi',
    ),
    words(
      'заход|зайти|зайд|захож|зашел|зашли|войти|войд|вход|входим|лезут|залез|попасть|попад|открыв|открой|откро|открыт|пуска|впуск|пусти|принима|просит|требу|хочет|разблок|включ|увімкн|вимкн|запуст|подключ|распак|расшифр|снима|ходим|заходим|заходж|увійти|увійд|вхід|входимо|ходимо|відчин|відкри|приймає|прийма|просить|вимага|хоче|розблок|підключ|розпак|потрап|μπαιν|μπεις|μπω$|μπει$|μπουμε|μπηκα|ανοιγ|ανοιξ|ξεκλειδ|συνδε|δεχετ|ζητα|ζηταει|θελει|εισοδ|εισερχ|يفتح|تفتح|نفتح|افتح|فتحه|فتحها|لفتح|بفتح|ندخل|تدخل|يدخل|ادخل|أدخل|الدخول|دخول|دخلت|يقبل|تقبل|يطلب|تطلب|يسمح|נכנס|להיכנס|להכנס|כניסה|פותח|נפתח|לפתוח|תפתח|מקבל|דורש|מבקש|מתחבר|להתחבר|משתחרר|खुल|खोल|अंदर|घुस|प्रवेश|लॉगिन|लॉग|मांग|माँग|स्वीकार',
    ),
    words(
      '进入|進入|进去|進去|进后台|進後台|能进|能進|才进|才進|进得|進得|登录|登錄|登入|登陆|打开|打開|开门|開門|就开|就開|才开|才開|能开|能開|会开|會開|解锁|解鎖|解密|解压|解壓|就过|就過|才过|能过|放行|只认|只認|连上|連上|加入|入れ|入る|入り|入っ|開き|開く|開け|開い|解錠|解除|解凍|ログイン|通れ|通る|接続|アクセス|受け付け|들어가|들어갈|들어갔|들어와|들어올|열리|열려|열림|열어|열면|열었|접속|로그인|풀리|풀려|풀어|해제|vao$|vao duoc|mo$|mo duoc|mo khoa|mo bang|dang nhap|truy cap|giai nen|doi hoi',
    ),
    words(
      'kommer in$|kommer vi in|kommer man in|komma in$|kom in$|kommer pa|slapp|slapper|oppna|oppnas|oppnar|las upp|lases upp|laser upp|logga in|loggar in|tar bara|vill ha|kraver|accepterar|kommer ind|komme ind|kom ind|lukker ind|lukkes ind|lukke op|lukker op|lukkes op|lase op|laser$|lases$|laser op|lases op|abnes|abner|abne$|logger ind|logge ind|vil have|kraever|accepterer|kommer inn|komme inn|kom inn|slipper|slippe|apne$|apnes|apner|las opp|lases opp|laser opp|lase opp|logger inn|logge inn|vil ha|krever|aksepterer|godtar|paasee|paasy|paases|paasen|paasi$|aukea|aukee|avaa|avautu|avataan|kirjaudu|hyvaksy|vaatii|kysyy|haluaa|belep|bejut|bemeg|bemenni|nyilik|nyithat|nyitja|nyit$|kinyi|beenged|enged$|engedi|feloldja|elfogad|keri$|intra$|intri$|intru$|intram|intrati|intrare|deschid|debloc|conecteaza|accepta|cere$|vrea$|lasa$|masuk|buka$|dibuka|membuka|terbuka|kebuka|akses|menerima|minta$|diminta|mengakses',
    ),
  ],
  /** What one gets into: devices, accounts, files, doors, and what a code arrives with. */
  device: [
    words(
      'prod$|production$|portillon|portillo|portill|till$|modem|cam$|step$|course|aula|router|library|plc|ward$|cellar|basement|attic|boot$|key safe|server|db$|pi$|sudo|router|nas$|switch$|switches$|firewall|console|panel|dashboard|backend|portal|printer|copier|plotter|scanner|camera|cctv|recorder|dvr$|nvr$|tablet|laptop|ipad|iphone|phone$|computer|desktop$|disk$|drive$|archive|zip$|rar$|pdf$|spreadsheet|workbook|vault|mailbox|account|menu$|thermostat|heating|boiler|inverter|tractor|projector|beamer|tv$|controller|vcenter|esxi|ilo$|idrac|bmc$|ipmi|hypervisor|database|wiki$|intranet|gallery|meeting$|zoom$|webex|wallet|ledger|trezor|netflix|spotify|minecraft|rcon|steam$|wifi|wlan|vpn$|sftp|ftp$|bios$|uefi|luks|veracrypt|bitlocker|keepass|grafana|jenkins|gitlab|kibana|jira|confluence|nextcloud|moodle|webmail|cpanel|plesk|phpmyadmin|mysql|postgres|mongo|redis|oracle|erp$|crm$|sap$|plc$|scada|hmi$|cnc$|box$|gate$|door$|safe$|lock$|locker|keypad|garage|shed$|cabinet|cupboard|barrier|intercom|alarm|sim$|sms$|bank|text message|message from|atm$|app$|site$|terminal|kiosk|till$|pos$|fob$|machine|archive|backup|sandbox|staging|cluster|jump host|bastion|instance|screen$|voicemail|oscilloscope|reader$|turnstile|web ui|admin|rdp$|teamviewer|anydesk|gpg$|keyring|keystore|exam$|quiz$|lms$|dropbox|sharepoint|teams$|discord|folder',
    ),
    words(
      'rechner|anlage|konto$|konten|zugang|testzugang|geraet|gerat$|gerate|gerats|maschine|bildschirm|drucker|kopierer|kamera|rekorder|festplatte|platte$|laufwerk|archiv|datei$|tabelle|konsole|oberflach|steuerung|heizung|wechselrichter|regler|schloss|tur$|ture$|tor$|tresor|schrank|safe$|alarmanlage|fernseher|handy|telefon|netzwerk|ordner|sicherung|datenbank|postfach|depot$|mandant|spediteur|serveur|machine|imprimante|copieur|ecran|ordinateur|console|supervision|pare-feu|commutateur|disque|archive|fichier|dossier|compte$|boite|portail|porte$|coffre|armoire|placard|cadenas|serrure|alarme|camera|tele$|chaudiere|base$|local$|baie$|sauvegarde|boitier|borne|servidor|mensaje|mensagem|impresora|equipo|ordenador|computadora|pantalla|consola|cortafuegos|disco|archivo|fichero|carpeta|cuenta|portal|puerta|caja|armario|candado|cerradura|alarma|camara|grabador|tele$|caldera|base de datos|panel|supervision|respaldo|maquina|impressora|computador|ecra$|tela$|consola|ficheiro|arquivo|pasta|conta$|porta$|portao|cofre|cadeado|fechadura|alarme|cartao|caldeira|banco de dados|painel|backup|sistema',
    ),
    words(
      'stampante|messaggio|bericht|wiadomosc|zprav|mesaj|schermo|computer|disco|archivio|cartella|conto$|porta$|portone|cancello|cassaforte|cassetta|lucchetto|serratura|allarme|telecamera|registratore|caldaia|pannello|quadro|gestionale|macchina|printer|scherm|schijf|bestand|map$|rekening|deur|poort|kluis|kast|hangslot|slot$|alarm|camera|verwarming|regeling|klimaat|webserver|paneel|machine|drukark|ekran|komputer|dysk|archiwum|plik|folder|kont|drzwi|bram|furtk|sejf|szaf|skryt|klodk|zamek|alarm|kamer|rejestrat|piec$|pieca|baz$|baza|bazie|bazy|panel|serwer|nasie|maszyn|konsol|tiskarn|obrazov|pocitac|disk|soubor|slozk|ucet|uctu|dver|bran|trezor|skrin|zamek|visac|kamer|kotel|kotl|databaz|server|stroj|oddil|terminal|prepinac|yazici|ekran|bilgisayar|dosya|klasor|hesap|hesab|kapi|kasa$|kasay|dolap|asma kilit|kilit|alarm|kamera|kombi|veritaban|panel|sunucu|makine|tezgah|teyp|sistem',
    ),
    words(
      'сервер|роутер|маршрутиз|коммутатор|свитч|консол|панел|принтер|экран|комп$|компьютер|ноутбук|диск|архив|файл|папк|аккаунт|кабинет|учетк|учётк|дверь|двер|калитк|ворот|сейф|шкаф|замок|замк|сигнализ|пульт|генератор|касс|камер|регистратор|котел|котёл|базе$|база$|базу$|базы$|станок|станк|система|системе|систему|трактор|телефон|карт|банк|смс|сообщен|повідомл|μηνυμα|رسالة|הודעה|संदेश|मैसेज|бэкап|хранилищ|терминал|роутері|комутатор|консоль|панель|екран|ноутбук|архів|кабінет|акаунт|облік|хвіртк|брам|шаф|сигналіз|реєстратор|верстат|системі|монітор|ключниц|εκτυπωτ|οθον|υπολογιστ|δισκ|αρχει|φακελ|λογαριασμ|πορτα|πορτας|αποθηκ|χρηματοκιβ|ντουλαπ|κλειδαρ|λουκετ|συναγερ|καμερ|καταγραφ|καυστηρ|συστημ|διακομιστ|πινακα|τραπεζ|κινητ|خادم|السيرفر|راوتر|سويتش|طابع|شاشة|حاسوب|كمبيوتر|ملف|قرص|الأرشيف|ارشيف|حساب|باب|بوابة|خزنة|خزانة|قفل|إنذار|كاميرا|نظام|لوحة|بنك|البنك|هاتف|جوال|شبكة|الشبكة|שרת|ראוטר|נתב|מתג|מדפס|מסך|מחשב|דיסק|קובץ|ארכיון|חשבון|דלת|שער|כספת|ארון|מנעול|אזעק|מצלמ|מערכת|לוח|בנק|טלפון|תפריט|मशीन|राउटर|सर्वर|प्रिंटर|स्क्रीन|कंप्यूटर|फाइल|फ़ाइल|फोल्डर|खात|दरवाज|गेट|तिजोर|अलमारी|ताला|अलार्म|कैमर|सिस्टम|बैंक|फोन|फ़ोन|डिस्क',
    ),
    words(
      '服务器|伺服器|路由|交换机|交換機|跳板机|跳板機|堡垒机|控制台|后台|後台|面板|打印机|印表機|屏幕|螢幕|电脑|電腦|硬盘|硬碟|磁盘|压缩包|壓縮檔|文件|檔案|文档|账户|帳戶|账号|帳號|门|門|保险|保險|柜|櫃|锁|鎖|警报|警報|报警|摄像|攝影機|监视|監視|监控|監控|系统|系統|机床|機台|手机|手機|银行|銀行|支付宝|短信|簡訊|验证码|驗證碼|数据库|資料庫|备份|備份|移动硬盘|サーバ|ルータ|スイッチ|管理画面|メニュー|レジ|コンソール|複合機|プリンタ|画面|パソコン|ディスク|ファイル|フォルダ|アカウント|ドア|扉|玄関|金庫|ロッカ|キーパッド|鍵|倉庫|アラーム|警報|カメラ|レコーダ|システム|機械|端末|携帯|スマホ|銀行|宅配|データベース|バックアップ|서버|라우터|공유기|스위치|콘솔|관리자|포스기|프린터|복합기|화면|컴퓨터|노트북|디스크|파일|폴더|계정|문은|문이|현관|금고|사물함|캐비닛|자물쇠|창고|경보|카메라|녹화기|시스템|기계|단말|휴대폰|은행|문자|데이터베이스|백업|may chu|may in|man hinh|may tinh|o cung|tap tin|tep$|file$|thu muc|tai khoan|cua$|cong$|ket$|ket sat|tu$|o khoa|khoa$|bao dong|camera|dau ghi|he thong|dien thoai|ngan hang|mang$|laptop|o dia|may$',
    ),
    words(
      'skrivare|meddeland|besked|melding|viesti|uzenet|pesan|skarm|dator|disk|fil$|filen|mapp|konto|kontot|dorr|dorren|grind|port$|porten|kassaskap|skap|skapet|las$|laset|hanglas|larm|kamera|inspelare|panna|databas|panel|maskin|vaxel|vaxeln|plotter|forrad|startsparr|nyckelskap|printer|skaerm|computer|disk|fil$|mappe|konto|kontoen|dor$|doren|port|pengeskab|skab|skabet|las$|lasen|haengelas|alarm|kamera|optager|fyr$|database|panel|maskine|skur$|skuret|okonomisystem|systemet|systemem|medicinskab|skriver|skjerm|datamaskin|dokument|dor$|bod$|boden|skap|hengelas|hytta|hytte|vaskeri|ruter|rutere|ruteren|kodelas|tulostin|tulostim|naytto|tietokone|levy$|levyn|tiedosto|kansio|tili$|tilin|ovi$|oven|portti|kassakaap|kaappi|kaapin|lukko|lukon|halytin|halyttim|kamera|tallenn|kattila|tietokan|paneeli|kone$|koneen|varasto|reitit|kytkin|palvelim|jarjestel|nyomtato|kepernyo|szamitogep|lemez|fajl|mappa|fiok|ajto|kapu|szef$|szefet|szekreny|lakat|zar$|riaszt|kamera|rogzito|kazan|adatbazis|panel|gep$|gepet|kamra|szerver|router|halozat|imprimant|ecran|calculator|disc|fisier|dosar|cont$|contul|usa$|usii|poarta|seif|dulap|lacat|incuiet|alarma|camera|inregistrat|centrala|baza|panou|masina|strung|sistem|galeri|banca|kunci|pintu|gerbang|brankas|lemari|gembok|gudang|alarm|kamera|perekam|basis data|panel|mesin|komputer|layar|berkas|akun|rekening|hp$|ponsel|jaringan|sistem',
    ),
  ],
  /** Somebody tells, gives, leaves, notes, sends or chooses it. */
  give: [
    words(
      'gave$|given$|gives$|give$|told$|tells$|said$|says$|left$|leaves$|noted$|wrote$|written$|read$|read out|read him|read her|read them|dictated|handed|texted|emailed|mailed|sent me|sent us|sent over|scribbled|passed me|shared|reset|rotated|moved to|moved over|changed|switched|swapped|set$|sets$|setting|make it|make the|picked|chose$|chosen$|remember|forgot|sticky|still$|always$|old$|new$|original|mentioned|confirmed|swears|insist|reckons|configured|left it|according',
    ),
    words(
      'gab$|gegeben|gesagt|sagt$|sagte|hinterlass|hinterliess|notiert|aufgeschrieben|vorgelesen|durchgegeben|diktiert|verraten|geschickt|gemailt|mitgeteilt|genannt|gestellt|gesetzt|vergeben|geandert|gewahlt|genommen|meinte|weitergegeben|zettel|donne$|donnee|dit$|disait|laisse$|note$|ecrit|lu$|dicte|envoye|communique|transmis|mis$|change$|choisi|garde|confie|papi|dio$|dijo$|dicho|dejo$|dejado|anoto|escribio|apunto|lei$|dicte|dictado|mando|puso$|puse$|cambio$|cambiado|eligio|elegi|di$|quedo|paso$|deu$|dei$|disse|deixou|anotou|escreveu|li$|ditei|mandou|pos$|botou|mudou|trocou|trocaram|escolhi|passou|configur',
    ),
    words(
      'dato$|diede|detto|dice$|lasciato|lascio|annotato|scritto|letto|dettato|mandato|messo$|cambiato|scelto|comunicato|impostato|gaf$|gegeven|zei$|zegt|gezegd|liet$|achtergelaten|genoteerd|geschreven|voorgelezen|gedicteerd|gestuurd|gezet|veranderd|gekozen|doorgegeven|ingesteld|dal$|dala$|dali|powiedzial|mowi$|mowil|zostawil|zapisal|przeczyt|podal|podalam|podalem|podykt|wyslal|ustawil|zmienil|wybral|przestawil|rikal|rekl|rikala|nechal|zapsal|precet|nadikt|poslal|nastavil|zmenil|vybral|verdi|verilen|verdigi|soyledi|dedi|dedigi|demis|birakti|birakm|yazdi|yazilm|yazmis|okudum|gonderdi|ayarla|degistir|sectim|secti',
    ),
    words(
      'дал$|дала$|дали$|сказал|говорит|говорил|оставил|записал|написал|прочит|продикт|прислал|отправил|поставил|ставил|поменял|сменил|выбра|назвал|сообщил|шепнул|передал|дав$|казав|каже$|сказав|залишив|записав|написав|прочит|продикт|надіслав|поставив|змінив|поміняв|обра|назва|дозвол|повідом|εδωσ|ειπε|ειπα|αφησ|εγραψ|σημειωσ|διαβασ|υπαγορ|εστειλ|εβαλ|αλλαξ|διαλεξ|ορισ|اعطا|أعطا|أعطى|اعطى|قال|يقول|ترك|كتب|قرأت|أملي|ارسل|أرسل|غير|غيّر|اختار|وضع|ذكر|נתן|נתנה|אמר|אומר|השאיר|כתב|רשם|קראתי|הכתבתי|שלח|שינה|שינו|בחר|הגדיר|मसल|दिया|दी थी|बताया|बोले|बोला|कहा|छोड़|लिखा|लिख|पढ़|भेजा|बदल|चुना|रखा',
    ),
    words(
      '告诉|告訴|说是|說是|给我|給我|给了|給了|留下|留的|写着|寫著|念给|念給|唸給|报给|報給|改成|改为|改為|换成|換成|设成|設成|设为|設為|设置|選|选|记得|記得|填|发给|發給|教えて|教わっ|言う|言って|言い|残し|書い|メモ|読み上げ|伝え|送っ|変え|変更|設定|選ん|にして|알려|말해|말했|남겨|남기|적어|적혀|읽어|불러|보내|바꿔|바꿨|바꾸|설정|정했|골랐|줬|주셨|dua cho|cho biet|bao$|noi$|noi la|khai|de lai|ghi$|ghi lai|doc$|doc cho|gui$|doi thanh|doi sang|doi sang|dat$|dat la|chon$',
    ),
    words(
      'gav$|gett$|sa$|sager|sade|lamnade|skrev|antecknade|laste$|dikterade|skickade|satte$|satt$|andrade|bytte|valde|uppgav|berattade|gett|gav$|givet|sagde|siger|efterlod|noterede|laeste|dikterede|sendte|satte|aendrede|aendret|skiftede|valgte|oplyste|skriver|ga$|gitt|sier$|forlot|etterlot|noterte|leste$|dikterte|satt$|endret|byttet|oppga|antoi|annettiin|sanoi|sanoo|jatti|jatetty|kirjoit|luin$|saneli|lahetti|asetti|laittoi|vaihtoi|vaihtaa|valitsi|kertoi|kuulemma|adta|adott|mondta|mondja|hagyta|leirta|felirta|felirva|felolvas|diktal|kuldte|beallit|atallit|valtoz|megvaltoz|valaszt|megadta|szerint|dat$|data$|a spus|spune|zice$|lasat|notat|scris|citit|dictat|trimis|pus$|setat|schimbat|ales$|memor|minte$|kasih$|dikasih|diberi|bilang|kata$|ditinggal|tulis|ditulis|catat|baca$|bacakan|kirim|setel|diganti|ganti$|pilih|kusetel|pasang|sebut',
    ),
  ],
  /** By means of, and to press or type it. */
  by: [
    words(
      'press$|presses$|punch|tap$|key in|dial$|under$|druck$|drucke|druckst|tippst|tippt|eintipp|eingib|wahlst|unter$|tape$|tapez|compose|appuy|faites|marca$|marcar|pulsa|teclea|digit|premi$|schiaccia|aperta$|tecla|toets|intoets|druk$|wcisn|wpis|wstuk|nacis|stisk|zmack|zadan|zadat|zadej|vytuk|basip|basin$|basman|tusla|yaz$|yazin|yazma|набра|набер|набир|нажм|нажа|вбе|вби|введ|натис|πατα|πατησ|πατας|πληκτρ|اضغط|نكتب|اكتب|تكتب|يكتب|להקיש|תקיש|הקש|ללחוץ|תלחצ|להקליד|दबा|डाल|टाइप|लिख|输|輸|打|敲|填|押す|押し|打て|打つ|打っ|打ち|入力|누르|눌러|치라|치면|쳐야|입력|bam$|nhan$|go$|nhap$|tryck|knapp|tast|tryk|trykk|skrive$|painaa|paina$|nappail|naputt|syotta|beut|nyomni|tarcsaz|apasa|tasta|tastam|formam|formati|pencet|tekan|ketik',
    ),
    words('with$|using$|via$|through$|by$|to$|into$|as$'),
    words(
      'mit$|per$|uber$|avec$|par$|en tapant|con$|usando|com$|via$|met$|z$|ze$|przez|na$|s$|se$|pres$|pomoci|ile$|с$|со$|через|на$|под$|з$|із$|через|під$|με$|μεσω|στο$|ب$|بـ|عن طريق|باستخدام|سوى|بواسطة|ב$|ב־|עם$|באמצעות|से$|用|凭|憑|以$|按|拨|撥|で$|から|med$|pa$|sanalla|numerolla|koodilla|tunnuksella|cu$|prin$|pe$|dengan|pakai|pake$|ke$|lewat|bang$|voi$|qua$|gebruik|auf$|op$|sur$|szamra|szoval|koddal|segitseg',
    ),
  ],
  /** A number, a word, a phrase. */
  noun: [
    words(
      'code$|codes$|number$|numbers$|digits$|word$|words$|phrase$|combination|combo$|sequence$|secret$|pin$',
    ),
    words(
      'nummer|zahl$|ziffern|wort$|spruch|satz$|kombination|numero|chiffres|mot$|phrase|combinaison|palabra|frase|combinacion|cifra|palavra|combinacao|parola$|combinazione|cifre|woord|zin$|combinatie|cijfer|numer|liczb|slow|zdani|kombinac|haslem|kod$|kodu$|kodem|cisl|slov|vet$|veta$|vetou|numara|sayi|kelime|rakam|kodu|числ|номер|слово|словом|фраз|цифр|комбинац|код$|кодом|кода$|комбінац|αριθμ|λεξη|φραση|ψηφι|κωδικ|رقم|الرمز|رمز|كلمة|عبارة|كود|מספר|מילה|המילה|משפט|ספרות|צירוף|קוד|नंबर|अंक|शब्द|कोड|号码|號碼|数字|數字|口令|验证码|驗證碼|密码|密碼|番号|数字|合言葉|フレーズ|コード|번호|숫자|단어|문구|문장|코드|so$|chu$|cum tu|ma so|ord$|ordet|fras|siffr|kod$|koden|tal$|tallet|saetning|kode$|koden|setning|tall$|sana$|sanan|lause|luku|koodi|szam$|szamot|szo$|mondat|kifejez|kod$|numar|cuvant|fraza|cifr|cod$|codul|nomor|angka|frasa|kalimat|nominal',
    ),
  ],
};
