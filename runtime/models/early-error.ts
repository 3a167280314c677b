type Bytes = Uint8Array<ArrayBuffer>;

/** Characters that are looked at for the first event. */
const LOOKED_AT = 65_536;

/**
 * An answer of chat completions whose first event is an error with a status, told as that status: a router that finds its
 * provider busy has said 200 by then. The provider's package keeps the message alone, so that nobody could tell that the
 * same request may go through later. Other responses pass; of a stream nothing is lost.
 */
export async function withEarlyError(response: Response): Promise<Response> {
  const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream');
  if (response.body === null || !response.ok || !isStream) return response;
  const reader = response.body.getReader();
  const read: Bytes[] = [];
  const decoder = new TextDecoder();
  let text = '';
  let broken: { readonly error: unknown } | undefined;
  let first: string | undefined;
  while (first === undefined && text.length < LOOKED_AT) {
    const part = await reader.read().catch((error: unknown) => {
      broken = { error };
      return { done: true, value: undefined } as const;
    });
    if (part.done || part.value === undefined) break;
    read.push(part.value);
    text += decoder.decode(part.value, { stream: true });
    // Comments that keep the connection open may come before.
    first = /^data:(.*)\n/m.exec(text)?.[1];
  }
  const error = first?.includes('"error"') === true ? errorOf(first) : undefined;
  if (error !== undefined) {
    await reader.cancel().catch(() => undefined);
    return Response.json(error.body, { status: error.status, headers: retryAfter(response) });
  }
  return new Response(rest(reader, read, broken), response);
}

/** The error of an event, and its status; undefined where it has none. */
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

/** What was read already, then what comes, or how it broke. */
function rest(
  reader: ReadableStreamDefaultReader<Bytes>,
  read: Bytes[],
  broken: { readonly error: unknown } | undefined,
): ReadableStream<Bytes> {
  return new ReadableStream({
    async pull(controller) {
      const next = read.shift();
      if (next !== undefined) return controller.enqueue(next);
      if (broken !== undefined) return controller.error(broken.error);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
