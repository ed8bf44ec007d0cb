import { type Dirent, opendirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSettingsFile } from '../../configuration/settings-reading.ts';
import { textOf } from '../adaptation.ts';

/*
 * Gemini CLI gives its hooks the text of an own command with the output of `!{…}` and the contents of `@{…}` in it, and
 * marks neither. The command's file tells what stands there besides.
 */

/** More files and folders than the commands of a person have. */
const MAX_ENTRIES = 1024;
/** The longest file of a command that is read, and the bytes of all files of a folder. A parser of TOML needs up to 40 ms for those. */
const MAX_COMMAND_BYTES = 32_768;
const MAX_BYTES = 262_144;
/** What a user types behind a command is shorter. */
const MAX_TYPED_LENGTH = 16_384;
/** A template with fewer letters could be the beginning of what a person types. */
const LEAST_LETTERS = 12;

/** The part of a template behind a text that stays as it is: what the user gives, or what the harness puts in. */
type Slot = 'args' | 'injected';
interface Template {
  texts: string[];
  /** One less than the texts. */
  slots: Slot[];
}

/** Returns the index behind the brace that closes the one before `from`, or the end of the text. */
function endOfBraces(text: string, from: number): number {
  for (let at = from, depth = 1; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function templateOf(prompt: string): Template {
  const template: Template = { texts: [], slots: [] };
  let from = 0;
  for (const { 0: mark, index } of prompt.matchAll(/\{\{args\}\}|[!@]\{/g)) {
    if (index < from) continue;
    template.texts.push(prompt.slice(from, index));
    template.slots.push(mark === '{{args}}' ? 'args' : 'injected');
    from = mark === '{{args}}' ? index + mark.length : endOfBraces(prompt, index + mark.length);
  }
  template.texts.push(prompt.slice(from));
  return template;
}

const lastPlaceOf = (end: string, prompt: string): number =>
  prompt.endsWith(end) ? prompt.length - end.length : -1;

/** Returns what the user gave a command, where a prompt is its expanded template. */
function argsIn({ texts, slots }: Template, prompt: string): string | undefined {
  const [first = ''] = texts;
  const letters = texts.join('').replaceAll(/\s/g, '').length;
  if (first.trim() === '' || letters < LEAST_LETTERS || !prompt.startsWith(first)) return undefined;
  let at = first.length;
  let args = '';
  for (const [index, slot] of slots.entries()) {
    const text = texts[index + 1]!;
    // The last text ends the prompt. A search from the end would take the product of both lengths.
    const isLast = index === slots.length - 1;
    const start = isLast ? lastPlaceOf(text, prompt) : prompt.indexOf(text, at);
    if (start < at) return undefined;
    if (slot === 'args' && args === '') args = prompt.slice(at, start);
    at = start + text.length;
  }
  return at === prompt.length ? args : undefined;
}

/** Returns the first entries of a folder. */
function entriesIn(folder: string): Dirent[] {
  const entries: Dirent[] = [];
  try {
    const opened = opendirSync(folder);
    try {
      for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
        if (entries.push(entry) >= MAX_ENTRIES) break;
      }
    } finally {
      opened.closeSync();
    }
  } catch {
    // There is no such folder.
  }
  return entries;
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    // A link can lead to nothing, or to itself.
    return Number.POSITIVE_INFINITY;
  }
}

/** Returns the names in a folder. */
export const foldersIn = (folder: string): string[] => entriesIn(folder).map(({ name }) => name);

/**
 * Lists the files of commands below a folder with their names: `git/commit.toml` is `/git:commit`. The listener waits for it,
 * and a repository can hold anything: no link to a folder is followed, because two of them can have paths without end.
 */
function commandsIn(root: string): { path: string; name: string }[] {
  const commands: { path: string; name: string }[] = [];
  const folders = [{ folder: root, prefix: '/' }];
  let bytes = 0;
  for (let looked = 0; folders.length > 0 && looked < MAX_ENTRIES; looked += 1) {
    const { folder, prefix } = folders.pop()!;
    for (const entry of entriesIn(folder)) {
      looked += 1;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push({ folder: path, prefix: `${prefix}${entry.name}:` });
      if (!entry.name.endsWith('.toml')) continue;
      const size = sizeOf(path);
      if (size > MAX_COMMAND_BYTES || bytes + size > MAX_BYTES) continue;
      bytes += size;
      commands.push({ path, name: prefix + entry.name.slice(0, -'.toml'.length) });
    }
  }
  return commands;
}

/** The file of a command can have other line ends than the prompt. */
const withLineFeeds = (text: string) => text.replaceAll('\r\n', '\n').trim();

/** Returns what the user typed, where a prompt is an own command of Gemini CLI with injected text. */
export function typedOwnCommand(folders: readonly string[], given: string): string | undefined {
  const prompt = withLineFeeds(given);
  for (const { path, name } of folders.flatMap(commandsIn)) {
    const text = withLineFeeds(textOf(readSettingsFile(path) ?? {}, 'prompt') ?? '');
    const template = templateOf(text);
    if (!template.slots.includes('injected')) continue;
    // Without a place for what the user gives, the whole command follows.
    const end = prompt.slice(-MAX_TYPED_LENGTH);
    const at = end.lastIndexOf(`\n\n${name}`);
    const typed = at < 0 ? undefined : end.slice(at).trim();
    if (typed !== undefined && (typed === name || typed.startsWith(`${name} `))) return typed;
    const args = argsIn(template, prompt);
    if (args !== undefined) return `${name} ${args}`.trim();
  }
  return undefined;
}
