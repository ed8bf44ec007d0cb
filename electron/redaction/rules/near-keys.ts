import { ENTRY, type NearRule, SENTENCE, words } from './near-rule.ts';

/** Words of four letters have more vowels than letters at random: at most five of sixteen, or none in one group. */
const MOST_VOWELS = 5;
const isAppPassword = (value: string) =>
  value.split(' ').some((group) => !/[aeiouy]/.test(group)) ||
  (value.match(/[aeiouy]/g)?.length ?? 0) <= MOST_VOWELS;

/** What is counted as work: these values stand right behind the name. */
const REACH_OF_NAME = 12;

/** Keys of disks and programs that are written in groups, and secrets that a name announces and no other rule reads. */
export const NEAR_KEYS: readonly NearRule[] = [
  {
    id: 'disk-recovery-key',
    mask: 'recovery-key',
    tier: 'definite',
    words: words(
      'bitlocker|recovery key|recovery password|numerical password|manage-bde|-rp|recoverypassword|wiederherstellungsschlüssel|wiederherstellungskennwort|clé de récupération|clave de recuperación|chave de recuperação|chiave di ripristino|herstelsleutel|klucz odzyskiwania|obnovovací klíč|ключ восстановления|ключ відновлення|kurtarma anahtarı|återställningsnyckel|genoprettelsesnøgle|gjenopprettingsnøkkel|palautusavain|helyreállítási kulcs|cheie de recuperare|恢复密钥|恢復金鑰|回復キー|복구 키|khóa khôi phục|kunci pemulihan',
    ),
    value: /(?<!\d[-\d]?)(\d{6}(?:-\d{6}){7})(?!-?\d)/,
    within: ENTRY,
  },
  {
    id: 'product-key',
    mask: 'license-key',
    tier: 'candidate',
    words: words(
      'serial number|serial|product key|license|licence|licencia|licença|licenza|licentie|licencja|licenční|lizenz|lizenzschlüssel|lizenznummer|seriennummer|produktschlüssel|aktivierungsschlüssel|activation key|activation code|clé de produit|numéro de série|clave de producto|número de serie|número de série|numero di serie|codice prodotto|serienummer|productcode|productsleutel|klucz produktu|numer seryjny|klíč k produktu|sériové číslo|ключ продукта|лицензия|лицензионный ключ|серийный номер|ліцензія|серійний номер|licensnyckel|licensnøgle|lisensnøkkel|lisenssiavain|licenckulcs|cheie de licență|lisans anahtarı|seri numarası|序列号|序號|激活码|產品金鑰|プロダクトキー|シリアル|ライセンス|시리얼|제품 키|라이선스|kunci produk|nomor seri|khóa sản phẩm|số sê-ri',
    ),
    value:
      /(?<![\w-])((?=[A-Z\d-]{0,30}\d)(?=[\d-]{0,24}[A-Z])(?:[A-Z\d]{4}(?:-[A-Z\d]{4}){3,7}|[A-Z\d]{5}(?:-[A-Z\d]{5}){3,6}|[A-Z\d]{6}(?:-[A-Z\d]{6}){2,7}))(?![\w-])/,
    within: SENTENCE,
  },
  {
    id: 'app-password',
    mask: 'password',
    tier: 'candidate',
    words: words('password|passwd|passwort|_pass|.pass'),
    value: /^["']?[ \t]{0,2}[:=][ \t]{0,2}["']?([a-z]{4}(?: [a-z]{4}){3})(?![\w-]| \w)/,
    within: REACH_OF_NAME,
    verify: isAppPassword,
  },
  {
    id: 'totp-secret',
    mask: 'totp-secret',
    tier: 'candidate',
    words: ['totp', '2fa', 'mfa', 'otp'],
    value: /^[\w.-]{0,24}["']?[ \t]{0,2}[:=][ \t]{0,2}["']?(?=[a-z]{0,40}[2-7])([a-z2-7]{16,64})(?![\w-])/i,
    within: REACH_OF_NAME,
  },
];
