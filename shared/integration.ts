import Type, { type Static } from 'typebox';
import { NO_CONTROL_CHARACTERS_PATTERN } from './event.ts';
import { MAX_INTEGRATION_NAME_LENGTH } from './limits.ts';
import { Permission } from './permission.ts';

/** No control characters, and no white space at either end: the name is compared character for character. */
const INTEGRATION_NAME_PATTERN = '^(?!\\s)[^\\u0000-\\u001f\\u007f-\\u009f]*(?<!\\s)$';

export const IntegrationName = Type.String({
  minLength: 1,
  maxLength: MAX_INTEGRATION_NAME_LENGTH,
  pattern: INTEGRATION_NAME_PATTERN,
});

export type IntegrationNameFault = 'empty' | 'too_long' | 'control_characters' | 'outer_space';

const controlCharacters = new RegExp(NO_CONTROL_CHARACTERS_PATTERN);

/** Finds the fault of a name, or gives undefined. Agrees with the {@link IntegrationName} schema. */
export function integrationNameFault(name: string): IntegrationNameFault | undefined {
  if (name.length === 0) return 'empty';
  if ([...name].length > MAX_INTEGRATION_NAME_LENGTH) return 'too_long';
  if (!controlCharacters.test(name)) return 'control_characters';
  if (/^\s|\s$/.test(name)) return 'outer_space';
  return undefined;
}

/** The integration of `plinth send`. It is made at first use, and nobody has its token. */
export const COMMAND_LINE_NAME = 'Command line';

export const IntegrationKind = Type.Union([Type.Literal('developer'), Type.Literal('managed')]);
export type IntegrationKind = Static<typeof IntegrationKind>;

const nullableInstant = Type.Union([Type.String(), Type.Null()]);

/** An integration for lists. It contains no character of its token. */
export const Integration = Type.Object(
  {
    id: Type.String({ pattern: '^int_[0-9A-HJKMNP-TV-Z]{26}$' }),
    name: Type.String(),
    kind: IntegrationKind,
    permissions: Type.Array(Permission),
    fingerprint: Type.String({ description: 'First 8 hex digits of the SHA-256 of the token' }),
    createdAt: Type.String(),
    rotatedAt: nullableInstant,
    revokedAt: nullableInstant,
    lastUsedAt: nullableInstant,
    events: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Receipts retained for this integration; null when the receipt store cannot tell',
    }),
  },
  { additionalProperties: false },
);
export type Integration = Static<typeof Integration>;

export type IntegrationState = 'active' | 'unused' | 'revoked';

/** Returns the state of an integration’s token. */
export function integrationState({
  revokedAt,
  lastUsedAt,
}: Pick<Integration, 'revokedAt' | 'lastUsedAt'>): IntegrationState {
  if (revokedAt !== null) return 'revoked';
  return lastUsedAt === null ? 'unused' : 'active';
}
