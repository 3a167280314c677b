import { messageOf } from '../../errors.ts';

/** Maximum size of a reply, in characters: enough for any list of models. */
const MAX_CHARACTERS = 5_000_000;

export type JsonResult =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly status?: number; readonly message: string };

/** Fetches JSON. Stops when `signal` aborts and does not follow redirects. Never rejects. */
export async function getJson(
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<JsonResult> {
  try {
    const response = await fetch(url, { signal, headers, redirect: 'manual' });
    const { status } = response;
    const text = await textOf(response);
    if (text === undefined) return { kind: 'failed', status, message: 'the reply is too large' };
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
    if (text.length > MAX_CHARACTERS) return undefined;
  }
  return text;
}

/** Returns the message in an error body, or '' if there is none. */
function errorIn(text: string): string {
  return (/"message"\s*:\s*("(?:[^"\\]|\\.){1,500}")/.exec(text)?.[1] ?? '').replace(/^"|"$/g, '');
}
