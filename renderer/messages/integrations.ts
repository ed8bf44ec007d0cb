import type { IntegrationNameFault } from '../../shared/integration.ts';
import type { NameSuspicion } from '../../shared/integration-name.ts';
import type { Permission } from '../../shared/permission.ts';
import { integrationStateWords } from '../../shared/words/integrations.ts';

/** Words of the Developer integrations screen and its dialogs. */
export const integrationsMessages = {
  permissions: {
    'events:write': { name: 'Report events', note: 'Send prompts, commands and file changes to Plinth.' },
    'capabilities:read': {
      name: 'Read capabilities',
      note: 'Ask Plinth what it accepts. This gives no access to receipts.',
    },
  } satisfies Record<Permission, { name: string; note: string }>,

  nameSuspicions: {
    mixed_alphabets: 'This name mixes alphabets whose letters look alike. It may imitate another program.',
    hidden_characters: 'This name contains invisible characters. It may imitate another program.',
  } satisfies Record<NameSuspicion, string>,

  integrations: {
    title: 'Developer integrations',
    intro:
      'With a token, your own program can report prompts, commands and file changes to Plinth on this computer. Plinth only records: it never stops or changes what a program does.',
    shell: {
      before: 'From a terminal, no token is needed: ',
      command: 'plinth send prompt "…"',
      after: ' reports a prompt as the program “Command line”.',
    },
    generate: 'Generate token',
    list: 'Programs and agents',
    emptyTitle: 'No programs yet',
    emptyText:
      'Generate one token for each program that reports to Plinth, so that you can revoke them separately.',
    columns: {
      permissions: 'Permissions',
      fingerprint: 'Fingerprint',
      created: 'Created',
      lastUsed: 'Last used',
      events: 'Events',
    },
    kinds: { managed: 'Managed by Plinth' },
    state: integrationStateWords,
    showRevoked: 'Show revoked',
    actionsFor: (name: string) => `Actions for ${name}`,
    rotate: 'Replace token …',
    revoke: 'Revoke …',
    showActivity: 'Show activity',
    pause: 'Pause recording …',
    managedNote: 'Plinth generated this credential for an agent and manages it.',
  },

  generate: {
    title: 'Generate a token',
    name: 'Name',
    namePlaceholder: 'For example: build script',
    nameNote: 'Your program must send exactly this name with every event.',
    advanced: 'Advanced',
    permissions: 'Permissions',
    noPermission: 'Choose at least one permission.',
    submit: 'Generate token',
    submitting: 'Generating …',
    nameTaken:
      'Another program has this name. Choose a different name, or replace the token of that program.',
    nameFaults: {
      empty: 'Give the program a name.',
      too_long: 'A name has at most 64 characters.',
      control_characters: 'A name cannot contain line breaks, tabs or other control characters.',
      outer_space: 'Remove the space at the beginning or the end.',
    } satisfies Record<IntegrationNameFault, string>,
  },

  token: {
    title: (name: string) => `Token for ${name}`,
    once: 'This token is shown once. Copy it now; Plinth stores only a fingerprint.',
    notCopied: 'You have not copied this token, and Plinth cannot show it again.',
    leave: 'Close without copying',
    label: 'Token',
    copy: 'Copy token',
    clears: 'Copied. The clipboard is cleared in one minute if it still holds the token.',
    stays:
      'Copied. Plinth cannot clear the clipboard in this browser. Copy something else when you are done.',
    first: 'Send a first event',
    next: 'Send an event',
    firstRead: 'Read the capabilities',
    install: 'Run this once, in the folder of your program. It needs no network.',
    copyInstall: 'Copy the commands',
    copySnippet: 'Copy snippet',
    run: (program: { file: string; run: string } | undefined) =>
      program === undefined
        ? 'Paste this into a terminal. It contains the token.'
        : `Set the environment variable PLINTH_TOKEN to the token, save this as ${program.file}, and run: ${program.run}`,
    tabs: { shell: 'curl', powershell: 'PowerShell', javascript: 'JavaScript', python: 'Python' },
    done: 'Done',
  },

  rotate: {
    title: (name: string) => `Replace the token of ${name}?`,
    text: 'Plinth generates a new token for this program. The old token stops working immediately. Existing receipts stay, and the name does not change.',
    submit: 'Replace token',
  },

  revoke: {
    title: (name: string) => `Revoke ${name}?`,
    text: 'Its token stops working immediately, and you cannot restore it. Plinth answers the program’s requests with 401 and records nothing more from it. Existing receipts stay.',
    submit: 'Revoke token',
    done: (name: string) => `${name} is revoked.`,
  },
} as const;
