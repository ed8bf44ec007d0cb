import { type Command, Option } from 'commander';
import {
  type Integration,
  type IntegrationNameFault,
  integrationNameFault,
  integrationState,
} from '../../shared/integration.ts';
import { markedName } from '../../shared/integration-name.ts';
import { PERMISSIONS, type Permission } from '../../shared/permission.ts';
import { integrationStateWords } from '../../shared/words/integrations.ts';
import { CommandFailure, EXIT, withControl } from './command-output.ts';
import { confirm } from './confirmation.ts';
import { findIntegration } from './find-integration.ts';
import { acknowledge, note } from './terminal-notes.ts';
import { printTable } from './terminal-table.ts';
import { printJson } from './terminal-text.ts';
import { shownTime } from './terminal-time.ts';

const describe = ({ id, name, permissions }: Integration) => ({ id, name, permissions });

function printIssued(token: string, integration: Integration, json: boolean): void {
  if (json) {
    printJson({ token, integration: describe(integration) });
    return;
  }
  console.log(token);
  note(
    `Token for “${markedName(integration.name)}”. Copy it now: Plinth stores only its digest and cannot show it again.`,
  );
}

const nameFaults: Record<IntegrationNameFault, string> = {
  empty: 'Enter a name for the integration.',
  too_long: 'A name has at most 64 characters.',
  control_characters: 'A name cannot contain line breaks, tabs or other control characters.',
  outer_space: 'Remove the space at the beginning or the end of the name.',
};

function addGenerate(token: Command): void {
  token
    .command('generate')
    .description('generate a token; it is printed only once')
    .requiredOption('--name <name>', 'name of the integration; its events must contain it')
    .addOption(
      new Option('-p, --permission <permission...>', 'permissions of the token')
        .choices(PERMISSIONS)
        .default(PERMISSIONS, 'both'),
    )
    .option('--json', 'print {"token", "integration"}')
    .action((options: { name: string; permission: Permission[]; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const fault = integrationNameFault(options.name);
        if (fault !== undefined) throw new CommandFailure('invalid_params', nameFaults[fault], EXIT.refused);
        const { token: issued, integration } = await access.call('integrations.generate', {
          name: options.name,
          permissions: [...new Set(options.permission)],
        });
        printIssued(issued, integration, options.json === true);
      }),
    );
}

function addList(token: Command): void {
  token
    .command('list')
    .description('list integrations without their tokens')
    .option('--all', 'include revoked integrations')
    .option('--json', 'print {"integrations": […]}')
    .action((options: { all?: boolean; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const { integrations } = await access.call('integrations.list', {
          includeRevoked: options.all === true,
        });
        if (options.json === true) {
          printJson({ integrations });
        } else if (integrations.length === 0) {
          acknowledge('No integrations yet. Create one with: plinth token generate --name NAME');
        } else {
          await printTable(
            ['NAME', 'STATE', 'PERMISSIONS', 'FINGERPRINT', 'LAST USED', 'EVENTS', 'ID'],
            integrations.map((integration) => [
              markedName(integration.name),
              integrationStateWords[integrationState(integration)].toLowerCase(),
              integration.permissions.join(' '),
              integration.fingerprint,
              integration.lastUsedAt === null ? 'never' : shownTime(integration.lastUsedAt),
              integration.events === null ? 'unknown' : String(integration.events),
              integration.id,
            ]),
          );
        }
      }),
    );
}

function addRotate(token: Command): void {
  token
    .command('rotate')
    .description('replace a token; the old token stops working at once')
    .argument('<name-or-id>')
    .option('--json', 'print {"token", "integration"}')
    .action((nameOrId: string, options: { json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const { id } = await findIntegration(access, nameOrId);
        const { token: issued, integration } = await access.call('integrations.rotate', { id });
        printIssued(issued, integration, options.json === true);
      }),
    );
}

function addRevoke(token: Command): void {
  token
    .command('revoke')
    .description('revoke a token; its next request gets the answer 401')
    .argument('<name-or-id>')
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print {"integration"}')
    .action((nameOrId: string, options: { yes?: boolean; json?: boolean }, command: Command) =>
      withControl(command, async (access) => {
        const { id, name } = await findIntegration(access, nameOrId);
        if (options.yes !== true) {
          await confirm(
            `Revoke the token of “${markedName(name)}”? Its next request will be refused. Its receipts stay.`,
          );
        }
        const { integration } = await access.call('integrations.revoke', { id });
        if (options.json === true) printJson({ integration });
        else acknowledge(`Revoked the token of “${markedName(name)}”. Its receipts stay.`);
      }),
    );
}

export function addTokenCommands(program: Command): void {
  const token = program
    .command('token')
    .description('generate, list, rotate and revoke tokens of integrations');
  addGenerate(token);
  addList(token);
  addRotate(token);
  addRevoke(token);
}
