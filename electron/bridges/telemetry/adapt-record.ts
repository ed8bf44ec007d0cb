import type { HarnessId } from '../../../shared/bridge.ts';
import { adaptClaude, isOfClaude } from './claude-telemetry.ts';
import { adaptCodex, isOfCodex } from './codex-telemetry.ts';
import { adaptGemini, isOfGemini } from './gemini-telemetry.ts';
import { adaptGenAi, isOfGenAi } from './genai-telemetry.ts';
import type { TelemetryMeaning } from './telemetry-adaptation.ts';
import type { TelemetryRecord } from './telemetry-record.ts';

/** Programs whose log records tell everything. Qwen Code's spans repeat each call under another id, without its input. */
const LOGGING = new Set(['claude-code', 'codex_cli_rs', 'codex_exec', 'gemini-cli', 'qwen-code']);

/** Returns the events of a record. A record that no table names is dropped. */
export function adaptTelemetryRecord(record: TelemetryRecord): TelemetryMeaning {
  if (record.kind === 'span') {
    return isOfGenAi(record) && !LOGGING.has(record.service) ? adaptGenAi(record) : 'dropped';
  }
  if (isOfCodex(record)) return adaptCodex(record);
  if (isOfGemini(record)) return adaptGemini(record);
  return isOfClaude(record) ? adaptClaude(record) : 'dropped';
}

/** Returns the agent that a record names as its sender. */
export function agentOf(record: TelemetryRecord): HarnessId | undefined {
  if (record.kind === 'span') return /copilot/i.test(record.service) ? 'copilot' : undefined;
  if (isOfCodex(record)) return 'codex';
  if (isOfGemini(record)) return record.name.startsWith('qwen') ? 'qwen-code' : 'gemini';
  return isOfClaude(record) ? 'claude-code' : undefined;
}
