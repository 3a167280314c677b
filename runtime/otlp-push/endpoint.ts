/** An OTLP/HTTP endpoint that spans are sent to while a run continues. */
export interface OtlpEndpoint {
  /** The address of its traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type EndpointResult =
  | { readonly kind: 'endpoint'; readonly endpoint: OtlpEndpoint }
  | { readonly kind: 'failed'; readonly message: string };

/** The variable with headers, as OpenTelemetry specifies it: `name=value,name=value`, values percent-encoded. */
export const HEADERS_VARIABLE = 'OTEL_EXPORTER_OTLP_HEADERS';
const TRACES = '/v1/traces';

/**
 * Reads the address of an endpoint and its headers. As OpenTelemetry specifies, `/v1/traces` is appended to the
 * address. It must not contain a secret: other users can see the command line, and settings are synchronized.
 */
export function parseEndpoint(
  address: string,
  environment: Readonly<Record<string, string | undefined>>,
): EndpointResult {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return failed(`Pass an address such as http://localhost:4318 for OTLP: ${withoutSecrets(address)} is not one.`);
  if (url.username !== '' || url.password !== '' || url.search !== '')
    return failed(`Set keys for OTLP in ${HEADERS_VARIABLE}: the address may not contain any.`);
  const headers = parseHeaders(environment[HEADERS_VARIABLE] ?? '');
  if (headers === undefined) return failed(`Write ${HEADERS_VARIABLE} as name=value,name=value: it cannot be parsed.`);
  const path = url.pathname.replace(/\/{1,8}$/, '');
  url.pathname = path.endsWith(TRACES) ? path : path + TRACES;
  url.hash = '';
  return { kind: 'endpoint', endpoint: { url: url.href, headers } };
}

function parseHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const headers = new Headers();
  try {
    for (const pair of text.split(',')) {
      if (pair.trim() === '') continue;
      const equals = pair.indexOf('=');
      if (equals <= 0) return undefined;
      headers.set(pair.slice(0, equals).trim(), decodeURIComponent(pair.slice(equals + 1).trim()));
    }
  } catch {
    return undefined;
  }
  return Object.fromEntries(headers);
}

/** Removes everything before the last `@` but the scheme, and the query. The text need not be a valid URL. */
function withoutSecrets(address: string): string {
  return address
    .replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1')
    .replace(/[?#].*/s, '')
    .slice(0, 80);
}

function failed(message: string): EndpointResult {
  return { kind: 'failed', message };
}
