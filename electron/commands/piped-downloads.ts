import { baseName } from './paths.ts';
import { programOf } from './read-commands.ts';
import type { ShellCommand, ShellWord } from './shell-command.ts';

const DOWNLOADER =
  /^(?:curl|wget|wget2|aria2c|fetch|http|https|xh|iwr|irm|invoke-webrequest|invoke-restmethod|start-bitstransfer)$/;
const DOWNLOAD_CALL = /\bDownload(?:String|File|Data)\b|\burlopen\b|\burlretrieve\b/i;
const SHELL = /^(?:(?:ba|z|da|k|a|fi)?sh|pwsh|powershell|cmd)$/;
const INTERPRETER = /^(?:python[\d.]*|py|node|deno|bun|ruby|perl|php|lua|osascript)$/;
const RUNS_WORDS = /^(?:eval|source|\.|iex|invoke-expression)$/;

const isDownload = (command: ShellCommand) =>
  DOWNLOADER.test(programOf(command)) || command.words.some(({ text }) => DOWNLOAD_CALL.test(text));

/** Returns true if a program runs what it reads: `sh`, `bash -s -- x`, `python3 -`, but not `python3 -m json.tool`. */
function runsInput(command: ShellCommand): boolean {
  const program = programOf(command);
  const args = command.words.slice(1).map(({ text }) => text);
  if (/^(?:iex|invoke-expression)$/.test(program)) return true;
  if (SHELL.test(program))
    return args.includes('-s') || args.every((text) => text.startsWith('-') && !/^-\w*c$/.test(text));
  return INTERPRETER.test(program) && args.every((text) => text === '-' || /^-[uBEIs]+$/.test(text));
}

const reads = ({ input }: ShellCommand): boolean =>
  input !== undefined && (isDownload(input) || reads(input));
const holds = ({ inner }: ShellWord): boolean => inner.some(isDownload);

/** Returns the names of the files that a download writes. */
function writtenBy({ words, redirects }: ShellCommand, program: string): string[] {
  const names = redirects.filter(({ operator }) => operator === '>').map(({ target }) => target.text);
  let isNamed = names.length > 0;
  for (const [at, { text }] of words.entries()) {
    if (!/^(?:-\w*[oO]|--output(?:-document)?|-outfile|-destination)$/i.test(text)) continue;
    const value = words[at + 1]?.text ?? '';
    // `curl -O` takes the name of the address.
    if (program === 'curl' && /^-\w*O$/.test(text)) continue;
    isNamed = true;
    names.push(value);
  }
  if (!isNamed)
    names.push(
      ...words
        .slice(1)
        .map(({ text }) => text.split(/[?#]/, 1)[0]!)
        .filter((text) => text.includes('/')),
    );
  return names.map(baseName).filter((name) => name !== '' && name !== '-');
}

/** Returns the file that a command runs: `i.sh` in `bash i.sh`, `./i.sh` and `source i.sh`. */
function fileRunBy(command: ShellCommand): string | undefined {
  const program = programOf(command);
  const runs =
    SHELL.test(program) ||
    INTERPRETER.test(program) ||
    RUNS_WORDS.test(program) ||
    program === 'start-process' ||
    program === 'msiexec';
  const first = command.words[0];
  if (runs) return baseName(command.words.slice(1).find(({ text }) => !/^[-/]\w*$/.test(text))?.text ?? '');
  return first !== undefined && /[\\/]/.test(first.text) ? baseName(first.text) : undefined;
}

/**
 * Returns true if something is downloaded and run: through a pipe, in the words of a shell, or by a file that a later command
 * of the same text runs.
 */
export function isPipedDownload(commands: readonly ShellCommand[]): boolean {
  const written = new Set<string>();
  for (const command of commands) {
    const program = programOf(command);
    if (reads(command) && runsInput(command)) return true;
    const runsWords = SHELL.test(program) || INTERPRETER.test(program) || RUNS_WORDS.test(program);
    if (runsWords && [...command.words, ...command.redirects.map(({ target }) => target)].some(holds))
      return true;
    const file = fileRunBy(command);
    if (file !== undefined && written.has(file)) return true;
    if (isDownload(command)) for (const name of writtenBy(command, program)) written.add(name);
  }
  return false;
}
