import { entropy } from '../text/entropy.ts';
import { isMnemonic, isNearlyMnemonic, mayBePhrase, PHRASE, withoutOtherWords } from '../text/mnemonic.ts';
import { ENTRY, LIST, type NearRule, SENTENCE, withDigits, words } from './near-rule.ts';

const HEX_KEY = /(?<![\w/])((?:0x)?[0-9a-fA-F]{64})(?![\w])/;
const isHexKey = (value: string) => entropy(value) >= 3 && !/(.)\1{7}/.test(value);
const WALLET = words(
  'accounts|hardhat|sepolia|from_key|seed (|hex seed|ed25519 seed|shamir|share |private key|privatekey|private_key|private-key|wallet|deployer|signer|keypair|secret key|secretkey|metamask|phantom|solana',
);
const SECOND_FACTOR = words(
  'totp|2fa|mfa|authenticator|otp secret|otp key|two-factor|two factor|google auth|setup key|base32|zwei-faktor|manual entry|doble factor|double authentification',
);

/** Wallets, second factors, recovery codes, unseal keys and app passwords beside their words. */
export const NEAR_WALLETS: readonly NearRule[] = [
  {
    id: 'wallet-phrase',
    mask: 'wallet-phrase',
    tier: 'definite',
    words: words(
      'mnemonic|seed|phrase|recovery|wallet|metamask|ledger|trezor|bip39|bip-39|助记词|助記詞|мнемоник|сид|frase|phrase secrète|wörter|phantom|keystore',
    ),
    value: PHRASE,
    mayHave: mayBePhrase,
    within: ENTRY,
    longest: 320,
    verify: isMnemonic,
  },
  {
    id: 'wallet-phrase-nearly',
    mask: 'wallet-phrase',
    tier: 'candidate',
    words: words(
      'mnemonic|seed phrase|seed|recovery phrase|secret phrase|wallet|backup phrase|seed words|助记词|助記詞|сид-фраза|сид фраза|frase semilla|frase de recuperación|frase de recuperação|frase di recupero|wiederherstellungsphrase|phrase de récupération|herstelzin|fraza odzyskiwania|ledger|trezor|metamask|phantom|electrum|12 words|24 words|twelve words|12 wörter|24 wörter|12 mots|24 mots|12 palabras|24 palabras|12 palavras|24 palavras|12 parole|24 parole|12 woorden|24 woorden|12 słów|24 słowa|12 slov|12 слов|24 слова|12 слів|12 ord|24 ord|12 kelime|24 kelime',
    ),
    value: PHRASE,
    mayHave: mayBePhrase,
    within: SENTENCE,
    longest: 320,
    verify: isNearlyMnemonic,
    shorten: withoutOtherWords,
  },
  {
    id: 'wallet-private-key',
    mask: 'private-key',
    tier: 'candidate',
    words: WALLET,
    shortestRun: 64,
    value: HEX_KEY,
    within: SENTENCE,
    verify: isHexKey,
  },
  {
    id: 'wallet-key-base58',
    mask: 'private-key',
    tier: 'candidate',
    words: WALLET,
    shortestRun: 86,
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
    words: words('unseal key|unseal_key|unseal keys|recovery key|unseal'),
    shortestRun: 43,
    value: /(?<![\w+/])([A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{44}|[0-9a-f]{64,66})(?![\w+/=])/,
    within: LIST,
    all: true,
    verify: withDigits,
  },
  {
    id: 'recovery-code',
    mask: 'recovery-code',
    tier: 'candidate',
    words: words(
      'recovery code|recovery codes|backup code|backup codes|scratch code|scratch codes|emergency code|emergency codes|rescue code|wiederherstellungscode|wiederherstellungscodes|notfallcodes|sicherungscodes|ersatzcodes|single-use code|single-use codes|one-time codes|codes de récupération|codes de sauvegarde|códigos de recuperação|códigos de emergencia|códigos de emergência|codici di backup|codici di emergenza|herstelcodes|back-upcodes|kody zapasowe|kody odzyskiwania|záložní kódy|kódy pro obnovení|kurtarma kodları|yedek kodlar|резервні коди|коди відновлення|κωδικοί ανάκτησης|εφεδρικοί κωδικοί|رموز الاسترداد|رموز احتياطية|קודי שחזור|קודי גיבוי|रिकवरी कोड|बैकअप कोड|恢复码|恢復碼|備用碼|备用码|备份代码|バックアップコード|回復コード|복구 코드|백업 코드|mã khôi phục|mã dự phòng|återställningskoder|reservkoder|gendannelseskoder|gjenopprettingskoder|reservekoder|palautuskoodit|varakoodit|helyreállítási kódok|tartalékkódok|coduri de recuperare|coduri de rezervă|kode pemulihan|kode cadangan|backup-codes|recovery_codes|backup_codes|recoverycodes|backupcodes|codes de secours|códigos de recuperación|códigos de respaldo|códigos de backup|codici di recupero|резервные коды|коды восстановления|恢复代码|リカバリーコード',
    ),
    value:
      /(?<![\w-])((?:\d{4}[ -]\d{4}|[A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6}){1,4}|[a-z0-9]{8,20}|[A-Z0-9]{8,20}|\d{6,10}))(?![\w-])/,
    within: LIST,
    longest: 64,
    all: true,
    verify: (value) => withDigits(value) && !/^(?:19|20)\d\d-\d\d/.test(value),
  },
  {
    id: 'app-password',
    mask: 'password',
    tier: 'candidate',
    words: words(
      'app password|app-password|app passwords|application password|application-specific|app-specific|apppassword|app_password|gmail|google password|icloud|smtp|app-passwort|mot de passe d’application|contraseña de aplicación|пароль приложения',
    ),
    value:
      /(?<![\w-])([a-z]{4}([ -])[a-z]{4}\2[a-z]{4}\2[a-z]{4}|[A-Za-z0-9]{4}(?: [A-Za-z0-9]{4}){5})(?![\w-])/,
    within: SENTENCE,
    verify: (value) =>
      value.split(/[ -]/).some((group) => !/[aeiouy]/i.test(group) || /\d/.test(group)) ||
      entropy(value) >= 3.2,
  },
];
