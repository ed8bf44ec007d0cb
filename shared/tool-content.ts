/*
 * Removes from a tool's input what files held before: the text of a deleted file, and the unchanged and removed lines of
 * a patch. What an agent writes, and what it asks a tool to look for, is its own input and stays. Every bridge, `plinth
 * acp`, telemetry and both SDKs use these tables. `npm run generate` copies this file to the JavaScript SDK and writes
 * the tables for the Python SDK.
 */

/** Members that hold a patch where a line of them has the form of one. */
export const PATCH_MEMBERS: readonly string[] = [
  ...['diff', 'fileDiff', 'file_diff', 'unified_diff', 'unifiedDiff', 'patch', 'patchText', 'patch_text'],
];

/** Members that hold what a whole file contained before a change. */
export const FORMER_MEMBERS: readonly string[] = [
  ...['originalContent', 'original_content', 'oldContent', 'old_content', 'originalFile', 'original_file'],
];

/** The member in which Codex lists the changes of files, and what is kept of each. */
export const CHANGES_MEMBER = 'changes';
export const KEPT_OF_CHANGE: readonly string[] = [
  ...['path', 'type', 'kind', 'move_path', 'movePath', 'add', 'delete', 'update'],
];
/** The members by which such a list is known: the texts of files. */
export const CHANGE_CONTENTS: readonly string[] = ['content', 'unified_diff', 'unifiedDiff', 'diff'];

/** Members that say what an object does, and the members with the text of the file that it deletes. */
export const ACTION_MEMBERS: readonly string[] = ['type', 'kind', 'action', 'operation', 'changeType'];
export const DELETION = '^(?:delet|remov)';
export const DELETED_MEMBERS: readonly string[] = ['content', 'contents', 'text'];

/** A patch in the form of `apply_patch`. A file that it adds can hold its last line behind a `+`. */
export const PATCH = '\\*\\*\\* Begin Patch[\\s\\S]*?(?:(?<![^\\r\\n])\\*\\*\\* End Patch|$)';
/** The header of a hunk. Behind it stands a line of the file. */
export const HUNK = '^@@ -[0-9]+(?:,[0-9]+)? \\+[0-9]+(?:,[0-9]+)? @@';
export const PATCH_SHAPE = '(?<![^\\r\\n])(?:@@|\\+)';
/** The lines of a patch that name a file or that the agent wrote. */
export const KEPT_LINE = '^(?:\\*\\*\\* |\\+|diff --git |rename |\\s*$)';
/** The lines of a hunk that hold what the file contained, and the lines behind which it can go on. */
export const FILE_LINE = '^[ -]';
export const HUNK_LINE = '^(?:[ +\\\\-]|\\s*$)';

/** The nesting that is read. A deeper input does not fit the contract. */
export const MAX_READ_DEPTH = 40;

const patchMembers = new Set(PATCH_MEMBERS);
const formerMembers = new Set(FORMER_MEMBERS);
const keptOfChange = new Set(KEPT_OF_CHANGE);
const patch = new RegExp(PATCH, 'g');
const patchShape = new RegExp(PATCH_SHAPE);
const hunk = new RegExp(HUNK);
const keptLine = new RegExp(KEPT_LINE);
const fileLine = new RegExp(FILE_LINE);
const hunkLine = new RegExp(HUNK_LINE);
const deletion = new RegExp(DELETION, 'i');
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  typeof (value as Members).toJSON !== 'function';

/** The header of a file has two lines. The first one alone is a removed line. */
const isFileName = (lines: readonly string[], at: number) =>
  lines[at]!.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true;

/** Keeps of a patch the names of files, the places, and what is added. */
function patchLines(text: string): string {
  // A patch inside a text of JSON has no line breaks of its own.
  const breaks = text.includes('\n') ? '\n' : '\\n';
  const lines = text.split(breaks);
  const kept = lines.flatMap((line, at) => {
    if (line.startsWith('@@')) return [hunk.exec(line)?.[0] ?? '@@'];
    return isFileName(lines, at) || keptLine.test(line) ? [line] : [];
  });
  return kept.join(breaks);
}

/** Removes the lines of files from the hunks in a text. Text that is no line of a hunk stays. */
function withoutHunkLines(text: string): string {
  if (!text.includes('@@ -')) return text;
  const lines = text.split('\n');
  let inHunk = false;
  const kept = lines.flatMap((line, at) => {
    const header = hunk.exec(line)?.[0];
    inHunk = header !== undefined || (inHunk && hunkLine.test(line));
    if (header !== undefined) return [header];
    return inHunk && fileLine.test(line) && !isFileName(lines, at) ? [] : [line];
  });
  return kept.join('\n');
}

/** Removes the lines of files from the patches in a text: a command, or another input of a tool. */
export function withoutFileLines(text: string, isPatch = false): string {
  const kept = text.includes('*** Begin Patch')
    ? text.replace(patch, patchLines)
    : isPatch && patchShape.test(text)
      ? patchLines(text)
      : withoutHunkLines(text);
  if (kept === text) return text;
  return `${kept}\n[Plinth left out lines of files: ${bytesOf(text) - bytesOf(kept)} bytes]`;
}

/** Returns true for a list of changes by their paths, as Codex reports it: something in it holds a file's text. */
function listsChanges(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(
    (change) =>
      isMembers(change) &&
      [change, ...Object.values(change).filter(isMembers)].some((each) =>
        CHANGE_CONTENTS.some((name) => typeof each[name] === 'string'),
      ),
  );
}

/** Keeps of the changes of files what names and describes them. The first level are the paths. */
function keptOfChanges(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((each) => keptOfChanges(each, 1));
  if (!isMembers(value)) return value;
  const kept = Object.entries(value).filter(([name]) => depth === 0 || keptOfChange.has(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, keptOfChanges(each, depth + 1)]));
}

/** Returns true for a member that holds what a file contained before the tool. */
function isFormerContent(name: string, value: unknown, owner: Members): boolean {
  if (typeof value !== 'string') return false;
  if (formerMembers.has(name)) return true;
  if (!DELETED_MEMBERS.includes(name)) return false;
  return ACTION_MEMBERS.some((each) => {
    const action = owner[each];
    return deletion.test(String(isMembers(action) ? action.type : (action ?? '')));
  });
}

/** Reads one input. What holds nothing of a file stays the same value, because most inputs do. */
class InputReader {
  /** The members and list entries that are changed or gone. */
  leftOut = 0;
  /** The objects and lists around the present value. */
  readonly #inside: unknown[] = [];

  read(value: unknown, name = ''): unknown {
    if (typeof value === 'string')
      return this.#counted(value, withoutFileLines(value, patchMembers.has(name)));
    if (typeof value !== 'object' || value === null) return value;
    if (this.#inside.length > MAX_READ_DEPTH || this.#inside.includes(value)) return value;
    this.#inside.push(value);
    const kept = Array.isArray(value)
      ? this.#list(value, name)
      : isMembers(value)
        ? this.#members(value)
        : value;
    this.#inside.pop();
    return kept;
  }

  #list(list: unknown[], name: string): unknown[] {
    const kept = list.map((each) => this.read(each, name));
    return kept.some((each, at) => each !== list[at]) ? kept : list;
  }

  #members(members: Members): Members {
    let kept = members;
    for (const name of Object.keys(members)) {
      const member = members[name];
      const read = this.#member(name, member, members);
      if (read === member) continue;
      if (kept === members) kept = { ...members };
      if (read === undefined) delete kept[name];
      else kept[name] = read;
    }
    return kept;
  }

  #member(name: string, value: unknown, owner: Members): unknown {
    if (isFormerContent(name, value, owner)) return this.#counted(value, undefined);
    if (name !== CHANGES_MEMBER || !listsChanges(value)) return this.read(value, name);
    return this.#counted(value, keptOfChanges(value, 0));
  }

  #counted(value: unknown, kept: unknown): unknown {
    if (kept !== value) this.leftOut += 1;
    return kept;
  }
}

/** Returns a tool's input without what files contained before, and the number of its members that are changed or gone. */
export function withoutFileContents(input: unknown): { input: unknown; leftOut: number } {
  const reader = new InputReader();
  return { input: reader.read(input), leftOut: reader.leftOut };
}
