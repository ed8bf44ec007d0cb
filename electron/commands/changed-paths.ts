import type { Receipt } from '../../shared/receipt.ts';
import { comparablePath } from '../platform/comparable-path.ts';
import { actionsOf, type CommandAction } from './command-actions.ts';
import { reportedCommands } from './notable-kinds.ts';
import { type NamedPath, namesFile, resolvePath } from './paths.ts';
import { programOf } from './read-commands.ts';
import type { ShellCommand } from './shell-command.ts';

/** Programs that change no file that they name, unless their output goes there. */
const READS_ONLY =
  /^(?:ls|ll|dir|cat|bat|less|more|head|tail|wc|grep|egrep|fgrep|rg|ag|ack|echo|printf|cd|pushd|pwd|test|\[|stat|file|diff|cmp|du|df|tree|jq|which|type|nl|od|xxd|sort|uniq|cut|open|code|get-content|gc|get-childitem|gci|select-string|)$/;
/** Parts of git that change no file of the working tree. */
const GIT_READS_ONLY =
  /^(?:status|diff|log|show|add|commit|blame|ls-files|grep|push|fetch|branch|tag|rev-parse|cat-file|remote)$/;

function changes(command: ShellCommand): boolean {
  const program = programOf(command);
  if (command.isElsewhere === true || READS_ONLY.test(program)) return false;
  if (program === 'git') return !GIT_READS_ONLY.test(command.words[1]?.text ?? '');
  return program !== 'find' || command.words.some(({ text }) => text === '-delete');
}

/** The files that a command may change, by its words. */
export interface NamedPaths {
  /** It names the file, a folder around it, or a pattern that matches one of these. */
  names(file: string): boolean;
  /** The same, but a folder counts only where the command removes or moves it: `rm -rf src`, and not `eslint src`. */
  namesRemoval(file: string): boolean;
}

/** Kinds of actions after which a file is gone from its place. */
const REMOVES: readonly CommandAction['kind'][] = ['deletes', 'discards_work', 'edits'];

const comparable = ({ path, isGlob }: NamedPath): NamedPath => ({ path: comparablePath(path), isGlob });

/** Returns the paths that a reported command names, among them those of its redirections. Nothing is looked up on the disk. */
export function changedPathsOf({
  event,
  data,
  redaction,
}: Pick<Receipt, 'event' | 'data' | 'redaction'>): NamedPaths {
  const commands = reportedCommands(event, data, redaction.findings);
  if (commands === undefined) return { names: () => false, namesRemoval: () => false };
  const paths: NamedPath[] = [];
  for (const each of commands) {
    const words = changes(each) ? each.words.slice(1) : [];
    const targets = each.redirects
      .filter(({ operator }) => operator.startsWith('>'))
      .map(({ target }) => target);
    for (const { text, isOpaque, isGlob } of [...words, ...targets]) {
      // `of=/srv/a` and `--out=/srv/a` name what follows.
      const value = /^-{0,2}[\w-]+=(.+)$/.exec(text)?.[1] ?? (text.startsWith('-') ? undefined : text);
      const path = isOpaque || value === undefined ? undefined : resolvePath(value, each.folder);
      if (path !== undefined) paths.push(comparable({ path, isGlob }));
    }
  }
  const removed = actionsOf(commands)
    .filter(({ kind }) => REMOVES.includes(kind))
    .flatMap((action) => action.paths.map(comparable));
  return {
    names(file) {
      const form = comparablePath(file);
      return paths.some((path) => namesFile(path, form));
    },
    namesRemoval(file) {
      const form = comparablePath(file);
      return removed.some((path) => namesFile(path, form)) || paths.some(({ path }) => path === form);
    },
  };
}
