import { HOSTILE_LINES } from './acp.ts';
import { HOSTILE_CONTROL } from './control.ts';
import { HOSTILE_EVENTS } from './events.ts';
import { HOSTILE_HOOKS } from './hooks.ts';
import type { HostileInput } from './input.ts';
import { HOSTILE_TELEMETRY } from './telemetry.ts';

/** Hostile inputs over all routes. */
export const HOSTILE_INPUTS: readonly HostileInput[] = [
  ...HOSTILE_TELEMETRY,
  ...HOSTILE_HOOKS,
  ...HOSTILE_EVENTS,
  ...HOSTILE_LINES,
  ...HOSTILE_CONTROL,
];
