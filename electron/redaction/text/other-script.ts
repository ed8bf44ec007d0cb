import { isLabel } from './label-words.ts';
import { isPlainWord } from './prose-secret.ts';

const WORD =
  /^(?:[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{M}]{4,24}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{2,10}|[\p{sc=Hangul}]{2,8}|[\p{sc=Thai}\p{M}]{3,16})$/u;
/** What a form, a table or an error says where a password would stand. */
const SAID =
  /^(?:必填|必须|必須|可选|可選|可空|可为空|无|無|空|否|是|默认|預設|默认值|隐藏|隱藏|已隐藏|错误|錯誤|不正确|不正確|无效|無效|过期|過期|已过期|未设置|未設置|未設定|已设置|已修改|忘记|忘記|请输入|請輸入|重置|修改|文字列|字符串|字串|文本|数字|任意|入力|未入力|入力してください|変更|設定|なし|あり|不明|省略|期限切れ|忘れた|エラー|テスト|필수|선택|없음|있음|변경|변경됨|오류|분실|만료|만료됨|문자열|재설정|입력|숨김|기본값|нет|есть|да|строка|скрыт|скрыто|скрытый|обязательно|обязательное|обязателен|опционально|не|задан|задано|пусто|изменён|изменен|забыт|истёк|истек|рядок|обовʼязково|немає|так|порожньо|змінено|прихованo|υποχρεωτικό|προαιρετικό|κενό|κρυφό|ναι|όχι|έληξε|مطلوب|اختياري|فارغ|مخفي|نعم|لا|غير|منتهية|נדרש|חובה|אופציונלי|ריק|מוסתר|כן|לא|आवश्यक|वैकल्पिक|खाली|छिपा|हाँ|नहीं|จำเป็น|ว่าง|ไม่มี|ไม่ระบุ)$/u;

/** True for one word of another script than Latin that somebody can have chosen, where a column or a form has passwords. */
export function isWordOfOtherScript(value: string): boolean {
  return WORD.test(value) && !SAID.test(value) && !isPlainWord(value) && !isLabel(value);
}
