import { type NearRule, words } from './near-rule.ts';

/** What a code opens and little else, and the words for such a code. */
const LOCKS: readonly string[] = [
  ...words(
    'lockbox|lock box|key box|keybox|key safe|keysafe|keypad|combination to|combination of|combination for|combination is|combo to|combo of|combo for|combo is|safe combo|safe code|hotel safe|room safe|gun safe|wall safe|padlock|bike lock|luggage lock|locker|buzzer|entry code|gate code|door code|garage code|alarm code|alarm pin|alarm panel|gate pin|door pin|disarm code|intercom code|parking barrier|open sesame|card pin|sim pin|voicemail pin|phone pin|pin of|pin for|pin to',
  ),
  ...words(
    'tresor|zimmersafe|schlüsseltresor|schlüsselbox|schlüsselsafe|zahlenschloss|fahrradschloss|vorhängeschloss|türcode|torcode|alarmcode|alarm-code|pin der|pin des|pin vom|pin für|pin von',
  ),
  ...words(
    "digicode|cadenas|coffre-fort|coffre fort|boîte à clés|boite à clés|code du portail|code de l'alarme|code de l’alarme|code du coffre|code secret de|pin de",
  ),
  ...words(
    'caja fuerte|candado|cajetín de llaves|código de la alarma|código del portal|código del garaje|pin del|cofre|cadeado|código do alarme|código do portão|pin do|pin da',
  ),
  ...words(
    "cassaforte|lucchetto|codice dell'allarme|codice dell’allarme|codice del cancello|codice del portone|pin della|sleutelkluis|sleutelkluisje|kluisje|kluis|hangslot|fietsslot|pin van",
  ),
  ...words('sejf|sejfu|kłódka|kłódki|kod do bramy|kod do domofonu|trezor|trezoru|visací zámek|pin ke|pin k'),
  ...words(
    'kassaskåp|hänglås|nyckelskåp|larmkod|larmkoden|portkod|portkoden|alarmkode|alarmkoden|nøgleboks|nøkkelboks|hængelås|hengelås|pengeskab|kassakaappi|avainboksi|hälytyskoodi|ovikoodi|széf|lakat|riasztókód|seif|lacăt|codul alarmei|şifreli kilit|kasa kodu',
  ),
  ...words('сейф|сейфа|домофон|домофона|кодовый замок|пин карты|пин от|пін картки|пін від|код від сейфа'),
  ...words(
    "room code|code for the room|code of the room|raumcode|code für den raum|code de la salle|code salle|code du local|code du bureau|code du bâtiment|code de l'ascenseur|code du vestiaire|code du garage|código de la sala|código del local|código da sala|código do prédio|codice della sala|codice dell'ufficio|codice del garage|code van de zaal|code van het kantoor|kod do sali|kod do pokoju|kod do biura|kód do místnosti|kód do kanceláře|kód od vrat|rumskod|kod till rummet|kode til rommet|kode til lokalet|koodi huoneeseen|kód a teremhez|codul sălii|код кабинета|код от комнаты|код от калитки|код від кімнати|oda kodu|kode ruangan|mã phòng",
  ),
  ...words('金庫|キーボックス|南京錠|保险箱|保险柜|保險箱|保險櫃|门锁|門鎖|密码锁|금고|도어락|자물쇠'),
];

const KEYPAD_CODE = String.raw`[*#]?\d{3,8}[#*]`;
/** A number with a unit, an amount, a time or the part of a larger number is no code. */
const NO_NUMBER = String.raw`(?![\p{L}\p{N}_-]|[.,:]\d| ?(?:€|eur\b|usd\b|\$|px\b|ms\b|[kmg]b\b|km\b|kg\b|m\b|people\b|%))`;

/** Codes of doors, safes and alarms, in messages about them. */
export const PLACE_CODES: readonly NearRule[] = [
  {
    id: 'place-code',
    mask: 'secret',
    tier: 'candidate',
    words: LOCKS,
    value: new RegExp(
      String.raw`^(?:,?[ \t][\p{L}'’]{1,16}){0,7}(?:の番号|の暗証番号|密码|密碼|비밀번호| 번호)?[ \t]{0,2}(?:[:：=→–—,]|は|是|为|為|는|은)?[ \t]{0,2}[*_\x60"'“]{0,2}(${KEYPAD_CODE}|\d{4,8}|\d{1,2}(?:-\d{1,2}){2,3}|\d{2}[A-ZА-Я]\d{2,5})${NO_NUMBER}`,
      'iu',
    ),
    within: 96,
    inMessages: true,
    verify: (value) => !/^(?:19|20)\d\d$|^\d\d-\d\d-(?:19|20)\d\d$/.test(value),
  },
];

/** Behind a number that counts or measures something. */
export const HAS_UNIT =
  /^(?: ?(?:s|sec\w*|min\w*|h|hours?|days?|times?|attempts?|characters?|chars?|digits?|users?|people|bytes?|bits?|Sekunden|Minuten|Tage|Zeichen|Stellen|secondes|chiffres|segundos|dígitos|secondi|cifre|сек\p{L}*|цифр\p{L}*|位|桁|자리)(?!\p{L}))/u;
