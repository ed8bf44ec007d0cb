import type { Match } from '../engine/finding.ts';
import type { Detector } from '../engine/scan.ts';

const HOME =
  /(?<![\p{L}\p{N}_}.)\]-])(?:[A-Za-z]:)?(?:[/\\]{1,4}|%2F)(?:home|Users)(?:[/\\]{1,4}|%2F)([\p{L}\p{N}][\p{L}\p{N}._-]{1,63}?(?:~\d)?)(?=[/\\]|%2F)/uy;
/** Folders of every machine, and what documentation writes there. */
const NOBODY =
  /^(?:shared|public|default|all users|linuxbrew|user|username|name|you|yourname|your[-_.]?(?:user)?name|me|myuser|foo|bar|alice|bob|jane|john|someone|someuser|runner|circleci|travis|appuser|node|app|myself|other|others|media|images?|photos|data|files?|docs?|backups?|sites?|www|web|public_html|project|projects?|software|build|builds|src|tmp|storage|apache|nginx|httpd|ldap|mysql|postgres|redis|mongodb|git|gitlab|jenkins|tomcat|restic|borg|vmail|mail|dovecot|postfix|samba|ftp|sftp|vagrant|docker|pi|ubuntu|debian|centos|fedora|ec2-user|azureuser|opc|kali|steam|minecraft|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net))$/i;

/** The names of other people in the paths of their home directories. */
export const otherHomeDetector: Detector = {
  literals: ['/home/', '/users/', '\\users\\', '\\home\\', '/home\\', 'users%2f', 'home%2f'],
  caseless: true,
  attempt(scan, at) {
    let from = scan.text.charAt(at) === '/' || scan.text.charAt(at) === '\\' ? at : at - 3;
    // A drive before the path, and the second of two backslashes.
    while (from > 0 && /[\\:]/.test(scan.text.charAt(from - 1)) && at - from < 4) from -= 1;
    if (/[A-Za-z]:/.test(scan.text.slice(from - 1, from + 1))) from -= 1;
    HOME.lastIndex = Math.max(0, from);
    scan.work += 4;
    const found = HOME.exec(scan.text);
    if (!found || NOBODY.test(found[1]!) || isCommonName(found[1]!)) return;
    const end = HOME.lastIndex;
    scan.matches.push({
      rule: 'user-name',
      tier: 'personal',
      start: end - found[1]!.length,
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

function quoted(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** A path as JSON, URLs, Git for Windows and WSL write it. */
function spellings(home: string): string[] {
  const path = home.replace(/[\\/]+$/, '');
  const ways = new Set([path]);
  const drive = /^([A-Za-z]):[\\/](.*)$/.exec(path);
  if (drive) {
    const rest = drive[2]!.replaceAll('\\', '/');
    const letter = drive[1]!;
    ways.add(`${letter}:/${rest}`);
    ways.add(`${letter}:\\${rest.replaceAll('/', '\\')}`);
    ways.add(`${letter}:\\\\${rest.replaceAll('/', '\\\\')}`);
    ways.add(`${letter}:\\\\\\\\${rest.replaceAll('/', '\\\\\\\\')}`);
    ways.add(`/${letter}/${rest}`);
    ways.add(`/mnt/${letter}/${rest}`);
    ways.add(`${letter}%3A%2F${rest.replaceAll('/', '%2F')}`);
    ways.add(`${letter}%3A%5C${rest.replaceAll('/', '%5C')}`);
  } else {
    ways.add(path.replaceAll('/', '\\/'));
    ways.add(path.replaceAll('/', '%2F'));
    if (/[^\x20-\x7e]| /.test(path)) ways.add(encodeURI(path));
  }
  return [...ways].filter((way) => way.length >= 4);
}

/** The only letters beyond ASCII that fold to one of ASCII. In a text without them, the cases of ASCII alone decide. */
const FOLDS_TO_ASCII = '[\\u017f\\u212a]';
const ASCII = /^[\x20-\x7e]*$/;

const RULES: ReadonlySet<string> = new Set(['home-directory', 'user-name']);

/** True for the mask of a home directory or of a name in one. */
export const isOfOwnMachine = ({ rule }: { rule: string }): boolean => RULES.has(rule);

export type OwnMachine = (text: string, matches: Match[]) => void;

/** Finds the owner's home directory, written in any of its ways, and the owner's name. */
export function createOwnMachine(
  homeDirectories: readonly string[],
  userNames: readonly string[],
): OwnMachine {
  const homes = [...new Set(homeDirectories.filter((home) => home.length > 1).flatMap(spellings))].sort(
    (a, b) => b.length - a.length,
  );
  const homePattern =
    homes.length > 0
      ? new RegExp(`(?<![\\w.-])(?:${homes.map(quoted).join('|')})(?![\\w.-]*[\\w-])`, 'gi')
      : undefined;
  const names = [...new Set(userNames.map((name) => name.trim()).filter((name) => name.length > 0))].sort(
    (a, b) => b.length - a.length,
  );
  const plain = names.filter((name) => name.length >= 3 && !COMMON.has(name.toLowerCase()));
  const spelled = (name: string) =>
    name.includes(' ') ? [name, name.replaceAll(' ', '%20'), name.replaceAll(' ', '.')] : [name];
  const plainPattern =
    plain.length > 0
      ? new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${plain.flatMap(spelled).map(quoted).join('|')})(?![\\p{L}\\p{N}])`,
          'giu',
        )
      : undefined;
  const folders = names.filter(
    (name) => !['root', 'shared', 'public', 'default'].includes(name.toLowerCase()),
  );
  const pathPattern =
    folders.length > 0
      ? new RegExp(
          `(?<=(?:[/\\\\](?:home|Users|export[/\\\\]home|var[/\\\\]home)(?:[/\\\\]{1,4})|%2F(?:home|Users)%2F|Settings[/\\\\]{1,4}))(?:${folders
            .map(quoted)
            .join('|')})(?![\\p{L}\\p{N}])`,
          'giu',
        )
      : undefined;
  const all = [...homes, ...plain.flatMap(spelled), ...folders].map((needle) => needle.toLowerCase());
  // A text with a home directory contains the name in it.
  const needles = [...new Set(all)].filter(
    (needle, _, each) => !each.some((other) => other !== needle && needle.includes(other)),
  );
  const mayBeNamed = needles.every((needle) => ASCII.test(needle))
    ? new RegExp([FOLDS_TO_ASCII, ...needles.map(quoted)].join('|'), 'i')
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
