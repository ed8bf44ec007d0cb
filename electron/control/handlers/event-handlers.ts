import { controlFailure } from '../../../shared/failure.ts';
import { COMMAND_LINE_NAME } from '../../../shared/integration.ts';
import type { IntegrationRecord, IntegrationStore } from '../../integrations/integration-store.ts';
import { ControlError } from '../dispatch.ts';
import type { ControlledHost, HandlersOf } from './controlled-host.ts';

/** Returns the integration of the command line. It is made at first use, and its token is thrown away. */
function commandLine(integrations: IntegrationStore): IntegrationRecord {
  const live = integrations
    .list()
    .find(({ name, kind, revokedAt }) => name === COMMAND_LINE_NAME && kind === 'developer' && !revokedAt);
  if (live !== undefined) return live;
  const made = integrations.generate(COMMAND_LINE_NAME, ['events:write']);
  if (!made.ok) throw new ControlError(controlFailure('name_taken'));
  return made.value.integration;
}

/** Handles the channel of `plinth send`. Its caller has no token: the transport proves that it is this user. */
export function eventHandlers({ integrations, takeEvent }: ControlledHost): HandlersOf<'events'> {
  return {
    'events.send': async ({ body }) => {
      if (takeEvent === undefined) throw new ControlError(controlFailure('unreachable'));
      const answer = await takeEvent(commandLine(integrations), Buffer.from(body));
      if (!('refusal' in answer)) return answer.accepted;
      const { code: problem, errors = [] } = answer.refusal;
      throw new ControlError(controlFailure('event_refused', { problem, errors }));
    },
  };
}
