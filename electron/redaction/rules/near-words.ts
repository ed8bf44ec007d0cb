import { createHash } from 'node:crypto';
import { mnemonicToEntropy, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { FindingTier } from '../engine/finding.ts';
import { entropy } from '../text/entropy.ts';

/**
 * A value whose form alone says too little, near a word that says what it is.
 * The words match in any letter case, as whole words; the value is looked for behind them.
 */
export interface NearRule {
  id: string;
  mask: string;
  tier: FindingTier;
  words: readonly string[];
  /** Group 1, where there is one, is what gets masked. */
  value: RegExp;
  /** How far behind the word the value may begin. */
  within: number;
  /** The longest the value can be, where that is more than a key of 88 characters. */
  longest?: number;
  /** All values that follow each other, as in a list, and not the first alone. */
  all?: true;
  verify?: (value: string) => boolean;
  /** Only where the user asked for it: developers need these to read their own records. */
  detail?: true;
  /** Only in a message that a person types, where words about doors and codes mean what they say. */
  inMessages?: true;
}

/** The same sentence, mostly. */
const SENTENCE = 80;
/** The same entry of a form or the line below a heading. */
const ENTRY = 160;
/** A list below its heading. */
const LIST = 600;

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BIP39 = new Set(wordlist);

/** Base58Check: the last four bytes are the beginning of the double SHA-256 of the others. */
export function hasBase58Checksum(text: string): boolean {
  let number = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit === -1) return false;
    number = number * 58n + BigInt(digit);
  }
  const hex = number.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  if (bytes.length < 5) return false;
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
  return sha256(sha256(bytes.subarray(0, -4)))
    .subarray(0, 4)
    .equals(bytes.subarray(-4));
}

const wordsOfPhrase = (text: string) => text.toLowerCase().match(/[a-z]{3,8}/g) ?? [];

/** True for 12 to 24 words of the BIP-39 list whose checksum holds. */
export function isMnemonic(text: string): boolean {
  const words = wordsOfPhrase(text);
  return (
    words.every((word) => BIP39.has(word)) &&
    validateMnemonic(words.join(' '), wordlist) &&
    !isTestPhrase(words)
  );
}

/** The samples of the standard: their entropy is one byte again and again (`abandon … about`, `legal winner …`). */
function isTestPhrase(words: readonly string[]): boolean {
  return new Set(mnemonicToEntropy(words.join(' '), wordlist)).size === 1;
}

/** A phrase with a mistake in it, or one that was cut: most of the words are of the list, and its label is beside it. */
function isNearlyMnemonic(text: string): boolean {
  const words = wordsOfPhrase(text);
  return words.length >= 11 && words.filter((word) => BIP39.has(word)).length >= words.length - 2;
}

export const PHRASE = /[a-z]{3,8}(?:[ ,\t\r\n"'_-]{1,4}(?:\d{1,2}[.):]? {0,2})?[a-z]{3,8}){10,23}/i;
const HEX_KEY = /(?<![\w/])((?:0x)?[0-9a-fA-F]{64})(?![\w])/;
const isHexKey = (value: string) => entropy(value) >= 3 && !/(.)\1{7}/.test(value);
const withDigits = (value: string) => /\d/.test(value);
const WALLET = [
  'accounts',
  'hardhat',
  'sepolia',
  'from_key',
  'seed (',
  'hex seed',
  'ed25519 seed',
  'shamir',
  'share ',
  'private key',
  'privatekey',
  'private_key',
  'private-key',
  'wallet',
  'deployer',
  'signer',
  'keypair',
  'secret key',
  'secretkey',
  'metamask',
  'phantom',
  'solana',
];
const SECOND_FACTOR = [
  'totp',
  '2fa',
  'mfa',
  'authenticator',
  'otp secret',
  'otp key',
  'two-factor',
  'two factor',
  'google auth',
  'setup key',
  'base32',
  'zwei-faktor',
  'manual entry',
  'doble factor',
  'double authentification',
];

export const NEAR_WORDS: readonly NearRule[] = [
  {
    id: 'wallet-phrase',
    mask: 'wallet-phrase',
    tier: 'definite',
    words: [
      'mnemonic',
      'seed',
      'phrase',
      'recovery',
      'wallet',
      'metamask',
      'ledger',
      'trezor',
      'bip39',
      'bip-39',
      '助记词',
      '助記詞',
      'мнемоник',
      'сид',
      'frase',
      'phrase secrète',
      'wörter',
      'phantom',
      'keystore',
    ],
    value: PHRASE,
    within: ENTRY,
    longest: 320,
    verify: isMnemonic,
  },
  {
    id: 'wallet-phrase-nearly',
    mask: 'wallet-phrase',
    tier: 'candidate',
    words: [
      'mnemonic',
      'seed phrase',
      'seed',
      'recovery phrase',
      'secret phrase',
      'wallet',
      'backup phrase',
      'seed words',
      '助记词',
      '助記詞',
      'сид-фраза',
      'сид фраза',
      'frase semilla',
      'frase de recuperación',
    ],
    value: PHRASE,
    within: SENTENCE,
    longest: 320,
    verify: isNearlyMnemonic,
  },
  {
    id: 'wallet-private-key',
    mask: 'private-key',
    tier: 'candidate',
    words: WALLET,
    value: HEX_KEY,
    within: SENTENCE,
    verify: isHexKey,
  },
  {
    id: 'wallet-key-base58',
    mask: 'private-key',
    tier: 'candidate',
    words: WALLET,
    value: /(?<!\w)([1-9A-HJ-NP-Za-km-z]{86,88})(?!\w)/,
    within: SENTENCE,
    verify: withDigits,
  },
  {
    id: 'wallet-key-bytes',
    mask: 'private-key',
    tier: 'candidate',
    words: [...WALLET, 'id.json', 'secret'],
    value: /(\[\s{0,4}\d{1,3}(?:\s{0,4},\s{0,4}\d{1,3}){31,63}\s{0,4}\])/,
    within: ENTRY,
    longest: 400,
  },
  {
    id: 'otpauth-secret',
    mask: 'totp-secret',
    tier: 'definite',
    words: ['otpauth://'],
    value: /secret=([A-Za-z2-7]{8,128}=*)/i,
    within: 400,
  },
  {
    id: 'totp-secret',
    mask: 'totp-secret',
    tier: 'candidate',
    words: SECOND_FACTOR,
    value: /(?<![\w-])((?:[A-Z2-7]{16,64}=*|[A-Za-z2-7]{4}(?:[ -][A-Za-z2-7]{4}){3,15}))(?![\w-])/,
    within: SENTENCE,
    longest: 96,
    verify: (value) =>
      (/[2-7]/.test(value) || /^[A-Z]{16,}$/.test(value)) && entropy(value.toUpperCase()) >= 2.8,
  },
  {
    id: 'unseal-key',
    mask: 'unseal-key',
    tier: 'candidate',
    words: ['unseal key', 'unseal_key', 'unseal keys', 'recovery key', 'unseal'],
    value: /(?<![\w+/])([A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{44}|[0-9a-f]{64,66})(?![\w+/=])/,
    within: LIST,
    all: true,
    verify: withDigits,
  },
  {
    id: 'recovery-code',
    mask: 'recovery-code',
    tier: 'candidate',
    words: [
      'recovery code',
      'recovery codes',
      'backup code',
      'backup codes',
      'scratch code',
      'scratch codes',
      'emergency code',
      'emergency codes',
      'rescue code',
      'wiederherstellungscodes',
      'backup-codes',
      'recovery_codes',
      'backup_codes',
      'recoverycodes',
      'backupcodes',
      'codes de secours',
      'códigos de recuperación',
      'códigos de respaldo',
      'códigos de backup',
      'codici di recupero',
      'резервные коды',
      'коды восстановления',
      '恢复代码',
      'リカバリーコード',
    ],
    value:
      /(?<![\w-])((?:\d{4}[ -]\d{4}|[A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6}){1,4}|[a-z0-9]{8,12}|[A-Z0-9]{8,12}|\d{6,10}))(?![\w-])/,
    within: LIST,
    longest: 64,
    all: true,
    verify: (value) => withDigits(value) && !/^(?:19|20)\d\d-\d\d/.test(value),
  },
  {
    id: 'app-password',
    mask: 'password',
    tier: 'candidate',
    words: [
      'app password',
      'app-password',
      'app passwords',
      'application password',
      'application-specific',
      'app-specific',
      'apppassword',
      'app_password',
      'gmail',
      'google password',
      'icloud',
      'smtp',
      'app-passwort',
      'mot de passe d’application',
      'contraseña de aplicación',
      'пароль приложения',
    ],
    value:
      /(?<![\w-])([a-z]{4}([ -])[a-z]{4}\2[a-z]{4}\2[a-z]{4}|[A-Za-z0-9]{4}(?: [A-Za-z0-9]{4}){5})(?![\w-])/,
    within: SENTENCE,
    verify: (value) =>
      value.split(/[ -]/).some((group) => !/[aeiouy]/i.test(group) || /\d/.test(group)) ||
      entropy(value) >= 3.2,
  },
  {
    id: 'card-expiry',
    mask: 'card-expiry',
    tier: 'personal',
    words: [
      'exp ',
      'expires ',
      'expiry',
      'exp date',
      'exp.',
      'valid thru',
      'valid through',
      'exp:',
      'gültig bis',
      'expire le',
      'vencimiento',
      'validade',
      'scadenza',
    ],
    value: /^[\s:="'_\\-]{0,8}(?:date)?[\s:="'\\]{0,6}((?:0[1-9]|1[0-2]) ?[/-] ?(?:20)?[2-4]\d)(?![\d/-])/,
    within: 24,
  },
  {
    id: 'card-code-nearby',
    mask: 'card-verification-code',
    tier: 'personal',
    words: [
      'cvv',
      'cvv2',
      'cvc',
      'cvc2',
      'card code',
      'security code',
      'prüfziffer',
      'cryptogramme',
      'código de seguridad',
    ],
    value: /^[\s:="'\\*`]{0,6}(?:is|ist|est|es|è|code|number)?[\s:="'\\*`]{0,4}(\d{3,4})(?![\d.])/,
    within: 24,
  },
  {
    id: 'phone-nearby',
    mask: 'phone',
    tier: 'personal',
    words: [
      'call him',
      'call her',
      'call us',
      'contact number',
      'cell:',
      'cell.',
      'ring me',
      'text me',
      'gsm',
      'tlf',
      'tfno',
      'rappeler',
      'appeler',
      'joindre',
      'chiamare',
      'llamar',
      'llámame',
      'anrufen',
      'erreichbar unter',
      'zadzwoń',
      'zavolej',
      'bellen',
      'ring på',
      'tel:',
      'cep telefonu',
      'handynummer',
      'numer telefonu',
      'phone',
      'tel.',
      'telephone',
      'mobile',
      'call me',
      'whatsapp',
      'fax',
      'hotline',
      'reach me',
      'reach him',
      'reach her',
      'telefon',
      'telefonnummer',
      'mobil',
      'rufnummer',
      'rückruf',
      'téléphone',
      'portable',
      'tél',
      'teléfono',
      'móvil',
      'celular',
      'telefone',
      'telemóvel',
      'cellulare',
      'telefono',
      'telefoon',
      'mobiel',
      'komórka',
      'komórki',
      'telefonní',
      'telefonu',
      'телефон',
      'звоните',
      '电话',
      '電話',
      '手机',
      '手機',
      '联系',
      '携帯',
      '전화',
      '휴대폰',
      '연락처',
      'điện thoại',
      'sđt',
      'puhelin',
      'telefonszám',
      'telepon',
      'फ़ोन',
      'फोन',
      'मोबाइल',
      'هاتف',
      'جوال',
      'טלפון',
      'נייד',
      'τηλέφωνο',
      'κινητό',
    ],
    value:
      /^[^\n\d+(]{0,24}(?:#|no\.?|nr\.?)?[ :]{0,3}((?:\+|\(0?\d{1,5}\)|0|[1-9])[\d ().\-/\u00a0]{6,20}\d)(?![\w@]|[.-]\d)/,
    within: 56,
    verify: (value) => {
      const digits = value.replaceAll(/\D/g, '');
      if (digits.length < 8 || digits.length > 13 || /^(\d)\1+$/.test(digits)) return false;
      if (/^\d{4}[-./]\d\d[-./]\d\d|\d\.\d+\.\d+\.\d/.test(value)) return false;
      // Bare digits without a zero before them are counts and ids.
      return /[ ().\-/\u00a0]/.test(value.trim()) || /^(?:0|1[3-9]\d{9}$|[6-9]\d{9}$|\+)/.test(value);
    },
  },
  {
    id: 'date-of-birth',
    mask: 'date-of-birth',
    tier: 'personal',
    words: [
      'born',
      'date of birth',
      'dob',
      'birthday',
      'birth date',
      'birthdate',
      'geboren',
      'geburtsdatum',
      'geb.',
      'né le',
      'née le',
      'date de naissance',
      'fecha de nacimiento',
      'nacido',
      'nacida',
      'data de nascimento',
      'nato il',
      'nata il',
      'data di nascita',
      'geboortedatum',
      'data urodzenia',
      'datum narození',
      'дата рождения',
      'родился',
      'родилась',
      '生日',
      '出生',
      '生年月日',
      '생년월일',
      'doğum tarihi',
    ],
    value:
      /(?<![\w])((?:\d{4}[-./年]\d{1,2}[-./月]\d{1,2}日?|\d{1,2}[-./]\s?\d{1,2}[-./]\s?(?:\d{4}|\d{2})|\d{1,2}(?:st|nd|rd|th|\.)? (?:de )?\p{L}{3,10}\.? (?:de )?\d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4}))(?![\w])/u,
    within: 32,
    detail: true,
  },
  {
    id: 'street-address',
    mask: 'street-address',
    tier: 'personal',
    words: [
      'address',
      'lives at',
      'live at',
      'ship to',
      'deliver to',
      'shipping',
      'home',
      'street',
      'wohnt',
      'adresse',
      'anschrift',
      'habite',
      'dirección',
      'direccion',
      'endereço',
      'indirizzo',
      'adres',
      'адрес',
      '住所',
      '地址',
      '주소',
    ],
    value:
      /(?<![\w])(\d{1,5}[a-z]? (?:[A-Z][\p{L}.'-]{1,20} ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Court|Ct|Way|Boulevard|Blvd|Place|Pl|Terrace|Square|Sq)\b\.?|[A-ZÄÖÜ][\p{L}.-]{2,30}(?:straße|strasse|str\.|gasse|weg|platz|allee|laan|straat|gatan|vägen|vej|gata) \d{1,4}[a-z]?|\d{1,4},? (?:bis |ter )?(?:rue|avenue|boulevard|place|chemin|impasse) (?:[\p{L}'-]{1,20} ?){1,5}|(?:calle|avenida|av\.|c\/|paseo|plaza|rua|via|viale|corso|piazza|ul\.|ulica|ул\.|улица) (?:[\p{L}.'-]{1,20} ){1,4},? ?\d{1,4})/iu,
    within: SENTENCE,
    detail: true,
  },
  {
    id: 'passport-number',
    mask: 'passport-number',
    tier: 'personal',
    words: [
      'passport',
      'reisepass',
      'passeport',
      'pasaporte',
      'passaporte',
      'passaporto',
      'paspoort',
      'paszport',
      'паспорт',
      '护照',
      '護照',
      'パスポート',
      '여권',
    ],
    value:
      /(?<![\w])([A-Z]{1,3}\d{6,8}[A-Z]?|\d{8,9}|[A-Z]\d{2}[A-Z0-9]{5,6}|\d{2} ?\d{2} ?\d{6}|[CFGHJKLMNPRTVWXYZ0-9]{9})(?![\w])/,
    within: 40,
    detail: true,
    verify: withDigits,
  },
  {
    id: 'vehicle-number',
    mask: 'vehicle-number',
    tier: 'personal',
    words: [
      'vin',
      'chassis',
      'fahrgestellnummer',
      'vehicle identification',
      'license plate',
      'licence plate',
      'number plate',
      'plate',
      'kennzeichen',
      'immatriculation',
      'plaque',
      'matrícula',
      'targa',
      'kenteken',
      'rejestracja',
      'госномер',
      '车牌',
    ],
    value:
      /(?<![\w])([A-HJ-NPR-Z0-9]{17}|[A-ZÄÖÜ]{1,3}[ -][A-Z]{1,2}[ -]?\d{1,4}[EH]?|[A-Z]{2}[ -]?\d{3}[ -]?[A-Z]{2}|[A-Z]{2}\d{2} ?[A-Z]{3}|\d{4} ?[A-Z]{3}|\d{1,3}[A-Z]{3}\d{1,3}|[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z]·?[A-Z0-9]{5,6})(?![\w])/,
    within: 32,
    detail: true,
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
