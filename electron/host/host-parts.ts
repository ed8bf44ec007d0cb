import type { BridgeService } from '../bridges/bridge-service.ts';
import type { HarnessSurroundings } from '../bridges/connect/harness-environment.ts';
import type { CollectorAddress } from '../bridges/connect/launcher.ts';
import type { EventHub } from '../control/event-hub.ts';
import type { RefusalLedger } from '../listener/refusal-ledger.ts';
import type { RefusalLog } from '../listener/refusal-log.ts';
import type { ClockWatch } from '../record/clock-watch.ts';
import type { Mirror } from '../record/mirror.ts';
import type { RecordingSwitch } from '../record/recording.ts';
import type { Retention } from '../record/retention.ts';
import type { Survival } from '../record/survival.ts';
import type { HostOptions, HostRun } from './host-options.ts';
import type { Stores } from './open-stores.ts';

/** Parts of a host that need no listener; the collector, control and maintenance are built from them. */
export interface HostParts {
  options: HostOptions;
  run: HostRun;
  hub: EventHub;
  stores: Stores;
  recording: RecordingSwitch;
  refusals: RefusalLog;
  ledger: RefusalLedger;
  surroundings: HarnessSurroundings;
  bridges: BridgeService;
  /** Where launchers reach the collector; set when the bridges are opened. */
  bridgeEndpoint: { address: CollectorAddress | undefined; baseUrl: string | undefined };
  clock: ClockWatch;
  survival: Survival;
  mirror: Mirror;
  retention: Retention;
}
