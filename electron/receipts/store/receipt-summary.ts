import type { EventType } from '../../../shared/event.ts';
import {
  jsonWithMasks,
  type MaskPlace,
  type MaskSpan,
  masksAt,
  type TextWithMasks,
} from '../../../shared/masks.ts';

const MAX_LENGTH = 200;
/** Maximum characters that are read. More than the length of a line, because runs of white space are shortened. */
const MAX_SOURCE_LENGTH = MAX_LENGTH * 4;
const UNEVEN_SPACE = /[^\S ]| {2}/;
const ELLIPSIS = '…';

type Data = Record<string, unknown>;

/** Collects the parts of a line, with the positions of their masks. */
class Composition implements TextWithMasks {
  text = '';
  readonly masks: MaskSpan[] = [];
  readonly #data: Data;
  readonly #places: readonly MaskPlace[];

  constructor(data: Data, places: readonly MaskPlace[]) {
    this.#data = data;
    this.#places = places;
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
    return this.#add(jsonWithMasks(value, `/${name}`, this.#places, { limit: MAX_SOURCE_LENGTH }));
  }

  #add({ text, masks }: TextWithMasks): this {
    const at = this.text.length;
    this.text += text;
    for (const { start, end } of masks) this.masks.push({ start: at + start, end: at + end });
    return this;
  }
}

/** Combines the reported members. */
function compose(event: EventType, data: Data, places: readonly MaskPlace[]): TextWithMasks {
  const line = new Composition(data, places);
  switch (event) {
    case 'prompt.submitted':
      return line.member('content');
    case 'tool.before_use':
      return line.member('toolName').words(' ').json('toolInput');
    case 'command.before_run':
      return line.member('command');
    case 'file.changed': {
      line.member('changeType').words(' ').member('path');
      const isRenamed = typeof data.previousPath === 'string' && data.previousPath !== '';
      return isRenamed ? line.words(' (was ').member('previousPath').words(')') : line;
    }
    case 'session.started':
      return line.member('harness').words(' ').member('harnessVersion');
    case 'session.ended':
      return line.member('reason');
  }
}

/** Converts a text to one line: each run of white space becomes one space. */
function onOneLine({ text, masks }: TextWithMasks): TextWithMasks {
  const head = text.slice(0, MAX_SOURCE_LENGTH);
  const even = (part: string) => (UNEVEN_SPACE.test(part) ? part.replaceAll(/\s+/g, ' ') : part);
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

/** Summarises an event in one line of at most 200 characters. A cut is before a mask, never inside one. */
export function summaryOf(event: EventType, data: Data, places: readonly MaskPlace[]): string {
  const { text, masks } = onOneLine(compose(event, data, places));
  if (text.length <= MAX_LENGTH) return text;
  const most = MAX_LENGTH - ELLIPSIS.length;
  let end = masks.find((mask) => mask.start < most && mask.end > most)?.start ?? most;
  if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end -= 1;
  return `${text.slice(0, end).trimEnd()}${ELLIPSIS}`;
}

/** Finds the masks in a stored summary. Finds none if the summary does not belong to this text. */
export function masksOfSummary(
  summary: string,
  event: EventType,
  data: Data,
  places: readonly MaskPlace[],
): MaskSpan[] {
  const { text, masks } = onOneLine(compose(event, data, places));
  if (text === summary) return [...masks];
  const kept = summary.slice(0, -ELLIPSIS.length);
  if (!summary.endsWith(ELLIPSIS) || !text.startsWith(kept)) return [];
  return masks.filter(({ end }) => end <= kept.length);
}
