import { isHarnessId } from '../../shared/bridge.ts';
import type { Integration } from '../../shared/integration.ts';
import { CommandFailure, EXIT, unwrap } from './command-output.ts';
import type { ControlAccess } from './control-access.ts';

/** Names under which a bridge's integration exists. A developer may use the name of the product for another one. */
async function bridgeNames(harness: string): Promise<string[]> {
  if (!isHarnessId(harness)) return [];
  const { name } = (await import('../bridges/harnesses/index.ts')).HARNESSES[harness];
  return [name, `${name} (bridge)`];
}

/**
 * Finds an integration by its name or id, or a bridge's by the name of its harness. A live one takes precedence over a
 * revoked one of the same name.
 */
export async function findIntegration(
  access: Pick<ControlAccess, 'call'>,
  nameOrId: string,
): Promise<Integration> {
  const { integrations } = unwrap(await access.call('integrations.list', { includeRevoked: true }));
  const names = await bridgeNames(nameOrId);
  const found =
    integrations.find(({ id }) => id === nameOrId) ??
    integrations.find(({ name, revokedAt }) => name === nameOrId && revokedAt === null) ??
    integrations.findLast(({ name }) => name === nameOrId) ??
    integrations.findLast(({ kind, name }) => kind === 'managed' && names.includes(name));
  if (found === undefined) {
    throw new CommandFailure(
      'not_found',
      'There is no integration with this name or id. See: plinth token list',
      EXIT.refused,
    );
  }
  return found;
}
