import { events } from './plural.ts';

/** Words of the recording switch and of recording gaps. */
export const recordingMessages = {
  recording: {
    on: 'Recording',
    notAnswering: 'Not answering',
    paused: 'Paused',
    pausedUntil: (time: string) => `Paused until ${time}`,
    pauseMenu: 'Pause recording',
    for15: 'For 15 minutes',
    for60: 'For 1 hour',
    forDay: 'Until tomorrow',
    untilResumed: 'Until I resume',
    resume: 'Resume recording',
    nowPaused: 'Recording is paused.',
    nowRecording: 'Recording has resumed.',
    gap: (from: string, until: string, count: number) =>
      count === 0
        ? `Recording was paused from ${from} to ${until}`
        : `Recording was paused from ${from} to ${until}; ${events(count)} not recorded`,
    openGap: (from: string, count: number) =>
      count === 0
        ? `Recording has been paused since ${from}`
        : `Recording has been paused since ${from}; ${events(count)} not recorded`,
  },
} as const;
