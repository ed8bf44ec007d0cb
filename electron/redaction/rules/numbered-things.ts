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
