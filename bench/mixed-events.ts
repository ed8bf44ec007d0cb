import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EventType } from '../shared/event.ts';
import { createRandom } from './redaction/random.ts';

/** An event's type and data. */
export interface EventContent {
  event: EventType;
  data: Record<string, unknown>;
}

const project = fileURLToPath(new URL('../', import.meta.url));
const SEED = 20_261_122;
/** More different events would only need more memory in the generator. */
const EVENTS = 1000;
const SOURCES = ['electron/listener', 'electron/receipts/store', 'electron/cli', 'renderer/components'];
const CWD = '/srv/project';

/** Shares of the events in percent: prompts, tools with edits, commands with heredocs, and changes of files. */
const PROMPTS = 30;
const EDITS = 40;
const COMMANDS = 20;

interface Source {
  path: string;
  lines: string[];
}

function readSources(folders: readonly string[], extension: RegExp): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(project, folder))
      .filter((name) => extension.test(name))
      .sort()
      .map((name) => ({
        path: `${folder}/${name}`,
        lines: readFileSync(join(project, folder, name), 'utf8').split('\n'),
      })),
  );
}

/**
 * Creates a mixed load as agents produce it: 30 % prompts, 40 % tools with edits, 20 % commands with heredocs and 10 %
 * changes of files. The texts are real sources and documents of this project. Each call returns the same events.
 */
export function mixedEvents(): EventContent[] {
  const { below, of } = createRandom(SEED);
  const code = readSources(SOURCES, /\.tsx?$/);
  const prose = readSources(['docs', '.'], /\.md$/);
  const passage = ({ lines }: Source, least: number, most: number) => {
    const count = least + below(most - least);
    const start = below(Math.max(1, lines.length - count));
    return lines.slice(start, start + count).join('\n');
  };

  const prompt = (): EventContent => ({
    event: 'prompt.submitted',
    data: { content: passage(of(prose), 1, 14), destination: 'anthropic', cwd: CWD },
  });
  const edit = (): EventContent => {
    const source = of(code);
    return {
      event: 'tool.before_use',
      data: {
        toolName: 'Edit',
        toolInput: {
          file_path: `${CWD}/${source.path}`,
          old_string: passage(source, 2, 20),
          new_string: passage(source, 2, 30),
          replace_all: false,
        },
        cwd: CWD,
      },
    };
  };
  const command = (): EventContent => {
    const source = of(code);
    return {
      event: 'command.before_run',
      data: { command: `cat > ${source.path} <<'EOF'\n${passage(source, 5, 40)}\nEOF\nnpm test`, cwd: CWD },
    };
  };
  const change = (): EventContent => ({
    event: 'file.changed',
    data: { path: `${CWD}/${of(code).path}`, changeType: 'modified', cwd: CWD },
  });

  return Array.from({ length: EVENTS }, () => {
    const share = below(100);
    if (share < PROMPTS) return prompt();
    if (share < PROMPTS + EDITS) return edit();
    return share < PROMPTS + EDITS + COMMANDS ? command() : change();
  });
}
