/** Words of the introduction. */
export const welcomeMessages = {
  welcome: {
    title: 'Welcome to Plinth',
    step: (step: number) => `Step ${step} of 3`,
    next: 'Continue',
    back: 'Back',
    skip: 'Skip the introduction',
    what: {
      title: 'A record that stays with you',
      text: 'AI agents on this computer can report their prompts and actions to Plinth. Plinth keeps a receipt of each.',
      points: [
        {
          title: 'Report only',
          text: 'Plinth writes down what is reported. It never stops or changes what an agent does.',
        },
        {
          title: 'Redacted first',
          text: 'Secrets and personal data are masked before anything is written to disk.',
        },
        { title: 'Only here', text: 'Nothing is sent anywhere. You decide what is kept, and for how long.' },
      ],
    },
    connect: {
      title: 'Let an agent or a program report',
      agents: 'These agents are on this computer. Connect one, and it reports by itself.',
      text: 'A program reports with a token of its own. Give the token a name that you will recognise.',
    },
    see: {
      title: 'Your record has begun',
      waitingTitle: 'Your record begins with the first event',
      text: 'Each event becomes a receipt in Activity, newest first, with what was kept and what was removed.',
      waitingText: 'No event has arrived yet. They appear in Activity by themselves as soon as one does.',
      finish: 'Go to Activity',
    },
  },
} as const;
