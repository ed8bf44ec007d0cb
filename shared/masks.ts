/** Place of a mask in a text, in UTF-16 positions. */
export interface MaskSpan {
  start: number;
  end: number;
  /** The fingerprint of the secret that the mask replaces. Personal data has none. */
  fingerprint?: string;
}

/** A text with the places of its masks. Text that only looks like a mask, such as `arr[i]`, has no place. */
export interface TextWithMasks {
  text: string;
  masks: readonly MaskSpan[];
}

/** The part of a finding that says where its mask is. */
export interface MaskPlace extends MaskSpan {
  /** JSON pointer of the member. */
  member: string;
  /** The mask is in the member's name, and not in its value. */
  inKey?: true;
}

/** Spells a member's name as a part of a JSON pointer. */
const pointerPart = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Sorts spans, and leaves out those that overlap or lie outside the text. */
export function usableSpans(length: number, spans: readonly MaskSpan[]): MaskSpan[] {
  let at = 0;
  return [...spans]
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < at || end > length || end <= start) return false;
      at = end;
      return true;
    });
}

const spanOf = (start: number, end: number, fingerprint: string | undefined): MaskSpan =>
  fingerprint === undefined ? { start, end } : { start, end, fingerprint };

/** Finds the masks in the value of one member. */
export function masksAt(places: readonly MaskPlace[], pointer: string): MaskSpan[] {
  return places
    .filter(({ member, inKey }) => member === pointer && inKey !== true)
    .map(({ start, end, fingerprint }) => spanOf(start, end, fingerprint));
}

/** Writes the JSON of a stored value as `JSON.stringify` does, and says where the masks are in it. */
export function jsonWithMasks(
  value: unknown,
  pointer: string,
  places: readonly MaskPlace[],
  { indent = 0, limit = Number.POSITIVE_INFINITY }: { indent?: number; limit?: number } = {},
): TextWithMasks {
  const writer = new MaskedJsonWriter(places, indent, limit);
  writer.write(value, pointer, 0);
  return writer;
}

class MaskedJsonWriter implements TextWithMasks {
  text = '';
  readonly masks: MaskSpan[] = [];
  readonly #values = new Map<string, MaskPlace[]>();
  readonly #names = new Map<string, MaskPlace[]>();
  readonly #indent: number;
  /** Characters after which the rest is left out. */
  readonly #limit: number;

  constructor(places: readonly MaskPlace[], indent: number, limit: number) {
    this.#indent = indent;
    this.#limit = limit;
    for (const place of places) {
      const group = place.inKey === true ? this.#names : this.#values;
      const known = group.get(place.member);
      if (known === undefined) group.set(place.member, [place]);
      else known.push(place);
    }
  }

  write(value: unknown, pointer: string, depth: number): void {
    if (typeof value === 'string') this.#writeString(value, this.#values.get(pointer));
    else if (Array.isArray(value)) {
      this.#writeAll('[', value, ']', depth, (item, index) =>
        this.write(item, `${pointer}/${index}`, depth + 1),
      );
    } else if (typeof value === 'object' && value !== null) {
      this.#writeAll('{', Object.entries(value), '}', depth, ([name, member]) => {
        const inner = `${pointer}/${pointerPart(name)}`;
        this.#writeString(name, this.#names.get(inner));
        this.text += this.#indent === 0 ? ':' : ': ';
        this.write(member, inner, depth + 1);
      });
    } else this.text += JSON.stringify(value) ?? '';
  }

  #writeAll<T>(
    open: string,
    items: readonly T[],
    close: string,
    depth: number,
    writeItem: (item: T, index: number) => void,
  ): void {
    this.text += open;
    for (const [index, item] of items.entries()) {
      if (this.text.length > this.#limit) return;
      if (index > 0) this.text += ',';
      this.#breakLine(depth + 1);
      writeItem(item, index);
    }
    if (items.length > 0) this.#breakLine(depth);
    this.text += close;
  }

  #breakLine(depth: number): void {
    if (this.#indent > 0) this.text += `\n${' '.repeat(this.#indent * depth)}`;
  }

  #writeString(value: string, places: readonly MaskSpan[] = []): void {
    const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
    let at = 0;
    this.text += '"';
    for (const { start, end, fingerprint } of usableSpans(value.length, places)) {
      this.text += escaped(value.slice(at, start));
      const from = this.text.length;
      this.text += escaped(value.slice(start, end));
      this.masks.push(spanOf(from, this.text.length, fingerprint));
      at = end;
    }
    this.text += `${escaped(value.slice(at))}"`;
  }
}
