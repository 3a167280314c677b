import { messageOf } from '../errors.ts';

/** Enough for any list of models. */
const MOST_BYTES = 5_000_000;

export type JsonResult =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly status?: number; readonly message: string };

/** Gets JSON, no longer than `signal` lets it, and not from where the address redirects to. Never rejects. */
export async function getJson(
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<JsonResult> {
  try {
    const response = await fetch(url, { signal, headers, redirect: 'manual' });
    const { status } = response;
    const text = await textOf(response);
    if (text === undefined) return { kind: 'failed', status, message: 'it sends too much' };
    if (!response.ok) return { kind: 'failed', status, message: `${status} ${errorIn(text)}`.trim() };
    return { kind: 'json', value: JSON.parse(text) };
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', message: 'it did not answer in time' };
    const cause = error instanceof Error && error.cause !== undefined ? ` (${messageOf(error.cause)})` : '';
    return { kind: 'failed', message: messageOf(error) + cause };
  }
}

async function textOf(response: Response): Promise<string | undefined> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_BYTES) return undefined;
  }
  return text;
}

/** The message in the body of an error, where there is one. */
function errorIn(text: string): string {
  return (/"message"\s*:\s*("(?:[^"\\]|\\.){1,500}")/.exec(text)?.[1] ?? '').replace(/^"|"$/g, '');
}
