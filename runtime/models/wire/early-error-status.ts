type Bytes = Uint8Array<ArrayBuffer>;

/** Number of characters to search for the first event. */
const MAX_SEARCHED = 65_536;

/**
 * Turns a chat completions stream whose first event is an error with a status into a response with that status. A router
 * has already sent 200 when it finds its provider busy, and the provider's package keeps only the message, so the caller
 * could not tell that the request can be retried. Other responses pass unchanged, with no part of a stream lost.
 */
export async function withEarlyError(response: Response): Promise<Response> {
  const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream');
  if (response.body === null || !response.ok || !isStream) return response;
  const reader = response.body.getReader();
  const read: Bytes[] = [];
  const decoder = new TextDecoder();
  let text = '';
  let readError: { readonly error: unknown } | undefined;
  let first: string | undefined;
  while (first === undefined && text.length < MAX_SEARCHED) {
    const part = await reader.read().catch((error: unknown) => {
      readError = { error };
      return { done: true, value: undefined } as const;
    });
    if (part.done || part.value === undefined) break;
    read.push(part.value);
    text += decoder.decode(part.value, { stream: true });
    // Keep-alive comments may precede it.
    first = /^data:(.*)\n/m.exec(text)?.[1];
  }
  const error = first?.includes('"error"') === true ? errorOf(first) : undefined;
  if (error !== undefined) {
    await reader.cancel().catch(() => undefined);
    return Response.json(error.body, { status: error.status, headers: retryAfter(response) });
  }
  return new Response(streamRest(reader, read, readError), response);
}

/** Returns the error of an event and its status, or undefined if it has no status. */
function errorOf(data: string): { readonly status: number; readonly body: object } | undefined {
  try {
    const body = JSON.parse(data) as { error?: { code?: unknown; status?: unknown } } | null;
    const status = Number(body?.error?.code ?? body?.error?.status);
    return body !== null && Number.isInteger(status) && status >= 400 && status <= 599 ? { status, body } : undefined;
  } catch {
    return undefined;
  }
}

function retryAfter({ headers }: Response): Record<string, string> {
  const value = headers.get('retry-after');
  return value === null ? {} : { 'retry-after': value };
}

/** Streams the chunks already read, then the remaining ones or the read error. */
function streamRest(
  reader: ReadableStreamDefaultReader<Bytes>,
  read: Bytes[],
  readError: { readonly error: unknown } | undefined,
): ReadableStream<Bytes> {
  return new ReadableStream({
    async pull(controller) {
      const next = read.shift();
      if (next !== undefined) return controller.enqueue(next);
      if (readError !== undefined) return controller.error(readError.error);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
