import { plural } from './plural.ts';

/** Words of the frame around the screens, and of its connection. */
export const appMessages = {
  app: {
    name: 'Plinth',
    skip: 'Skip to content',
    navigation: 'Screens',
    unknownPage: 'This page does not exist',
    unknownPageNote: 'The address leads to no page of Plinth. It may be incomplete, or from another version.',
  },

  nav: {
    today: 'Today',
    activity: 'Timeline',
    sessions: 'Sessions',
    projects: 'Projects',
    secrets: 'Secrets',
    problems: 'Problems',
    problemsCount: (count: number) => plural(count, { one: 'problem', other: 'problems' }),
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
    notKnown: 'Not known now.',
    unknown: 'unknown',
    copied: 'Copied',
    copyFailed: 'Plinth could not use the clipboard. Select the text and copy it.',
    failedTitle: 'This could not be loaded',
    never: 'Never',
    more: 'More',
    newest: (count: number) => `The newest ${count}. There can be more.`,
    moreOf: (what: string) => `${what} →`,
    none: 'None',
    undo: 'Undo',
  },

  screenFailed: {
    title: 'This screen could not be shown',
    text: 'Recording is not affected. Reload the window. If it fails again, “npx plinth doctor --report FILE” writes a report for the maintainers.',
    reload: 'Reload',
  },

  connection: {
    reconnecting: (since: string) =>
      `Plinth has not answered since ${since}. What you see is from then. Trying again …`,
    signedOutTitle: 'This page needs a new login link',
    signedOutText: 'This login ended. Run “plinth open” in a terminal: it opens this page, logged in.',
  },
} as const;
