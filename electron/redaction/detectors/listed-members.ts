import { type Detector, pushCandidate, type Scan } from '../engine/scan.ts';
import { isListed, kindOfList } from '../text/plural-name.ts';
import type { SensitiveName } from '../text/sensitive-name.ts';

const LONGEST_NAME = 40;
const START_OF_NAME = /[\w-]{0,40}$/;
const REST_OF_NAME = /[\w-]{0,40}/y;
/** No more members of a list are read: longer lists are data, not settings. */
const MOST_MEMBERS = 64;
/** What stands between a name and the first member. */
const OPENING =
  /\\?["']?\]?[ \t]{0,4}(?::[ \t]?[\w[\]<>]{1,24}[ \t]?=|=>|:=|[:=])[ \t]{0,4}(?:(?:(?:\[\]string|new\[\])[ \t]?(\{)|(?:list|array|set|\[|\()?[ \t]?([[(])|(\{))|(?=\r?\n)|["']?(?=[\w+/.~!@#$%^&*=-]{6,256},))/iy;
const QUOTED = /[\s,]{0,64}\\?(["'`])([^"'`\\\n]{0,256})\\?\1(?![ \t]{0,4}:)/y;
const BARE = /[ \t]{0,4}([^\s"'`,;[\](){}]{1,256})(?:[ \t]{0,4},|(?=[\s"'\]]|$))/y;
const LINE = /\r?\n[ \t]{0,16}- (["']?)([^\s"'#]{0,256})\1[ \t]*(?=\r?\n|$)/y;
/** A member with its name, in an object. */
const NAMED =
  /[\s,]{0,64}\\?["'`][^"'`\\\n]{1,64}\\?["'`][ \t]{0,4}(?::|=>)[ \t]{0,4}\\?(["'`])([^"'`\\\n]{0,256})\\?\1/y;
/** A name in a program. One for a key has words with underscores; a random key can begin with a letter, too. */
const IDENTIFIER = { password: /^[A-Za-z_]\w*$/, key: /^[A-Za-z]\w*_\w*$/ };

function pushMembers(
  scan: Scan,
  kind: SensitiveName,
  from: number,
  member: RegExp,
  group: 1 | 2,
  isName: (value: string) => boolean = () => false,
): void {
  const { text } = scan;
  let at = from;
  for (let count = 0; count < MOST_MEMBERS; count += 1) {
    member.lastIndex = at;
    const found = member.exec(text);
    if (!found) return;
    const value = found[group]!;
    // No list begins in a list: members can look like names of lists, each of which would be read again.
    scan.done.list = Math.max(scan.done.list, member.lastIndex);
    scan.work += found[0].length;
    const start = at + found[0].lastIndexOf(value);
    at = member.lastIndex;
    if (isListed(kind, value) && !isName(value)) pushCandidate(scan, kind.rule, kind.mask, start, value);
  }
}

/** `"api_keys": ["X", "Y"]`, `db_passwords:` with a line for each, `TOKENS=X,Y`. */
export const listedMembersDetector: Detector = {
  literals: [
    'passwords',
    'passphrases',
    '_keys',
    '-keys',
    'apikeys',
    'secretkeys',
    'accesskeys',
    'tokens',
    'secrets',
  ],
  caseless: true,
  attempt(scan, at) {
    const { text } = scan;
    scan.work += 2;
    if (at < scan.done.list) return;
    REST_OF_NAME.lastIndex = at;
    const rest = REST_OF_NAME.exec(text)![0];
    OPENING.lastIndex = at + rest.length;
    const opening = OPENING.exec(text);
    if (!opening) return;
    const before = START_OF_NAME.exec(text.slice(Math.max(0, at - LONGEST_NAME), at))![0];
    scan.work += LONGEST_NAME;
    const kind = kindOfList(before + rest);
    if (kind === undefined) return;
    const from = OPENING.lastIndex;
    if (opening[3] !== undefined) pushMembers(scan, kind, from, NAMED, 2);
    else if (opening[1] !== undefined || opening[2] !== undefined) {
      pushMembers(scan, kind, from, QUOTED, 2);
      pushMembers(scan, kind, from, BARE, 1, (value) =>
        IDENTIFIER[kind.strength === 'password' ? 'password' : 'key'].test(value),
      );
    } else if (text.charAt(from) === '\n' || text.charAt(from) === '\r')
      pushMembers(scan, kind, from, LINE, 2);
    else pushMembers(scan, kind, from, BARE, 1);
  },
};
