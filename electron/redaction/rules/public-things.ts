/** Names and numbers of things that everybody may know, which sentences about logging in have beside passwords. */

/** What a token is by its own form: regions, traces, parcels, tickets of orders, releases, sources of a paper. */
export const PUBLIC_SHAPES: readonly RegExp[] = [
  /^(?:us|eu|ap|sa|ca|me|af|il|cn|mx)-(?:gov-)?(?:(?:north|south)?(?:east|west|central)?|(?:north|south))-?\d[a-z]?$/,
  /^00-[\da-f]{32}-[\da-f]{16}-\d\d$|^(?:Root=)?1-[\da-f]{8}-[\da-f]{24}/,
  /^1Z[\dA-Z]{16}$|^JD\d{14,20}$|^[A-Z]{2}\d{9}[A-Z]{2}$/,
  /^01[\dA-HJKMNP-TV-Z]{24}$/,
  // Contacts of a board, standards, books.
  /^(?:GPIO|ADC|DAC)[-_]?\d{1,2}$|^(?:EN|ISO|DIN|IEC|ANSI)[ -]?\d{3,5}(?:[-:][\dA-Z]{1,5}){0,2}$|^97[89]-\d{1,5}-\d{1,7}-\d{1,6}-[\dX]$/,
  /^[a-z]{3,14}(?:19|20)\d\d[a-z]{3,14}$/,
  /^(?:RS|HS|ES|PS)(?:256|384|512)$|^\d\dH[12]$|^(?:RTX|GTX|RX|GT)-?\d{3,4}\w{0,3}$/,
  /^(?:sprint|release|milestone|quarter)-?\d{1,4}$/i,
  /^\/?[\w/-]+\?[\w-]{1,16}=[\w-]{1,16}$/,
  /^(?:Screen|View|Page|Tab|Step|Modal|Panel)[A-Z]?\d{1,2}$/,
  /^(?:ubuntu|debian|alpine|node|python|feature|fix|hotfix|bugfix|release)-[\w.-]{1,24}$/,
  /长度|至少|不少于|文字以上|桁以上|자 이상|자리 이상/u,
];

const words = (text: string) => text.replaceAll(' ', '[ _-]?');
/** What has a name or a number and stands right before it. */
const THINGS = words(
  'serial(?: number| no)?|s/n|seriennummer|inventarnummer|geräte-?id|numéro de série|número de serie|número de série|numero di serie|serienummer|numer seryjny|sériové číslo|серийный номер|серийник|σειριακ\\p{L}+(?: αριθμ\\p{L}+)?|הסידורי|מספר סידורי|الرقم التسلسلي|số sê-ri|nomor seri|sorozatszám|sarjanumero|серійний номер|seri numarası|seri no|序列号|序號|シリアル番号|시리얼 번호|' +
    'tracking(?: number| no| id)?|seguimiento|rastreo|rastreamento|numéro de suivi|suivi|spedizione|sendungsnummer|zending|przesyłka|uuid|guid|trace ?parent|trace id|span id|request id|correlation id|x-[\\w-]{2,24}-id|build|commit|branch|zweig|ветк[ауе]|сборк[ауе]|гілк[ау]|rama|branche|cluster|region|zone|namespace|tenant|hostname|host|pod|node|container|instance|deployment|replica|bucket|queue|topic|isbn|מסת[״"]?ב|issn|asin|gtin|ean|sku|firmware|fw|baud(?: ?rate)?|baudrate|etag|diarienr|aktenzeichen|inventory number|model number|modell|modèle|modelo|modello',
);
/** Whose number or code it is, in the languages of the labels: of a product, a customer, an order, a place, an error. */
const CODES_OF_THINGS =
  '(?:serial|inventory|model|tracking) number(?: (?:of|for) (?:the |my |our )?\\p{L}{2,16})?|zip code|postal code|post ?code|area code|country code|shelf (?:code|mark|number)|call number|shelfmark|product code|item code|article code|customer code|error code|status code|exit code|response code|country|language code|currency code|bar ?code|' +
  'regalnummer|regalcode|standortsignatur|signatur|cote|código de estanter[ií]a|signatura|codice scaffale|collocazione|sygnatura|kod półki|signatura|hyllkod|hyllplats|hyllesignatur|hyldeplads|polcjelzet|raf (?:no|kodu|numarası)|код полки|κωδικός ραφιού|קוד מדף|מספר מדף|رقم الرف|kode rak|mã kệ|' +
  'postleitzahl|plz|artikelnummer|artikelcode|kundennummer|produktcode|fehlercode|ländercode|bankleitzahl|hausnummer|code postal|code article|code produit|code client|code erreur|code pays|code[- ]barres?|código postal|código de (?:producto|cliente|error|artículo|país|barras)|código d[oe] (?:produto|cliente|erro|artigo|país)|cep|codice (?:prodotto|cliente|articolo|errore|fiscale|postale)|cap|postcode|artikelcode|klantcode|klantnummer|foutcode|productcode|' +
  'kod (?:pocztowy|produktu|klienta|błędu|towaru)|psč|kód (?:produktu|zákazníka|chyby|zboží)|posta kodu|ürün kodu|müşteri kodu|hata kodu|kapı numarası|kapı no|почтовый индекс|индекс|код (?:товара|клиента|ошибки|продукта|заказа)|артикул|поштовий індекс|код (?:товару|клієнта|помилки)|κωδικός (?:προϊόντος|πελάτη|παραγγελίας|είδους|σφάλματος)|κωδικό (?:προϊόντος|πελάτη|παραγγελίας)|ταχυδρομικός κώδικας|τ\\.?κ\\.?|' +
  'الرمز البريدي|رمز المنتج|رمز الخطأ|كود المنتج|מיקוד|קוד מוצר|קוד שגיאה|उत्पाद कोड|邮编|郵遞區號|产品代码|產品代碼|商品编码|错误码|错误代码|郵便番号|商品コード|エラーコード|우편번호|상품코드|오류코드|에러코드|mã sản phẩm|mã bưu điện|mã lỗi|mã đơn hàng|postnummer|artikelnummer|produktkod|felkod|kundnummer|varenummer|fejlkode|feilkode|kundenummer|postinumero|tuotekoodi|virhekoodi|asiakasnumero|irányítószám|termékkód|hibakód|cod poștal|cod produs|cod(?:ul)? de eroare|kode (?:pos|barang|produk|kesalahan|error|pelanggan)';
const PAGE =
  'page|seite|página|pagina|strona|stronie|str\\.|stran[aěy]|стр\\.|страниц\\p{L}*|сторінц\\p{L}*|sidan?|oldal|sayfa|halaman|trang|σελίδα';
const MARKS = String.raw`[ \t"'\x60:：=#(]{0,4}$`;
const NUMBER = String.raw`(?:[ \t]{1,2}(?:no\.?|nr\.?|n°|number|nummer|номер))?`;
const COPULA = String.raw`(?:[ \t]{1,2}(?:is|ist|est|es|è|é|är|er|to))?`;

const before = (names: string, joined: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${names})(?!\\p{L})${joined}${MARKS}`, 'iu');

/** What stands before the name or the number of a thing. */
export const THING_BEFORE = before(THINGS, NUMBER);
/** What stands before a code that is no secret, and the number of a page. */
export const PUBLIC_CODE_BEFORE = before(`${CODES_OF_THINGS}|${PAGE}`, COPULA);
/** The port of a machine. */
export const PORT_BEFORE = /(?:localhost|127\.0\.0\.1|0\.0\.0\.0):$/i;
/** When something happens. */
export const TIME_BEFORE = /(?<!\p{L})(?:at|um|à|a las|às|alle|om|klo|kl\.?|в|о|saat|o)[ ]$/iu;
export const TIME = /^(?:[01]\d|2[0-3])[0-5][05]$/;
export const YEAR_BEFORE = /(?<!\p{L})(?:in|by|until|since|seit|bis|en|em|nel|w|v|до|год)[ ]$/iu;
/** What is counted. */
export const COUNTED_BEHIND =
  /^ ?(?:objects?|points?|punkte|puntos|rows?|files?|items?|requests?|errors?|records?|connections?|messages?|steps?|tokens?|TL|lei|Kč|zł|Ft)(?!\p{L})/u;
/** Keys that a server of keys or a configuration shows to everybody. */
export const PUBLIC_KEY_BEFORE =
  /\bpublic[ _-]?key["']?[ \t]*[:=][ \t]*["']?$|--(?:recv|refresh|search|list|send|export|delete|edit|sign|lsign)-keys?[ \t]{1,3}(?:0x)?$|\b(?:RSA|DSA|ECDSA|EdDSA|gpg:|gpg|pgp|openpgp)[ -](?:public )?key(?: id)?:?[ \t]{1,3}(?:0x)?$/i;
/** A selector of a style sheet. */
export const PSEUDO_CLASS =
  /^(?:nth-(?:last-)?(?:child|of-type)|hover|focus|active|before|after|first-child|last-child|disabled|checked|not|where|has)(?:\(|$)/;
/** What a program prints of a key or a file. */
export const DIGEST_BEFORE = /(?<![\w-])(?:sha-?(?:1|224|256|384|512)|md5|blake2\w?|crc32|h1)[:=-]$/i;
/** The name of a release in brackets behind its number. */
export const VERSION_BEFORE = /(?<![\w.])v?\d+(?:\.\d+)+ ?\($/i;
/** A name of a program: words and a number with underscores. */
export const IDENTIFIER = /^[a-z]{2,}(?:_[a-z]+)*_[a-z]?\d{1,4}$/;
/** What has such a name. */
export const IDENTIFIED_BEFORE =
  /(?<!\p{L})(?:scenes?|levels?|quests?|missions?|maps?|assets?|sprites?|prefabs?|events?|flags?|nodes?|files?|tables?|columns?|szene|ebene|karte|datei|tabelle|spalte|scène|niveau|carte|fichier|table|colonne|escena|nivel|misión|mapa|archivo|tabla|columna|cena|fase|nível|arquivo|tabela|coluna|scena|livello|mappa|tabella|colonna|scène|kaart|bestand|tabel|kolom|poziom|misja|plik|scéna|úroveň|soubor|tabulka|scen|nivå|karta|fil|tabell|bane|kartta|kohtaus|tiedosto|jelenet|pálya|fájl|scenă|fișier|sahne\p{L}*|seviye|bölüm|görev|harita|dosya|tablo|сцен[аеу]|уровень|квест|карта|файл|таблица|рівень|σκηνή|επίπεδο|πίστα|αρχείο|adegan|misi|berkas|cảnh|màn|סצנה|שלב|קובץ|مشهد|مرحلة|ملف)["'`:= ]{1,3}$|(?:关卡|關卡|关卡代号|關卡代號|场景|場景|场景名|任务|任務|地图|地圖|文件|檔案|シーン|ステージ|ファイル|マップ|장면|스테이지|레벨|파일|代号|代號)[：:名ID id为為は은는 ]{0,3}["'`「]?$/iu;

/** A telephone, a parcel or an article has the number behind it, perhaps with the word number between. */
const CALLED_OR_SENT =
  'postal code|zip code|postcode|postleitzahl|plz|code postal|código postal|codigo postal|cep|codice postale|codice fiscale|partita iva|kod pocztowy|psč|posta kodu|почтовый индекс|поштовий індекс|τ\\.κ\\.|ταχυδρομικός κώδικας|kode pos|kode barang|kode produk|mã vận đơn|mã đơn(?: hàng)?|mã sản phẩm|mã khách(?: hàng)?|mã số thuế|postnummer|postinumero|irányítószám|cod poștal|product code|item code|serial(?: number)?|seriennummer|inventarnummer|artikelnummer|numéro de série|número de serie|número de série|numero di serie|numer seryjny|seri no|серийный номер|серійний номер|σειριακ\\p{L}+|firmware|helpline|hotline|extension|ext\\.|customer service|durchwahl|rückfragen|nebenstelle|sendungsnummer|sendung|bestellnummer|kundenservice|linka|klapka|wewnętrzny|infolinia|dahili|çağrı merkezi|takip no|seguimiento|atención al cliente|envío|rastreio|ramal|atendimento|suivi|colis|service client|numero verde|centralino|spedizione|klantenservice|toestel|tracking|parcel|waybill|spårningsnummer|kundtjänst|anknytning|sporingsnummer|lokalnummer|seurantakoodi|доб\\.|горячая линия|трек-?номер|гаряча лінія|εσωτερικό|γραμμή βοήθειας|tổng đài|हेल्पलाइन|शिकायत|خدمة العملاء|מוקד|ต่อ';
const WORD_FOR_NUMBER = 'no\\.?|nr\\.?|n°|number|nummer|número|numero|numéro|номер|नंबर|رقم|is|ist|es|est|:|#';
const WITHOUT_BLANKS =
  '前台|分机|分機|客服|热线|熱線|投诉电话|投訴電話|电话|電話|内線|內線|お問い合わせ|フリーダイヤル|快递单号|运单号|物流单号|追跡番号|伝票番号|郵便番号|邮编|郵遞區號|注文番号|订单号|訂單編號|品番|商品番号|고객센터|운송장|송장번호|우편번호|주문번호|내선';
/** True where such a word stands right before a number or a token. */
export const CALLED_OR_ORDERED = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${CALLED_OR_SENT})(?:[ ]{1,2}(?:${WORD_FOR_NUMBER})){0,2}|(?:${WITHOUT_BLANKS}))[ :：#]{0,3}$`,
  'iu',
);
/** The passwords that most people use, which talks and articles name. */
export const MOST_USED =
  /^(?:123456(?:7(?:8(?:90?)?)?)?|12345|111111|000000|qwerty\w{0,3}|password1?|abc123)$/i;
export const ABOUT_MOST_USED =
  /(?<!\p{L})(?:lists?|liste[nr]?|lista|listan|listen|λίστα|ranking|most (?:used|common|popular)|häufigst\p{L}*|más usad\p{L}*|mais usad\p{L}*|più usat\p{L}*|plus utilis\p{L}*|meest gebruikt\p{L}*|najpopularn\p{L}*|nejčast\p{L}*|vanligast\p{L}*|mest brukt\p{L}*|leaks?|fuites?|διαρρο\p{L}*|filtraci\p{L}*|списк\p{L}*|популярн\p{L}*)(?!\p{L})|最常见|常见密码|よく使われ|가장 많이/iu;
/** A date by which something happens. */
export const BEFORE_YEAR =
  /(?<!\p{L})(?:by|until|till|since|bis|seit|ως το|μέχρι το|d['’]ici|hasta|até|entro il|tegen|tot|do roku|до|к|innan|inden|vuoteen)[ ]$/iu;
