/** The texts of menus, tray and notifications. The window's own texts are in renderer/messages. */
export const messages = {
  appName: 'Plinth',
  tray: {
    recording: 'Plinth is recording',
    paused: 'Plinth is paused',
    open: 'Open Plinth',
    pause: 'Pause recording',
    minutes: (count: number) => (count === 60 ? 'For 1 hour' : `For ${count} minutes`),
    untilTomorrow: 'Until tomorrow',
    untilResumed: 'Until I resume',
    partly: (count: number) =>
      count === 1 ? 'One agent or project is paused' : `${count} agents or projects are paused`,
    choose: 'One agent or project …',
    resume: 'Resume recording',
    quit: 'Quit Plinth',
  },
  menu: {
    file: '&File',
    edit: '&Edit',
    view: '&View',
    window: '&Window',
    help: '&Help',
    version: (plinth: string, electron: string, days: number) =>
      `Plinth ${plinth}, Electron ${electron}: ${days} ${days === 1 ? 'day' : 'days'} old`,
    newVersion: 'Check for a new version',
    goTo: 'Go to …',
    search: 'Search receipts',
    keys: 'Keys',
    today: 'Today',
    activity: 'Timeline',
    sessions: 'Sessions',
    projects: 'Projects',
    secrets: 'Secrets',
    problems: 'Problems',
    agents: 'Agents',
    integrations: 'Developer integrations',
    privacy: 'Privacy',
    diagnostics: 'Diagnostics',
    settings: 'Settings …',
    close: 'Close window',
    quit: 'Quit Plinth',
  },
  commandLine: {
    install: 'Install command line tool',
    remove: 'Remove command line tool',
    installed: 'The command line tool is installed',
    ready: (file: string) => `It is ${file}. Try it in a new terminal: plinth status`,
    needsPath: (file: string) =>
      `It is ${file}. If a new terminal does not find “plinth”, add this folder to the PATH of your shell.`,
    notInstalled: 'The command line tool is not installed',
    taken: (file: string) => `${file} exists and is not from this app. Remove it, then try again.`,
    notWritten: (file: string) => `Plinth cannot write ${file}.`,
    notRemoved: 'The command line tool is not removed',
    notDeleted: (files: readonly string[]) => `Plinth cannot delete ${files.join(' and ')}.`,
  },
  notSwitched: {
    title: 'Recording was not switched',
    body: 'Plinth did not answer. The window shows whether it records.',
  },
  closed: {
    title: 'Plinth keeps recording',
    body: 'The window is closed. Open it again or quit from the Plinth icon in the tray.',
  },
  firstReport: {
    title: (name: string) => `${name} reports to Plinth`,
    body: 'Its first event has been recorded.',
  },
  incident: {
    title: 'Another program changed Plinth’s files',
    body: 'Plinth restored them. Diagnostics shows the last reports before it.',
  },
  refused: {
    title: (name: string) => `A request of ${name} was refused`,
    body: (code: string) => `The reason is ${code}. Diagnostics has the details.`,
  },
  close: 'Close',
  startFailed: {
    title: 'Plinth could not start',
    unexpected:
      'An unexpected error occurred. Start Plinth again. If that does not help, run “plinth doctor”. The log in the data directory names the part that failed.',
  },
  alreadyRunning: {
    title: 'Only one Plinth can use this folder',
    headless: 'It runs without a window. Its console opens in a browser.',
    open: 'Open in the browser',
    noConsole: {
      title: 'The screens could not be opened',
      text: 'The running Plinth serves no console, or no browser opened it. “plinth console” prints a login link.',
    },
  },
} as const;
