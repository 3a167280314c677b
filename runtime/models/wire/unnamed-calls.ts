/**
 * The name given to a tool call without one. The provider's package fails the entire answer on such a call, although the
 * others are valid; with a name, the call is answered as an unknown tool. It uses only characters that endpoints accept,
 * as it is sent back with the next request.
 */
export const UNNAMED_CALL = 'call_without_a_name';

interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly tool_calls?: readonly Call[] | null } | null }[];
}

interface Call {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown } | null;
}

/**
 * Names the unnamed calls of a streamed answer. A name may arrive after the arguments, and some endpoints repeat a blank
 * name with every piece. Blank names are therefore removed, and calls still unnamed are named at the end of the stream.
 */
export class CallNamer {
  /** Indexes of calls that have a name. */
  private readonly named = new Set<number>();
  private readonly unnamed = new Set<number>();
  private readonly ids = new Set<unknown>();

  /** Removes blank names from a chunk in place. @returns true if the chunk was changed */
  removeBlankNames(chunk: unknown): boolean {
    let changed = false;
    const calls = (chunk as Chunk | null)?.choices?.[0]?.delta?.tool_calls ?? [];
    for (const call of calls) changed = this.update(call) || changed;
    return changed;
  }

  /** Returns an event that names the calls that are still unnamed, or ''. */
  nameRemaining(): string {
    if (this.unnamed.size === 0) return '';
    const tool_calls = [...this.unnamed].map((index) => ({ index, function: { name: UNNAMED_CALL } }));
    this.unnamed.clear();
    return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls } }] })}\n\n`;
  }

  private update(call: Call): boolean {
    const name = call.function?.name;
    const isNamed = typeof name === 'string' && name.trim() !== '';
    if (typeof call.index !== 'number') {
      // Without an index, only the id distinguishes a new call from the continuation of the last one.
      const isNew = typeof call.id === 'string' && call.id !== '' && !this.ids.has(call.id);
      this.ids.add(call.id);
      if (isNamed || !isNew) return false;
      call.function = { ...call.function, name: UNNAMED_CALL };
      return true;
    }
    if (isNamed) {
      this.named.add(call.index);
      this.unnamed.delete(call.index);
      return false;
    }
    if (this.named.has(call.index)) return false;
    this.unnamed.add(call.index);
    if (typeof name !== 'string') return false;
    call.function = { ...call.function, name: null };
    return true;
  }
}
