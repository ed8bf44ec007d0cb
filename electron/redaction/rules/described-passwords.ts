import { LABELS } from './labels.ts';

/** What a rule for passwords says of them, where a value would stand: how long, how often, never. */
const AT_LEAST =
  'mindestens|höchstens|spätestens|minst|minimálně|minimum|au moins|au minimum|al menos|como mínimo|almeno|come minimo|pelo menos|no mínimo|minstens|minimaal|ten minste|co najmniej|minimalnie|alespoň|nejméně|najmenej|vähintään|legalább|cel puțin|cel putin|minim|en az|не менее|минимум|щонайменше|мінімум|не менше|τουλάχιστον|ít nhất|at least|at minimum|mindst|paling sedikit|minimal|kurang lebih';
const NEVER =
  'niemals|never|jamais|nunca|nooit|nigdy|nikdy|aldrig|aldri|koskaan|ei ikinä|soha|niciodată|asla|никогда|ніколи|ποτέ|jangan|không bao giờ|regelmäßig|regelmaessig|regularly|régulièrement';
const AT_RANDOM =
  'au hasard|al azar|at random|random words|zufällig\\p{L}*|a caso|casuali|willekeurig\\p{L}*|losow\\p{L}*|náhodn\\p{L}*|slumpmässig\\p{L}*|tilfeldig\\p{L}*|tilfældig\\p{L}*|satunnais\\p{L}*|véletlen\\p{L}*|la întâmplare|rastgele|случайн\\p{L}*|випадков\\p{L}*|τυχαί\\p{L}*|aleat[oó]ri\\p{L}*|palabras|mots|words|palavras|parole|woorden|słow\\p{L}*|slov\\p{L}*|ord|слов\\p{L}*';
/** True for the words of a rule. */
export const SAYS_RULE = new RegExp(String.raw`(?<!\p{L})(?:${AT_LEAST}|${NEVER})(?!\p{L})`, 'iu');
/** True for words about how to choose a password. */
export const SAYS_HOW = new RegExp(
  String.raw`(?<!\p{L})(?:${AT_LEAST}|${NEVER}|${AT_RANDOM})(?!\p{L})`,
  'iu',
);

/** What a good password is called, before its word or behind it: `contraseña segura:`, `safe password:`. */
export const GOOD_PASSWORD =
  /(?<!\p{L})(?:segur[ao]s?|fuertes?|robust[ao]s?|sicur[ao]|forti?|fortes?|sûre?s?|solides?|siche?re[sn]?|starke[sn]?|gute[sn]?|strong|safe|secure|good|veilige?|sterke?|silne|bezpieczne|silné|bezpečné|säkert|starkt|sikkert?|stærkt?|vahva|turvallinen|erős|biztonságos|sigură|puternică|güçlü|güvenli|надёжн\p{L}+|надежн\p{L}+|надійн\p{L}+|ισχυρ\p{L}+|ασφαλ\p{L}+)(?:\s+\p{L}+)?\s{0,2}[:：]\s*$/iu;

/** An attribute of HTML that shows or names something. */
export const SHOWN_ATTRIBUTE =
  /[\s:](?:rules?|hint|label|placeholder|title|type|class|id|name|alt|for|aria-\w+|pattern|autocomplete|tooltip)=["'][^"'<>]{0,40}$/i;
/** The name of a number that is no password: `id=88127`. */
export const COUNTED_BY_NAME =
  /(?<![\w-])(?:id|uid|pid|gid|job|count|attempts?|tentativas|intentos|n|nr|status|port|line|queue|ttl|size|len|code|rc|exit|[a-z]+_id|[a-z]+Id)=$/;

/** What stands behind the word for a password where nobody tells one: a definition, an instruction, a reference. */

const LETTERS =
  'letters|buchstaben|lettres|letras|lettere|lletres|letters|liter(?:y|ami)?|písmen[ao]?|písmena|bokstäver|bokstaver|bogstaver|kirjain\\p{L}*|betű\\p{L}*|litere|harf\\p{L}*|букв\\p{L}*|літер\\p{L}*|γράμμα\\p{L}*|γράμματα|huruf|chữ cái|אותיות|حروف';

/** Somebody logs in, to a site with puzzles perhaps. */
export const LOGS_IN =
  /log ?in|sign ?in|user|account|konto|compte|cuenta|conta|účet|přihl|logga|anmeld|пользоват|логин|войти|@|\.(?:com|de|cz|pl|se|ru|fr|it|es)(?!\p{L})/iu;
/** A puzzle, whose words are asked for by a label that other texts have for a password. */
export const PUZZLE =
  /(?<!\p{L})(?:crosswords?|křížovk\p{L}*|osemsmerovk\p{L}*|krížovk\p{L}*|krzyżówk\p{L}*|kreuzworträtsel\p{L}*|kreuzwort\p{L}*|mots? croisés?|mots? fléchés?|crucigramas?|palavras? cruzadas?|cruciverba|parole crociate|kruiswoord\p{L}*|korsord\p{L}*|kryssord\p{L}*|krydsord\p{L}*|sanaristik\p{L}*|keresztrejtvény\p{L}*|rebus|integrame?|bulmaca\p{L}*|кроссворд\p{L}*|сканворд\p{L}*|кросворд\p{L}*|σταυρόλεξ\p{L}*|teka-teki silang|ô chữ|תשבץ|الكلمات المتقاطعة|charade)(?!\p{L})|填字|クロスワード|십자말|낱말 ?퍼즐/iu;
/** What the clue of a puzzle says, in two words or more, and how long the answer is: `big cat of Asia, 5 letters`. */
export const COUNTED_LETTERS_BEHIND = new RegExp(
  String.raw`^\p{L}+ \p{L}[^\n.;:!?]{0,40}[,(—–-] ?\d{1,2} (?:${LETTERS})(?!\p{L})`,
  'iu',
);

/** Where a word comes from and of what sort it is, as dictionaries write it. */
export const DEFINITION =
  /^(?:(?:from|via) (?:the )?(?:old |middle |late )?(?:latin|greek|french|german|italian|arabic|english|norse)|(?:aus|von|vom) (?:dem |d\. )?(?:lat|griech|frz|franz|mhd|ahd|engl|ital|altfranz)\p{L}*|(?:de l['’]|(?:du|de|del|dal|do|van het|z|ze|från|fra|din) )(?:lat[ií]n\p{L}*|lat\.|gr[eé]c\p{L}*|grieg\p{L}*|greco|gr\.|fr\.|franc\p{L}*|frans\p{L}*|łac\p{L}*|fr(?:ä|æ)n\p{L}*|ital\p{L}*|ancien)|(?:от|из|від|з) (?:лат|греч|фр|франц|нем|англ|итал|ст\.|грец|нім)\p{L}*\.?|lat(?:ince|inin)\p{L}*|fransızca\p{L}*|(?:a |an |ein |eine |un |une |uma |um |una |en |et |ett |een )?(?:noun|verb|adjective|substantiv\p{L}*|hauptwort|verbum|sustantivo|sostantivo|substantivo|nom (?:masculin|féminin)|zelfstandig naamwoord|rzeczownik|podstatné jméno|podst\. ?jm|substantiivi|főnév|isim|имя существительное|существительное|сущ\.|глагол|іменник|дієслово|ουσιαστικό|kata benda|danh từ|שם עצם|اسم مؤنث|اسم مذكر)(?![\p{L}]))/iu;

/** A reference to the text that says it: `according to the policy`, `siehe Handbuch`, `согласно инструкции`. */
export const REFERENCE =
  /^(?:as (?:per|described|stated|agreed)|according to|per (?:policy|section|spec|contract)|come (?:da|indicato|previsto)|secondo (?:il|la) (?:regol|contratt|manual)|ai sensi|vedi|según|conforme (?:a|al|ao|o)|selon|cf\.|comme (?:indiqué|convenu|prévu)|conformément|gemäß|laut (?!und|oder)|wie (?:beschrieben|vereinbart|angegeben)|entsprechend|volgens|zgodnie z|według|dle|podle|viz|enligt|ifølge|lásd|conform|potrivit|согласно|по (?:инструкции|регламенту|договору)|см\.|згідно|за (?:інструкцією|регламентом)|σύμφωνα|sesuai|theo|לפי|ראו|حسب|انظر)(?!\p{L})/iu;
/** The same where a text is named: `as in the manual`. */
export const AS_IN_TEXT =
  /^(?:as in|like in|come (?:in|nel|per)|como (?:en|no|na)|comme dans|wie (?:in|im|bei)|zoals|jak w|jako v|som i|ahogy|как в|як у|όπως) [^\n,;!?]{0,32}(?<!\p{L})(?:regol|reglament|règlement|regulam|contra(?:c?t|tt)|vertrag|manual|handbu?ch|handbo|docs?(?!\p{L})|document|dokument|policy|wiki|instru|anleitung|art[.ií]|§|section|sección|punkt|paragr|readme|guide|leitfaden|umow|návod|smlouv|инструкц|договор|регламент|документ|інструкц|договор|οδηγ)/iu;

/** The action of a page behind an arrow: `→ open the settings`. */
export const AFTER_ARROW = /(?:→|⇒|->|=>|»)\s{0,2}$/;
export const ORDER =
  /^(?:click|tap|select|choose|open|go|press|klick\p{L}*|tippe\p{L}*|wähle\p{L}*|öffne\p{L}*|cliqu\p{L}+|appuy\p{L}+|choisi\p{L}+|ouvr\p{L}+|haz|haga|puls[ae]|toc[ae]|toque|abr[ae]|selecc?ion\p{L}+|escolha|clicca|premi|seleziona|tocca|apri|kli[kc]\p{L}*|kies|tik|wybierz|otwórz|vyberte|otevřete|tryck|välj|trykk?|vælg|velg|napauta|valitse|avaa|válaszd|apasă|apăsați|selectați|tıkla\p{L}*|seçin|нажми\p{L}*|выбери\p{L}*|откро\p{L}*|натисн\p{L}*|обер\p{L}*|πάτα|πατήστε|επιλέξτε|nhấn|chọn|לחצו?|اضغط)(?= \p{L})/iu;

/** A label for a pass phrase, whose words are told. */
export const PHRASE_BEFORE = /(?:phrase|fras[ea]?|фраза|φράση)[^\n]{0,16}$/iu;

/** What is done and to what: an infinitive and an article (`reposar la masa`, `changer le code`). */
export const INFINITIVE_AND_OBJECT =
  /^(?:no |non |ne pas |não )?\p{Ll}{2,14}(?:[aeií]r(?:se|lo|la|los|las|le)?\s(?:la|el|los|las|un|una|su|sus|le|les|une|ses|sa)|[ai]r\s(?:os|as|um|uma)|[aei]re\s(?:il|lo|la|gli|i|le|un|una)|re\s(?:le|la|les|une))\s\p{L}/u;

/** A verb that says what happens to it, and when or why: `byts vid misstanke`, `skiftes hver måned`. */
export const HAPPENS =
  /^(?:\p{Ll}{2,16}s (?:vid|av|när|om|var|vart|varje|efter|innan|inte|aldrig|ikke|aldri|ved|hver|hvert|når|hvis|etter|af|til)|(?:vaihdetaan|vaihtuu|säilytetään|annetaan|lähetetään|cserélni|cserélendő|меняется|менять|сменить|хранится|выдаётся|выдается|змінюється|змінювати|αλλάζει|değiştirilir|verilir|saklanır|zmieniać|zmieniane|wydawane|měnit|mění|vydává|se schimbă|diganti|disimpan|đổi|geändert|gewechselt|vervangen|wijzigen|changed?|rotated?|issued|revoked|cambiar|renovar|trocar|changer|renouveler|cambiare)(?= \p{L}+ \p{L}))(?!\p{L})/u;

/** A Turkish noun of an action, and what has it in its name: `Parola: yenileme ekranı`. */
export const ACTION = /^\p{L}{3,}(?:me|ma)$/u;
export const NAMED_BY_ACTION =
  /^\s(?:ekranı|sayfası|formu|alanı|butonu|düğmesi|penceresi|kutusu|kuralı|politikası|isteği|hatası|uyarısı|mesajı|linki|bağlantısı|işlemi|servisi)/iu;
/** A part of a program and what is said of it: `prompt is now only shown`. */
export const PART_AND_VERB =
  /^(?:prompt|field|form|input|page|screen|reset|policy|hint|dialog|check|validation|manager|rotation|box|button|column|feld|abfrage|eingabe|champ|saisie|campo|veld|pole|fält|felt)s? (?:is|are|was|were|will|has|have|now|should|must|does|did|no|gets?|ist|sind|wird|werden|war|est|sont|era|es|son|è|sono|é|são|wordt|jest|je|är|er)(?!\p{L})/iu;

const NUMBERS =
  'two|three|four|five|six|seven|eight|ten|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|zehn|zwölf|deux|trois|quatre|cinq|six|sept|huit|dix|douze|dos|tres|cuatro|cinco|seis|siete|ocho|diez|doce|dois|três|quatro|sete|oito|dez|doze|due|tre|quattro|cinque|sei|sette|otto|dieci|dodici|twee|drie|vijf|zes|zeven|tien|twaalf|dwa|trzy|cztery|pięć|sześć|osiem|dwanaście|dvě|tři|čtyři|pět|šest|osm|dvanáct|två|tre|fyra|fem|sex|åtta|tolv|to|fire|seks|otte|åtte|kaksi|kolme|neljä|viisi|kuusi|kahdeksan|kaksitoista|két|három|négy|öt|hat|nyolc|două|trei|patru|cinci|șase|opt|iki|üç|dört|beş|altı|sekiz|on iki|два|две|три|четыре|пять|шесть|восемь|двенадцать|дві|чотири|п.ять|шість|вісім|δύο|τρεις|τέσσερις|πέντε|έξι|οκτώ|dua|tiga|empat|lima|enam|delapan|hai|ba|bốn|năm|sáu|tám';
const UNITS =
  'words?|characters?|digits?|symbols?|wörter|worte|zeichen|ziffern|stellen|mots|caractères|chiffres|palabras|caracteres|dígitos|cifras|palavras|parole|caratteri|cifre|woorden|tekens|cijfers|słow\\p{L}*|słów|znak\\p{L}*|znaków|cyfr\\p{L}*|slov\\p{L}*|znaky|znaků|číslic\\p{L}*|ord|tecken|siffror|tegn|cifre|siffer|sanaa|merkkiä|numeroa|szó\\p{L}*|karakter\\p{L}*|cuvinte|kelime|hane\\p{L}*|слов\\p{L}*|символ\\p{L}*|знак\\p{L}*|цифр\\p{L}*|λέξεις|χαρακτήρες|ψηφία|kata|angka|từ|ký tự|chữ số';
/** How long it has to be, in words: `four random words`. */
export const LENGTH_IN_WORDS = new RegExp(
  String.raw`^(?:${NUMBERS})(?: \p{L}+){0,2} (?:${UNITS}|${LETTERS})(?=["'”»)]?\s*(?:$|[,.;:!?)(–—\n]))`,
  'iu',
);

/** The word for what a team, a campaign or a year is about: `the watchword of the project is simplicity`. */
export const MOTTO_BEFORE =
  /(?<!\p{L})(?:parola d['’]ordine|palabra clave|palavra-chave|palavra de ordem|watchword|key ?word|losung(?:swort)?|mot d['’]ordre|ledord(?:et)?|девиз|гасло|hasło (?=roku|kampanii|projektu)|heslo (?=roku|kampaně|projektu)) (?!.{0,24}(?:wi-?fi|wlan|router|account|server|porta|puerta|door|gate|cancello))[^\n,.;:]{2,40}$/iu;
/** A quality or a state. */
export const ABSTRACT =
  /^\p{L}{3,}(?:ità|ietà|zione|enza|anza|idad|ción|encia|idade|ção|ência|ité|ance|ence|tion|sion|ness|ity|heit|keit|ung|schaft|heid|teit|ość|ość|cja|ost|nost|het|skap|hed|uus|ság|ség|tate|ție|ость|ение|ство|ість|ення|lik|lık|luk|lük)$/u;

/** What is said of a password in the scripts in which a plain word is one as well: that it is wrong, needed or unknown. */
const said = (text: string): ReadonlySet<string> =>
  new Set([
    ...text.split(' '),
    // `is still`, `will be`: what leads to a value is none.
    ...LABELS.flatMap(({ copulas }) => copulas.flatMap((copula) => copula.toLowerCase().split(' '))),
  ]);

export const STATES_WITH_BLANKS = said(
  // Russian, Ukrainian, Bulgarian, Serbian
  'введите введіть укажите повторите подтвердите забыли скрыт скрыта скрыто указан указана задан задана заданы изменён изменен изменена изменили сменён сменен обновлён обновлен сохранён сохранен верен верный неверен правильный неправильно неправильный пустой пусто отсутствует устарел истёк истек утерян потерян обязательно обязателен обязательный необязательно требуется нужен нужна любой новый старый текущий временный постоянный основной общий одинаковый другой прежний прежнего хеш хэш текст строка число символ символы символов минимум короткий длинный сложный простой слабый надежный зашифрован хранится подходит работает принимается сброшен сбросить спросить спроси спросите знает знаю помню помнит обов’язковий змінено потрібен старий поточний прихований порожній правильний неправильний зберігається працює забули невідомо неизвестно секрет секретный нет есть да скрытый обязательное опционально не задано забыт рядок обовʼязково немає так порожньо приховано ' +
    // Greek
    'υποχρεωτικό υποχρεωτικός λάθος λαθος σωστός σωστό κενό άγνωστος άγνωστο νέος νέο παλιός παλιό κρυφός απαιτείται εισάγετε ξέχασα ξεχασα ίδιος ίδιο αλλαγή επιβεβαίωση προαιρετικό κρυφό ναι όχι έληξε ' +
    // Arabic, Persian
    'خاطئة خاطئ خطأ صحيحة صحيح مطلوبة مطلوب إلزامي اختياري فارغة فارغ جديدة جديد قديمة قديم قوية ضعيفة غير مجهولة منسية نسيت نسيتها أدخل ادخل تأكيد تغيير مشفرة مخفية محفوظة سرية هنا موجودة موجود صحیح مخفي نعم لا منتهية ' +
    // Hebrew
    'שגויה שגוי נכונה נכון חובה נדרשת נדרש דרושה חסרה ריקה ריק חדשה חדש ישנה ישן חזקה חלשה נשכחה שכחתי הזן הקלד אישור שינוי מוצפנת מוסתרת שמורה זמנית קבועה אותה אותו לא אין כאן סודית אופציונלי מוסתר כן ' +
    // Hindi
    'गलत सही आवश्यक अनिवार्य ज़रूरी जरूरी वैकल्पिक खाली नया पुराना मजबूत कमजोर भूल भूले दर्ज बदलें बदलो पुष्टि नहीं अज्ञात छिपा वही यहाँ हाँ ' +
    // Thai, whose words have no blanks between them either
    'จำเป็น ว่าง ไม่มี ไม่ระบุ',
);

/** The same in scripts without blanks, wherever in the word it stands. */
export const STATES_WITHOUT_BLANKS =
  /[的了吗嗎吧呢无無没沒未请請需须須应應被将將把让讓和与與及或在从從到给給对對错錯忘]|不[能可是会會要对對正一需]|正确|正確|必填|必须|必須|可选|可選|加密|解密|明文|密文|密码|密碼|口令|保密|随机|隨機|默认|默認|预设|預設|自定|自訂|同上|如下|以下|见附|見附|空白|为空|為空|过期|過期|失效|有效|长度|長度|位数|位數|字符|字元|修改|变更|變更|更新|重置|重設|重设|设置|設置|设定|設定|输入|輸入|确认|確認|验证|驗證|保存|儲存|存储|显示|顯示|隐藏|隱藏|管理|策略|强度|強度|规则|規則|安全|登录|登錄|登入|账号|帳號|用户|用戶|使用者|任意|暂无|知道|記得|记得|不明|任意|省略|入力|変更|間違|同じ|同様|非公開|非表示|表示|共通|新しい|古い|なし|ない|ます|です|でき|する|した|して|から|まで|ので|という|こと|もの|どこ|だれ|誰|教え|必要|期限|文字|桁|以上|認証|リセット|エラー|ハッシュ|フィールド|없|않|못|입력|필수|오류|틀림|틀린|변경|분실|모름|확인|재설정|초기화|동일|같은|같음|비공개|숨김|설정|저장|필요|해주세요|합니다|입니다|하세요|나요|까요|자리|문자|이상|암호|비밀|관리|규칙|만료|새로|기존|임시|기본|토큰|トークン|キー|コード|パスワード|用$|^[空否是]$|可空|字串|文本|数字|^あり$|テスト|선택|있음/u;
