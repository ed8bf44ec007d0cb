/** The longest beginning of a command that is read before an address. */
const NEAR = 240;
const GAP = `(?:[ \\t]+["']?|["'],[ \\t]*["'])`;
/** An option with at most one value. A value with an at sign is an address already, except those of jump hosts. */
const OPTION = `(?:-J|-o${GAP}?ProxyJump=?)${GAP}?[^\\s"']+|-[^\\s"']*(?:${GAP}[^-\\s@"'][^\\s@"']*)?`;
/** What stands before the address of a machine: a program that logs in on it, an option for machines, or a scheme. */
const LOGS_IN = new RegExp(
  `(?<![\\w-])(?:(?:auto|pa(?:rallel-)?|p|c)?ssh(?:-copy-id|uttle|fs)?|sftp|mosh|plink)(?:\\.exe)?(?:["']?${GAP}(?:${OPTION}))*["']?${GAP}(?:(?:in|into|to|on|onto|as)[ \\t]+["']?)?$` +
    `|(?<![\\w-])(?:-J|ProxyJump[= ]|(?:ansible|fab|pssh|ssh)\\b.*[ \\t](?:-i|-H|--inventory|--hosts?)[= ])[ \\t]*["']?(?:[\\w.@:-]+,)*$` +
    '|(?:ssh|sftp|scp|rsync)://$|(?:ssh-remote\\+|sftp:)$',
  'i',
);
/** Programs that copy between machines: an address and a colon. */
const COPIES =
  /(?<![\w-])(?:scp|pscp|rsync|sftp|sshfs|borg|unison|git[ \t]+(?:-C[ \t]+\S+[ \t]+)?(?:clone|remote|push|pull|fetch|ls-remote|submodule|archive))(?![\w-])/i;
/** A path behind the colon needs no program before it: `deploy@host:/srv`, `deploy@host:~`, `deploy@host:team/app.git`. */
const PATH = /^:(?:~?\/|~|\.\.?\/|[\w.-]+\/[\w./-]*(?=[\s"'`]|$)|[\w.-]+\.git\b)/;

/** True where `user@host` in a text is the address of a machine, and not of a person. */
export function isMachineAddress(text: string, start: number, end: number): boolean {
  if (PATH.test(text.slice(end, end + NEAR))) return true;
  const command = /[^\n;|&]*$/.exec(text.slice(Math.max(0, start - NEAR), start))![0];
  return (
    LOGS_IN.test(command) ||
    (COPIES.test(command) && /^:(?:[^\s,]|\s*(?:$|["'\n;|&]))/.test(text.slice(end, end + 9)))
  );
}

/** Says of the text behind it that it is the address of a machine. */
export const AS_MACHINE = 'scp ssh ';
/** A program, its options and its machines come among the first arguments. */
const MOST_ARGUMENTS = 24;

/** True for `user@host` in a list of arguments whose program logs in on machines or copies between them. */
export function isMachineArgument(values: readonly unknown[], index: number, value: string): boolean {
  const address =
    index > 0 && index < MOST_ARGUMENTS ? /^[\w.%+-]{1,64}@[\w.-]{1,254}/.exec(value)?.[0] : undefined;
  if (address === undefined) return false;
  const before = `${values
    .slice(0, index)
    .filter((each) => typeof each === 'string')
    .join(' ')} `;
  return isMachineAddress(before + value, before.length, before.length + address.length);
}
