/** Codes that a service sends to log in or to pay: how they come, in the languages of the labels. */
/** Words of other scripts have a preposition glued on. */
const anyOf = (text: string) =>
  new RegExp(`(?<![\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Greek}])(?:${text})`, 'iu');

/** By what a code comes. */
export const CHANNEL = anyOf(
  'sms|texto\\b|whatsapp|telegram|a text\\b|text message|texted|txt me|by text|authenticator|bankid|mitid|freja|itsme|digid|handy\\b|smartphone|phone\\b|mobile\\b|telefon|telefoon|téléphone|teléfono|móvil|celular|cellulare|telemóvel|mobil|puhelime|kännyk|смс|эсэмэс|телефон|вотсап|ватсап|телеграм|κινητό|τηλέφωνο|رسالة|الواتس|جوال|موبايل|הודעה|סמס|וואטסאפ|טלפון|एसएमएस|मैसेज|फ़ोन|फोन|短信|簡訊|简讯|手机|手機|微信|ショートメール|携帯|スマホ|문자|카톡|휴대폰|핸드폰|tin nhắn|điện thoại|hp\\b|wa\\b|пуш|push\\b',
);
/** It came, somebody got it, it is shown. */
const ARRIVED = anyOf(
  'got\\b|gotten|received|came\\b|comes up|popped up|texted|sent me|sent us|says?\\b|saying|said\\b|shows?\\b|reads?\\b|just in|bekam|bekommen|erhalten|gekommen|kam\\b|steht\\b|geschickt|zeigt\\b|reçu|arrivé|envoyé|affiche|dit\\b|llegó|llegado|recibí|recibido|mandó|mandaron|enviaron|dice\\b|aparece|chegou|recebi|recebido|mandou|mandaram|diz\\b|arrivato|ricevuto|mandato|dice\\b|kreeg|gekregen|ontvangen|binnen|staat\\b|przyszedł|przyszło|dostał[ae]m|otrzymał[ae]m|přišel|přišla|přišlo|dostala?\\b|прислали|пришёл|пришел|пришло|пришла|приходит|получила?\\b|показывает|прийшов|прийшло|отримав|отримала|надіслали|ήρθε|έλαβα|έστειλαν|λέει|δείχνει|وصل|جاني|جاءني|وصلت|ارسلوا|הגיע|קיבלתי|שלחו|כתוב|आया|मिला|भेजा|geldi|gelen\\b|aldım|yazıyor|kom\\b|fick\\b|fikk\\b|fik\\b|modtog|skickade|står\\b|sai(?:n)?\\b|tuli\\b|lukee|jött|kaptam|küldtek|venit|primit|trimis|apare|datang|masuk\\b|dapat\\b|dikirim|terima|nhận được|gửi|về\\b|hiện',
);
const ARRIVED_WITHOUT_BLANKS =
  /收到|发来|發來|发了|傳來|来了|來了|显示|顯示|届い|届き|来た|来ました|表示|왔|받았|받은|도착|떴/u;
export const hasArrived = (sentence: string) =>
  ARRIVED.test(sentence) || ARRIVED_WITHOUT_BLANKS.test(sentence);

/** Somebody is to type it. */
export const ENTER = anyOf(
  'enter\\b|type\\b|put (?:it|that|this) in|key (?:it|that|this) in|punch|paste|fill|use it|use that|submit|confirm|gib\\b|eingeben|tipp|trag|bestätig|saisi|entre-le|entrez|tape|mets|valide|renseigne|confirme|introdú|introduce|ponlo|pon\\b|mételo|ingrésa|ingresa|escríb|digit|coloca|põe|insere|insira|confirma|inserisci|mettilo|scrivi|conferma|vul\\b|typ\\b|voer|bevestig|wpisz|podaj|potwierdź|zadej|napiš|vlož|potvrď|введ|введи|вводи|вбей|вбив|подтверд|впиши|напиши|введіть|уведи|впиши|підтверд|βάλε|βάλτο|γράψε|συμπλήρωσ|πληκτρολόγησ|أدخل|ادخل|اكتب|حط|הכנס|תכניס|הזן|תזין|תקליד|डाल|भर|लिख|gir\\b|yaz\\b|onayla|skriv|mata in|knappa|slå in|tast|syötä|naputtele|laita|írd|beírd|üsd|add meg|introdu|scrie|pune|confirmă|masukkan|masukin|ketik|isi\\b|nhập|điền',
);
const ENTER_WITHOUT_BLANKS = /输入|填|輸入|键入|入力|打って|입력|넣어|쳐줘|적어/u;
export const isToBeEntered = (text: string) => ENTER.test(text) || ENTER_WITHOUT_BLANKS.test(text);

/** A word for such a code. */
export const CODE_WORD =
  /(?<!\p{L})(?:codes?|codigo|código|codice|kod|kodu|kód|koden?|kode|koodi|cod(?:ul)?|otp|pin|tan|код|κωδικ\p{L}*|رمز|الرمز|كود|الكود|קוד|הקוד|कोड|ओटीपी|mã)(?!\p{L})|(?:code|kod|koden|kode|koodi|tan)(?!\p{L})|验证码|驗證碼|代码|コード|認証番号|인증번호|코드/iu;

/** What is asked for right beside it: the page that waits, the step that follows. */
export const STEP =
  /(?<!\p{L})(?:log ?in|sign ?in|trust|verif|2fa|two-factor|continue|einlogg|anmeld|connexion|virement|bénéficiaire|cadastro|acceso|accesso|inlog|logow|přihl|вход|войти|увій|giriş|inlogg|kirjaud|belép)/iu;
