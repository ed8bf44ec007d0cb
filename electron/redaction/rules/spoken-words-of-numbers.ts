/** Digits, tens and marks as people say them, in the languages that people write in; without case and accents. */
const words = (text: string): readonly string[] => text.split('|');

/** The words of one list are of one language, or of languages that share most of them. */
export const NUMBER_WORDS: readonly (readonly string[])[] = [
  words(
    'zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|double|triple',
  ),
  words(
    'null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|doppel',
  ),
  words(
    'zéro|un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante',
  ),
  words(
    'cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veinte|veintiuno|veintidós|veintitrés|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|y',
  ),
  words(
    'zero|um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|catorze|quinze|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|meia|e',
  ),
  words(
    'zero|uno|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|venti|trenta|quaranta|quarantadue|cinquanta|sessanta|settanta|ottanta|novanta',
  ),
  words(
    'nul|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien|vijftien|zestien|zeventien|achttien|negentien|twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig',
  ),
  words(
    'zero|jeden|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć|dwadzieścia|trzydzieści|czterdzieści|pięćdziesiąt|sześćdziesiąt|siedemdziesiąt|osiemdziesiąt|dziewięćdziesiąt',
  ),
  words(
    'nula|jedna|jeden|dva|dvě|tři|čtyři|pět|šest|sedm|osm|devět|deset|dvacet|třicet|čtyřicet|padesát|šedesát|sedmdesát',
  ),
  words(
    'ноль|нуль|один|два|три|четыре|пять|шесть|семь|восемь|девять|десять|одиннадцать|двенадцать|двадцать|тридцать|сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяносто',
  ),
  words(
    "нуль|один|два|три|чотири|п'ять|п’ять|пять|шість|сім|вісім|дев'ять|дев’ять|девять|десять|двадцять|тридцять|сорок|п'ятдесят|п’ятдесят|шістдесят",
  ),
  words(
    'nul|null|en|én|et|ett|to|tre|fire|fem|seks|syv|sju|otte|åtte|ni|ti|tyve|tjue|tredive|tretti|fyrre|førti|halvtreds|femti|tres|seksti|toogfyrre',
  ),
  words(
    'noll|ett|en|två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv|tjugo|trettio|fyrtio|femtio|sextio|sjuttio|åttio|nittio',
  ),
  words(
    'nolla|yksi|kaksi|kolme|neljä|viisi|kuusi|seitsemän|kahdeksan|yhdeksän|kymmenen|kaksikymmentä|neljäkymmentä',
  ),
  words(
    'nulla|egy|kettő|két|három|négy|öt|hat|hét|nyolc|kilenc|tíz|húsz|harminc|negyven|negyvenkettő|ötven|hatvan|hetven',
  ),
  words(
    'zero|unu|doi|două|trei|patru|cinci|șase|șapte|opt|nouă|zece|douăzeci|treizeci|patruzeci|cincizeci|și',
  ),
  words(
    'sıfır|bir|iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan',
  ),
  words(
    'μηδέν|ένα|δύο|δυο|τρία|τέσσερα|πέντε|έξι|επτά|εφτά|οκτώ|οχτώ|εννέα|εννιά|δέκα|είκοσι|τριάντα|σαράντα|πενήντα|εξήντα|εβδομήντα',
  ),
  words(
    'صفر|واحد|اثنان|اثنين|اثنتان|ثلاثة|اربعة|خمسة|ستة|سبعة|ثمانية|تسعة|عشرة|عشرون|ثلاثون|اربعون|خمسون|واربعون|وعشرون',
  ),
  words(
    'אפס|אחת|אחד|שתיים|שתים|שניים|שלוש|ארבע|חמש|שש|שבע|שמונה|תשע|עשר|עשרים|שלושים|ארבעים|חמישים|ושתיים|ואחת',
  ),
  words('शून्य|जीरो|एक|दो|तीन|चार|पांच|पाँच|छह|छः|सात|आठ|नौ|दस|बीस|बयालीस'),
  words('nol|kosong|satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh|puluh|belas'),
  words('không|một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|mươi|lăm|mốt'),
  words('ぜろ|ゼロ|れい|いち|に|さん|よん|ご|ろく|なな|はち|きゅう'),
  words('공|영|일|이|삼|사|오|육|칠|팔|구'),
];

/** Marks and letters of a spelling alphabet. */
export const MARK_WORDS: readonly string[] = [
  ...words(
    'exclamation|hash|hashtag|dash|hyphen|underscore|dollar|asterisk|ampersand|percent|ausrufezeichen|fragezeichen|raute|unterstrich|bindestrich|klammeraffe|exclamation|dièse|tiret|arobase|exclamación|interrogación|guion|almohadilla|arroba|asterisco|exclamação|cerquilha|hífen|underline|esclamativo|cancelletto|trattino|chiocciola|uitroepteken|vraagteken|streepje|hekje|apenstaartje|wykrzyknik|myślnik|krzyżyk|małpa|vykřičník|pomlčka|křížek|zavináč|восклицательный|решётка|дефис|тире|собака|подчёркивание|оклику|решітка|udråbstegn|bindestreg|utropstecken|utropstegn|bindestreck|snabela|huutomerkki|viiva|felkiáltójel|kötőjel|exclamare|exclamării|diez|ünlem|tire|θαυμαστικό|παύλα|تعجب|شرطة|קריאה|מקף|विस्मयादिबोधक|seru|strip|gạch|tanda',
  ),
  ...words(
    'alpha|alfa|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliet|juliett|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whiskey|xray|x-ray|yankee|zulu',
  ),
];
/** The second word of a mark. */
export const AFTER_MARK: readonly string[] = words('mark|sign|point|знак|teken|than|seru');
