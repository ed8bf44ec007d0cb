import { events } from './plural.ts';

/** Words of the comparison of two sessions. */
export const comparisonMessages = {
  comparison: {
    title: 'Two sessions',
    choose: (title: string) => `Compare “${title}” with another session`,
    chosen: 'Choose the session to compare it with.',
    pace: 'When',
    paceNote: (length: string) =>
      `Each lane begins with its own session. The axis is ${length} long. Prompts are taller.`,
    lane: (title: string, count: number, length: string) => `${title}: ${events(count)} in ${length}`,
    files: 'Files',
    commands: 'Commands',
    both: 'In both',
    agentAt: (agent: string, time: string) => `${agent}, ${time}`,
    markTwo: 'Mark two sessions to compare them.',
    only: (title: string) => `Only in “${title}”`,
  },
} as const;
