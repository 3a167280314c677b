/** Splits one JSON document into the elements of its lists, without holding it in memory. */
import { own, setOwn } from '../../skill/index.ts';
import { parseBoundedJson } from '../text/json-depth.ts';
import { MAX_LINE_BYTES } from './lines.ts';
import type { DocumentLists } from './log/format.ts';

/** An element of a list, in a document that contains nothing else of that list, or an element that is not JSON. */
export type DocumentPart =
  /** Valid until the next part is read. */
  { readonly kind: 'part'; readonly document: unknown } | { readonly kind: 'broken' };

/** The beginning of a file's first JSON value. */
export interface Outline {
  readonly value: unknown;
  /** True if nothing follows it. */
  readonly isDocument: boolean;
}

/** A list or object that contains parts. */
interface Frame {
  readonly isList: boolean;
  readonly lists: DocumentLists;
  /** Number of brackets around its content. */
  readonly depth: number;
  readonly value: unknown[] | Record<string, unknown>;
}

interface SplitterOptions {
  /** Maximum number of elements of a list to collect; by default each part replaces the one before. */
  readonly outline?: number;
  /** Maximum number of bytes to collect. */
  readonly limit: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Finds the brackets and commas of a document outside of its parts. Only parts and fields around them are parsed. */
class DocumentSplitter {
  /** The document; undefined before its start. */
  root: Frame['value'] | undefined;
  /** True if reading cannot continue: something follows the value, or it is broken or too large. */
  isInvalid = false;
  private isBroken = false;
  private readonly lists: DocumentLists;
  private readonly options: SplitterOptions;
  private readonly frames: Frame[] = [];
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  /** True between a first line that is not JSON, which a program printed before the document, and its end. */
  private isInMessage = false;
  private hadMessage = false;
  /** The bytes since the last comma or bracket of the innermost frame. */
  private pieces: Buffer[] = [];
  private size = 0;
  private collected = 0;

  constructor(lists: DocumentLists, options: SplitterOptions) {
    this.lists = lists;
    this.options = options;
  }

  /** True if the end of the document has been read. */
  get isComplete(): boolean {
    return this.root !== undefined && this.frames.length === 0 && !this.isBroken;
  }

  /** Reads a piece of the document and returns the parts that it completes. */
  *push(chunk: Buffer): Generator<DocumentPart> {
    let from = 0;
    while (!this.isInvalid) {
      const frame = this.frames.at(-1);
      if (frame === undefined) {
        const start = this.nextStart(chunk, from);
        if (start === undefined) return;
        from = start + 1;
        continue;
      }
      const at = this.nextMark(chunk, from, frame.depth);
      this.keep(frame, chunk, from, at);
      if (at === chunk.length) return;
      from = at + 1;
      yield* this.mark(frame, chunk[at] ?? 0, chunk, at);
    }
  }

  /** Returns the index of the document's first bracket, after entering it; undefined if it is not in the piece. */
  private nextStart(chunk: Buffer, from: number): number | undefined {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.isInMessage) {
        this.isInMessage = byte !== 0x0a;
        continue;
      }
      // Padding as in `trimLine`; the last three are a byte order mark.
      if (byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf) continue;
      if (this.root === undefined && (byte === OPEN_LIST || byte === OPEN_OBJECT)) {
        const isList = byte === OPEN_LIST;
        this.root = isList ? [] : {};
        this.depth = 1;
        this.frames.push({ isList, lists: isList ? {} : this.lists, depth: 1, value: this.root });
        return at;
      }
      this.isInvalid = this.root !== undefined || this.hadMessage;
      if (this.isInvalid) return undefined;
      this.isInMessage = true;
      this.hadMessage = true;
    }
    return undefined;
  }

  /** Returns the index of the next bracket or comma directly in a frame, or the length of the piece. */
  private nextMark(chunk: Buffer, from: number, level: number): number {
    let { depth, isInText, isEscaped } = this;
    let at = from;
    scan: for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInText = false;
        continue;
      }
      switch (byte) {
        case QUOTE:
          isInText = true;
          break;
        case COMMA:
          if (depth === level) break scan;
          break;
        case OPEN_LIST:
        case OPEN_OBJECT:
          if (depth === level) break scan;
          depth++;
          break;
        case CLOSE_LIST:
        case CLOSE_OBJECT:
          if (depth === level) break scan;
          depth--;
      }
    }
    this.depth = depth;
    this.isInText = isInText;
    this.isEscaped = isEscaped;
    return at;
  }

  /** Handles a bracket or comma directly in a frame. */
  private *mark(frame: Frame, byte: number, chunk: Buffer, at: number): Generator<DocumentPart> {
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      this.depth++;
      if (!this.enter(frame, byte === OPEN_LIST)) this.keep(frame, chunk, at, at + 1);
      return;
    }
    const text = this.take();
    if (frame.isList) yield* this.element(frame, text);
    else this.field(frame.value as Record<string, unknown>, text);
    if (byte === COMMA) return;
    if (frame.isList !== (byte === CLOSE_LIST)) this.fail();
    // The parts of the next list do not contain the last one of this list.
    if (Array.isArray(frame.value) && this.options.outline === undefined && frame.value !== this.root)
      frame.value.length = 0;
    this.frames.pop();
    this.depth--;
  }

  /** Enters a list or object that contains parts. Returns false for any other. */
  private enter(frame: Frame, isList: boolean): boolean {
    const { value, depth } = frame;
    if (Array.isArray(value)) {
      const isContainer = !isList && hasKeys(frame.lists) && this.hasRoom(value);
      if (!isContainer) return false;
      const object: Record<string, unknown> = {};
      this.put(value, object);
      this.frames.push({ isList, lists: frame.lists, depth: depth + 1, value: object });
    } else {
      const key = isList && this.size < 200 ? keyOf(this.peek()) : undefined;
      const lists = key === undefined ? undefined : own(frame.lists, key);
      if (key === undefined || lists === undefined) return false;
      const list: unknown[] = [];
      setOwn(value, key, list);
      this.frames.push({ isList, lists, depth: depth + 1, value: list });
    }
    this.take();
    return true;
  }

  private *element({ lists, value }: Frame, text: string | undefined): Generator<DocumentPart> {
    if (!Array.isArray(value) || text?.trim() === '' || hasKeys(lists)) return;
    const isOutline = this.options.outline !== undefined;
    if (!this.hasRoom(value)) return;
    const parsed = text === undefined ? undefined : parse(text);
    if (parsed === undefined) {
      if (isOutline) this.fail();
      else yield { kind: 'broken' };
      return;
    }
    this.put(value, parsed.value);
    if (!isOutline) yield { kind: 'part', document: this.root };
  }

  private field(object: Record<string, unknown>, text: string | undefined): void {
    if (text?.trim() === '') return;
    // The fields of the document itself are in its outline, and can be as long as all parts together.
    if (this.options.outline === undefined && object === this.root) return;
    const parsed = text === undefined ? undefined : parse(`{${text}}`);
    if (parsed === undefined) {
      if (this.options.outline !== undefined) this.fail();
    } else for (const [key, value] of Object.entries(parsed.value as object)) setOwn(object, key, value);
  }

  private fail(): void {
    this.isBroken = true;
    this.isInvalid = true;
  }

  private hasRoom(list: readonly unknown[]): boolean {
    return this.options.outline === undefined || list.length < this.options.outline;
  }

  private put(list: unknown[], value: unknown): void {
    if (this.options.outline === undefined) list[0] = value;
    else list.push(value);
  }

  /** Collects bytes of a piece, unless nothing is made of them. */
  private keep({ value, isList, lists }: Frame, chunk: Buffer, from: number, to: number): void {
    if (isList && (hasKeys(lists) || !this.hasRoom(value as unknown[]))) return;
    if (to === from) return;
    const { outline, limit } = this.options;
    this.size += to - from;
    this.collected += to - from;
    if (outline !== undefined && this.collected > limit) this.fail();
    if (this.size > limit) this.pieces = [];
    // Copied, because the memory of a piece is reused for the next one.
    else this.pieces.push(Buffer.from(chunk.subarray(from, to)));
  }

  private peek(): string {
    return Buffer.concat(this.pieces).toString('utf8');
  }

  /** Returns the collected text; undefined if it is too long. */
  private take(): string | undefined {
    const text = this.size > this.options.limit ? undefined : this.peek();
    this.pieces = [];
    this.size = 0;
    return text;
  }
}

/**
 * Reads the beginning of a JSON value: everything but the elements of the lists, of which it has the first ones. Undefined if
 * the content does not start with an object or list, or if more than `limit` bytes are not in these lists.
 */
export async function readOutline(
  chunks: AsyncIterable<Buffer>,
  lists: DocumentLists,
  { elements, limit }: { readonly elements: number; readonly limit: number },
): Promise<Outline | undefined> {
  const splitter = new DocumentSplitter(lists, { outline: elements, limit });
  for await (const chunk of chunks) {
    for (const _ of splitter.push(chunk));
    if (splitter.isInvalid) break;
  }
  return splitter.isComplete ? { value: splitter.root, isDocument: !splitter.isInvalid } : undefined;
}

/**
 * Returns the parts of a document, for each piece of it. Fields that follow a list in an object are not in its parts. Stops
 * where the document is not JSON outside of its parts.
 */
export async function* documentParts(
  chunks: AsyncIterable<Buffer>,
  lists: DocumentLists,
): AsyncGenerator<Generator<DocumentPart>> {
  const splitter = new DocumentSplitter(lists, { limit: MAX_LINE_BYTES });
  for await (const chunk of chunks) yield splitter.push(chunk);
}

/** True if elements of these lists contain the parts. */
function hasKeys(lists: DocumentLists): boolean {
  for (const _ in lists) return true;
  return false;
}

/** Returns the key of a field whose value starts with a list. */
function keyOf(text: string): string | undefined {
  const parsed = parse(`{${text}0}`);
  return parsed === undefined ? undefined : Object.keys(parsed.value as object)[0];
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseBoundedJson(text) };
  } catch {
    return undefined;
  }
}
