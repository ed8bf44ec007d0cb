import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { HarnessId } from '../../../shared/bridge.ts';
import { temporaryFolder } from '../../../test/support/running-host.ts';
import { HARNESSES } from './index.ts';

const home = temporaryFolder();
afterEach(() => rmSync(home, { recursive: true, force: true }));

const KEY = 'PLANTED-KEY';

test.each<[HarnessId, string, string, { name: string; named: boolean } | undefined]>([
  ['claude-code', '.claude/settings.json', '{}', { name: 'anthropic', named: false }],
  [
    'claude-code',
    '.claude/settings.json',
    `{"env":{"CLAUDE_CODE_USE_BEDROCK":"1"}}`,
    { name: 'amazon-bedrock', named: true },
  ],
  [
    'claude-code',
    '.claude/settings.json',
    `{"env":{"CLAUDE_CODE_USE_BEDROCK":"0","ANTHROPIC_BASE_URL":"https://me:${KEY}@llm.corp.example:8443/${KEY}"}}`,
    { name: 'llm.corp.example', named: true },
  ],
  ['codex', '.codex/config.toml', '', { name: 'openai', named: false }],
  ['codex', '.codex/config.toml', 'model_provider = "mistral"', { name: 'mistral', named: true }],
  [
    'codex',
    '.codex/config.toml',
    'model_provider = "mistral"\nprofile = "home"\n[profiles.home]\nmodel_provider = "ollama"',
    { name: 'ollama', named: true },
  ],
  [
    'gemini',
    '.gemini/settings.json',
    '{"security":{"auth":{"selectedType":"vertex-ai"}}}',
    { name: 'google-vertex', named: true },
  ],
  ['gemini', '.gemini/settings.json', '{not json', { name: 'google', named: false }],
  ['copilot', '.copilot/settings.json', '{}', { name: 'github-copilot', named: false }],
  ['cursor', '.cursor/hooks.json', '{}', { name: 'cursor', named: false }],
  ['opencode', '.config/opencode/opencode.json', '{"model":"acme/fast"}', { name: 'acme', named: true }],
  ['opencode', '.config/opencode/opencode.json', '{}', undefined],
])('%s with %s of %s', (harness, file, text, expected) => {
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const provider = HARNESSES[harness].provider?.({ home, variables: { HOME: home }, platform: 'linux' });
  expect(provider).toEqual(expected);
  expect(JSON.stringify(provider ?? null)).not.toContain(KEY);
});
