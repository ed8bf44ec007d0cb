import { type NearRule, words } from './near-rule.ts';

/** Cards and phone numbers beside their words. */
export const NEAR_PERSONAL: readonly NearRule[] = [
  {
    id: 'card-expiry',
    mask: 'card-expiry',
    tier: 'personal',
    words: words(
      'exp |expires |expiry|exp date|exp.|valid thru|valid through|exp:|gültig bis|expire le|vencimiento|validade|scadenza',
    ),
    value: /^[\s:="'_\\-]{0,8}(?:date)?[\s:="'\\]{0,6}((?:0[1-9]|1[0-2]) ?[/-] ?(?:20)?[2-4]\d)(?![\d/-])/,
    within: 24,
  },
  {
    id: 'card-code-nearby',
    mask: 'card-verification-code',
    tier: 'personal',
    words: words('cvv|cvv2|cvc|cvc2|card code|security code|prüfziffer|cryptogramme|código de seguridad'),
    value: /^[\s:="'\\*`]{0,6}(?:is|ist|est|es|è|code|number)?[\s:="'\\*`]{0,4}(\d{3,4})(?![\d.])/,
    within: 24,
  },
  {
    id: 'phone-nearby',
    mask: 'phone',
    tier: 'personal',
    words: words(
      'call him|call her|call us|contact number|cell:|cell.|ring me|text me|gsm|tlf|tfno|rappeler|appeler|joindre|chiamare|llamar|llámame|anrufen|erreichbar unter|zadzwoń|zavolej|bellen|ring på|tel:|cep telefonu|handynummer|numer telefonu|phone|tel.|telephone|mobile|call me|whatsapp|fax|hotline|reach me|reach him|reach her|telefon|telefonnummer|mobil|rufnummer|rückruf|téléphone|portable|tél|teléfono|móvil|celular|telefone|telemóvel|cellulare|telefono|telefoon|mobiel|komórka|komórki|telefonní|telefonu|телефон|звоните|电话|電話|手机|手機|联系|携帯|전화|휴대폰|연락처|điện thoại|sđt|puhelin|telefonszám|telepon|फ़ोन|फोन|मोबाइल|هاتف|جوال|טלפון|נייד|τηλέφωνο|κινητό',
    ),
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
];
