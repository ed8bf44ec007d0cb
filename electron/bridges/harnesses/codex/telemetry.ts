import { join } from 'node:path';
import { HIDDEN_CREDENTIAL } from '../../configuration/hidden-credential.ts';
import { readSettingsFile } from '../../configuration/settings-reading.ts';
import { isOfCodex } from '../../telemetry/codex-telemetry.ts';
import { objectOf, textOf } from '../adaptation.ts';
import type { ExporterSettings, Harness } from '../harness.ts';
import { codex } from './index.ts';

const TABLE = 'otel';
const EXPORTER = 'otlp-http';

/** Codex replaces no variables in headers, and runs no command for them: the credential is in the file. */
const blockOf = ({ endpoint, prompts }: ExporterSettings) =>
  [
    `[${TABLE}]`,
    `log_user_prompt = ${prompts}`,
    '',
    `[${TABLE}.exporter."${EXPORTER}"]`,
    `endpoint = "${endpoint}/v1/logs"`,
    'protocol = "json"',
    '',
    `[${TABLE}.exporter."${EXPORTER}".headers]`,
    `Authorization = "Bearer ${HIDDEN_CREDENTIAL}"`,
  ].join('\n');

const NO_EXPORTER: ExporterSettings = { endpoint: '', route: '', prompts: false, actions: false };

/** Codex's own telemetry: a table of its `config.toml` names the collector and has the credential. */
export const codexTelemetry: Harness = {
  id: 'codex-telemetry',
  name: 'OpenAI Codex CLI telemetry',
  testedVersion: '0.169.0',
  reports: ['session.started', 'prompt.submitted', 'tool.before_use', 'command.before_run', 'file.changed'],
  notes: () => ['telemetry_address', 'credential_in_file'],
  executables: codex.executables,
  packages: codex.packages ?? [],
  sender: 'exporter',
  configurationFolder: codex.configurationFolder,
  variablesOfHome: (home) => ({ CODEX_HOME: home }),
  plan(environment, _launcher, exporter = NO_EXPORTER) {
    return {
      form: 'toml_table',
      path: join(codex.configurationFolder(environment), 'config.toml'),
      harness: 'codex-telemetry',
      table: TABLE,
      block: blockOf(exporter),
      mark: `${exporter.endpoint}/v1/logs`,
    };
  },
  managedCollector({ systemRoot = '/' }) {
    return TABLE in (readSettingsFile(join(systemRoot, 'etc/codex/managed_config.toml')) ?? {});
  },
  telemetry: {
    of: 'codex',
    service: 'codex_cli_rs',
    owns: isOfCodex,
    installed(path) {
      const exporters = objectOf(objectOf(readSettingsFile(path) ?? {}, TABLE) ?? {}, 'exporter') ?? {};
      const exporter = objectOf(exporters, EXPORTER) ?? {};
      const endpoint = textOf(exporter, 'endpoint');
      const authorization = textOf(objectOf(exporter, 'headers') ?? {}, 'Authorization');
      return endpoint === undefined ? undefined : { endpoint, authorization };
    },
    testAttributes: (sessionId) => ({
      'event.name': 'codex.user_prompt',
      'conversation.id': sessionId,
      prompt: 'A test of Plinth',
    }),
  },
  provider: (environment) => codex.provider?.(environment),
  // Its credential works at the endpoint for OpenTelemetry only.
  adapt: () => ({ kind: 'unknown' }),
};
