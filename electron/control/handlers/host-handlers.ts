import type { ControlHandlers } from '../dispatch.ts';
import { bridgeHandlers } from './bridge-handlers.ts';
import { bundleHandlers } from './bundle-handlers.ts';
import { changeHandlers } from './change-handlers.ts';
import type { ControlledHost } from './controlled-host.ts';
import { copyHandlers } from './copy-handlers.ts';
import { diagnosticsHandlers } from './diagnostics-handlers.ts';
import { eventHandlers } from './event-handlers.ts';
import { incidentHandlers } from './incident-handlers.ts';
import { insightHandlers } from './insight-handlers.ts';
import { integrationHandlers } from './integration-handlers.ts';
import { receiptHandlers } from './receipt-handlers.ts';
import { recordHandlers } from './record-handlers.ts';
import { recordingHandlers } from './recording-handlers.ts';
import { recoverHandlers } from './recover-handlers.ts';
import { retentionHandlers } from './retention-handlers.ts';
import { sampleHandlers } from './sample-handlers.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { fromStore } from './store-answer.ts';

/** Composes the handlers of every control channel. Each area has a file of its own. */
export function createHostHandlers(host: ControlledHost): ControlHandlers {
  const receiptsDeleted = () => host.receiptsChanged(true);
  return {
    'host.status': () => host.status(),
    'console.link': () => ({ url: host.consoleLink() }),
    'console.logOutAll': () => ({ browsers: host.logOutConsole() }),
    'redaction.preview': ({ text, explain }) => fromStore(host.receipts.lane.preview(text, explain)),
    ...integrationHandlers(host),
    ...eventHandlers(host),
    ...receiptHandlers(host, receiptsDeleted),
    ...settingsHandlers(host),
    ...recordHandlers(host, receiptsDeleted),
    ...copyHandlers(host, receiptsDeleted),
    ...bundleHandlers(host),
    ...recordingHandlers(host),
    ...retentionHandlers(host, receiptsDeleted),
    ...bridgeHandlers(host),
    ...incidentHandlers(host),
    ...diagnosticsHandlers(host),
    ...changeHandlers(host),
    ...recoverHandlers(host),
    ...sampleHandlers(host),
    ...insightHandlers(host, () => host.receiptsChanged(false)),
  };
}
