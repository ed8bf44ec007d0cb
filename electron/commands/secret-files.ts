import type { ShellCommand } from './shell-command.ts';

const SECRET_FILE = new RegExp(
  String.raw`(?:^|[\\/\s"'=:@])(?:${[
    String.raw`\.env(?:\.[\w.-]+)?|\.envrc|id_(?:rsa|dsa|ecdsa|ed25519)|[\w.-]+\.(?:pem|p12|pfx|key|keystore|jks|ppk|kdbx)`,
    String.raw`\.npmrc|\.pypirc|[._]netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.vault-token|credentials(?:\.tfrc)?\.json`,
    String.raw`\.ssh(?:[\\/]?|[\\/]\*)|\.gnupg(?:[\\/].*)?|\.aws(?:[\\/](?:credentials|sso|\*)?)?|\.docker[\\/]config\.json|\.kube(?:[\\/]config)?`,
    String.raw`\.config[\\/]gh[\\/]hosts\.yml|\.config[\\/]gcloud(?:[\\/].*)?|\.azure[\\/].*|\.password-store(?:[\\/].*)?`,
    String.raw`Library[\\/]Keychains(?:[\\/].*)?|\.local[\\/]share[\\/]keyrings(?:[\\/].*)?|etc[\\/]shadow|proc[\\/][\w*]+[\\/]environ|Login Data`,
  ].join('|')})(?=$|[\s"'${'`'};|&)<>,:])`,
  'i',
);
/** Files that only look like one: templates and public keys. */
const HARMLESS = /\.env\.(?:example|sample|template|dist)\b|\.d\.ts$|\.pub$/i;

/** Returns true if a text names a file that usually holds secrets: `~/.aws/credentials`, `.env.local`. */
export const namesSecretFile = (text: string): boolean => SECRET_FILE.test(text) && !HARMLESS.test(text);

/** Programs that do not read the files that their words name, or read their own key. */
const DOES_NOT_READ =
  /^(?:echo|printf|ls|dir|test|\[|touch|mkdir|chmod|chown|stat|file|find|fd|rm|rmdir|unlink|shred|mv|ssh|ssh-keygen|tee|which|cd|write-host|remove-item|test-path|commit|del|)$/;
/** git reads the files that these name. */
const GIT_READS = /^(?:add|show|diff|cat-file|blame|hash-object)$/;
/** Programs whose first word is a pattern or a script. */
const PATTERN_FIRST = /^(?:grep|egrep|fgrep|rg|ag|ack|sed|awk|gawk|jq|select-string)$/;
/** The last word is written, not read. */
const TARGET_LAST = /^(?:cp|install|ln|scp|rsync|copy|copy-item|xcopy)$/;

/** Returns true if a command reads a file that usually holds secrets. `cp .env.example .env` does not. */
export function readsSecretFile(program: string, { words, redirects }: ShellCommand): boolean {
  if (redirects.some(({ operator, target }) => operator === '<' && namesSecretFile(target.text))) return true;
  if (DOES_NOT_READ.test(program) || (program === 'git' && !GIT_READS.test(words[1]?.text ?? '')))
    return false;
  const operands = words.slice(1).filter(({ text }) => !/^-[^=@]*$/.test(text));
  const skipped = PATTERN_FIRST.test(program) ? 1 : 0;
  const read = operands.slice(skipped, TARGET_LAST.test(program) ? -1 : undefined);
  return read.some(({ text }) => namesSecretFile(text));
}
