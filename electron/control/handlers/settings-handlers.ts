import type { ControlledHost, HandlersOf } from './controlled-host.ts';

/** Handles the channels of the settings. */
export function settingsHandlers({ settings }: ControlledHost): HandlersOf<'settings'> {
  return {
    'settings.get': () => ({ settings: settings.settings }),
    'settings.set': ({ settings: change }) => ({ settings: settings.update(change) }),
  };
}
