import type { Detector } from '../engine/scan.ts';
import { isCommonName } from './own-machine.ts';

const HOME =
  /(?<![\p{L}\p{N}_}.)\]-])(?:[A-Za-z]:)?(?:[/\\]{1,4}|%2F)(?:home|Users)(?:[/\\]{1,4}|%2F)([\p{L}\p{N}][\p{L}\p{N}._-]{1,63}?)(?=[/\\]|%2F)/uy;
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
