import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { readSettingsFile } from '../../configuration/settings-reading.ts';
import { textOf } from '../adaptation.ts';

/*
 * Gemini CLI gives its hooks the text of an own command with the output of `!{…}` and the contents of `@{…}` in it, and
 * marks neither. The command's file tells what stands there besides.
 */

/** More commands than a person has. */
const MAX_COMMANDS = 512;
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

/** Returns what the user gave a command, where a prompt is its expanded template. */
function argsIn({ texts, slots }: Template, prompt: string): string | undefined {
  const [first = ''] = texts;
  const letters = texts.join('').replaceAll(/\s/g, '').length;
  if (first.trim() === '' || letters < LEAST_LETTERS || !prompt.startsWith(first)) return undefined;
  let at = first.length;
  let args = '';
  for (const [index, slot] of slots.entries()) {
    const text = texts[index + 1]!;
    const isLast = index === slots.length - 1;
    const found = isLast && text !== '' ? prompt.lastIndexOf(text) : prompt.indexOf(text, at);
    const start = text === '' && isLast ? prompt.length : found;
    if (start < at) return undefined;
    if (slot === 'args' && args === '') args = prompt.slice(at, start);
    at = start + text.length;
  }
  return at === prompt.length ? args : undefined;
}

/** Returns the names in a folder. */
export function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, MAX_COMMANDS);
  } catch {
    return [];
  }
}

/** Lists the files of commands below a folder with their names: `git/commit.toml` is `/git:commit`. */
function commandsIn(folder: string): { path: string; name: string }[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.toml'))
      .slice(0, MAX_COMMANDS)
      .map((file) => ({
        path: join(folder, file),
        name: `/${file.slice(0, -'.toml'.length).split(sep).join(':')}`,
      }));
  } catch {
    return [];
  }
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
    const at = prompt.lastIndexOf(`\n\n${name}`);
    const typed = at < 0 ? undefined : prompt.slice(at).trim();
    if (typed !== undefined && (typed === name || typed.startsWith(`${name} `))) return typed;
    const args = argsIn(template, prompt);
    if (args !== undefined) return `${name} ${args}`.trim();
  }
  return undefined;
}
