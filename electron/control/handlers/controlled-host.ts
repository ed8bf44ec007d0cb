import type { ControlChannel, HostStatus } from '../../../shared/control.ts';
import { controlFailure } from '../../../shared/failure.ts';
import type { BridgeService } from '../../bridges/bridge-service.ts';
import type { IntegrationRecord, IntegrationStore } from '../../integrations/integration-store.ts';
import type { Accepted } from '../../listener/record-event.ts';
import type { RefusalLedger } from '../../listener/refusal-ledger.ts';
import type { RefusalLog } from '../../listener/refusal-log.ts';
import type { Fault } from '../../platform/fault-log.ts';
import type { ReceiptClient } from '../../receipts/worker/receipt-client.ts';
import type { CheckpointAnchors } from '../../record/checkpoint-anchors.ts';
import type { ClockWatch } from '../../record/clock-watch.ts';
import type { Mirror } from '../../record/mirror.ts';
import type { ReceiptWitness } from '../../record/receipt-witness.ts';
import type { RecordingSwitch } from '../../record/recording.ts';
import type { Retention } from '../../record/retention.ts';
import type { Survival } from '../../record/survival.ts';
import type { SampleRecord } from '../../sample/sample-record.ts';
import type { SettingsStore } from '../../state-file/settings-store.ts';
import { ControlError, type ControlHandlers } from '../dispatch.ts';

/** The parts of a host that control reaches. */
export interface ControlledHost {
  dataDir: string;
  /** The program, and its first arguments, that runs the command line of this version. */
  commandLine: readonly string[];
  status(): Promise<HostStatus>;
  listener(): { port: number; addresses: readonly string[]; movedFrom: number | undefined } | undefined;
  /** Takes an event of this user, as the listener takes one. Undefined where no host runs. */
  takeEvent: ((integration: IntegrationRecord, body: Buffer) => Promise<Accepted>) | undefined;
  /** A fresh login link of the console, or null where none is served. */
  consoleLink(): string | null;
  /** Logs every browser out of the console; how many there were. */
  logOutConsole(): number;
  integrations: IntegrationStore;
  receipts: ReceiptClient;
  refusals: RefusalLog;
  ledger: RefusalLedger;
  problemsChanged(): void;
  settings: SettingsStore;
  recording: RecordingSwitch;
  bridges: BridgeService;
  retention: Retention;
  witness: ReceiptWitness;
  anchors: CheckpointAnchors;
  survival: Survival;
  mirror: Mirror;
  sample: SampleRecord;
  incidentsSeen(): void;
  /** Key of the pseudonyms in bundles. */
  bundleKey: Uint8Array;
  clock: ClockWatch;
  receiptsChanged(deleted: boolean): void;
  /** Unexpected errors of this run. */
  faults(): number;
  noteFault(operation: string, fault: Fault): void;
  now(): number;
}

/** The handlers of every channel of one area, such as `receipts`. */
export type HandlersOf<Area extends string> = Pick<
  ControlHandlers,
  Extract<ControlChannel, `${Area}.${string}`>
>;

/** Returns the result of a change that applies at once. Throws where it is not in the settings file yet. */
export function unlessUnkept<T>({ settings, listener }: ControlledHost, result: T): T {
  if (!settings.isUnkept) return result;
  // Without a host, this process ends now, and the change with it.
  throw new ControlError(controlFailure(listener() === undefined ? 'disk_full' : 'not_kept_yet'));
}

/** Entries of a page when the caller names no limit. */
export const DEFAULT_PAGE = 100;
