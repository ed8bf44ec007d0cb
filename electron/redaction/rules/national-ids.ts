// biome-ignore-all format: a table reads best with one rule on one line.
import { luhn, mod97, verhoeff, weigh } from '../text/checksums.ts';

/** A national number: the words that announce it, its shape, and its own checksum (over letters and digits alone). */
interface NationalId {
  id: string;
  words: readonly string[];
  pattern: RegExp;
  check: (compact: string) => boolean;
}

const digit = (text: string, index: number) => text.charCodeAt(index) - 48;
const DNI = 'TRWAGMYFPDXBNJZSQVHLCKE';

function italian(code: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const code36 = Number.parseInt(code.charAt(index), 36);
    const value = code36 > 9 ? code36 - 10 : code36;
    sum += index % 2 === 0 ? odd[value]! : value;
  }
  return code.charCodeAt(15) - 65 === sum % 26;
}

function germanTax(code: string): boolean {
  let product = 10;
  for (let index = 0; index < 10; index += 1) {
    let sum = (digit(code, index) + product) % 10;
    if (sum === 0) sum = 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === digit(code, 10);
}

function cpf(code: string): boolean {
  if (/^(\d)\1+$/.test(code)) return false;
  const first = ((weigh(code, [10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  const second = ((weigh(code, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  return first === digit(code, 9) && second === digit(code, 10);
}

function norwegian(code: string): boolean {
  return weigh(code, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 && weigh(code, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

function chinese(code: string): boolean {
  const sum = weigh(code, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return '10X98765432'.charAt(sum % 11) === code.charAt(17);
}

function turkish(code: string): boolean {
  const odd = digit(code, 0) + digit(code, 2) + digit(code, 4) + digit(code, 6) + digit(code, 8);
  const even = digit(code, 1) + digit(code, 3) + digit(code, 5) + digit(code, 7);
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  return tenth === digit(code, 9) && (odd + even + digit(code, 9)) % 10 === digit(code, 10);
}

const FINNISH = '0123456789ABCDEFHJKLMNPRSTUVWXY';

export const PERSONAL_LITERALS: readonly NationalId[] = [
  { id: 'us-ssn', words: ['ssn', 'social security'], pattern: /\d{3}[- ]\d{2}[- ]\d{4}|\d{9}/, check: (code) => !/^(?:000|666|9\d\d)|^\d{3}00|0000$/.test(code) && !/^(\d)\1+$/.test(code) },
  { id: 'es-dni', words: ['dni', 'nie', 'nif'], pattern: /[XYZ]?\d{7,8}-?[A-Z]/, check: (code) => /^[XYZ]?\d{7,8}[A-Z]$/.test(code) && DNI.charAt(Number(code.slice(0, -1).replace('X', '0').replace('Y', '1').replace('Z', '2')) % 23) === code.at(-1) },
  { id: 'it-codice-fiscale', words: ['codice fiscale', 'codice_fiscale', 'codicefiscale'], pattern: /[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]/, check: italian },
  { id: 'fr-nir', words: ['nir', 'insee', 'sécurité sociale', 'securite sociale'], pattern: /[12] ?\d{2} ?\d{2} ?\d{2} ?\d{3} ?\d{3} ?\d{2}/, check: (code) => 97 - (Number(code.slice(0, 13)) % 97) === Number(code.slice(13)) },
  { id: 'de-tax-id', words: ['steuer-id', 'steuerid', 'steueridentifikationsnummer', 'idnr', 'steuernummer', 'steuer-identifikationsnummer'], pattern: /\d{2} ?\d{3} ?\d{3} ?\d{3}/, check: germanTax },
  { id: 'nl-bsn', words: ['bsn', 'burgerservicenummer'], pattern: /\d{9}|\d{4}\.\d{2}\.\d{3}/, check: (code) => (weigh(code, [9, 8, 7, 6, 5, 4, 3, 2]) - digit(code, 8)) % 11 === 0 },
  { id: 'be-national-number', words: ['rijksregisternummer', 'numéro national', 'numero national', 'nrn', 'insz'], pattern: /\d{2}\.?\d{2}\.?\d{2}-?\d{3}\.?\d{2}/, check: (code) => [code.slice(0, 9), `2${code.slice(0, 9)}`].some((body) => 97 - (Number(body) % 97) === Number(code.slice(9))) },
  { id: 'br-cpf', words: ['cpf'], pattern: /\d{3}\.?\d{3}\.?\d{3}-?\d{2}/, check: cpf },
  { id: 'pl-pesel', words: ['pesel'], pattern: /\d{11}/, check: (code) => (10 - (weigh(code, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === digit(code, 10) },
  { id: 'se-personnummer', words: ['personnummer', 'personnr'], pattern: /(?:\d{2})?\d{6}[-+]?\d{4}/, check: (code) => luhn(code.slice(-10)) },
  { id: 'fi-hetu', words: ['hetu', 'henkilötunnus', 'henkilotunnus'], pattern: /\d{6}[-+A-FU-Y]\d{3}[0-9A-Y]/, check: (code) => FINNISH.charAt(Number(code.slice(0, 6) + code.slice(-4, -1)) % 31) === code.at(-1) },
  { id: 'no-fodselsnummer', words: ['fødselsnummer', 'fodselsnummer', 'personnummer'], pattern: /\d{6} ?\d{5}/, check: norwegian },
  { id: 'cn-resident-id', words: ['身份证', 'resident id', 'shenfenzheng', 'id card'], pattern: /\d{17}[\dX]/, check: chinese },
  { id: 'in-aadhaar', words: ['aadhaar', 'aadhar', 'uidai'], pattern: /[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}/, check: verhoeff },
  { id: 'tr-tckn', words: ['tckn', 'tc kimlik', 't.c. kimlik', 'kimlik no'], pattern: /[1-9]\d{10}/, check: turkish },
  { id: 'ca-sin', words: ['social insurance', 'sin number', 'sin:', 'sin_'], pattern: /\d{3}[ -]?\d{3}[ -]?\d{3}/, check: (code) => luhn(code) && !/^[08]/.test(code) },
  { id: 'za-id', words: ['south african id', 'rsa id', 'sa id'], pattern: /\d{13}/, check: luhn },
  { id: 'au-tfn', words: ['tfn', 'tax file number'], pattern: /\d{3} ?\d{3} ?\d{3}/, check: (code) => weigh(code, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0 },
  { id: 'pt-nif', words: ['contribuinte', 'nif'], pattern: /[1-3]\d{8}/, check: (code) => { const rest = weigh(code, [9, 8, 7, 6, 5, 4, 3, 2]) % 11; return (rest < 2 ? 0 : 11 - rest) === digit(code, 8); } },
  { id: 'ro-cnp', words: ['cnp', 'cod numeric personal'], pattern: /[1-9]\d{12}/, check: (code) => { const rest = weigh(code, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11; return (rest === 10 ? 1 : rest) === digit(code, 12); } },
  { id: 'bg-egn', words: ['egn', 'егн'], pattern: /\d{10}/, check: (code) => (weigh(code, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digit(code, 9) },
  { id: 'cz-rodne-cislo', words: ['rodné číslo', 'rodne cislo', 'rodné čislo'], pattern: /\d{6}\/?\d{4}/, check: (code) => Number(code) % 11 === 0 },
  { id: 'kr-rrn', words: ['주민등록번호', 'rrn', 'resident registration'], pattern: /\d{6}-?[1-8]\d{6}/, check: (code) => (11 - (weigh(code, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === digit(code, 12) },
  { id: 'il-id', words: ['teudat zehut', 'תעודת זהות'], pattern: /\d{9}/, check: luhn },
  { id: 'uk-nhs-number', words: ['nhs number', 'nhs no', 'nhs:'], pattern: /\d{3}[ -]?\d{3}[ -]?\d{4}/, check: (code) => { const rest = 11 - (weigh(code, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11); return (rest === 11 ? 0 : rest) === digit(code, 9); } },
  { id: 'uk-nino', words: ['national insurance', 'nino'], pattern: /[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]/, check: (code) => !/^(?:BG|GB|NK|KN|TN|NT|ZZ)/.test(code) },
  { id: 'sg-nric', words: ['nric'], pattern: /[STFG]\d{7}[A-Z]/, check: (code) => { const sum = weigh(code.slice(1), [2, 7, 6, 5, 4, 3, 2]) + (/^[TG]/.test(code) ? 4 : 0); return (/^[ST]/.test(code) ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK').charAt(sum % 11) === code.charAt(8); } },
  { id: 'mx-curp', words: ['curp'], pattern: /[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d/, check: (code) => { const alphabet = '0123456789ABCDEFGHIJKLMN_OPQRSTUVWXYZ'; let sum = 0; for (let index = 0; index < 17; index += 1) sum += alphabet.indexOf(code.charAt(index)) * (18 - index); return (10 - (sum % 10)) % 10 === digit(code, 17); } },
  { id: 'ar-cuit', words: ['cuit', 'cuil'], pattern: /\d{2}-?\d{8}-?\d/, check: (code) => { const rest = 11 - (weigh(code, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11); return (rest === 11 ? 0 : rest === 10 ? 9 : rest) === digit(code, 10); } },
  { id: 'sepa-creditor-id', words: ['creditor identifier', 'gläubiger-id', 'glaeubiger-id'], pattern: /[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{5,28}/, check: (code) => mod97(code.slice(7) + code.slice(0, 4)) === 1 },
];
