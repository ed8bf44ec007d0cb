import { type NearRule, SENTENCE, withDigits, words } from './near-rule.ts';

/** Personal details beside their words, which are masked only where the user asked for it. */
export const NEAR_DETAILS: readonly NearRule[] = [
  {
    id: 'date-of-birth',
    mask: 'date-of-birth',
    tier: 'personal',
    words: words(
      'born|date of birth|dob|birthday|birth date|birthdate|geboren|geburtsdatum|geb.|né le|née le|date de naissance|fecha de nacimiento|nacido|nacida|data de nascimento|nato il|nata il|data di nascita|geboortedatum|data urodzenia|datum narození|дата рождения|родился|родилась|生日|出生|生年月日|생년월일|doğum tarihi',
    ),
    value:
      /(?<![\w])((?:\d{4}[-./年]\d{1,2}[-./月]\d{1,2}日?|\d{1,2}[-./]\s?\d{1,2}[-./]\s?(?:\d{4}|\d{2})|\d{1,2}(?:st|nd|rd|th|\.)? (?:de )?\p{L}{3,10}\.? (?:de )?\d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4}))(?![\w])/u,
    within: 32,
  },
  {
    id: 'street-address',
    mask: 'street-address',
    tier: 'personal',
    words: words(
      'address|lives at|live at|ship to|deliver to|shipping|home|street|wohnt|adresse|anschrift|habite|dirección|direccion|endereço|indirizzo|adres|адрес|住所|地址|주소',
    ),
    value:
      /(?<![\w])(\d{1,5}[a-z]? (?:[A-Z][\p{L}.'-]{1,20} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Court|Ct|Way|Boulevard|Blvd|Place|Pl|Terrace|Square|Sq)\b\.?|[A-ZÄÖÜ][\p{L}.-]{2,30}(?:straße|strasse|str\.|gasse|weg|platz|allee|laan|straat|gatan|vägen|vej|gata) \d{1,4}[a-z]?|\d{1,4},? (?:bis |ter )?(?:rue|avenue|boulevard|place|chemin|impasse) (?:[\p{L}'-]{1,20} ?){1,5}|(?:calle|avenida|av\.|c\/|paseo|plaza|rua|via|viale|corso|piazza|ul\.|ulica|ул\.|улица) (?:[\p{L}.'-]{1,20} ){1,4},? ?\d{1,4})/iu,
    within: SENTENCE,
  },
  {
    id: 'passport-number',
    mask: 'passport-number',
    tier: 'personal',
    words: words(
      'passport|reisepass|passeport|pasaporte|passaporte|passaporto|paspoort|paszport|паспорт|护照|護照|パスポート|여권',
    ),
    value:
      /(?<![\w])([A-Z]{1,3}\d{6,8}[A-Z]?|\d{8,9}|[A-Z]\d{2}[A-Z0-9]{5,6}|\d{2} ?\d{2} ?\d{6}|[CFGHJKLMNPRTVWXYZ0-9]{9})(?![\w])/,
    within: 40,
    verify: withDigits,
  },
  {
    id: 'vehicle-number',
    mask: 'vehicle-number',
    tier: 'personal',
    words: words(
      'vin|chassis|fahrgestellnummer|vehicle identification|license plate|licence plate|number plate|plate|kennzeichen|immatriculation|plaque|matrícula|targa|kenteken|rejestracja|госномер|车牌',
    ),
    value:
      /(?<![\w])([A-HJ-NPR-Z0-9]{17}|[A-ZÄÖÜ]{1,3}[ -][A-Z]{1,2}[ -]?\d{1,4}[EH]?|[A-Z]{2}[ -]?\d{3}[ -]?[A-Z]{2}|[A-Z]{2}\d{2} ?[A-Z]{3}|\d{4} ?[A-Z]{3}|\d{1,3}[A-Z]{3}\d{1,3}|[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z]·?[A-Z0-9]{5,6})(?![\w])/,
    within: 32,
    verify: withDigits,
  },
];

/** Addresses of the network, which have a form of their own; masked only where the user asked for it. */
export const NETWORK_ADDRESSES: readonly {
  id: string;
  pattern: RegExp;
  verify: (value: string) => boolean;
}[] = [
  {
    id: 'ip-address',
    pattern:
      /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?!\w|\.\d)|(?<![\w:.])(?:[0-9a-f]{1,4}:){2,7}(?::?[0-9a-f]{1,4}){1,6}(?![\w:.])/gi,
    verify: (value) =>
      !/^(?:127\.|0\.0\.0\.0|255\.)|^\d\d?:\d\d:\d\d$/.test(value) &&
      !/^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(value),
  },
  {
    id: 'mac-address',
    pattern: /(?<![\w:-])[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}(?![\w:-])/gi,
    verify: () => true,
  },
];
