import type { CommandWord } from '../../shared/insight.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { reportedCommands } from './notable-kinds.ts';
import { resolvePath } from './paths.ts';

/**
 * Returns true for a word that a reader takes for a path: it has a slash, begins with a dot or ends with a file's extension. No
 * address of the web.
 */
function looksLikePath(text: string): boolean {
  if (/^\w+:\/\//.test(text) || !/[\w*~]/.test(text)) return false;
  return /[\\/]|^[.~]/.test(text) || (!text.includes('=') && /\.[A-Za-z]\w{0,7}$/.test(text));
}

/** Returns the programs, options and paths of a reported command, in the order of their places. */
export function commandWords({ event, data, redaction }: Receipt): CommandWord[] {
  const words = new Map<number, CommandWord>();
  for (const {
    words: [program, ...args],
    folder,
    redirects,
  } of reportedCommands(event, data, redaction.findings) ?? []) {
    // A command in quotes has the place of the quoted word, which the outer command took before.
    const add = (start: number, end: number, word: Pick<CommandWord, 'role' | 'path'>) => {
      if (end > start && !words.has(start)) words.set(start, { start, end, ...word });
    };
    if (program !== undefined) add(program.from, program.to, { role: 'program' });
    for (const { text, from, to, isOpaque } of [...args, ...redirects.map(({ target }) => target)]) {
      if (text.startsWith('-')) add(from, to, { role: 'option' });
      else if (isOpaque || text.includes('\n') || !looksLikePath(text)) continue;
      else {
        const path = resolvePath(text, folder);
        add(from, to, path === undefined ? { role: 'path' } : { role: 'path', path });
      }
    }
  }
  return [...words.values()].sort((a, b) => a.start - b.start);
}
