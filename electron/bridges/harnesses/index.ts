import type { HarnessId } from '../../../shared/bridge.ts';
import { acp } from './acp/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { codex } from './codex/index.ts';
import { copilot } from './copilot/index.ts';
import { cursor } from './cursor/index.ts';
import { gemini } from './gemini/index.ts';
import type { Harness } from './harness.ts';
import { openCode } from './opencode/index.ts';

export const HARNESSES: Readonly<Record<HarnessId, Harness>> = {
  'claude-code': claudeCode,
  codex,
  cursor,
  copilot,
  gemini,
  opencode: openCode,
  acp,
};
