import { isLabel } from './label-words.ts';

/** Names of classes and files mostly have two words. */
const FEWEST_WORDS = 3;
const MOST_WORDS = 10;
const SHORTEST = 11;
/** Parts of the names of classes, messages and files. */
const OF_A_PAGE =
  /(?:^|-)(?:form|control|btn|button|icon|group|page|view|modal|dialog|container|wrapper|item|list|row|col|grid|header|footer|menu|nav|lg|sm|md|xs|settings?|user|users|email|reset|change|forgot|confirm|new|your|my-(?:new|own)|secure|change|please|must|should|service|server|client|test|example|config|default|provider|handler|component|module|template|policy|rule|error|message|msg|invalid|required|missing)(?:-|$)/i;

/** Words joined by hyphens that a person chose: no name of a class, a message, a field or a file. */
export function isHyphenated(value: string): boolean {
  const parts = value.split('-');
  return (
    parts.length >= FEWEST_WORDS &&
    parts.length <= MOST_WORDS &&
    value.length >= SHORTEST &&
    parts.every((part) => /^\p{L}{1,20}$/u.test(part)) &&
    !OF_A_PAGE.test(value) &&
    !parts.some((part) => isLabel(part))
  );
}
