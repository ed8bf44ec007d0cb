import { match } from './label-grammar.ts';
import { VerbBeginnings } from './label-verbs.ts';

/** `now`, `currently`, between the verb and the value. */
const REMARKS =
  "übrigens|btw|by the way|fyi|au fait|d’ailleurs|d'ailleurs|por cierto|aliás|comunque|trouwens|zresztą|mimochodem|förresten|i øvrigt|forresten|muuten|amúgy|apropo|bu arada|кстати|до речі|eigentlich|halt|afaik|iirc";
const ADVERBS =
  'nach wie vor|now|still|probably|likely|simply|always|presumably|maybe|immer noch|noch immer|weiterhin|einfach|vermutlich|wahrscheinlich|encore|sans doute|probablement|todavía|aún|siempre|ainda|sempre|ancora|nog steeds|nog altijd|waarschijnlijk|nadal|wciąż|dalej|pořád|stále|fortfarande|stadig|fremdeles|fortsatt|edelleen|yhä|vielä|még mindig|tot|încă|hâlâ|hala|до сих пор|всё ещё|все еще|по-прежнему|досі|все ще|ακόμα|ακόμη|masih|tetap|vẫn|currently|just|actually|temporarily|again|jetzt|nun|noch|aktuell|derzeit|maintenant|actuellement|toujours|ahora|actualmente|agora|atualmente|adesso|attualmente|nu|momenteel|teraz|obecnie|nyní|teď|şimdi|hâlâ|сейчас|теперь|пока|зараз|τώρα|الآن|כרגע|עכשיו|अभी|nå|nyt|most|jelenleg|acum|sekarang|hiện|bây giờ';
const ADVERB = new RegExp(
  `(?:(?:${REMARKS})[ \\t]{1,2})?(?:${ADVERBS})(?=[ \\t:])[ \\t]{0,3}:?[ \\t]{0,3}`,
  'iy',
);
const adverbs = new VerbBeginnings(`${REMARKS}|${ADVERBS}`);
/** The length of an adverb and the blanks behind it. */
export const adverbAt = (text: string, at: number): number =>
  adverbs.canBeginAt(text, at) ? match(ADVERB, text, at) : 0;

const TO_WORDS =
  'to|with|as|на|у|na|a|à|en|para|em|în|in|till|til|naar|auf|su|σε|sang|thành|jadi|menjadi|ke|إلى|ב|ל|को|बदलकर';
const TO = new RegExp(`[ \\t]{1,3}(?:${TO_WORDS})(?:[ \\t]{1,3}|-?(?=["„“«]))`, 'iuy');
const prepositions = new VerbBeginnings(TO_WORDS);
const isBlank = (code: number) => code === 32 || code === 9;

/** The length of a preposition with the blanks around it: `changed the password to X`, in the languages of the labels. */
export function toAt(text: string, at: number): number {
  let from = at;
  while (isBlank(text.charCodeAt(from)) && from < at + 3) from += 1;
  return from > at && prepositions.canBeginAt(text, from) ? match(TO, text, at) : 0;
}
