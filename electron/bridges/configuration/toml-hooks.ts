import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../shared/is-object.ts';
import { launcherOf } from '../connect/hook-command.ts';
import { ConfigurationRefused, unlessRefused } from './file.ts';
import { commandsIn } from './hook-commands.ts';
import type { IsOurs } from './json-hooks.ts';
import { parseToml, readToml, type Tables } from './toml-document.ts';

const HANDLER_HEADER = /^[ \t]*\[\[[ \t]*hooks[ \t]*\.[ \t]*"?([A-Za-z]+)"?[ \t]*\.[ \t]*hooks[ \t]*\]\]/;
const GROUP_HEADER = /^[ \t]*\[\[[ \t]*hooks[ \t]*\.[ \t]*"?([A-Za-z]+)"?[ \t]*\]\]/;

/** Kimi Code has no groups: each `[[hooks]]` is a handler that names its event. */
const FLAT_HEADER = /^[ \t]*\[\[[ \t]*hooks[ \t]*\]\]/;

/** Returns true for hooks without groups. */
export const isFlat = (block: string): boolean => FLAT_HEADER.test(block);

interface Section {
  lines: string[];
  handlerOf: string | undefined;
  groupOf: string | undefined;
}

/** Splits the text at its table headers. The first section is the text before the first header. */
function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ lines: [], handlerOf: undefined, groupOf: undefined }];
  for (const line of text.split(/(?<=\n)/)) {
    if (/^[ \t]*\[/.test(line)) {
      const handlerOf = FLAT_HEADER.test(line) ? 'hooks' : HANDLER_HEADER.exec(line)?.[1];
      sections.push({ lines: [], handlerOf, groupOf: handlerOf ? undefined : GROUP_HEADER.exec(line)?.[1] });
    }
    sections.at(-1)!.lines.push(line);
  }
  return sections;
}

function commandOf({ lines, handlerOf }: Section): unknown {
  if (handlerOf === undefined) return undefined;
  try {
    const [handler] = parseToml(`[[handler]]\n${lines.slice(1).join('')}`).handler as Tables[];
    return handler?.command;
  } catch {
    return undefined;
  }
}

/** Returns the blank lines and comments at the end of a section. They belong to the next section. */
function belongingToNext({ lines }: Section): string[] {
  let last = lines.length;
  while (last > 1 && /^[ \t]*(?:#.*)?\r?\n?$/.test(lines[last - 1]!)) last -= 1;
  return lines.slice(last);
}

/** Returns the parsed file without our handlers and without the groups that contained only our handlers. */
function withoutOurs(parsed: Tables, isOurs: IsOurs): Tables {
  const hooks: Tables = {};
  if (Array.isArray(parsed.hooks)) {
    const { hooks: _flat, ...others } = parsed;
    const left = parsed.hooks.filter((handler) => !isOurs(isObject(handler) ? handler.command : undefined));
    return left.length > 0 ? { ...others, hooks: left } : others;
  }
  for (const [event, groups] of Object.entries(isObject(parsed.hooks) ? parsed.hooks : {})) {
    if (!Array.isArray(groups)) {
      hooks[event] = groups;
      continue;
    }
    const left = groups.flatMap((group: unknown) => {
      if (!isObject(group) || !Array.isArray(group.hooks)) return [group];
      const handlers = group.hooks.filter(
        (handler) => !isOurs(isObject(handler) ? handler.command : undefined),
      );
      if (handlers.length === group.hooks.length) return [group];
      return handlers.length === 0 ? [] : [{ ...group, hooks: handlers }];
    });
    if (left.length > 0) hooks[event] = left;
  }
  const { hooks: _hooks, ...others } = parsed;
  return Object.keys(hooks).length > 0 ? { ...others, hooks } : others;
}

/** Returns the value of a TOML file, or undefined where it cannot be parsed. */
export const tomlValue = (text: string): unknown => unlessRefused(() => readToml(text));

/** Returns the commands of all handlers in a TOML file, or none where it cannot be parsed. */
export const tomlCommands = (text: string): unknown[] =>
  commandsIn(tomlValue(text)).map(({ command }) => command);

/**
 * Removes our handlers, table by table, from a TOML file that another program has rewritten, and the comment line
 * `mark` before each of them. Refuses where the removal would affect other content.
 */
export function removeTomlHooks(text: string, isOurs: IsOurs, mark: string): string {
  const sections = sectionsOf(text);
  const isTaken = sections.map((section, at) => isSectionOfOurs(sections, section, at, isOurs));
  const kept = sections.flatMap((section, at) => {
    const lines = isTaken[at] ? belongingToNext(section) : [...section.lines];
    if (isTaken[at + 1]) removeMark(lines, mark, isTaken[at] === true);
    return lines;
  });
  // Another program can have moved the mark away from our handlers. It stays for another Plinth's.
  const hasOther = tomlCommands(kept.join('')).some((command) => launcherOf(command) !== undefined);
  const after = kept.filter((line) => hasOther || line.trim() !== mark).join('');
  try {
    const others = (parsed: Tables) => withoutOurs(parsed, isOurs);
    const isExact = isDeepStrictEqual(others(parseToml(after)), others(parseToml(text)));
    if (isExact && !tomlCommands(after).some(isOurs)) return after;
  } catch {
    // The text cannot be parsed without our handlers.
  }
  throw new ConfigurationRefused('not_removable');
}

function isSectionOfOurs(
  sections: readonly Section[],
  section: Section,
  at: number,
  isOurs: IsOurs,
): boolean {
  if (section.handlerOf !== undefined) return isOurs(commandOf(section));
  if (section.groupOf === undefined) return false;
  const handlers = [];
  for (let next = at + 1; sections[next]?.handlerOf !== undefined; next += 1) handlers.push(sections[next]!);
  return (
    handlers.length > 0 &&
    handlers.every((handler) => handler.handlerOf === section.groupOf && isOurs(commandOf(handler)))
  );
}

const isBlank = (line: string | undefined) => line?.trim() === '';

/** Takes the mark at the end of the lines before a handler of ours, and the blank lines that we wrote there. */
function removeMark(lines: string[], mark: string, isAfterOurs: boolean): void {
  const at = lines.findLastIndex((line) => line.trim() === mark);
  const isLast = at !== -1 && lines.slice(at + 1).every(isBlank);
  if (isLast) lines.splice(isBlank(lines[at - 1]) ? at - 1 : at);
  else if (isAfterOurs) while (isBlank(lines.at(-1))) lines.pop();
}
