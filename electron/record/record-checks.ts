import type { RecordCheck } from '../../shared/record-check.ts';
import { checkState } from '../../shared/words/record-check.ts';
import type { AnchorNote } from '../receipts/store/check-database.ts';
import type { ReceiptClient } from '../receipts/worker/receipt-client.ts';
import type { SettingsStore } from '../state-file/settings-store.ts';
import type { CheckpointAnchors } from './checkpoint-anchors.ts';

const DAY_MS = 86_400_000;

interface CheckedRecord {
  receipts: ReceiptClient;
  anchors: CheckpointAnchors;
  settings: SettingsStore;
}

/** Checks the record against the checkpoints that are kept, and those that are given, and keeps the result apart from it. */
export async function checkRecord(
  { receipts, anchors, settings }: CheckedRecord,
  now: number,
  given: AnchorNote[] = [],
): Promise<RecordCheck> {
  const kept = await anchors.known();
  const check = await receipts.call('checkRecord', [...kept, ...given]);
  keepCheck(settings, check, now);
  return check;
}

/** Keeps the result of a check in the settings. */
export function keepCheck(settings: SettingsStore, check: RecordCheck, now: number): void {
  try {
    settings.keep({ lastCheck: { at: new Date(now).toISOString(), state: checkState(check) } });
  } catch {
    // On a full disk the older result stays, with its time.
  }
}

/**
 * Checks the record after a start, and if the last check is a day old. A check takes 17 seconds of one processor for a
 * million receipts, in slices.
 */
export async function checkIfDue(record: CheckedRecord, now: number, isStart: boolean): Promise<void> {
  const { lastCheck } = record.settings;
  const age = lastCheck === undefined ? DAY_MS : Math.abs(now - Date.parse(lastCheck.at));
  if (isStart || age >= DAY_MS) await checkRecord(record, now);
}
