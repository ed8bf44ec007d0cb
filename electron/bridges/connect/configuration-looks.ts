import { isTelemetryHarness } from '../../../shared/bridge.ts';
import { readConfiguration, unlessRefused } from '../configuration/file.ts';
import { type InstalledHook, installedHook } from '../configuration/installed-hook.ts';
import { type OtherPlinth, otherPlinthsIn } from '../configuration/other-plinths.ts';
import type { BridgeConnector } from './bridge-connector.ts';
import type { BridgePlace } from './bridge-places.ts';

function textAt(connector: BridgeConnector, place: BridgePlace): string {
  return unlessRefused(() => readConfiguration(connector.configurationPath(place)).text) ?? '';
}

/** Returns the hook that the harness runs first, as it is installed, or undefined where an entry is missing. */
export function installedHookAt(connector: BridgeConnector, place: BridgePlace): InstalledHook | undefined {
  if (!connector.isEntered(place)) return undefined;
  return installedHook(textAt(connector, place), connector.launcherPath);
}

/** Returns the other data directories to which the harness's configuration leads. */
export function otherPlinthsAt(connector: BridgeConnector, place: BridgePlace): OtherPlinth[] {
  return otherPlinthsIn(textAt(connector, place), connector.launcherPath, isTelemetryHarness(place.harness));
}
