import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HarnessId } from '../../shared/bridge.ts';
import { KEY } from './harness-runs.ts';

/** An agent that an editor can drive: the harness itself, or a package that puts the protocol in front of it. */
export interface EditorAgent {
  package?: { package: string; version: string };
  words: string[];
  /** Changes the home so that the agent uses the scripted model. */
  prepare?: (home: string) => void;
  /** Events that it does not tell. */
  lacks?: readonly string[];
  /** It runs no hooks: those of Codex wait for a review, which no editor offers. */
  hasHooks?: false;
  /** Events that its hooks do not tell in an editor. */
  hooksLack?: readonly string[];
}

/** What the rows of `docs/bridges.md` need to know of one harness, beside its usual session. */
export interface HarnessCells {
  /** The sub-agent that the harness has itself. Absent where it has none. */
  agent?: string;
  /** Words that let the harness offer sub-agents. */
  agentWords?: readonly string[];
  /** Variables of the cell with an MCP server. */
  mcpVariables?: Record<string, string>;
  /** The harness starts sub-agents in the background. */
  background?: boolean;
  /** Words of a command that continues the last session. */
  resumed?: (prompt: string) => string[];
  /** Changes the home so that the harness starts an MCP server, and returns further words of its command. */
  mcp?: (home: string, command: readonly string[]) => string[] | undefined;
  /** Changes the home so that commands are refused, and returns the words of the command. */
  refused?: (home: string, prompt: string) => string[];
  /** The program's own exit code after a refused command. */
  refusedStatus?: number;
  /** The variables of `plinth run` make it export telemetry, or a change of its settings does. */
  telemetry?: true | ((home: string, endpoint: string, token: string) => void);
  /** Words of the command that opens its terminal interface. */
  terminal?: readonly string[];
  /** Answers the questions that it asks before it takes a prompt, for a project. */
  prepareTerminal?: (home: string, project: string) => void;
  /** Its agents in editors. */
  editors?: readonly EditorAgent[];
  /** The connection by its telemetry, beside that by hooks. */
  connected?: { harness: HarnessId; settings: string };
  /** The prompt as the harness passes it on. */
  typed?: (prompt: string) => string;
}

function change(path: string, edit: (settings: Record<string, unknown>) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  const settings = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  edit(settings);
  writeFileSync(path, `${JSON.stringify(settings, null, 2)}\n`);
}

/** Writes the usual member `mcpServers`. */
const mcpServers = (file: string) => (home: string, command: readonly string[]) => {
  change(join(home, file), (settings) => {
    settings.mcpServers = { planted: { command: command[0], args: command.slice(1), tools: ['*'] } };
  });
  return [];
};

/** OpenCode and Kilo, which is made from it. */
const openCode = (settings: string): HarnessCells => ({
  editors: [
    {
      words: ['acp'],
      prepare: (home) =>
        change(join(home, settings), (all) => {
          all.model = 'scripted/scripted-model';
        }),
    },
  ],
  terminal: ['-m', 'scripted/scripted-model'],
  agent: 'general',
  resumed: (prompt) => ['run', '-c', '-m', 'scripted/scripted-model', '--auto', prompt],
  mcp: (home, command) => {
    change(join(home, settings), (all) => {
      all.mcp = { planted: { type: 'local', command, enabled: true } };
    });
    return [];
  },
  refused: (home, prompt) => {
    change(join(home, settings), (all) => {
      all.permission = { edit: 'allow', bash: 'ask' };
    });
    return ['run', '-m', 'scripted/scripted-model', prompt];
  },
});

export const HARNESS_CELLS: Partial<Record<HarnessId, HarnessCells>> = {
  'claude-code': {
    terminal: ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Write'],
    prepareTerminal: (home, project) =>
      change(join(home, '.claude.json'), (settings) => {
        settings.hasCompletedOnboarding = true;
        // It remembers the last characters of a key that the user approved.
        settings.customApiKeyResponses = { approved: [KEY.slice(-20)], rejected: [] };
        settings.projects = { [project]: { hasTrustDialogAccepted: true } };
      }),
    agent: 'general-purpose',
    // By default the model must search for such a tool first.
    mcpVariables: { ENABLE_TOOL_SEARCH: 'false' },
    background: true,
    resumed: (prompt) => [
      '-c',
      '-p',
      prompt,
      '--allowedTools',
      'Bash,Write',
      '--permission-mode',
      'acceptEdits',
    ],
    mcp: (home, [command, ...args]) => {
      const file = join(home, 'mcp.json');
      writeFileSync(file, JSON.stringify({ mcpServers: { planted: { command, args } } }));
      return ['--mcp-config', file, '--allowedTools', 'mcp__planted'];
    },
    refused: (_home, prompt) => ['-p', prompt, '--settings', '{"permissions":{"deny":["Bash(touch:*)"]}}'],
    telemetry: true,
    editors: [
      { package: { package: '@agentclientprotocol/claude-agent-acp', version: '0.101.0' }, words: [] },
      { package: { package: '@zed-industries/claude-code-acp', version: '0.16.2' }, words: [] },
    ],
    connected: { harness: 'claude-code-telemetry', settings: '.claude/settings.json' },
  },
  codex: {
    agent: 'default',
    agentWords: ['--enable', 'multi_agent_v2'],
    resumed: (prompt) => [
      ...['exec', 'resume', '--last', '--skip-git-repo-check'],
      ...['--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust', prompt],
    ],
    mcp: (_home, [command, ...args]) => [
      ...['-c', `mcp_servers.planted.command=${JSON.stringify(command)}`],
      ...['-c', `mcp_servers.planted.args=${JSON.stringify(args)}`],
    ],
    refused: (_home, prompt) => [
      ...['exec', '--skip-git-repo-check', '-s', 'read-only', '--dangerously-bypass-hook-trust', prompt],
    ],
    editors: [
      {
        package: { package: '@agentclientprotocol/codex-acp', version: '2.6.0' },
        words: [],
        // It names `cat` as the reading of a file, without the line.
        lacks: ['command.before_run'],
        hasHooks: false,
      },
      {
        package: { package: '@zed-industries/codex-acp', version: '0.16.0' },
        words: [],
        // Its sandbox needs a program of the system.
        prepare: (home) => {
          const path = join(home, '.codex/config.toml');
          writeFileSync(path, `sandbox_mode = "danger-full-access"\n${readFileSync(path, 'utf8')}`);
        },
      },
    ],
    connected: { harness: 'codex-telemetry', settings: '.codex/config.toml' },
    telemetry: (home, endpoint, token) => {
      const path = join(home, '.codex/config.toml');
      const otel = [
        '[otel]',
        'log_user_prompt = true',
        '[otel.exporter."otlp-http"]',
        `endpoint = "${endpoint}/v1/logs"`,
        'protocol = "json"',
        '[otel.exporter."otlp-http".headers]',
        `Authorization = "Bearer ${token}"`,
      ];
      writeFileSync(path, `${readFileSync(path, 'utf8')}\n${otel.join('\n')}\n`);
    },
  },
  copilot: {
    terminal: ['--allow-all-tools', '--allow-all-paths'],
    editors: [{ words: ['--acp'] }],
    agent: 'general-purpose',
    background: true,
    resumed: (prompt) => ['--continue', '-p', prompt, '--allow-all-tools', '--allow-all-paths', '--no-color'],
    mcp: mcpServers('.copilot/mcp-config.json'),
    refused: (_home, prompt) => [
      '-p',
      prompt,
      '--allow-all-tools',
      '--deny-tool',
      'shell(touch)',
      '--no-color',
    ],
    telemetry: true,
  },
  gemini: {
    terminal: ['-m', 'gemini-2.5-flash', '--yolo', '--skip-trust'],
    editors: [
      {
        words: ['-m', 'gemini-2.5-flash', '--skip-trust', '--acp'],
        hooksLack: ['tool.before_use', 'command.before_run', 'file.changed'],
      },
    ],
    agent: 'generalist',
    resumed: (prompt) => [
      ...['-m', 'gemini-2.5-flash', '--yolo', '--skip-trust', '--resume', 'latest', '-p', prompt],
    ],
    mcp: mcpServers('.gemini/settings.json'),
    refused: (_home, prompt) => ['-m', 'gemini-2.5-flash', '--skip-trust', '-p', prompt],
    telemetry: true,
  },
  opencode: openCode('.config/opencode/opencode.json'),
  kilo: { ...openCode('.config/kilo/kilo.json'), refusedStatus: 1 },
  pi: {
    terminal: ['--provider', 'scripted', '--model', 'scripted-model'],
    resumed: (prompt) => ['-c', '-p', '--provider', 'scripted', '--model', 'scripted-model', prompt],
  },
  'qwen-code': {
    terminal: ['--yolo'],
    editors: [{ words: ['--acp'] }],
    agent: 'general-purpose',
    background: true,
    resumed: (prompt) => ['--yolo', '--continue', '-p', prompt],
    mcp: mcpServers('.qwen/settings.json'),
    refused: (_home, prompt) => ['--approval-mode', 'default', '-p', prompt],
    telemetry: true,
  },
  'kimi-code': {
    terminal: ['--yolo'],
    editors: [{ words: ['acp'] }],
    agent: 'coder',
    background: true,
    resumed: (prompt) => ['--continue', '-p', prompt],
    mcp: mcpServers('.kimi-code/mcp.json'),
  },
  cline: {
    terminal: [],
    editors: [{ words: ['--acp'] }],
    agent: 'general',
    mcp: mcpServers('.cline/data/settings/cline_mcp_settings.json'),
    refused: (_home, prompt) => ['--auto-approve', 'false', prompt],
  },
};
