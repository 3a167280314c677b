import { bounded } from './bounded-body.ts';

/** How every provider's requests leave the process. */
export interface RequestRules {
  /** A header that the provider's package always sets, to be left away as there is no key. */
  readonly without?: string;
  /** Sent with every request, the query of the base URL. */
  readonly query?: URLSearchParams;
}

/** A header of ours on an answer that turns a request without a key away: what was sent is not known any more by then. */
export const KEYLESS = 'x-skillwright-keyless';

const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'];

/**
 * `fetch` for a provider. A redirect is not followed: the key, in a header of the provider's own, would go along to an
 * address that it was not given for.
 */
export function requester({ without, query }: RequestRules): typeof fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (without !== undefined) headers.delete(without);
    const response = await fetch(withQuery(input, query), { ...init, headers, redirect: 'manual' });
    const to = response.headers.get('location');
    // A query may hold a key as well.
    const keyed = KEY_HEADERS.some((name) => headers.has(name)) || (query?.size ?? 0) > 0;
    if ((response.status === 401 || response.status === 403) && !keyed) return keyless(response);
    if (response.status < 300 || response.status > 399 || to === null) return bounded(response);
    await response.body?.cancel();
    return Response.json(errorBody(redirected(to, String(input)), response.status), { status: response.status });
  };
}

function keyless({ body, status, statusText, headers }: Response): Response {
  return bounded(new Response(body, { status, statusText, headers: [...headers, [KEYLESS, 'yes']] }));
}

function withQuery(input: Parameters<typeof fetch>[0], query: URLSearchParams | undefined) {
  if (query === undefined || query.size === 0 || typeof input !== 'string') return input;
  const url = new URL(input);
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url;
}

/** An error as each of the providers writes it, so that all of their packages find the message. */
function errorBody(message: string, code: number) {
  return { type: 'error', error: { type: 'redirect', code, message, status: 'REDIRECT' } };
}

function redirected(to: string, from: string): string {
  const origin = URL.canParse(to, from) ? new URL(to, from).origin : 'another address';
  return `the endpoint redirects to ${origin}; redirects are not followed, as a key would go along. Give the final address as base URL`;
}

/** An address apart from its query. Paths are joined to it with a slash of their own. */
export function addressOf(baseUrl: string): { readonly baseURL: string; readonly query: URLSearchParams } {
  const { origin, pathname, searchParams } = new URL(baseUrl);
  return { baseURL: (origin + pathname).replace(/(?<!\/)\/+$/, ''), query: searchParams };
}
