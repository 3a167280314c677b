/**
 * What a call is named that came without a name. A provider's package ends the whole answer at one, where the other calls
 * of it are fine; with a name it is a tool that is not there, and answered so. Made of what endpoints take as a name, as it
 * goes back to them with the next request.
 */
export const NAMELESS = 'call_without_a_name';

interface Call {
  index?: unknown;
  id?: unknown;
  function?: { name?: unknown } | null;
}

/**
 * Names the nameless calls of a streamed answer of chat completions. A name may come later than the arguments, and blank
 * with every piece; so a blank one is left out, and a call is named at the end of the stream, where none has come till
 * then. Other responses pass as they are.
 */
export function withNamedCalls(response: Response): Response {
  if (response.body === null || !(response.headers.get('content-type') ?? '').includes('text/event-stream'))
    return response;
  return new Response(response.body.pipeThrough(naming()), response);
}

function naming(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const calls = new Calls();
  const encoder = new TextEncoder();
  /** What came of a line that has not ended: joined once, as joining piece by piece is quadratic. */
  let rest: Uint8Array[] = [];
  let ended = false;
  /** Whole lines; only those are read that may be about calls. */
  const read = (lines: Buffer): Uint8Array<ArrayBuffer> => {
    if (!lines.includes('tool_calls') && !lines.includes('[DONE]')) return new Uint8Array(lines);
    const told = lines
      .toString('utf8')
      .split('\n')
      .map((line) => {
        if (!/^data: ?\[DONE\]/.test(line)) return calls.named(line);
        ended = true;
        return `${calls.missing()}${line}`;
      });
    return encoder.encode(told.join('\n'));
  };
  return new TransformStream({
    transform(chunk, controller) {
      const end = chunk.lastIndexOf(10) + 1;
      if (end > 0) controller.enqueue(read(Buffer.concat([...rest, chunk.subarray(0, end)])));
      if (end > 0) rest = [];
      if (end < chunk.length) rest.push(chunk.subarray(end));
    },
    flush(controller) {
      if (rest.length > 0) controller.enqueue(read(Buffer.concat(rest)));
      const missing = ended ? '' : calls.missing();
      if (missing !== '') controller.enqueue(encoder.encode(`\n\n${missing}`));
    },
  });
}

/** The calls of one answer, by their places in it. */
class Calls {
  private readonly placed = new Set<number>();
  private readonly waiting = new Set<number>();
  private readonly ids = new Set<unknown>();

  /** A line of the stream without blank names. */
  named(line: string): string {
    if (!line.startsWith('data:') || !line.includes('"tool_calls"')) return line;
    try {
      const chunk = JSON.parse(line.slice('data:'.length)) as { choices?: { delta?: { tool_calls?: Call[] } }[] };
      let changed = false;
      for (const call of chunk.choices?.[0]?.delta?.tool_calls ?? []) changed = this.take(call) || changed;
      return changed ? `data: ${JSON.stringify(chunk)}` : line;
    } catch {
      // Whatever it is, the package says so.
      return line;
    }
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
