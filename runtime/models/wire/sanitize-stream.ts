import { CallPieces } from './call-pieces.ts';
import { sanitizeChunk } from './sanitize-chunk.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Repairs details of a chat completions stream for which the provider's package would fail the entire answer or run a call
 * twice: fields of unexpected types (`sanitize-chunk.ts`), calls without a name or sent again (`call-pieces.ts`), an answer
 * that is complete but does not say why it ended, data after `[DONE]`. Other responses pass unchanged.
 */
export function withSanitizedChunks(response: Response): Response {
  if (response.body === null || !(response.headers.get('content-type') ?? '').includes('text/event-stream'))
    return response;
  return new Response(response.body.pipeThrough(sanitizeStream()), response);
}

function sanitizeStream(): TransformStream<Bytes, Bytes> {
  const answer = new Answer();
  const encoder = new TextEncoder();
  /** Chunks of an incomplete line. They are joined once because joining them one by one would be quadratic. */
  let rest: Uint8Array[] = [];
  let ended = false;
  const line = (text: string): string => {
    if (!/^data: ?\[DONE\]/.test(text)) return answer.sanitizeLine(text);
    ended = true;
    return `${answer.end()}${text}`;
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
      const missing = ended ? '' : answer.endOfCalls();
      if (missing !== '') controller.enqueue(encoder.encode(`\n\n${missing}`));
    },
  });
}

interface Chunk {
  readonly error?: unknown;
  readonly choices?: readonly Choice[];
}

interface Choice {
  readonly finish_reason?: unknown;
  readonly delta?: { readonly content?: unknown; readonly refusal?: unknown } | null;
}

/** The answer as far as it was received. */
class Answer {
  private readonly calls = new CallPieces();
  private hasText = false;
  /** True if the answer says why it ended, or has an error. */
  private isDecided = false;

  sanitizeLine(line: string): string {
    if (!line.startsWith('data:')) return line;
    try {
      const chunk: unknown = JSON.parse(line.slice('data:'.length));
      const changed = sanitizeChunk(chunk);
      this.observe(chunk);
      return this.calls.assign(chunk) || changed ? `data: ${JSON.stringify(chunk)}` : line;
    } catch {
      // The package reports invalid JSON.
      this.isDecided = true;
      return line;
    }
  }

  /** Returns the events that are missing before `[DONE]`, which says that the answer is complete. */
  end(): string {
    const missing = this.endOfCalls();
    const finish = this.missingFinish();
    if (finish === undefined) return missing;
    return `${missing}data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })}\n\n`;
  }

  endOfCalls(): string {
    return this.calls.end();
  }

  /** Returns the reason for the end of an answer that is complete and has none. */
  private missingFinish(): 'stop' | 'tool_calls' | undefined {
    if (this.isDecided) return undefined;
    if (this.calls.count > 0) return this.calls.isComplete ? 'tool_calls' : undefined;
    return this.hasText ? 'stop' : undefined;
  }

  private observe(chunk: unknown): void {
    const { error, choices } = (chunk ?? {}) as Chunk;
    const choice = choices?.[0];
    if (error !== undefined || (choice?.finish_reason ?? undefined) !== undefined) this.isDecided = true;
    const { content, refusal } = choice?.delta ?? {};
    if (hasText(content) || hasText(refusal)) this.hasText = true;
  }
}

/** True for a text, or a list of parts with one, that is not blank. */
function hasText(content: unknown): boolean {
  if (Array.isArray(content)) return content.some((part) => hasText((part as { text?: unknown } | null)?.text));
  return typeof content === 'string' && content.trim() !== '';
}
