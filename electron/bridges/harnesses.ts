import type { HarnessId } from '../../shared/bridge.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import type { Harness } from './harness.ts';
import { openCode } from './opencode.ts';

export const HARNESSES: Readonly<Record<HarnessId, Harness>> = {
  'claude-code': claudeCode,
  codex,
  cursor,
  copilot,
  gemini,
  opencode: openCode,
};
