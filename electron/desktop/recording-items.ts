import type { MenuItemConstructorOptions } from 'electron';
import type { Recording } from '../../shared/control.ts';
import { minutesUntilTomorrow, PAUSE_MINUTES } from '../../shared/pause.ts';
import { messages } from './messages.ts';

const words = messages.tray;

export interface RecordingActions {
  /** Pauses everything for some minutes, or until the user resumes when `minutes` is null. */
  pause(minutes: number | null): void;
  resume(): void;
  /** Opens the list of agents and projects that can be paused. */
  choose(): void;
}

/** Returns the menu item that pauses recording, with the lengths of a pause, or the one that resumes it. */
export function recordingItem(
  { state }: Recording,
  { pause, resume, choose }: RecordingActions,
): MenuItemConstructorOptions {
  if (state === 'paused') return { label: words.resume, click: () => resume() };
  return {
    label: words.pause,
    submenu: [
      ...PAUSE_MINUTES.map((minutes) => ({ label: words.minutes(minutes), click: () => pause(minutes) })),
      { label: words.untilTomorrow, click: () => pause(minutesUntilTomorrow(new Date())) },
      { label: words.untilResumed, click: () => pause(null) },
      { type: 'separator' },
      { label: words.choose, click: () => choose() },
    ],
  };
}
