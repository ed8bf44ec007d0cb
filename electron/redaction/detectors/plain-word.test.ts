import { describe, expect, it } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({ fingerprintKey: new Uint8Array(32), homeDirectories: [], userNames: [] });
const masked = (text: string) => redactor.redactText(text).text;

const LABELS_AND_WORDS = [
  ['password', 'dragon'],
  ['Passwort', 'fussball'],
  ['mot de passe', 'soleil'],
  ['contraseña', 'barcelona'],
  ['senha', 'flamengo'],
  ['wachtwoord', 'welkom'],
  ['haslo', 'kotek'],
  ['heslo', 'slunicko'],
  ['şifre', 'galatasaray'],
  ['пароль', 'наташа'],
  ['пароль', 'калина'],
  ['κωδικός', 'ολυμπιακός'],
  ['κωδικο', 'ολυμπιακος'],
  ['كلمة المرور', 'محمد'],
  ['סיסמה', 'אהבה'],
  ['पासवर्ड', 'भारत'],
  ['密码', '宝贝'],
  ['密碼', '寶貝'],
  ['パスワード', 'さくら'],
  ['비밀번호', '사랑해'],
  ['mật khẩu', 'anhyeuem'],
  ['lösenord', 'hammarby'],
  ['adgangskode', 'solskin'],
  ['passord', 'sommer'],
  ['salasana', 'kissa'],
  ['jelszó', 'cica'],
  ['parola', 'dinamo'],
  ['kata sandi', 'sayang'],
] as const;

describe('a plain word that a message sets off as a password', () => {
  it.each(LABELS_AND_WORDS)('is masked behind %s, with a sign or in quotes', (label, word) => {
    expect(masked(`user admin (${label}: ${word}), ok`)).toBe(`user admin (${label}: [password]), ok`);
    expect(masked(`user admin, ${label} "${word}", ok`)).toBe(`user admin, ${label} "[password]", ok`);
  });

  it('is masked behind the signs and in the marks of its script', () => {
    expect(masked('账号admin密码woaini，想同步照片')).toBe('账号admin密码[password]，想同步照片');
    expect(masked('（開啟密碼＝寶貝）怎麼解開')).toBe('（開啟密碼＝[password]）怎麼解開');
    expect(masked('パスワード「sakura」で入ると')).toBe('パスワード「[password]」で入ると');
  });

  it('is not what a form or a sentence says of a password', () => {
    for (const text of [
      '密码：加密',
      '密码: 请输入',
      'パスワード：非公開',
      'пароль: неверный, повторите',
      'סיסמה: שגויה',
      'пароль "Отмена"',
      'el campo clave "obligatorio" falta',
      '비밀번호: 입력해주세요',
      'κωδικός προϊόντος: KR-4471-B',
      '<input type="password" autocomplete="new-password" placeholder="Enter password">',
    ])
      expect(masked(text)).toBe(text);
  });
});
