import type { Integration } from '../../shared/integration.ts';
import { CommandFailure, EXIT, unwrap } from './command-output.ts';
import type { ControlAccess } from './control-access.ts';

/** Finds an integration by its name or id. A live one takes precedence over a revoked one of the same name. */
export async function findIntegration(
  access: Pick<ControlAccess, 'call'>,
  nameOrId: string,
): Promise<Integration> {
  const { integrations } = unwrap(await access.call('integrations.list', { includeRevoked: true }));
  const found =
    integrations.find(({ id }) => id === nameOrId) ??
    integrations.find(({ name, revokedAt }) => name === nameOrId && revokedAt === null) ??
    integrations.findLast(({ name }) => name === nameOrId);
  if (found === undefined) {
    throw new CommandFailure(
      'not_found',
      'There is no integration with this name or id. See: plinth token list',
      EXIT.refused,
    );
  }
  return found;
}
