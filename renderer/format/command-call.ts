import type { ReceiptSummary } from '../../shared/receipt.ts';

/**
 * Says whether a tool call of the same session ran a command. It compares the harness's id of the call. Reports without
 * one name the same instant.
 */
export function isCallOf(call: ReceiptSummary, command: ReceiptSummary): boolean {
  if (call.event !== 'tool.before_use' || command.event !== 'command.before_run') return false;
  if (call.context.callId !== command.context.callId) return false;
  return call.context.callId !== undefined || call.occurredAt === command.occurredAt;
}
