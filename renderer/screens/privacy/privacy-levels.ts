import { EVENT_TYPES, type EventType } from '../../../shared/event.ts';
import type { PrivacyLevel, PrivacyLevels, Settings } from '../../../shared/settings.ts';

type Privacy = Settings['privacy'];
type Place = EventType | '*';

/** Levels with one of them set, or given back to what stands above it when `level` is undefined. */
export function withLevel(
  levels: PrivacyLevels,
  place: Place,
  level: PrivacyLevel | undefined,
): PrivacyLevels {
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

/** The one level that holds for all types of events by the defaults, or undefined when they differ. */
export function commonDefault(privacy: Privacy): PrivacyLevel | undefined {
  const defaults: PrivacyLevels = privacy.defaults;
  const levels = new Set(EVENT_TYPES.map((type) => defaults[type] ?? defaults['*'] ?? 'text'));
  const [only] = levels;
  return levels.size === 1 ? only : undefined;
}
