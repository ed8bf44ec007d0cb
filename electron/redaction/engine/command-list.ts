import { programOf, secretAt } from '../text/command-arguments.ts';
import { passwordStrength } from '../text/password-strength.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import type { SensitiveName } from '../text/sensitive-name.ts';
import type { Place } from './findings.ts';
import type { JsonValue } from './json-value.ts';
import { isKnownMask } from './known-masks.ts';
import { kindOfToken, maskText, maskWhole, type Walk } from './walk-tools.ts';

const OPTION =
  /^--?(?:p|pass|password|passwd|passphrase|pw|pwd|secret|token|api[-_]?key|auth[-_]?token|access[-_]?token|client[-_]?secret|bearer|private[-_]?key|secret[-_]?key|credentials?|db[-_]?password|github[-_]?token|key|user[-_]?password|registry[-_]?token)$/i;
export const TAKES_SHORT_OPTIONS =
  /^(?:.*\/)?(?:curl|mysql|sshpass|redis-cli|docker|psql|mongosh?|wget|http)$/;
export const PASSWORD_OF_COMMAND: SensitiveName = {
  strength: 'password',
  rule: 'command-line-password',
  mask: 'password',
};

/** Returns true if an element in the list of a command is the secret that the option before it names. */
export function isOptionValue(before: string, value: string, command: boolean): boolean {
  return (
    OPTION.test(before) &&
    !value.startsWith('-') &&
    (before.startsWith('--') || command || !/^-(?:p|key)$/.test(before)) &&
    !/^\d{1,5}(?::\d{1,5})?$/.test(value)
  );
}

/** Programs that take a password as their last argument, behind a user. */
const LAST_ARGUMENT =
  /^(?:auth|ht(?:digest|passwd)(?:-\w+)?|chpasswd|add_?user|create_?user|passwd|change_password)$/i;

/** True for the last of the arguments of `AUTH`, `htdigest-add` and their like. */
export const isPasswordArgument = (values: readonly JsonValue[], index: number, value: string): boolean =>
  index > 0 &&
  index === values.length - 1 &&
  typeof values[0] === 'string' &&
  LAST_ARGUMENT.test(values[0]) &&
  !value.startsWith('-') &&
  (/^auth$/i.test(values[0]) || passwordStrength(value) !== undefined);

/** The program that a list of arguments starts, or that a member beside the list names. */
export function programOfList(values: readonly JsonValue[], beside: JsonValue | undefined): string {
  let program: string | undefined;
  for (const value of [beside, ...values.slice(0, 4)])
    if (typeof value === 'string' && !value.startsWith('-')) {
      const next = programOf(value.split(' ', 1)[0]!);
      if (next !== undefined && (program === undefined || program === 'sudo' || program === 'env'))
        program = next;
    }
  return program ?? '';
}

/** Masks the part of an argument that is a secret; undefined where none is. */
export function maskArgument(
  walk: Walk,
  program: string,
  before: string,
  value: string,
  place: Place,
): string | undefined {
  const at = secretAt(program, before, value);
  const secret = at === -1 ? '' : value.slice(at);
  if (secret.length < 3 || isPlaceholder(secret) || isKnownMask(secret)) return undefined;
  if (/^\d{1,5}(?::\d{1,5})?(?:\/\w+)?$/.test(secret)) return undefined;
  return maskRest(walk, value, at, place);
}

function maskRest(walk: Walk, value: string, at: number, place: Place): string {
  const kept = maskText(walk, value.slice(0, at), place);
  const secret = value.slice(at);
  const { rule, tier, mask } = kindOfToken(walk, secret, PASSWORD_OF_COMMAND);
  walk.foundSecret(secret, mask.slice(1, -1));
  walk.found.add(place, {
    rule,
    tier,
    start: kept.length,
    end: kept.length + mask.length,
    removed: secret.length,
    secret,
  });
  return kept + mask;
}

/** `-u user:password` in a list: the password alone is masked. */
export function userAndPassword(walk: Walk, value: string, place: Place): string | undefined {
  const colon = value.indexOf(':') + 1;
  const secret = value.slice(colon);
  if (secret.length === 0 || isKnownMask(secret)) return undefined;
  return maskRest(walk, value, colon, place);
}

/** `"auth": ["user", "password"]`: the second of the pair is masked. */
export function userAndPasswordPair(
  walk: Walk,
  key: string,
  value: JsonValue,
  place: Place,
): JsonValue | undefined {
  if (!/^(?:basic[_-]?)?auth$|^(?:http[_-]?)?credentials?$|^login$/i.test(key) || !Array.isArray(value))
    return undefined;
  const [user, password] = value;
  if (value.length !== 2 || typeof user !== 'string' || typeof password !== 'string' || password === '')
    return undefined;
  return [
    maskText(walk, user, { parent: place, key: 0 }),
    maskWhole(walk, password, { parent: place, key: 1 }, PASSWORD_OF_COMMAND),
  ];
}
