import { type ReceiptType, UNREADABLE } from './event.ts';
import { jsonWithMasks, type MaskPlace, type MaskSpan, masksAt, type TextWithMasks } from './masks.ts';
import { pathBelow } from './path-below.ts';
import { unreadableLine } from './words/unreadable.ts';

const MAX_LENGTH = 200;
/** Maximum characters that are read. More than the length of a line, because runs of white space are shortened. */
const MAX_SOURCE_LENGTH = MAX_LENGTH * 4;
/** Runs of white space other than one space. A space is more frequent than all others. */
const UNEVEN_SPACE = /[^\S ]\s*| \s+/g;
const ELLIPSIS = '…';

type Data = Record<string, unknown>;

/** Collects the parts of a line, with the positions of their masks. */
class Composition implements TextWithMasks {
  text = '';
  readonly masks: MaskSpan[] = [];
  readonly #data: Data;
  readonly #places: readonly MaskPlace[];

  /** Characters after which the JSON of an input need not go on. */
  readonly #limit: number;

  constructor(data: Data, places: readonly MaskPlace[], limit: number) {
    this.#data = data;
    this.#places = places;
    this.#limit = limit;
  }

  words(text: string): this {
    return this.#add({ text, masks: [] });
  }

  member(name: string): this {
    const value = this.#data[name];
    if (typeof value !== 'string') return this;
    return this.#add({ text: value, masks: masksAt(this.#places, `/${name}`) });
  }

  json(name: string): this {
    const value = this.#data[name];
    if (value === undefined) return this;
    // Without findings, the platform's own JSON function is many times faster.
    if (this.#places.length === 0) return this.words(JSON.stringify(value));
    return this.#add(jsonWithMasks(value, `/${name}`, this.#places, { limit: this.#limit }));
  }

  /** Adds the text at a JSON pointer. */
  memberAt(pointer: string, value: string): this {
    return this.#add({ text: value, masks: masksAt(this.#places, pointer) });
  }

  /** Adds a part of the text at a JSON pointer. */
  part(pointer: string, value: string, from: number, until: number): this {
    const masks = masksAt(this.#places, pointer)
      .filter((mask) => mask.start >= from && mask.end <= until)
      .map((mask) => ({ start: mask.start - from, end: mask.end - from }));
    return this.#add({ text: value.slice(from, until), masks });
  }

  /** Adds a path, without the working directory before it. */
  path(pointer: string, value: string): this {
    const cwd = typeof this.#data.cwd === 'string' ? this.#data.cwd : '';
    const start = value.length - (pathBelow(value, cwd) ?? value).length;
    return this.#add({
      text: value.slice(start),
      masks: masksAt(this.#places, pointer)
        .filter((mask) => mask.start >= start)
        .map((mask) => ({ start: mask.start - start, end: mask.end - start })),
    });
  }

  #add({ text, masks }: TextWithMasks): this {
    const at = this.text.length;
    this.text += text;
    for (const { start, end } of masks) this.masks.push({ start: at + start, end: at + end });
    return this;
  }
}

/** Members of a tool's input that say what it does, for the tools of the known harnesses. The first one counts. */
const TOOL_FILES = ['file_path', 'filePath', 'notebook_path', 'absolute_path', 'target_file'];
const TOOL_SEARCHES = ['pattern', 'query', 'regex'];
const TOOL_TEXTS = ['url', 'command', 'description', 'prompt'];
const TOOL_FOLDERS = ['path', 'dir_path', 'relative_workspace_path'];

/** Members that hold a patch of `apply_patch`. */
const TOOL_PATCHES = ['command', 'input', 'patch', 'patchText'];
const PATCH_START = '*** Begin Patch';
const PATCH_FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;
/** The line shows the first files of a patch. Only this much of it is searched for them. */
const PATCH_CHARACTERS = 16_384;
const PATCH_FILES = 4;

/** Adds the names of the files that a patch changes. */
function addPatchedFiles(line: Composition, pointer: string, patch: string): TextWithMasks {
  let files = 0;
  for (const match of patch.slice(0, PATCH_CHARACTERS).matchAll(PATCH_FILE)) {
    files += 1;
    if (files > PATCH_FILES) return line.words(` ${ELLIPSIS}`);
    if (files > 1) line.words(', ');
    const start = match.index + match[0].length - match[1]!.length;
    line.part(pointer, patch, start, start + match[1]!.length);
  }
  return files === 0 ? line.memberAt(pointer, patch) : line;
}

/** Writes a tool's use in words, such as `Edit src/index.ts`. An unknown tool is written with its input as JSON. */
function composeTool(line: Composition, input: unknown): TextWithMasks {
  line.member('toolName').words(' ');
  if (typeof input === 'string' && input.startsWith(PATCH_START)) {
    return addPatchedFiles(line, '/toolInput', input);
  }
  const members = typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Data) : {};
  const first = (names: readonly string[]): [string, string] | undefined => {
    const name = names.find((each) => typeof members[each] === 'string' && members[each] !== '');
    return name === undefined ? undefined : [`/toolInput/${name}`, members[name] as string];
  };
  const file = first(TOOL_FILES);
  if (file !== undefined) return line.path(...file);
  const search = first(TOOL_SEARCHES);
  const folder = first(TOOL_FOLDERS);
  if (search !== undefined) {
    line
      .words('"')
      .memberAt(...search)
      .words('"');
    return folder === undefined ? line : line.words(' in ').path(...folder);
  }
  const patch = first(TOOL_PATCHES);
  if (patch?.[1].startsWith(PATCH_START)) return addPatchedFiles(line, ...patch);
  const text = first(TOOL_TEXTS);
  if (text !== undefined) return line.memberAt(...text);
  return folder === undefined ? line.json('toolInput') : line.path(...folder);
}

/** Writes what was reported. */
function compose(
  event: ReceiptType,
  data: Data,
  places: readonly MaskPlace[],
  limit = MAX_SOURCE_LENGTH,
): TextWithMasks {
  const line = new Composition(data, places, limit);
  switch (event) {
    case 'prompt.submitted':
      return line.member('content');
    case 'tool.before_use':
      return composeTool(line, data.toolInput);
    case 'command.before_run':
      return line.member('command');
    case 'file.changed': {
      const { path, previousPath: previous } = data;
      line.member('changeType').words(' ');
      if (typeof path === 'string') line.path('/path', path);
      return typeof previous === 'string' && previous !== ''
        ? line.words(' (was ').path('/previousPath', previous).words(')')
        : line;
    }
    case 'session.started':
      return line.member('harness').words(' ').member('harnessVersion');
    case 'session.ended':
      return line.member('reason');
    case UNREADABLE:
      return line.words(unreadableLine(data));
  }
}

/** Converts a text to one line: each run of white space becomes one space. */
function onOneLine({ text, masks }: TextWithMasks, limit = MAX_SOURCE_LENGTH): TextWithMasks {
  // The cut, and that of a patch before it, can leave half of a surrogate pair.
  const head = text.slice(0, limit).toWellFormed();
  const even = (part: string) => part.replaceAll(UNEVEN_SPACE, ' ');
  const line = even(head);
  const indent = line.length - line.trimStart().length;
  // A mask neither begins nor ends with white space, so the text before it can be shortened separately.
  const moved = (position: number) => even(head.slice(0, position)).length - indent;
  return {
    text: line.trim(),
    masks: masks
      .filter(({ end }) => end <= head.length)
      .map(({ start, end }) => ({ start: moved(start), end: moved(end) })),
  };
}

/** Writes what was reported in one line of any length: that of a row, before it is cut. */
export function receiptLine(event: ReceiptType, data: Data, places: readonly MaskPlace[]): TextWithMasks {
  const whole = Number.POSITIVE_INFINITY;
  return onOneLine(compose(event, data, places, whole), whole);
}

/** Summarises an event in one line of at most 200 characters. A cut is before a mask, never inside one. */
export function summaryOf(event: ReceiptType, data: Data, places: readonly MaskPlace[]): TextWithMasks {
  const { text, masks } = onOneLine(compose(event, data, places));
  if (text.length <= MAX_LENGTH) return { text, masks };
  const most = MAX_LENGTH - ELLIPSIS.length;
  let end = masks.find((mask) => mask.start < most && mask.end > most)?.start ?? most;
  if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end -= 1;
  const kept = text.slice(0, end).trimEnd();
  return { text: `${kept}${ELLIPSIS}`, masks: masks.filter((mask) => mask.end <= kept.length) };
}
