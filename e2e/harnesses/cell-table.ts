import { fileURLToPath } from 'node:url';
import type { Receipt } from '../../shared/receipt.ts';
import type { Outcome } from '../../shared/session-notes.ts';
import type { HarnessCells } from './harness-cells.ts';
import type { HarnessSession } from './harness-session.ts';
import type { Step } from './model-script.ts';

/** Words that must not be on the disk afterwards. */
export const ANSWER = 'PLANTEDANSWER7Q';
export const OUTPUT = 'PLANTEDOUTPUT7Q';
export const CONTENTS = 'PLANTEDCONTENTS7Q';
/** A word of each typed prompt. */
export const TYPED = 'typedbyhand';
const mcpServer = fileURLToPath(new URL('./planted-mcp-server.ts', import.meta.url));

/** The command of the first step. */
export const PRINT = 'cat planted-output.txt';
const usual: readonly Step[] = [{ kind: 'shell', command: PRINT }, { kind: 'write' }];

/** The number of receipts of each type that a cell must give. A missing type is not judged. */
type Wanted = Partial<Record<Receipt['event'], number>>;

/** One situation: what is scripted and typed, and what has to arrive. */
export interface Cell {
  name: string;
  steps(own: HarnessCells): readonly Step[];
  /** Returns the words of the command, or undefined where the harness has no such thing. */
  arguments(session: HarnessSession, own: HarnessCells, prompt: string): string[] | undefined;
  /** What is typed. */
  prompt?: string;
  /** What is typed while the agent works. */
  meanwhile?: string;
  /** An editor drives the agent: the place of its adapter in the harness's list. */
  editor?: number;
  /** The editor starts the agent without `plinth acp`, so only its hooks report. */
  isHooksOnly?: boolean;
  wanted: Wanted;
  /** What became of the command. Not every harness tells it, but none may tell another outcome. */
  outcome?: Outcome;
  /** A second session before this one is judged. */
  again?(own: HarnessCells, prompt: string): string[] | undefined;
}

const plain = (session: HarnessSession, _own: HarnessCells, prompt: string) => session.run.arguments(prompt);
const agentCell = (name: string, background: boolean): Cell => ({
  name,
  steps: ({ agent }) => [{ kind: 'agent', type: agent ?? '', background }, ...usual],
  arguments: (session, own, prompt) =>
    own.agent === undefined || (background && own.background !== true)
      ? undefined
      : [...plain(session, own, prompt), ...(own.agentWords ?? [])],
  wanted: { 'prompt.submitted': 1, 'command.before_run': 2, 'file.changed': 1 },
});

/** An editor attaches files, in front of the real agent, whose hooks are connected too. */
const editorCell = (name: string, editor: number): Cell => ({
  name,
  editor,
  steps: () => usual,
  arguments: (_session, own) => own.editors?.[editor]?.words,
  wanted: {
    ...{ 'session.ended': 1, 'prompt.submitted': 1, 'tool.before_use': 2 },
    ...{ 'command.before_run': 1, 'file.changed': 1, 'report.unreadable': 0 },
  },
});

export const CELLS: readonly Cell[] = [
  agentCell('sub-agent', false),
  agentCell('background', true),
  {
    name: 'resumed',
    // The second session's conversation begins with the two answers of the first one.
    steps: () => [...usual, { kind: 'shell', command: 'echo again' }],
    arguments: (session, own, prompt) =>
      own.resumed === undefined ? undefined : plain(session, own, prompt),
    again: (own, prompt) => own.resumed?.(prompt),
    wanted: { 'session.started': 1, 'prompt.submitted': 2, 'command.before_run': 2, 'file.changed': 1 },
  },
  {
    name: '@file',
    prompt: `Read @planted-file.txt, ${TYPED}`,
    steps: () => usual,
    arguments: plain,
    wanted: { 'prompt.submitted': 1, 'command.before_run': 1, 'file.changed': 1 },
  },
  {
    name: 'mcp',
    steps: () => [{ kind: 'mcp' }],
    arguments: (session, own, prompt) => {
      const words = own.mcp?.(session.home, [process.execPath, mcpServer, OUTPUT]);
      return words === undefined ? undefined : [...session.run.arguments(prompt), ...words];
    },
    wanted: { 'prompt.submitted': 1, 'tool.before_use': 1, 'command.before_run': 0, 'file.changed': 0 },
  },
  {
    name: 'failing',
    steps: () => [{ kind: 'shell', command: `${PRINT}; exit 3` }, { kind: 'write' }],
    arguments: plain,
    wanted: { 'prompt.submitted': 1, 'tool.before_use': 2, 'command.before_run': 1, 'file.changed': 1 },
    outcome: 'failed',
  },
  {
    name: 'refused',
    steps: () => [{ kind: 'shell', command: 'touch refused.txt' }],
    arguments: (session, own, prompt) => own.refused?.(session.home, prompt),
    wanted: { 'prompt.submitted': 1, 'file.changed': 0 },
    outcome: 'refused',
  },
  {
    // In a terminal, with a prompt that is typed.
    name: 'terminal',
    steps: () => usual,
    arguments: (_session, own) => (own.terminal === undefined ? undefined : [...own.terminal]),
    wanted: { 'prompt.submitted': 1, 'tool.before_use': 2, 'command.before_run': 1, 'file.changed': 1 },
  },
  {
    // Somebody types while a command runs.
    name: 'typing',
    steps: () => [{ kind: 'shell', command: `${PRINT}; sleep 8` }, { kind: 'write' }],
    arguments: (_session, own) => (own.terminal === undefined ? undefined : [...own.terminal]),
    meanwhile: `And then, ${TYPED} again`,
    wanted: { 'prompt.submitted': 2, 'tool.before_use': 2, 'command.before_run': 1, 'file.changed': 1 },
  },
  editorCell('editor', 0),
  editorCell('editor-2', 1),
  {
    ...editorCell('editor-hooks', 0),
    isHooksOnly: true,
    arguments: (_session, own) =>
      own.editors?.[0]?.hasHooks === false ? undefined : own.editors?.[0]?.words,
    wanted: { 'prompt.submitted': 1, 'tool.before_use': 2, 'command.before_run': 1, 'file.changed': 1 },
  },
  {
    // Both connections: the same actions by hooks and by telemetry, in one session.
    name: 'connected',
    steps: () => usual,
    arguments: (session, own, prompt) =>
      own.connected === undefined ? undefined : plain(session, own, prompt),
    wanted: {
      ...{ 'session.started': 1, 'session.ended': 1, 'prompt.submitted': 1, 'tool.before_use': 2 },
      ...{ 'command.before_run': 1, 'file.changed': 1 },
    },
  },
  {
    name: 'telemetry',
    steps: () => usual,
    arguments: (session, own, prompt) =>
      own.telemetry === undefined ? undefined : plain(session, own, prompt),
    wanted: {
      'session.started': 1,
      'prompt.submitted': 1,
      'tool.before_use': 2,
      'command.before_run': 1,
      'file.changed': 1,
    },
  },
];
