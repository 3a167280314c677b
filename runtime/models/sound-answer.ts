import { Names } from './nameless-calls.ts';
import { makeSound } from './sound-chunk.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A streamed answer of chat completions without what the provider's package would end it at though most of it is fine:
 * fields of another kind (`sound-chunk.ts`), calls without a name (`nameless-calls.ts`), whatever comes after `[DONE]`.
 * Other responses pass as they are.
 */
export function withSoundChunks(response: Response): Response {
  if (response.body === null || !(response.headers.get('content-type') ?? '').includes('text/event-stream'))
    return response;
  return new Response(response.body.pipeThrough(sound()), response);
}

function sound(): TransformStream<Bytes, Bytes> {
  const names = new Names();
  const encoder = new TextEncoder();
  /** What came of a line that has not ended: joined once, as joining piece by piece is quadratic. */
  let rest: Uint8Array[] = [];
  let ended = false;
  const line = (text: string): string => {
    if (!/^data: ?\[DONE\]/.test(text)) return soundLine(text, names);
    ended = true;
    return `${names.missing()}${text}`;
  };
  const read = (bytes: Buffer): Bytes => {
    const lines: string[] = [];
    for (const text of bytes.toString('utf8').split('\n')) {
      lines.push(line(text));
      if (ended) return encoder.encode(`${lines.join('\n')}\n\n`);
    }
    return encoder.encode(lines.join('\n'));
  };
  return new TransformStream({
    transform(chunk, controller) {
      const end = chunk.lastIndexOf(10) + 1;
      if (end > 0) controller.enqueue(read(Buffer.concat([...rest, chunk.subarray(0, end)])));
      // Whatever comes after the end is no part of the answer, and is not waited for.
      if (ended) return controller.terminate();
      if (end > 0) rest = [];
      if (end < chunk.length) rest.push(chunk.subarray(end));
    },
    flush(controller) {
      if (rest.length > 0) controller.enqueue(read(Buffer.concat(rest)));
      const missing = ended ? '' : names.missing();
      if (missing !== '') controller.enqueue(encoder.encode(`\n\n${missing}`));
    },
  });
}

function soundLine(line: string, names: Names): string {
  if (!line.startsWith('data:')) return line;
  try {
    const chunk: unknown = JSON.parse(line.slice('data:'.length));
    const changed = makeSound(chunk);
    return names.given(chunk) || changed ? `data: ${JSON.stringify(chunk)}` : line;
  } catch {
    // Whatever it is, the package says so.
    return line;
  }
}
