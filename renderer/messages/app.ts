/** Words of the frame around the screens, and of its connection. */
export const appMessages = {
  app: { name: 'Plinth', skip: 'Skip to the content', navigation: 'Screens' },

  nav: {
    activity: 'Activity',
    settings: 'Settings',
    general: 'General',
    agents: 'Agents',
    integrations: 'Developer integrations',
    privacy: 'Privacy',
    diagnostics: 'Diagnostics',
  },

  common: {
    cancel: 'Cancel',
    close: 'Close',
    retry: 'Try again',
    loading: 'Loading …',
    unknown: 'unknown',
    copied: 'Copied',
    copyFailed: 'The clipboard could not be used. Select the text and copy it yourself.',
    failedTitle: 'This could not be loaded',
    never: 'Never',
    more: 'More',
    none: 'None',
  },

  connection: {
    reconnecting: 'Plinth is not answering. Trying again …',
    unreachable: 'Plinth is not answering. Check that it is running.',
    unreadable: 'Plinth gave an answer that this page cannot read. Reload the page.',
    signedOutTitle: 'This page needs a new login link',
    signedOutText:
      'The console was started again, or this login ended. Open the login link that “plinth serve” printed in the terminal.',
  },
} as const;
