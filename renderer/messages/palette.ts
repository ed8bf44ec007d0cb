/** Words of the command palette and of the list of keys. */
export const paletteMessages = {
  palette: {
    title: 'Go to',
    placeholder: 'A screen, session, project or agent',
    screen: 'screen',
    session: 'session',
    project: 'project',
    agent: 'agent',
    receipts: 'receipts',
    search: (text: string) => `Search for “${text}”`,
    keys: 'Keys',
    numbered: 'Screens, in order',
    moveInList: 'Next and previous receipt in the list',
    neighbours: 'Previous and next session',
  },
} as const;
