import type { Provider } from '../providers/provider.ts';
import { PROVIDERS } from '../providers/providers.ts';

/** The address and provider of a model. */
export interface Endpoint {
  readonly kind: 'endpoint';
  readonly provider: Provider;
  readonly modelId: string;
  /** The address of its API, a valid http(s) URL without credentials. */
  readonly baseUrl: string;
  /** Scheme, host and port of `baseUrl`: keys are stored by it. */
  readonly origin: string;
  /** True for the provider's own origin, for which the key in its usual environment variable is intended. */
  readonly isOfficial: boolean;
}

/**
 * Resolves a model name, `PROVIDER/ID`, to its endpoint. Returns undefined if it has none (simulated models and unknown
 * providers), and a message for the user if the ID is missing or the address is missing or invalid.
 * @param baseUrl replaces the provider's default address
 */
export function endpointOf(name: string, baseUrl?: string): Endpoint | string | undefined {
  const { provider: id, modelId } = splitName(name);
  const provider = PROVIDERS.find((one) => one.id === id);
  if (provider === undefined) return undefined;
  if (modelId === '') return `Name the model: ${id}/ID.`;
  const address = baseUrl ?? provider.baseUrl;
  if (address === undefined) return `Give the address of the endpoint with --base-url URL: ${name} has no default.`;
  if (hasCredentials(address))
    return 'Remove the user name and password from the endpoint address, and give the key with --api-key-env.';
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return `Not an http(s) address: ${redactInvalidAddress(address)}`;
  const { origin } = new URL(address);
  const isOfficial = provider.baseUrl !== undefined && new URL(provider.baseUrl).origin === origin;
  return { kind: 'endpoint', provider, modelId, baseUrl: address, origin, isOfficial };
}

/** Splits `PROVIDER/ID`. The ID may contain more slashes; it is '' if there is none. */
export function splitName(name: string): { readonly provider: string; readonly modelId: string } {
  const slash = name.indexOf('/');
  return slash < 0
    ? { provider: name, modelId: '' }
    : { provider: name.slice(0, slash), modelId: name.slice(slash + 1) };
}

/**
 * Returns an address that is not a valid URL, for a message: without everything up to the last `@` (credentials) and from
 * the first `?` or `#` (parameters).
 */
function redactInvalidAddress(address: string): string {
  const [beforeParameters = ''] = address.split(/[?#]/, 1);
  const parameters = address.slice(beforeParameters.length);
  // The `?` may be a part of a password, which `beforeParameters` then ends with.
  if (parameters.includes('@')) return 'it is not shown, as it may hold a password';
  return beforeParameters.replace(/^.*@/s, '');
}

/** True if an address contains credentials: `fetch` rejects it, and every message about it would show the password. */
function hasCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}
