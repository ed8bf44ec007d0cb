import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HarnessId } from '../../shared/bridge.ts';

/**
 * One harness's session: its configuration for the scripted model, and its command for a prompt without a user.
 */
export interface HarnessRun {
  harness: HarnessId;
  package: string;
  version: string;
  executable: string;
  /** Writes the harness's own configuration into a home created for it. */
  prepare(home: string, modelUrl: string): void;
  environment(modelUrl: string): Record<string, string>;
  arguments(prompt: string): string[];
  /** Events that this harness does not report in a run without a user. */
  lacks?: readonly string[];
  /** Events whose hook the harness can end before it has reported. */
  canLose?: readonly string[];
  /** The kind of the change of a new file. A payload does not always say that the file is new. */
  newFile?: 'created' | 'modified';
}

function put(path: string, content: unknown): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}

export const KEY = 'scripted-model-needs-no-key';

/** Settings of OpenCode and of Kilo, which is made from it. */
const openCodeSettings = (modelUrl: string) => ({
  autoupdate: false,
  permission: { edit: 'allow', bash: 'allow' },
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${modelUrl}/v1`, apiKey: KEY },
      models: { 'scripted-model': { tool_call: true } },
    },
  },
});

export const HARNESS_RUNS: readonly HarnessRun[] = [
  {
    harness: 'claude-code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.332',
    executable: 'claude',
    prepare(home) {
      put(
        join(home, '.claude/settings.json'),
        '{\n\t"theme": "dark",\n\t"permissions": { "allow": ["Bash", "Write"] }\n}\n',
      );
    },
    environment: (modelUrl) => ({
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    arguments: (prompt) => ['-p', prompt, '--allowedTools', 'Bash,Write', '--permission-mode', 'acceptEdits'],
  },
  {
    harness: 'codex',
    package: '@openai/codex',
    version: '0.171.0',
    executable: 'codex',
    prepare(home, modelUrl) {
      put(
        join(home, '.codex/config.toml'),
        [
          'model = "gpt-5.5"',
          'model_provider = "scripted"',
          'approval_policy = "never"',
          '',
          '[model_providers.scripted]',
          'name = "scripted"',
          `base_url = "${modelUrl}/v1"`,
          'wire_api = "responses"',
          'env_key = "SCRIPTED_KEY"',
          'request_max_retries = 0',
          '',
        ].join('\n'),
      );
    },
    environment: () => ({ SCRIPTED_KEY: KEY }),
    arguments: (prompt) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      // For this run only. The approval belongs to the user, and Plinth does not write it.
      '--dangerously-bypass-hook-trust',
      prompt,
    ],
  },
  {
    harness: 'copilot',
    package: '@github/copilot',
    version: '1.0.102',
    executable: 'copilot',
    prepare(home) {
      mkdirSync(join(home, '.copilot'), { recursive: true });
    },
    environment: (modelUrl) => ({
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: 'scripted-model',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    }),
    arguments: (prompt) => ['-p', prompt, '--allow-all-tools', '--allow-all-paths', '--no-color'],
  },
  {
    harness: 'gemini',
    package: '@google/gemini-cli',
    version: '0.61.0',
    executable: 'gemini',
    prepare(home) {
      put(join(home, '.gemini/settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
      });
    },
    environment: (modelUrl) => ({
      GEMINI_API_KEY: KEY,
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    arguments: (prompt) => ['-m', 'gemini-2.5-flash', '--yolo', '--skip-trust', '-p', prompt],
  },
  {
    harness: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    executable: 'opencode',
    prepare(home, modelUrl) {
      put(join(home, '.config/opencode/opencode.json'), openCodeSettings(modelUrl));
    },
    environment: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      // OpenCode's own installation of plugins fails at once. Its cost is not part of this test.
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
    }),
    arguments: (prompt) => ['run', '-m', 'scripted/scripted-model', '--auto', prompt],
  },
  {
    harness: 'kilo',
    package: '@kilocode/cli',
    version: '7.7.7',
    executable: 'kilo',
    prepare(home, modelUrl) {
      put(join(home, '.config/kilo/kilo.json'), openCodeSettings(modelUrl));
    },
    environment: () => ({
      KILO_DISABLE_AUTOUPDATE: '1',
      KILO_DISABLE_MODELS_FETCH: '1',
      // Kilo's own installation of plugins fails at once. Its cost is not part of this test.
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
    }),
    arguments: (prompt) => ['run', '-m', 'scripted/scripted-model', '--auto', prompt],
  },
  {
    harness: 'pi',
    package: '@earendil-works/pi-coding-agent',
    version: '1.5.2',
    executable: 'pi',
    prepare(home, modelUrl) {
      put(join(home, '.pi/agent/models.json'), {
        providers: {
          scripted: {
            baseUrl: `${modelUrl}/v1`,
            api: 'openai-completions',
            apiKey: KEY,
            models: [{ id: 'scripted-model' }],
          },
        },
      });
    },
    environment: () => ({ PI_OFFLINE: '1' }),
    arguments: (prompt) => ['-p', '--provider', 'scripted', '--model', 'scripted-model', prompt],
    newFile: 'modified',
  },
  {
    harness: 'qwen-code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    executable: 'qwen',
    prepare(home) {
      put(join(home, '.qwen/settings.json'), {
        security: { auth: { selectedType: 'openai' } },
        general: { disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
      });
    },
    environment: (modelUrl) => ({
      OPENAI_BASE_URL: `${modelUrl}/v1`,
      OPENAI_API_KEY: KEY,
      OPENAI_MODEL: 'scripted-model',
      QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
    }),
    arguments: (prompt) => ['--yolo', '-p', prompt],
    lacks: ['session.ended'],
  },
  {
    harness: 'kimi-code',
    package: '@moonshot-ai/kimi-code',
    version: '2.1.0',
    executable: 'kimi',
    prepare(home, modelUrl) {
      put(
        join(home, '.kimi-code/config.toml'),
        [
          'default_model = "scripted"',
          '[providers.scripted]',
          'type = "openai"',
          `base_url = "${modelUrl}/v1"`,
          `api_key = "${KEY}"`,
          '[models.scripted]',
          'provider = "scripted"',
          'model = "scripted-model"',
          'max_context_size = 100000',
          '',
        ].join('\n'),
      );
    },
    environment: () => ({}),
    arguments: (prompt) => ['-p', prompt],
    lacks: ['session.ended'],
    canLose: ['file.changed'],
    newFile: 'modified',
  },
  {
    harness: 'cline',
    package: 'cline',
    version: '3.0.65',
    executable: 'cline',
    prepare(home, modelUrl) {
      const settings = {
        provider: 'openai-compatible',
        apiKey: KEY,
        model: 'scripted-model',
        baseUrl: `${modelUrl}/v1`,
      };
      put(join(home, '.cline/data/settings/providers.json'), {
        version: 1,
        lastUsedProvider: 'openai-compatible',
        modes: {},
        providers: { 'openai-compatible': { settings, updatedAt: '2026-11-22T00:00:00.000Z' } },
      });
    },
    // Without a service of its own in the background, which would outlive the test.
    environment: () => ({ CLINE_SESSION_BACKEND_MODE: 'local' }),
    arguments: (prompt) => [prompt],
  },
];
