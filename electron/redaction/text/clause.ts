/** Where a clause goes on behind a plain word, or ends: marks, and words that join what follows. */
const CLAUSE_END = String.raw`(?=["'\x60”»*_)]{0,3}(?:[ \t]*(?:$|[\r\n.,;!?:()\[—–，。；：！？、（）」】·•|]|- |→|<)|[ \t]+(?:and|but|or|so|then|to|i think|i thought|i guess|i believe|if|not|no|please|pls|plz|afaik|iirc|btw|atm|now|again|for now|last time|as well|too|since|because|und|aber|oder|dann|bitte|glaub\p{L}*|denk\p{L}*|et|mais|ou|puis|s'il|je crois|y|pero|o|luego|por favor|creo|e|ma|poi|credo|per favore|mas|acho|en|maar|of|dan|geloof|a|ale|lub|i|chyba|nebo|og|och|men|eller|tror|ja|mutta|és|de|și|dar|ve|ama|и|но|или|вроде|і|але|або|και|dan|tapi|lalu|kayaknya)(?!\p{L})))`;

const ENDS = new RegExp(CLAUSE_END, 'iuy');

/** True where the word before `at` ends its clause. */
export function endsClause(text: string, at: number): boolean {
  ENDS.lastIndex = at;
  return ENDS.test(text);
}

/** A comment of a program, a page of a manual or a catalogue of messages. */
const COMMENT = /^(?:[ \t]*(?:\*|\/\/|\/\*|#|--|;|"|\.[A-Z]{2}\b|msg\w+|=\w|<)|\t|[ ]{4})/;
/** What is read of a line before a value. */
const LONGEST_LINE_BEFORE = 240;

/** True where the line of a value begins as a comment does: such a text explains a program. */
export function isInComment(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_LINE_BEFORE), at);
  return COMMENT.test(before.slice(before.lastIndexOf('\n') + 1));
}
