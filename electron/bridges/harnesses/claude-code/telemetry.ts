import { join } from 'node:path';
import { TELEMETRY_PATH } from '../../../../shared/limits.ts';
import { shellQuoted } from '../../../../shared/shell-quote.ts';
import { readSettingsFile } from '../../configuration/settings-reading.ts';
import { isOfClaude } from '../../telemetry/claude-telemetry.ts';
import { objectOf, textOf } from '../adaptation.ts';
import type { ExporterSettings, Harness, HarnessEnvironment } from '../harness.ts';
import { claudeCode, managedSettings } from './index.ts';

const ENDPOINT = 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT';
const HELPER = 'otelHeadersHelper';
const flag = (on: boolean) => (on ? '1' : '0');
const settingsFile = (environment: HarnessEnvironment) =>
  join(claudeCode.configurationFolder(environment), 'settings.json');

/** The variables that a user who exports already has in the settings. */
const OWN_EXPORTERS = [
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_LOGS_HEADERS'],
  ...['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'],
  ...['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_LOG_RAW_API_BODIES', 'OTEL_LOG_TOOL_CONTENT'],
];

/** Only logs tell of actions. The others are switched off, so that no other collector gets the headers. */
const variablesOf = ({ endpoint, prompts, actions }: ExporterSettings): Record<string, string> => ({
  CLAUDE_CODE_ENABLE_TELEMETRY: '1',
  OTEL_LOGS_EXPORTER: 'otlp',
  OTEL_METRICS_EXPORTER: 'none',
  OTEL_TRACES_EXPORTER: 'none',
  OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/json',
  [ENDPOINT]: `${endpoint}/v1/logs`,
  OTEL_LOG_USER_PROMPTS: flag(prompts),
  OTEL_LOG_TOOL_DETAILS: flag(actions),
  OTEL_LOG_ASSISTANT_RESPONSES: '0',
});

const UNKNOWN_EXPORTER: ExporterSettings = {
  endpoint: `http://127.0.0.1${TELEMETRY_PATH}`,
  ...{ route: '', prompts: false, actions: false },
};

/** Claude Code's own telemetry: its settings name the collector, and a command that prints the credential. */
export const claudeCodeTelemetry: Harness = {
  id: 'claude-code-telemetry',
  name: 'Claude Code telemetry',
  testedVersion: '2.1.330',
  reports: ['prompt.submitted', 'tool.before_use', 'command.before_run', 'file.changed'],
  notes: () => ['telemetry_address', 'telemetry_of_shell'],
  executables: claudeCode.executables,
  packages: claudeCode.packages ?? [],
  sender: 'exporter',
  configurationFolder: claudeCode.configurationFolder,
  variablesOfHome: (home) => ({ CLAUDE_CONFIG_DIR: home }),
  plan(environment, _launcher, exporter = UNKNOWN_EXPORTER) {
    const variables = Object.entries(variablesOf(exporter));
    return {
      form: 'members',
      path: settingsFile(environment),
      members: [
        ...variables.map(([name, value]) => ({ path: ['env', name], value })),
        // Claude Code runs it in a shell. Without the file, nothing listens that may know the credential.
        { path: [HELPER], value: `cat ${shellQuoted(exporter.route)} 2>/dev/null || echo '{}'` },
      ],
      marks: [['env', ENDPOINT], [HELPER]],
      rivals: OWN_EXPORTERS.map((name) => ['env', name]),
    };
  },
  managedCollector(environment) {
    const managed = readSettingsFile(managedSettings(environment)) ?? {};
    const names = Object.keys(objectOf(managed, 'env') ?? {});
    return names.some((name) => /^OTEL_|^CLAUDE_CODE_ENABLE_TELEMETRY$/.test(name)) || HELPER in managed;
  },
  telemetry: {
    of: 'claude-code',
    service: 'claude-code',
    owns: isOfClaude,
    installed(path) {
      const settings = readSettingsFile(path) ?? {};
      const endpoint = textOf(objectOf(settings, 'env') ?? {}, ENDPOINT);
      const headersCommand = textOf(settings, HELPER);
      return endpoint === undefined ? undefined : { endpoint, headersCommand };
    },
    testAttributes: (sessionId) => ({
      'event.name': 'user_prompt',
      'session.id': sessionId,
      prompt: 'A test of Plinth',
    }),
  },
  provider: (environment) => claudeCode.provider?.(environment),
  // Its credential works at the endpoint for OpenTelemetry only.
  adapt: () => ({ kind: 'unknown' }),
};
