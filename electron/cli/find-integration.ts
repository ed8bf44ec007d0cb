import { isHarnessId } from '../../shared/bridge.ts';
import type { Integration } from '../../shared/integration.ts';
import { chosenName } from '../../shared/search/names.ts';
import { CommandFailure } from './command-output.ts';
import type { Control } from './control-access.ts';

/** Names under which a bridge's integration exists. A developer may use the name of the product for another one. */
async function bridgeNames(harness: string): Promise<string[]> {
  if (!isHarnessId(harness)) return [];
  const { name } = (await import('../bridges/harnesses/index.ts')).HARNESSES[harness];
  return [name, `${name} (bridge)`];
}

/** A live integration takes precedence over a revoked one of the same name, and of these the last one. */
export const liveFirst = (integrations: readonly Integration[]): Integration[] => [
  ...integrations.filter(({ revokedAt }) => revokedAt === null),
  ...integrations.filter(({ revokedAt }) => revokedAt !== null).reverse(),
];

/** Finds an integration by its name or id, or a bridge's by the name of its harness. Says what else could be meant. */
export async function findIntegration(access: Control, nameOrId: string): Promise<Integration> {
  const listed = (await access.call('integrations.list', { includeRevoked: true })).integrations;
  const integrations = liveFirst(listed);
  const bridges = await bridgeNames(nameOrId);
  const found =
    integrations.find(({ id }) => id === nameOrId) ??
    integrations.find(({ name }) => name === nameOrId) ??
    integrations.find(({ kind, name }) => kind === 'managed' && bridges.includes(name));
  if (found === undefined) {
    const names = [...new Set(integrations.map(({ name }) => name))];
    const chosen = chosenName(nameOrId, names);
    const close = 'close' in chosen ? chosen.close : [chosen.name];
    const said = 'There is no integration with this name or id.';
    const meant = close.length > 0 ? `Did you mean ${close.join(', ')}?` : 'See: plinth token list';
    throw new CommandFailure('not_found', `${said} ${meant}`);
  }
  return found;
}
