import { sortedJson } from '../../text/sorted-json.ts';
import { readWrittenArguments } from '../../text/written-arguments.ts';

/**
 * The name given to a tool call without one. The provider's package fails the entire answer on such a call, although the
 * others are valid; with a name, the call is answered as an unknown tool. It uses only characters that endpoints accept,
 * as it is sent back with the next request.
 */
export const UNNAMED_CALL = 'call_without_a_name';

/** A repetition has the same arguments as its call. A text this much longer than theirs cannot be one. */
const MAX_REPETITION = { times: 2, characters: 1000 } as const;

interface Chunk {
  readonly choices?: readonly { readonly delta?: { tool_calls?: Piece[] | null } | null }[];
}

/** A piece of a call, with the types that `sanitize-chunk.ts` leaves. */
interface Piece {
  index?: number | null;
  id?: string | null;
  function: { name?: string | null; arguments?: string | null };
}

/** A call of the answer as far as it was received. */
interface Call {
  /** The index that the provider's package gets: no other call has it. */
  index: number;
  /** The index that the endpoint gave it. */
  readonly given: number | undefined;
  readonly ids: Set<string>;
  name: string | undefined;
  readonly text: string[];
  length: number;
  /** Number of the chunk in which it started. */
  readonly chunk: number;
  /** The call that this one may repeat, until it is known. Its pieces are withheld as long. */
  repeats: Call | undefined;
}

/**
 * Assigns the pieces of a streamed answer's calls to calls. Endpoints identify a call by an index, an id, both, or neither,
 * and may send a complete one again, with the last chunk for example: the provider's package then reads two calls, and a
 * script would run twice. What a repetition may be is withheld, and released at the end if its arguments are different.
 *
 * Names may arrive after the arguments, and some endpoints repeat a blank name with every piece. Blank names are therefore
 * removed, and calls still unnamed are named at the end.
 */
export class CallPieces {
  private readonly calls: Call[] = [];
  private readonly byId = new Map<string, Call>();
  private readonly byIndex = new Map<number, Call>();
  private readonly usedIndexes = new Set<number>();
  private nextIndex = 0;
  private chunks = 0;

  /** Number of calls that were not withheld. */
  get count(): number {
    return this.usedIndexes.size;
  }

  /** True if the arguments of every call are complete, or it has none. */
  get isComplete(): boolean {
    return this.calls.every((call) => call.repeats !== undefined || readWrittenArguments(textOf(call)) !== undefined);
  }

  /** Changes the pieces of a chunk in place so that the package assigns them correctly. Returns true if any changed. */
  assign(chunk: unknown): boolean {
    const delta = (chunk as Chunk | null)?.choices?.[0]?.delta;
    const pieces = delta?.tool_calls ?? [];
    if (delta === undefined || delta === null || pieces.length === 0) return false;
    this.chunks++;
    delta.tool_calls = pieces.filter((piece) => this.add(piece));
    return true;
  }

  /** Returns the events that are missing at the end of the answer: names, and calls that were withheld. May be ''. */
  end(): string {
    const missing: Piece[] = [];
    for (const call of this.calls) {
      if (call.repeats !== undefined) {
        if (isRepetition(call, call.repeats)) continue;
        missing.push(this.release(call));
      } else if (call.name === undefined) missing.push({ index: call.index, function: { name: UNNAMED_CALL } });
      call.name ??= UNNAMED_CALL;
    }
    if (missing.length === 0) return '';
    return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: missing } }] })}\n\n`;
  }

  /** Adds a piece to its call. Returns false if it is withheld. */
  private add(piece: Piece): boolean {
    const { call, isFirst } = this.callOf(piece);
    const name = nameOf(piece);
    const id = idOf(piece);
    const isNamed = call.name !== undefined && !isFirst;
    call.name ??= name;
    if (id !== undefined) {
      call.ids.add(id);
      this.byId.set(id, call);
    }
    if (call.given !== undefined) this.byIndex.set(call.given, call);
    const text = piece.function.arguments ?? '';
    call.text.push(text);
    call.length += text.length;
    if (call.repeats !== undefined) {
      const limit = call.repeats.length * MAX_REPETITION.times + MAX_REPETITION.characters;
      if (call.length <= limit) return false;
      Object.assign(piece, this.release(call));
      return true;
    }
    piece.index = call.index;
    // The package assigns later pieces by the index alone then.
    if (isNamed) delete piece.id;
    if (isNamed || name === undefined) delete piece.function.name;
    return true;
  }

  private callOf(piece: Piece): { readonly call: Call; readonly isFirst: boolean } {
    const found = this.find(piece);
    if (found?.kind === 'continues') return { call: found.call, isFirst: false };
    const call: Call = {
      index: -1,
      given: piece.index ?? undefined,
      ids: new Set(),
      name: nameOf(piece),
      text: [],
      length: 0,
      chunk: this.chunks,
      repeats: found?.call,
    };
    this.calls.push(call);
    if (call.repeats === undefined) this.setIndex(call);
    return { call, isFirst: true };
  }

  /** Returns the call that a piece continues or may repeat; undefined if it starts another one. */
  private find(piece: Piece): { readonly kind: 'continues' | 'repeats'; readonly call: Call } | undefined {
    const id = idOf(piece);
    const name = nameOf(piece);
    const text = piece.function.arguments ?? '';
    const { call, identity } = this.candidate(piece.index ?? undefined, id);
    if (call === undefined) return undefined;
    if (name === undefined || call.name === undefined) return { kind: 'continues', call };
    if (name !== call.name) return undefined;
    const isComplete = readWrittenArguments(textOf(call)) !== undefined && call.length > 0;
    if (!/^\s*[{["]/.test(text)) {
      const isOther = isComplete && text.trim() === '' && identity !== 'same';
      return isOther ? undefined : { kind: 'continues', call };
    }
    if (identity === 'none' && call.chunk === this.chunks) return undefined;
    if (!isComplete) return identity === 'other-id' && call.length > 0 ? undefined : { kind: 'continues', call };
    // Some endpoints start each call with an empty object, and the arguments follow.
    const isEmpty = Object.keys(readWrittenArguments(textOf(call)) ?? {}).length === 0;
    return { kind: isEmpty && (identity === 'same' || identity === 'none') ? 'continues' : 'repeats', call };
  }

  /**
   * Returns the last call that a piece can belong to, and what says so: the `same` id or index; the index, with an `other-id`;
   * the id, with an `other-index`; `none` of them, only the order.
   */
  private candidate(
    index: number | undefined,
    id: string | undefined,
  ): { readonly call: Call | undefined; readonly identity: 'same' | 'other-id' | 'other-index' | 'none' } {
    const withIndex = index === undefined ? undefined : this.byIndex.get(index);
    const withId = id === undefined ? undefined : this.byId.get(id);
    if (id !== undefined && withIndex?.ids.has(id) === true) return { call: withIndex, identity: 'same' };
    if (withId !== undefined) {
      const isOther = index !== undefined && withId.given !== undefined && withId.given !== index;
      return { call: withId, identity: isOther ? 'other-index' : 'same' };
    }
    if (index !== undefined) {
      const isOther = id !== undefined && withIndex !== undefined && withIndex.ids.size > 0;
      return { call: withIndex, identity: isOther ? 'other-id' : 'same' };
    }
    return { call: id === undefined ? this.calls.at(-1) : undefined, identity: 'none' };
  }

  /** Makes a withheld call one of its own. Returns all of it as one piece. */
  private release(call: Call): Piece {
    call.repeats = undefined;
    this.setIndex(call);
    const [id] = call.ids;
    const name = call.name ?? UNNAMED_CALL;
    return { index: call.index, id: id ?? null, function: { name, arguments: textOf(call) } };
  }

  /** Gives a call the index that the endpoint gave it, or the next one if another call has that. */
  private setIndex(call: Call): void {
    const isFree = call.given !== undefined && !this.usedIndexes.has(call.given);
    call.index = isFree && call.given !== undefined ? call.given : this.nextIndex;
    this.usedIndexes.add(call.index);
    this.nextIndex = Math.max(this.nextIndex, call.index + 1);
  }
}

/** True if two calls have the same arguments, or the first one ends before it shows different ones. */
function isRepetition(call: Call, other: Call): boolean {
  const text = textOf(call);
  const otherText = textOf(other);
  if (otherText.startsWith(text)) return true;
  const written = readWrittenArguments(text);
  const otherWritten = readWrittenArguments(otherText);
  return written !== undefined && otherWritten !== undefined && sortedJson(written) === sortedJson(otherWritten);
}

function textOf({ text }: Call): string {
  return text.join('');
}

function nameOf(piece: Piece): string | undefined {
  const name = piece.function.name ?? '';
  return name.trim() === '' ? undefined : name;
}

function idOf(piece: Piece): string | undefined {
  const id = piece.id ?? '';
  return id.trim() === '' ? undefined : id;
}
