import type { IntegrationNameFault } from '../../shared/integration.ts';
import type { NameSuspicion } from '../../shared/integration-name.ts';
import type { Permission } from '../../shared/permission.ts';

/** Words of the Developer integrations screen and its dialogs. */
export const integrationsMessages = {
  permissions: {
    'events:write': { name: 'Report events', note: 'Send prompts, commands and file changes to Plinth.' },
    'capabilities:read': { name: 'Read capabilities', note: 'Ask Plinth what it accepts. Reads no receipt.' },
  } satisfies Record<Permission, { name: string; note: string }>,

  nameSuspicions: {
    mixed_alphabets:
      'This name mixes alphabets whose letters look alike. It may imitate another integration.',
    hidden_characters: 'This name has characters that cannot be seen. It may imitate another integration.',
  } satisfies Record<NameSuspicion, string>,

  integrations: {
    title: 'Developer integrations',
    intro:
      'Give a program of yours a token, and it can report prompts, commands and file changes to Plinth on this computer. Plinth only records: it never stops or changes what a program does.',
    generate: 'Generate token',
    list: 'Integrations',
    emptyTitle: 'No integration yet',
    emptyText:
      'Generate a token for each program that should report to Plinth, so that you can revoke them one by one.',
    columns: {
      name: 'Name',
      permissions: 'Permissions',
      fingerprint: 'Fingerprint',
      created: 'Created',
      lastUsed: 'Last used',
      events: 'Events',
      state: 'State',
      actions: 'Actions',
    },
    kinds: { developer: 'Developer', managed: 'Managed by Plinth' },
    state: { active: 'Active', unused: 'Not used yet', revoked: 'Revoked' },
    showRevoked: 'Show revoked',
    actionsFor: (name: string) => `Actions for ${name}`,
    reconnect: 'Reconnect …',
    revoke: 'Revoke …',
    showActivity: 'Show activity',
    managedNote: 'Plinth made this credential for an agent and keeps it up to date.',
  },

  generate: {
    title: 'Generate a token',
    name: 'Name',
    namePlaceholder: 'For example: build script',
    nameNote: 'Your program sends this name with every event, exactly as you write it here.',
    permissions: 'Permissions',
    noPermission: 'Choose at least one permission.',
    submit: 'Generate token',
    submitting: 'Generating …',
    nameTaken: 'Another integration has this name. Choose a different one, or reconnect that integration.',
    nameFaults: {
      empty: 'Give the integration a name.',
      too_long: 'A name has at most 64 characters.',
      control_characters: 'A name cannot contain line breaks, tabs or other control characters.',
      outer_space: 'Remove the space at the beginning or the end.',
    } satisfies Record<IntegrationNameFault, string>,
  },

  token: {
    title: (name: string) => `Token for ${name}`,
    once: 'This token is shown once. Copy it now; Plinth keeps only a fingerprint.',
    label: 'Token',
    copy: 'Copy token',
    clears: 'Copied. The clipboard is cleared in one minute if it still holds the token.',
    stays:
      'Copied. This browser does not let Plinth clear the clipboard; copy something else when you are done.',
    first: 'Send a first event',
    next: 'Send an event',
    firstRead: 'Ask for the capabilities',
    copySnippet: 'Copy snippet',
    runShell: 'Paste this into a terminal. It contains the token.',
    runFile: (file: string, command: string) =>
      `Put the token into the environment variable PLINTH_TOKEN, save this as ${file}, and run: ${command}`,
    tabs: { shell: 'curl', powershell: 'PowerShell', javascript: 'JavaScript', python: 'Python' },
    done: 'Done',
    gone: 'The token is no longer shown. If you did not copy it, reconnect the integration to get a new one.',
  },

  reconnect: {
    title: (name: string) => `Reconnect ${name}?`,
    text: 'Plinth generates a new token for this integration. The old token stops working on its very next request. Receipts stay, and the name does not change.',
    submit: 'Reconnect',
  },

  revoke: {
    title: (name: string) => `Revoke ${name}?`,
    text: 'Its token stops working on its very next request and cannot be brought back. The program gets 401 and nothing more is recorded from it. Receipts that are already here stay.',
    submit: 'Revoke token',
    done: (name: string) => `${name} is revoked.`,
  },
} as const;
