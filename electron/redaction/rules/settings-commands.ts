import { type Command, VALUE } from './login-commands.ts';

/** The name of a variable or an option that holds a secret, at its end. */
const SECRET_NAME = String.raw`["']?[\w.:/@-]{0,80}?(?:pass|passw|passwd|password|passphrase|pwd|pw|secret|token|api_?key|access_?key|auth_?key|secret_?key|private_?key|encryption_?key|master_?key|_auth|creds?|credentials?)\d{0,2}["']?`;
const behind = (before: string) => new RegExp(`(?<=${before})(?![-$%<{])${VALUE}`, 'gi');

/** Commands and directives that give a setting its value with a blank between, and pairs of a user and a password. */
export const SETTINGS_COMMANDS: readonly Command[] = [
  {
    literal: 'setx ',
    flags: behind(`setx[ \\t]{1,3}(?:/m[ \\t]{1,3})?${SECRET_NAME}[ \\t]{1,3}`),
    caseless: true,
  },
  {
    literal: 'reg add ',
    flags: behind(`[ \\t]/v[ \\t]{1,3}${SECRET_NAME}[ \\t][^\\n]{0,60}?/d[ \\t]{1,3}`),
    caseless: true,
  },
  {
    literal: 'config set ',
    flags: behind(`config set[ \\t]{1,3}(?:--?[\\w-]{1,16}[ \\t]{1,3}){0,2}${SECRET_NAME}[ \\t]{1,3}`),
    wholeLine: true,
    line: /^[^\n]{0,60}\b(?:npm|pnpm|yarn|pip3?|composer|gcloud|pulumi|firebase|conda|poetry|git|glab|gh|doctl|snap|bundle|helm)\b/,
  },
  {
    literal: 'git config ',
    flags: behind(`git config[ \\t]{1,3}(?:--?[\\w-]{1,16}[ \\t]{1,3}){0,3}${SECRET_NAME}[ \\t]{1,3}`),
  },
  {
    literal: 'bundle config ',
    flags: behind(
      `bundle config[ \\t]{1,3}(?:--?[\\w-]{1,16}[ \\t]{1,3}|set[ \\t]{1,3}){0,3}[\\w.:/-]{3,80}[ \\t]{1,3}`,
    ),
    pair: true,
  },
  { literal: '-var', flags: behind(`-var[ =]["']?${SECRET_NAME}=`) },
  // The statistics of a load balancer, and those who may see a monitor.
  { literal: 'stats auth ', flags: behind('stats auth[ \\t]{1,3}'), pair: true },
  {
    literal: 'allow ',
    flags: behind('^allow[ \\t]{1,3}(?=[\\w.@-]{1,40}:[^\\s:/.]{3,64}[ \\t]*(?:\\r?$|read-only))'),
    pair: true,
  },
  {
    literal: 'cache_peer ',
    flags: behind('[ \\t]login=(?=[\\w.@%-]{1,40}:)'),
    pair: true,
  },
  { literal: 'slmgr', flags: behind('[ \\t]/ipk[ \\t]{1,3}'), caseless: true },
];
