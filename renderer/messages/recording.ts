import { formatCount } from '../format/quantity.ts';
import { events } from './plural.ts';

const notRecorded = (count: number) => (count === 0 ? '' : `; ${events(count)} not recorded`);
const subject = (part: string | undefined) => (part === undefined ? 'Recording' : `Recording of ${part}`);

/** Words of the recording switch, of pauses and of recording gaps. `part` names a paused agent or project. */
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
    gap: (from: string, until: string, count: number, part?: string) =>
      `${subject(part)} was paused from ${from} to ${until}${notRecorded(count)}`,
    openGap: (from: string, count: number, part?: string) =>
      `${subject(part)} has been paused since ${from}${notRecorded(count)}`,
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
