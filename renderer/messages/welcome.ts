/** Words of the introduction. */
export const welcomeMessages = {
  welcome: {
    step: (step: number) => `Step ${step} of 3`,
    next: 'Continue',
    back: 'Back',
    withoutCopy: 'Continue without copying',
    skip: 'Skip the introduction',
    what: {
      title: 'A record that stays on your computer',
      text: 'AI agents on this computer can report their prompts and actions to Plinth. Plinth stores a receipt of each.',
      points: [
        {
          title: 'Report only',
          text: 'Plinth records what agents report. It never stops or changes what an agent does.',
        },
        {
          title: 'Redacted first',
          text: 'Plinth masks secrets and personal data before it writes anything to disk.',
        },
        {
          title: 'Local only',
          text: 'Plinth sends nothing to other computers. You decide what it stores, and for how long.',
        },
      ],
    },
    connect: {
      title: 'Let an agent or a program report',
      agents: 'Plinth found these agents on this computer. Connect them, and they report automatically.',
      text: 'Each program reports with its own token. Give the token a name that you will recognise.',
    },
    see: {
      title: 'Your record has started',
      waitingTitle: 'Your record starts with the first event',
      text: 'Each event becomes a receipt in Timeline, newest first. The receipt shows what was stored and what was removed.',
      waitingText: 'No event has arrived yet. New events appear in Timeline automatically.',
      finish: 'Go to Timeline',
    },
  },
} as const;
