import { type Detector, pushCandidate, type Scan } from '../engine/scan.ts';
import { NAME, runEnd, runStart } from '../text/characters.ts';
import { hasCrossedBrackets } from '../text/chosen-phrase.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { NAME_LITERALS, type SensitiveName, sensitiveName } from '../text/sensitive-name.ts';

/** What is read of an object, an element or a statement around a name. */
const REACH = 1024;
const LONGEST_NAME = 64;

const VALUE_NAME = '(?:value|val|default|answer|text|input|content|string|data)';
const QUOTE = `\\\\{0,3}["']`;
const NAMED = new RegExp(
  `(?:name|key|field|header|variable|id|param|parameter|property|label|column)\\\\{0,3}["']?[ \\t]{0,4}[:=][ \\t]{0,4}${QUOTE}$`,
  'i',
);
const VALUE_AFTER = new RegExp(
  `^${QUOTE}[^{}]{0,400}?${VALUE_NAME}\\\\{0,3}["']?[ \\t]{0,4}[:=][ \\t]{0,4}(${QUOTE})((?:[^"'\\\\\\n]|\\\\(?!["']))[^"'\\n]{0,511}?)\\1`,
  'i',
);
const VALUE_BEFORE = new RegExp(
  `${VALUE_NAME}\\\\{0,3}["']?[ \\t]{0,4}[:=][ \\t]{0,4}(${QUOTE})([^"'\\\\\\n]{1,512})\\1[^{}]{0,200}$`,
  'i',
);
/** `name="api_secret">X<`, `<key>APIToken</key><string>X<`, `<name>password</name><value><string>X<`. */
const ELEMENT =
  /^["']?[^<>\n]{0,120}>\s{0,40}(?:<(?:[\w-]{1,12}:)?(?:value|secretText|plainText|text|string|data)>\s{0,16})?([^\s<>][^<>\n]{1,511})<|^<\/(?:key|name|string|dt|th|td|label|Name|Key)>\s{0,40}(?:<(?:value|string|dd|td|Value|param|data|text)[^<>]{0,60}>\s{0,16}){1,3}([^<>\s][^<>\n]{1,511})</i;
const OPENS_ELEMENT =
  /<[\w:.-]{1,40}(?:[^<>\n]{0,120}["'])?$|<(?:key|name|string|dt|th|td|label|Name|Key)[^<>]{0,40}>\s{0,8}$/;
/** `<password value="X"/>`, behind other attributes or before them. */
const ATTRIBUTE =
  /^[ \t]{1,8}(?:[\w:.-]{1,40}[ \t]{0,2}=[ \t]{0,2}"[^"<>\n]{0,120}"[ \t]{1,8}){0,4}value[ \t]{0,2}=[ \t]{0,2}(["'])([^"'\s]{1,256})\1[^<>\n]{0,120}>/i;
const BLOCK = /^["']\s{0,4}\{[^{}]{0,400}?\bdefault[ \t]{0,12}=[ \t]{0,4}"([^"\n]{1,512})"/;

/** A name in quotes or in an element, and its value in a member, an attribute or an element beside it. */
function attemptBeside(scan: Scan, at: number): void {
  const { text } = scan;
  if (at < scan.done.pair) return;
  const end = runEnd(text, at, NAME, LONGEST_NAME);
  scan.done.pair = end;
  // A name in quotes, or in an element of markup; anything else is for the assignments.
  const follows = text.charAt(end);
  if (
    follows !== '"' &&
    follows !== "'" &&
    follows !== '<' &&
    follows !== '>' &&
    follows !== ' ' &&
    follows !== '\\'
  )
    return;
  const start = runStart(text, at, NAME, LONGEST_NAME);
  const before = text.charAt(start - 1);
  if (before !== '"' && before !== "'" && before !== '>' && before !== '<' && before !== ':') return;
  const kind = sensitiveName(text.slice(start, end));
  if (!kind || kind.strength === 'hint') return;
  const back = text.slice(Math.max(0, start - 160), start);
  const ahead = text.slice(end, end + REACH);
  scan.work += 200;
  if (NAMED.test(back)) {
    const after = VALUE_AFTER.exec(ahead);
    if (after && isPairValue(after[2]!, kind)) {
      pushPair(scan, 'pair-in-text', kind, end + after[0].lastIndexOf(after[2]!), after[2]!);
      return;
    }
    const from = Math.max(0, start - REACH);
    const earlier = text.slice(from, start);
    const own = earlier.slice(earlier.lastIndexOf('{') + 1);
    const found = VALUE_BEFORE.exec(own);
    if (found && isPairValue(found[2]!, kind)) {
      const offset = start - own.length + found.index + found[0].indexOf(found[2]!, found[0].search(/[:=]/));
      pushPair(scan, 'pair-in-text', kind, offset, found[2]!);
      return;
    }
  }
  if (before === '"') {
    const block = BLOCK.exec(ahead);
    if (block && isPairValue(block[1]!, kind)) {
      pushPair(scan, 'pair-in-text', kind, end + block[0].length - 1 - block[1]!.length, block[1]!);
      return;
    }
  }
  const attribute = before === '<' || before === ':' ? ATTRIBUTE.exec(ahead) : null;
  if (
    attribute &&
    (kind.strength === 'password' || /\d/.test(attribute[2]!)) &&
    isPairValue(attribute[2]!, kind)
  ) {
    const offset = attribute[0].lastIndexOf(attribute[1]! + attribute[2]!) + 1;
    pushPair(scan, 'pair-in-text', kind, end + offset, attribute[2]!);
    return;
  }
  // `List<Cookie> cookies` is a type; an element of markup has a closing mark behind its value.
  if (
    !ahead.includes('</') ||
    !/^[^<>]{0,120}>\s{0,40}(?:<[\w:-]{1,24}>\s{0,16})?[^<>]{0,600}<\/|^<\/(?:key|name|string|dt|th|td|label)/i.test(
      ahead,
    )
  )
    return;
  if (!OPENS_ELEMENT.test(before === '<' || before === ':' ? `${back}${text.slice(start, end)}` : back))
    return;
  const element = ELEMENT.exec(ahead);
  const value = element?.[1] ?? element?.[2];
  if (element && value !== undefined && isPairValue(value.trim(), kind))
    pushPair(scan, 'pair-in-text', kind, end + element[0].length - 1 - value.length, value);
}

/** Pairs of a name and a value in JSON, XML and blocks of settings that stand in a text. */
export const pairDetector: Detector = {
  literals: NAME_LITERALS.filter((literal) => /^\w+$/.test(literal)),
  caseless: true,
  attempt: attemptBeside,
};

/** Reports the value that stands beside the name of a secret. */
export function pushPair(scan: Scan, rule: string, kind: SensitiveName, start: number, value: string): void {
  pushCandidate(scan, rule, kind.mask, start, value);
}

/** True for a value that a name of this kind can have: no call, no variable, no address and no sentence. */
export function isPairValue(value: string, kind: SensitiveName): boolean {
  // `<label for="password">Password:</label>`
  if (value.endsWith(':') && isPlaceholder(value.slice(0, -1))) return false;
  if (hasCrossedBrackets(value)) return true;
  if (isPlaceholder(value) || value.length < 3 || /^(?:true|false|null|\d{1,3})$/i.test(value)) return false;
  if (/^[\w.-]+\(|^\$\{?\w+\}?$|^https?:\/\/[^@]*$|^\s|\s=\s|::/.test(value)) return false;
  if (/^[a-z ]+$/.test(value) && / /.test(value) && value.length > 40) return false;
  return kind.strength === 'password' || (/\d/.test(value) && value.length >= 6) || value.length >= 16;
}
