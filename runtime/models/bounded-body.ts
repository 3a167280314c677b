/**
 * Bytes that a line of a stream may have, and a body that is an error. An answer of 2,000,000 characters in one line, all
 * of them escaped, stays below; who reads a line that never ends reads it again and again as it grows.
 */
const MOST = 16 * 1024 * 1024;

/**
 * The same response, whose body fails with a sentence for a person where a line of it does not end, or where it is an
 * error that does not end.
 */
export function bounded(response: Response, most: number = MOST): Response {
  if (response.body === null) return response;
  return new Response(response.body.pipeThrough(limit(response.ok, most)), response);
}

function limit(byLine: boolean, most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = byLine ? chunk.lastIndexOf(10) : -1;
      size = end < 0 ? size + chunk.length : chunk.length - end - 1;
      if (size <= most) controller.enqueue(chunk);
      else
        controller.error(
          new Error(
            `the endpoint sent more than ${Math.round(most / 1024 / 1024)} MiB ${byLine ? 'in one line' : 'as an error'}`,
          ),
        );
    },
  });
}
