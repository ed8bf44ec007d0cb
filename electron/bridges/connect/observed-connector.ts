import type { BridgeChange } from '../../../shared/bridge.ts';
import { BridgeConnector } from './bridge-connector.ts';

/** A connector that tells when it has changed the launcher's files, also when the change failed halfway. */
export class ObservedConnector extends BridgeConnector {
  /** Runs after each change. */
  onFilesChanged: () => void = () => {};

  override connect(...args: Parameters<BridgeConnector['connect']>): BridgeChange {
    try {
      return super.connect(...args);
    } finally {
      this.onFilesChanged();
    }
  }

  override noteVersion(...args: Parameters<BridgeConnector['noteVersion']>): boolean {
    const isNew = super.noteVersion(...args);
    if (isNew) this.onFilesChanged();
    return isNew;
  }

  override disconnect(...args: Parameters<BridgeConnector['disconnect']>): BridgeChange {
    try {
      return super.disconnect(...args);
    } finally {
      this.onFilesChanged();
    }
  }
}
