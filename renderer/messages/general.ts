/** Words of the General screen. */
export const generalMessages = {
  general: {
    title: 'General',
    appearance: 'Appearance',
    theme: 'Theme',
    themes: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
    behaviour: 'Behaviour',
    startAtLogin: 'Start at login',
    startAtLoginNote: 'Plinth starts in the background when you log in to this computer.',
    notifications: 'Notifications',
    notificationsNote:
      'Notify me when an integration reports for the first time or when Plinth refuses its requests.',
    access: 'Access',
    allowOtherUsers: 'Other users of this computer',
    allowOtherUsersNote:
      'On Linux, let other users report if they have a token. When this is off, Plinth closes their connections.',
    login: 'This browser',
    loginNote: 'The login ends after one hour without use, and after twelve hours in any case.',
    logOut: 'Log out',
    about: 'About',
    version: 'Version',
    protocol: 'Protocol',
    host: 'Runs as',
    hosts: { electron: 'Desktop app', headless: 'Headless host', 'stores-only': 'Stores only' },
    dataDir: 'Data directory',
    running: 'Running since',
    welcome: 'Introduction',
    welcomeNote: 'The three steps that Plinth showed at its first start.',
    showWelcome: 'Show again',
    saveFailed: 'Plinth could not save the setting.',
  },
} as const;
