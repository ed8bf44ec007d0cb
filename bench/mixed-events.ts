import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
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
/** Events of other texts, so that none comes again in a short run. */
const EVENTS_OF_OTHER_TEXTS = 10_000;
/** A folder of a system can have many thousands of files. */
const MOST_FILES = 2000;
const LARGEST_FILE_BYTES = 262_144;
const SOURCES = ['electron/listener', 'electron/receipts/store', 'electron/cli', 'renderer/components'];
/** Projects are in the home directory of their user. */
const CWD = join(homedir(), 'project');

/** Shares of the events in percent: prompts, tools with edits, commands with heredocs, and changes of files. */
const PROMPTS = 30;
const EDITS = 40;
const COMMANDS = 20;

interface Source {
  path: string;
  lines: string[];
}

const readSource = (root: string, path: string): Source => ({
  path,
  lines: readFileSync(join(root, path), 'utf8').split('\n'),
});

function readSources(folders: readonly string[], extension: RegExp): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(project, folder))
      .filter((name) => extension.test(name))
      .sort()
      .map((name) => readSource(project, `${folder}/${name}`)),
  );
}

const CODE = /\.(?:[cm]?[jt]sx?|py|p[lm]|rb|go|rs|java|kt|cs|php|lua|c|cc|cpp|h|hpp|sh)$/;
const PROSE = /(?:\.(?:md|rst|txt|pod)|README|NEWS|changelog)$/i;

/** Reads files below a folder that belongs to another program. */
function readOtherTexts(folder: string, name: RegExp): Source[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size <= LARGEST_FILE_BYTES)
    .sort();
  if (files.length === 0) throw new Error(`No file of ${folder} has a name like ${name}.`);
  const step = Math.ceil(files.length / MOST_FILES);
  return files
    .filter((_, index) => index % step === 0)
    .map((file) => readSource(folder, relative(folder, file)));
}

/**
 * Creates a mixed load as agents produce it: 30 % prompts, 40 % tools with edits, 20 % commands with heredocs and 10 %
 * changes of files. The texts are real sources and documents of this project, or those below the folder `texts`. Each call
 * returns the same events.
 */
export function mixedEvents(texts?: string): EventContent[] {
  const { below, of } = createRandom(SEED);
  const code = texts === undefined ? readSources(SOURCES, /\.tsx?$/) : readOtherTexts(texts, CODE);
  const prose = texts === undefined ? readSources(['docs', '.'], /\.md$/) : readOtherTexts(texts, PROSE);
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

  return Array.from({ length: texts === undefined ? EVENTS : EVENTS_OF_OTHER_TEXTS }, () => {
    const share = below(100);
    if (share < PROMPTS) return prompt();
    if (share < PROMPTS + EDITS) return edit();
    return share < PROMPTS + EDITS + COMMANDS ? command() : change();
  });
}
