/** The HTTP requests of providers: addresses, keys, `fetch`. */
import { boundBody } from './bounded-body.ts';

/** Options for the requests of a provider. */
export interface RequestOptions {
  /** A header to remove because there is no key; the provider's package always sets it. */
  readonly omitHeader?: string;
  /** The query of the base URL, sent with every request. */
  readonly query?: URLSearchParams;
}

/**
 * Our own response header. It marks the rejection of a request without a key, as the request is not available later.
 */
export const KEYLESS_HEADER = 'x-skillwright-keyless';

const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'];

/**
 * Creates the `fetch` of a provider. Redirects are not followed: the key, in a provider-specific header, would be sent to
 * an address that it was not given for.
 */
export function createFetch({ omitHeader, query }: RequestOptions): typeof fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (omitHeader !== undefined) headers.delete(omitHeader);
    const response = await fetch(withQuery(input, query), { ...init, headers, redirect: 'manual' });
    const to = response.headers.get('location');
    // The query may hold a key, too.
    const keyed = KEY_HEADERS.some((name) => headers.has(name)) || (query?.size ?? 0) > 0;
    if ((response.status === 401 || response.status === 403) && !keyed) return markKeyless(response);
    if (response.status < 300 || response.status > 399 || to === null) return boundBody(response);
    await response.body?.cancel();
    return Response.json(errorBody(redirectMessage(to, String(input)), response.status), { status: response.status });
  };
}

function markKeyless({ body, status, statusText, headers }: Response): Response {
  return boundBody(new Response(body, { status, statusText, headers: [...headers, [KEYLESS_HEADER, 'yes']] }));
}

function withQuery(input: Parameters<typeof fetch>[0], query: URLSearchParams | undefined) {
  if (query === undefined || query.size === 0 || typeof input !== 'string') return input;
  const url = new URL(input);
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url;
}

/** Returns an error body that the packages of all providers can read. */
function errorBody(message: string, code: number) {
  return { type: 'error', error: { type: 'redirect', code, message, status: 'REDIRECT' } };
}

function redirectMessage(to: string, from: string): string {
  const origin = URL.canParse(to, from) ? new URL(to, from).origin : 'another address';
  return `the endpoint redirects to ${origin}; redirects are not followed, as they would forward the key. Set the base URL to the final address`;
}

/** Splits an address into the part before its query, without trailing slashes, and the query. */
export function splitQuery(baseUrl: string): { readonly baseURL: string; readonly query: URLSearchParams } {
  const { origin, pathname, searchParams } = new URL(baseUrl);
  return { baseURL: (origin + pathname).replace(/(?<!\/)\/+$/, ''), query: searchParams };
}
