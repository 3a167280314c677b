import { type Edit, previousVersionOf, type Range, type SkillDocument } from '../../skill/index.ts';

/** A position as in the Language Server Protocol: zero-based, characters in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

const END = /\r\n|\n|\r/g;

const ofDocuments = new WeakMap<SkillDocument, Lines>();

/** Returns the lines of a document, computed from those of its previous version if possible. */
export function linesOf(document: SkillDocument): Lines {
  const known = ofDocuments.get(document);
  if (known) return known;
  const before = previousVersionOf(document);
  const lines =
    (before && ofDocuments.get(before.document)?.after(document.text, before.edit)) ?? new Lines(document.text);
  ofDocuments.set(document, lines);
  return lines;
}

/** Converts between offsets and lines of a text. Line breaks are `\n`, `\r\n` and `\r`, as in LSP. */
export class Lines {
  readonly text: string;
  #cachedStarts: Int32Array | undefined;

  /** @param starts offsets of the lines, if known */
  constructor(text: string, starts?: Int32Array) {
    this.text = text;
    this.#cachedStarts = starts;
  }

  /** Returns the lines of the text after an edit; searches only the changed part. */
  after(text: string, { start, end, shift }: Edit): Lines {
    const known = this.#cachedStarts;
    if (known === undefined) return new Lines(text);
    // Start at the previous line: the edit may split or join a line break.
    const first = Math.max(0, this.position(start).line - 1);
    const next = lineAt(known, end + 1) + 1;
    const [from, to] = [known[first] ?? 0, next < known.length ? (known[next] ?? 0) + shift : text.length];
    const lineStarts: number[] = [];
    for (const found of text.slice(from, to).matchAll(END)) lineStarts.push(from + found.index + found[0].length);
    // The next known line starts where the last one found ends.
    if (next < known.length) lineStarts.pop();
    const starts = new Int32Array(first + 1 + lineStarts.length + known.length - next);
    starts.set(known.subarray(0, first + 1));
    starts.set(lineStarts, first + 1);
    const moved = first + 1 + lineStarts.length - next;
    for (let index = next; index < known.length; index++) starts[index + moved] = (known[index] ?? 0) + shift;
    return new Lines(text, starts);
  }

  /** Offsets of the lines; computed on demand, since most documents have no finding. */
  get #starts(): Int32Array {
    if (this.#cachedStarts) return this.#cachedStarts;
    const starts = [0];
    if (this.text.includes('\r')) {
      for (const end of this.text.matchAll(END)) starts.push(end.index + end[0].length);
    } else {
      for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1);
    }
    const offsets = Int32Array.from(starts);
    this.#cachedStarts = offsets;
    return offsets;
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Converts an offset; one outside the text is clamped. */
  position(offset: number): Position {
    const within = Math.min(Math.max(offset, 0), this.text.length);
    const starts = this.#starts;
    const line = lineAt(starts, within);
    return { line, character: within - (starts[line] ?? 0) };
  }

  range(range: Range): { start: Position; end: Position } {
    return { start: this.position(range.start), end: this.position(range.end) };
  }

  /** Converts a position; one after the end of its line or the text is clamped. */
  offset({ line, character }: Position): number {
    const start = this.#starts[line];
    if (start === undefined) return line < 0 ? 0 : this.text.length;
    const next = this.#starts[line + 1] ?? this.text.length;
    return Math.min(start + Math.max(character, 0), next);
  }

  /** Returns the text of a line, without its line break. */
  line(index: number): string {
    const start = this.#starts[index];
    if (start === undefined) return '';
    let end = this.#starts[index + 1] ?? this.text.length;
    while (end > start && (this.text[end - 1] === '\n' || this.text[end - 1] === '\r')) end--;
    return this.text.slice(start, end);
  }
}

/** Returns the line that contains an offset, by binary search. */
function lineAt(starts: Int32Array, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
