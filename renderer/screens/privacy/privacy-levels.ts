import { EVENT_TYPES, type EventType } from '../../../shared/event.ts';
import type { PrivacyLevel, PrivacyLevels, Settings } from '../../../shared/settings.ts';

type Privacy = Settings['privacy'];
type Place = EventType | '*';

/** Sets one level, or removes it if `level` is undefined, so that the more general level applies. */
function withLevel(levels: PrivacyLevels, place: Place, level: PrivacyLevel | undefined): PrivacyLevels {
  const { [place]: _, ...rest } = levels;
  return level === undefined ? rest : { ...rest, [place]: level };
}

export function withDefaultLevel(privacy: Privacy, place: Place, level: PrivacyLevel | undefined): Privacy {
  return { ...privacy, defaults: withLevel(privacy.defaults, place, level) };
}

export function withIntegrationLevel(
  privacy: Privacy,
  integrationId: string,
  place: Place,
  level: PrivacyLevel | undefined,
): Privacy {
  const own = withLevel(privacy.integrations[integrationId] ?? {}, place, level);
  const { [integrationId]: _, ...others } = privacy.integrations;
  return {
    ...privacy,
    integrations: Object.keys(own).length === 0 ? others : { ...others, [integrationId]: own },
  };
}

/** Gives the default level if it is the same for all event types, otherwise undefined. */
export function commonDefault(privacy: Privacy): PrivacyLevel | undefined {
  const defaults: PrivacyLevels = privacy.defaults;
  const levels = new Set(EVENT_TYPES.map((type) => defaults[type] ?? defaults['*'] ?? 'text'));
  const [only] = levels;
  return levels.size === 1 ? only : undefined;
}
