/**
 * What a call is named that came without a name. A provider's package ends the whole answer at one, where the other calls
 * of it are fine; with a name it is a tool that is not there, and answered so. Made of what endpoints take as a name, as it
 * goes back to them with the next request.
 */
export const NAMELESS = 'call_without_a_name';

interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly tool_calls?: readonly Call[] | null } | null }[];
}

interface Call {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown } | null;
}

/**
 * Names the nameless calls of one streamed answer. A name may come later than the arguments, and blank with every piece;
 * so a blank one is left out, and a call is named at the end of the stream, where none has come till then.
 */
export class Names {
  /** Places of calls in the answer. */
  private readonly placed = new Set<number>();
  private readonly waiting = new Set<number>();
  private readonly ids = new Set<unknown>();

  /** Leaves blank names out of a chunk, which is changed in place. @returns whether it was */
  given(chunk: unknown): boolean {
    let changed = false;
    const calls = (chunk as Chunk | null)?.choices?.[0]?.delta?.tool_calls ?? [];
    for (const call of calls) changed = this.take(call) || changed;
    return changed;
  }

  /** An event that names the calls for which no name has come. */
  missing(): string {
    if (this.waiting.size === 0) return '';
    const tool_calls = [...this.waiting].map((index) => ({ index, function: { name: NAMELESS } }));
    this.waiting.clear();
    return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls } }] })}\n\n`;
  }

  private take(call: Call): boolean {
    const name = call.function?.name;
    const isNamed = typeof name === 'string' && name.trim() !== '';
    if (typeof call.index !== 'number') {
      // Without a place only an id tells a new call from more of the last one.
      const isNew = typeof call.id === 'string' && call.id !== '' && !this.ids.has(call.id);
      this.ids.add(call.id);
      if (isNamed || !isNew) return false;
      call.function = { ...call.function, name: NAMELESS };
      return true;
    }
    if (isNamed) {
      this.placed.add(call.index);
      this.waiting.delete(call.index);
      return false;
    }
    if (this.placed.has(call.index)) return false;
    this.waiting.add(call.index);
    if (typeof name !== 'string') return false;
    call.function = { ...call.function, name: null };
    return true;
  }
}
