import Type, { type Static } from 'typebox';
import { EVENT_TYPES, type EventType, type ReceiptType, UNREADABLE } from './event.ts';
import { DEFAULT_RETENTION_BYTES, DEFAULT_RETENTION_DAYS } from './limits.ts';
import { MirrorSettings } from './mirror.ts';

const closed = { additionalProperties: false } as const;

/** How much of an event Plinth stores. */
export const PrivacyLevel = Type.Union([
  Type.Literal('nothing'),
  Type.Literal('metadata'),
  Type.Literal('text'),
]);
export type PrivacyLevel = Static<typeof PrivacyLevel>;

/** Levels by event type. `*` is the level of every type that has none. */
export const PrivacyLevels = Type.Object(
  {
    '*': Type.Optional(PrivacyLevel),
    ...Object.fromEntries(EVENT_TYPES.map((type) => [type, Type.Optional(PrivacyLevel)])),
  } as Record<EventType | '*', ReturnType<typeof Type.Optional<typeof PrivacyLevel>>>,
  closed,
);
export type PrivacyLevels = Partial<Record<EventType | '*', PrivacyLevel>>;

const MAX_VIEWS = 50;

/** A filter of the timeline that the user named. */
export const SavedView = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64 }),
    query: Type.Record(Type.String({ maxLength: 32 }), Type.String({ maxLength: 4096 }), {
      description: 'The filter as the address of the timeline has it',
    }),
  },
  closed,
);
export type SavedView = Static<typeof SavedView>;

export const Settings = Type.Object(
  {
    theme: Type.Union([Type.Literal('system'), Type.Literal('light'), Type.Literal('dark')]),
    startAtLogin: Type.Boolean(),
    notifications: Type.Boolean(),
    onboardingDone: Type.Boolean(),
    allowOtherUsers: Type.Boolean({
      description: 'Whether other users of this computer may report over the network address, with a token',
    }),
    checkpointsInSystemLog: Type.Boolean({
      description:
        'Whether a signed checkpoint of the record goes to the system’s log each day and after each session',
    }),
    views: Type.Array(SavedView, { maxItems: MAX_VIEWS }),
    retention: Type.Object(
      {
        maxAgeDays: Type.Union([Type.Integer({ minimum: 1, maximum: 36_500 }), Type.Null()]),
        maxBytes: Type.Union([Type.Integer({ minimum: 1_048_576 }), Type.Null()]),
      },
      closed,
    ),
    mirror: Type.Union([MirrorSettings, Type.Null()], {
      description: 'A second copy of the record in a folder that the user chose; null is off',
    }),
    privacy: Type.Object(
      {
        defaults: PrivacyLevels,
        integrations: Type.Record(Type.String(), PrivacyLevels),
        /** Mask network addresses, dates of birth, street addresses and numbers of documents and vehicles, too. */
        maskDetails: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
  },
  closed,
);
export type Settings = Static<typeof Settings>;

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  startAtLogin: false,
  notifications: false,
  onboardingDone: false,
  allowOtherUsers: false,
  checkpointsInSystemLog: false,
  mirror: null,
  views: [],
  retention: { maxAgeDays: DEFAULT_RETENTION_DAYS, maxBytes: DEFAULT_RETENTION_BYTES },
  privacy: { defaults: {}, integrations: {} },
};

/** True when Plinth stores no receipt of an integration, for any event type. */
export const keepsNothing = (privacy: Settings['privacy'], integrationId: string): boolean =>
  EVENT_TYPES.every((type) => privacyLevel(privacy, integrationId, type) === 'nothing');

/**
 * Gives the level that applies to one event: the most specific one that is set, or `text`. A receipt about unreadable
 * reports holds no text, so it is kept wherever anything is.
 */
export function privacyLevel(
  privacy: Settings['privacy'],
  integrationId: string,
  type: ReceiptType,
): PrivacyLevel {
  if (type === UNREADABLE) return keepsNothing(privacy, integrationId) ? 'nothing' : 'text';
  const own: PrivacyLevels = privacy.integrations[integrationId] ?? {};
  const defaults: PrivacyLevels = privacy.defaults;
  return own[type] ?? own['*'] ?? defaults[type] ?? defaults['*'] ?? 'text';
}
