import type { HarnessId } from '../../../shared/bridge.ts';
import { acp } from './acp/index.ts';
import { auggie } from './auggie/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { claudeCodeTelemetry } from './claude-code/telemetry.ts';
import { cline } from './cline/index.ts';
import { codex } from './codex/index.ts';
import { codexTelemetry } from './codex/telemetry.ts';
import { copilot } from './copilot/index.ts';
import { cursor } from './cursor/index.ts';
import { droid } from './droid/index.ts';
import { gemini } from './gemini/index.ts';
import { goose } from './goose/index.ts';
import type { Harness } from './harness.ts';
import { kilo } from './kilo/index.ts';
import { kimiCode } from './kimi-code/index.ts';
import { kiro } from './kiro/index.ts';
import { openCode } from './opencode/index.ts';
import { pi } from './pi/index.ts';
import { qwenCode } from './qwen-code/index.ts';
import { windsurf } from './windsurf/index.ts';

export const HARNESSES: Readonly<Record<HarnessId, Harness>> = {
  'claude-code': claudeCode,
  codex,
  cursor,
  copilot,
  gemini,
  opencode: openCode,
  kilo,
  pi,
  'qwen-code': qwenCode,
  'kimi-code': kimiCode,
  droid,
  auggie,
  kiro,
  windsurf,
  goose,
  cline,
  acp,
  'claude-code-telemetry': claudeCodeTelemetry,
  'codex-telemetry': codexTelemetry,
};
