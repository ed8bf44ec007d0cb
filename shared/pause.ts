import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false } as const;

/** What a pause covers, unless it covers everything: one integration, or one project and the folders below it. */
export const PauseScope = Type.Union([
  Type.Object({ integrationId: Type.String({ minLength: 1, maxLength: 64 }) }, closed),
  Type.Object(
    {
      project: Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'Folder of the project, in full or with ~ for the home folder',
      }),
    },
    closed,
  ),
]);
export type PauseScope = Static<typeof PauseScope>;

/** A pause of one integration or of one project. */
export const ScopedPause = Type.Object(
  {
    scope: PauseScope,
    pausedAt: Type.String(),
    resumesAt: Type.Union([Type.String(), Type.Null()]),
  },
  closed,
);
export type ScopedPause = Static<typeof ScopedPause>;

/** Most pauses of single integrations and projects. Each event is compared with all of them. */
export const MAX_SCOPED_PAUSES = 100;

/** Names a scope in one text, for a column or a key of a map. */
export const pauseScopeName = (scope: PauseScope): string =>
  'project' in scope ? `project:${scope.project}` : `integration:${scope.integrationId}`;

/** Reads the scope that {@link pauseScopeName} named. */
export function pauseScopeOf(name: string): PauseScope {
  const [kind = '', value] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
  return kind === 'project' ? { project: value } : { integrationId: value };
}

/** The lengths of a pause that window and tray offer, in minutes. */
export const PAUSE_MINUTES = [15, 30, 60] as const;

const MINUTE_MS = 60_000;

/** Returns the minutes from `now` until the next day of the user's time zone begins. */
export function minutesUntilTomorrow(now: Date): number {
  // A day has 23 or 25 hours when clocks change, so the calendar gives its end.
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.max(1, Math.ceil((tomorrow.getTime() - now.getTime()) / MINUTE_MS));
}
