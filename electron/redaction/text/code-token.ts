/**
 * Tokens of programs, documents and tickets that have digits and marks as passwords do. Each line is one way in which
 * such a token is put together; the names of technologies stand in one list.
 */
const STRUCTURES: readonly RegExp[] = [
  // Brackets, and marks that only programs write twice or together.
  /[{}()[\]<>\\|]|==|&&|::|##|~~|%%|\+\+|[=-]>|\?{3}|^!!/iu,
  // Addresses and paths, the name of a user or a list at a host, a file of a repository.
  /:\/\/|@[\w-]*\.\w|@\.|^[\w.~%$-]*\/[\w./$%-]*$|^@|^[a-z]+(?:@[a-z]+)+$|^[\w.-]*\/.*#/iu,
  // A product of that name, a number of an error.
  /^1password|^0x[\da-f]{8}$/iu,
  // A sigil, an option or a pattern in front of a name, and a name with a star.
  /^[#.$@*&+%?~-]+[A-Za-z/]|^-|^[\w-]*\*/iu,
  // Names that an operator joins, and an abbreviation with a sign.
  /^[A-Za-z]+[+*/=&?~^][A-Za-z]+$|^[a-z_]+#[a-z_]+$|^[A-Za-z]{1,3}[-+^]|^s\//iu,
  // A name and its value, entities of HTML.
  /^[A-Za-z_]{2,}=|^[\w.-]+[?&]\w+=|^[\w*]+:\w+=|^&\w+;?|\w&\w+;/iu,
  // Amounts, dates, times of day, versions and ranges, with their units.
  /^[\d.,:/+*%=~x–-]+\p{L}{0,3}[%+*=~!?]?$|^\d{1,2}\p{L}{1,3}[-–]\d{1,2}\p{L}{1,3}$|^\p{Sc}|^\d+[.,]\d+|\d\.\d|^#?\d+$|v?\dx?\+$/iu,
  // Hexadecimal numbers and ids in groups of them.
  /^#?[\da-f]{3,8}$|^[\da-f]{8}-[\da-f]{4}-|^[\da-f]{8}(?:[_.:-][\da-f]{8})+$|^[\da-f]{6,}\.\.[\da-f]{6,}$|x\d{2,}/iu,
  // Dotted names, types, conversions, and the numbers of issues.
  /\.\w+\.\w+\.|^~?[A-Za-z]\w*\.[a-z]\w*\.[A-Z]\w*$|^[a-z]+\d?(?:\.[a-z]+\d?)+$|_t$|_to_|^(?:[\w.-]+\/)+[\w.-]+#\d+|^(?:bug|issue|pr|mr|gh|bgo|lp|ticket|trac|ubuntu|debian|fedora|redhat|launchpad)#\d|#\d+#|^gh-/iu,
  // Entities that a semicolon would end, the part of a page, variables of a shell at a host.
  /&(?:lt|gt|amp|quot|nbsp|#\d+)$|^\d+#[a-z]|[@%][$%{]|^[a-z]+%[a-z\d@.]+$/iu,
  // The end of a word: a possessive, a hyphen, a stroke.
  /['’]\p{L}{1,2}$|-$|\/\d?$/iu,
];
const STRUCTURE = new RegExp(STRUCTURES.map(({ source }) => source).join('|'), 'iu');

/** What carries a number: encodings, ciphers, protocols, processors, systems, licences. */
const TECHNOLOGIES =
  'u?int|float|double|bigu?int|big|sha|md|aes|3?des|rsa|ecdsa|ed|curve|secp|crc|blake|chacha|salsa|poly|argon|utf|ucs|base|iso|ascii|ia|amd|arm|armv|aarch|mips|mipsel|ppc|powerpc|sparc|s390|riscv|win|mingw|msys|macos|osx|ipv|imap|pop|smtp|https?|tls|ssl|sslv|oauth|krb|kerberos|ntlmv|pkcs|rfc|utc|gmt|i18n|l10n|totp|hotp|mpeg|jpeg|xf86|lgplv?|gplv?|agplv?|bgo|python|perl|lib[a-z]+';
/** The same of one letter or two, with nothing behind the number. */
const SHORT_TECHNOLOGIES = 'x|p|h|s|v|mp|py|cp';
const IS_TECHNOLOGY = new RegExp(
  `^(?:(?:${TECHNOLOGIES})v?\\d+[a-z]{0,12}\\d?|(?:${SHORT_TECHNOLOGIES})\\d+)$`,
  'i',
);
const WORD_OR_NUMBER = /^(?:\p{L}*|\d*)$/u;
const JOINS = /[-_.+/:#]/;
/** What the name of a technology always has, and a token with one never has: a cheap test, because most tokens fail it. */
const NAME_AND_NUMBER = /[a-z]-?\d/i;
const NO_PART = /[^\p{L}\d_.+/:#-]/u;

/** True for `POP3-specific`, `IMAP4rev1`, `IPv6+UDP`: the name of a technology, alone or among words. */
export function isOfTechnology(value: string): boolean {
  if (!NAME_AND_NUMBER.test(value) || NO_PART.test(value)) return false;
  const parts = value.replace(/([a-z])-(?=\d)/gi, '$1').split(JOINS);
  return (
    parts.some((part) => IS_TECHNOLOGY.test(part)) &&
    parts.every((part) => WORD_OR_NUMBER.test(part) || IS_TECHNOLOGY.test(part))
  );
}

/** True for what programs, documents and tickets write with digits and marks in it. */
export const isCodeToken = (value: string): boolean => STRUCTURE.test(value) || isOfTechnology(value);
