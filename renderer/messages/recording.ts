import { formatCount } from '../format/quantity.ts';

/** Words of the recording switch and of pauses. `part` names a paused agent or project. */
export const recordingMessages = {
  recording: {
    on: 'Recording',
    notAnswering: 'Not answering',
    paused: 'Paused',
    pausedUntil: (time: string) => `Paused until ${time}`,
    onExcept: (count: number) => `Recording, ${formatCount(count)} paused`,
    pauseMenu: 'Pause recording',
    lengths: {
      15: 'For 15 minutes',
      30: 'For 30 minutes',
      60: 'For 1 hour',
      tomorrow: 'Until tomorrow',
      resumed: 'Until I resume',
    },
    choose: 'One agent or project …',
    resume: 'Resume recording',
    resumePart: (part: string) => `Resume ${part}`,
    nowPaused: 'Recording is paused.',
    nowPausedPart: (part: string) => `Recording of ${part} is paused.`,
    nowRecording: 'Recording has resumed.',
    nowRecordingPart: (part: string) => `Recording of ${part} has resumed.`,
    untilResumed: 'until you resume',
    until: (time: string) => `until ${time}`,
  },

  pausePart: {
    title: 'Pause one agent or project',
    note: 'The agents go on. They get the answer that nothing was recorded (recorded: false), and Plinth only counts these events.',
    part: 'Pause',
    agents: 'Agents and programs',
    projects: 'Projects',
    projectNote:
      'A project is its folder with everything below it. An event without a folder belongs to the folder that its session named first. If no folder is known, it is recorded.',
    length: 'How long',
    pause: 'Pause',
    none: 'No agent, program or project has reported yet.',
    everything: 'everything',
  },
} as const;
