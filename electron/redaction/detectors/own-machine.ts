import { normalized } from '../../../shared/normalized.ts';
import type { Match } from '../engine/finding.ts';
import type { Detector } from '../engine/scan.ts';

const SEPARATOR = '(?:[/\\\\]|%2[Ff]|%5[Cc])';
/** A drive as Windows, URLs, Git for Windows, Cygwin and WSL write it. */
const DRIVE = String.raw`(?:(?<![\p{L}\p{N}])[A-Za-z](?::|%3[Aa])|(?:(?<![\p{L}\p{N}_}.)\]-])|/mnt|/cygdrive)/[A-Za-z])`;
/** The end of a text before a path that is not a part of a longer one. A percent-encoded mark ends in a letter or digit. */
const BEFORE_PATH = String.raw`(?:(?<![\p{L}\p{N}_}.)\]\\-])|%(?:0[Aa]|2[\dA-Ea-e]|3[A-Fa-f]))`;
const IN_NAME = String.raw`(?:[\p{L}\p{M}\p{N}._-]|%(?:2[07]|[89A-Fa-f][\dA-Fa-f]))`;
const NAME = String.raw`(?=[\p{L}\p{N}%])${IN_NAME}{2,64}`;
/** What Windows writes in place of the end of a longer name. */
const SHORTENED = String.raw`(?:(?:~|%7[Ee])\d{1,4}(?:\.[\p{L}\p{N}_-]{1,3})?)?`;
/** At most four words: a longer name is more likely a sentence around two paths. */
const WORDS = String.raw`(?=[\p{L}\p{N}%][^/\\])${IN_NAME}{1,64}(?:(?:\\? |['’])${IN_NAME}{1,64}){0,3}`;
const HOME = new RegExp(
  `(?:(?<=${DRIVE}${SEPARATOR}{1,4})[Uu]sers${SEPARATOR}{1,4}(${WORDS}${SHORTENED})|(?<=${BEFORE_PATH}${SEPARATOR}{1,4})(?:home|Users)${SEPARATOR}{1,4}(${NAME}${SHORTENED}))(?=${SEPARATOR})`,
  'uy',
);
/** Folders of every machine, and what documentation writes there. */
const NOBODY =
  /^(?:(?:shared|public|default)(?:(?: |%20).*)?|all(?: |%20)users|linuxbrew|user|username|name|you|yourname|your(?:[-_. ]|%20)?(?:user)?name|me|myuser|foo|bar|alice|bob|jane|john|someone|someuser|runner|circleci|travis|appuser|node|app|myself|other|others|media|images?|photos|data|files?|docs?|backups?|sites?|www|web|public_html|project|projects?|software|build|builds|src|tmp|storage|apache|nginx|httpd|ldap|mysql|postgres|redis|mongodb|git|gitlab|jenkins|tomcat|restic|borg|vmail|mail|dovecot|postfix|samba|ftp|sftp|vagrant|docker|pi|ubuntu|debian|centos|fedora|ec2-user|azureuser|opc|kali|steam|minecraft|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net))$/i;

/** The names of other people in the paths of their home directories. */
export const otherHomeDetector: Detector = {
  literals: ['/home/', '/users/', '\\users\\', '\\home\\', '/home\\', 'users%2f', 'users%5c', 'home%2f'],
  caseless: true,
  attempt(scan, at) {
    HOME.lastIndex = /[/\\]/.test(scan.text.charAt(at)) ? at + 1 : at;
    scan.work += 4;
    const found = HOME.exec(scan.text);
    const name = found?.[1] ?? found?.[2];
    if (name === undefined || NOBODY.test(name) || isCommonName(name)) return;
    const end = HOME.lastIndex;
    scan.matches.push({
      rule: 'user-name',
      tier: 'personal',
      start: end - name.length,
      end,
      replacement: '[user-name]',
    });
  },
};

/** Names that every machine has; masking them everywhere would only make receipts unreadable. */
const COMMON = new Set(
  'root user users admin administrator ubuntu debian fedora centos arch alpine node runner vagrant home test tester guest default docker nobody pi ec2-user dev developer me app build ci jenkins git main master work code data public shared system local localhost server web www www-data mysql postgres redis owner demo example student opc core deploy ansible oracle db api ai bot agent'.split(
    ' ',
  ),
);

/** True for a name that says nothing of a person. */
function isCommonName(name: string): boolean {
  return COMMON.has(name.toLowerCase());
}

const unitInJson = (unit: string) => `\\\\{1,2}u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The source of a pattern for a text as it stands, percent-encoded, or as JSON in ASCII. */
function written(text: string): string {
  return text.replaceAll(/[\\/]+|\p{L}\p{M}+|[^\w~-]/gu, (mark) => {
    if (/[\\/]/.test(mark)) return `${SEPARATOR}{1,4}`;
    if (mark === ' ') return '(?:[ .+]|%20)';
    const ways = [mark, mark.toLowerCase(), mark.toUpperCase()]
      .flatMap((each) => [each, normalized(each, 'NFC'), normalized(each, 'NFD')])
      .flatMap((each) => [
        each.replaceAll(/[$^.*+?()[\]{}|]/g, '\\$&'),
        each.replaceAll(/\W/gu, (letter) => Buffer.from(letter).toString('hex').replaceAll(/../g, '%$&')),
        each.replaceAll(/\W/g, unitInJson),
      ]);
    return `(?:${[...new Set(ways)].join('|')})`;
  });
}

/** The source of a pattern for the path of a home directory. */
function writtenPath(path: string): string {
  const drive = /^([A-Za-z]):[\\/]/.exec(path)?.[1];
  if (drive !== undefined)
    return `(?:${drive}(?::|%3A)|(?:/mnt|/cygdrive)?/${drive})${written(path.slice(2))}`;
  return path.startsWith('/') ? `(?:\\\\?/|%2F)${written(path.slice(1))}` : written(path);
}

/** The only letters beyond ASCII that fold to one of ASCII. In a text without them, the cases of ASCII alone decide. */
const FOLDS_TO_ASCII = '[\\u017f\\u212a]';
const ASCII = /^[\x20-\x7e]*$/;

/** A shorter one, such as the root of a drive, says nothing of a person. */
const SHORTEST_HOME = 4;

const RULES: ReadonlySet<string> = new Set(['home-directory', 'user-name']);

/** True for the mask of a home directory or of a name in one. */
export const isOfOwnMachine = ({ rule }: { rule: string }): boolean => RULES.has(rule);

export type OwnMachine = (text: string, matches: Match[]) => void;

/** Finds the owner's home directory, written in any of its ways, and the owner's name. */
export function createOwnMachine(
  homeDirectories: readonly string[],
  userNames: readonly string[],
): OwnMachine {
  const unique = (texts: string[], shortest: number) =>
    [...new Set(texts)].filter((text) => text.length >= shortest).sort((a, b) => b.length - a.length);
  const homes = unique(
    homeDirectories.map((home) => home.replace(/[\\/]+$/, '')),
    SHORTEST_HOME,
  );
  const names = unique(
    userNames.map((name) => name.trim()),
    1,
  );
  const plain = names.filter((name) => name.length >= 3 && !COMMON.has(name.toLowerCase()));
  const folders = names.filter(
    (name) => !['root', 'shared', 'public', 'default'].includes(name.toLowerCase()),
  );
  const patternOf = (before: string, sources: string[], behind: string, flags: string) =>
    sources.length > 0 ? new RegExp(`${before}(?:${sources.join('|')})${behind}`, flags) : undefined;
  const [noLetter, encodedMark] = ['[\\p{L}\\p{N}]', '(?<=%[0-7][\\dA-F])'];
  const homePattern = patternOf(
    `(?:(?<![\\w.-])|${encodedMark})`,
    homes.map(writtenPath),
    '(?![\\w.-]*[\\w-])',
    'gi',
  );
  const plainPattern = patternOf(
    `(?:(?<!${noLetter})|${encodedMark})`,
    plain.map(written),
    `(?!${noLetter})`,
    'giu',
  );
  const pathPattern = patternOf(
    `(?<=(?:${SEPARATOR}(?:home|Users)|Settings)${SEPARATOR}{1,4})`,
    folders.map(written),
    `(?!${noLetter})`,
    'giu',
  );
  const sources = new Map([
    ...homes.map((home) => [home.toLowerCase(), writtenPath(home)] as const),
    ...[...plain, ...folders].map((name) => [name.toLowerCase(), written(name)] as const),
  ]);
  // A text with a home directory contains the name in it.
  const needles = [...sources.keys()].filter(
    (needle, _, each) => !each.some((other) => other !== needle && needle.includes(other)),
  );
  const mayBeNamed = needles.every((needle) => ASCII.test(needle))
    ? new RegExp([FOLDS_TO_ASCII, ...needles.map((needle) => sources.get(needle))].join('|'), 'i')
    : undefined;
  /** True when none of the patterns can match: most texts name nobody, and this is told much faster. */
  const namesNobody = (text: string): boolean => mayBeNamed?.test(text) === false;

  return (text, matches) => {
    if (namesNobody(text)) return;
    const find = (pattern: RegExp | undefined, rule: string, replacement: string) => {
      if (pattern === undefined) return;
      for (const { index: start, 0: found } of text.matchAll(pattern))
        matches.push({ rule, tier: 'personal', start, end: start + found.length, replacement });
    };
    find(homePattern, 'home-directory', '~');
    for (const pattern of [plainPattern, pathPattern]) find(pattern, 'user-name', '[user-name]');
  };
}
