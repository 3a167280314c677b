import { sanitizeChunk } from './sanitize-chunk.ts';
import { CallNamer } from './unnamed-calls.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Repairs details of a chat completions stream for which the provider's package would fail the entire answer: fields of
 * unexpected types (`sanitize-chunk.ts`), calls without a name (`unnamed-calls.ts`), data after `[DONE]`. Other responses
 * pass unchanged.
 */
export function withSanitizedChunks(response: Response): Response {
  if (response.body === null || !(response.headers.get('content-type') ?? '').includes('text/event-stream'))
    return response;
  return new Response(response.body.pipeThrough(sanitizeStream()), response);
}

function sanitizeStream(): TransformStream<Bytes, Bytes> {
  const names = new CallNamer();
  const encoder = new TextEncoder();
  /** Chunks of an incomplete line. They are joined once because joining them one by one would be quadratic. */
  let rest: Uint8Array[] = [];
  let ended = false;
  const line = (text: string): string => {
    if (!/^data: ?\[DONE\]/.test(text)) return sanitizeLine(text, names);
    ended = true;
    return `${names.nameRemaining()}${text}`;
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
      // Data after the end is not part of the answer, and is not waited for.
      if (ended) return controller.terminate();
      if (end > 0) rest = [];
      if (end < chunk.length) rest.push(chunk.subarray(end));
    },
    flush(controller) {
      if (rest.length > 0) controller.enqueue(read(Buffer.concat(rest)));
      const missing = ended ? '' : names.nameRemaining();
      if (missing !== '') controller.enqueue(encoder.encode(`\n\n${missing}`));
    },
  });
}

function sanitizeLine(line: string, names: CallNamer): string {
  if (!line.startsWith('data:')) return line;
  try {
    const chunk: unknown = JSON.parse(line.slice('data:'.length));
    const changed = sanitizeChunk(chunk);
    return names.removeBlankNames(chunk) || changed ? `data: ${JSON.stringify(chunk)}` : line;
  } catch {
    // The package reports invalid JSON.
    return line;
  }
}
