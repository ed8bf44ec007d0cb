import { type ControlledHost, DEFAULT_PAGE, type HandlersOf } from './controlled-host.ts';
import { fromStore } from './store-answer.ts';

/** Handles the channels of incidents: harm that other programs did to Plinth's files. */
export function incidentHandlers(host: ControlledHost): HandlersOf<'incidents'> {
  const { receipts } = host;
  return {
    'incidents.list': async ({ limit }) => ({
      incidents: await fromStore(receipts.call('incidents', limit ?? DEFAULT_PAGE)),
    }),
    'incidents.see': async ({ takenBack }) => {
      const keys = await fromStore(receipts.call('seeIncidents', host.now(), takenBack));
      host.incidentsSeen();
      return { keys };
    },
  };
}
