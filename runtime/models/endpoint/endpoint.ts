import type { Provider } from '../providers/provider.ts';
import { PROVIDERS } from '../providers/providers.ts';

/** The address and provider of a model. */
export interface Endpoint {
  readonly kind: 'endpoint';
  readonly provider: Provider;
  readonly modelId: string;
  readonly baseUrl: string;
  readonly origin: string;
  /** True for the provider's own address, for which the key in its usual environment variable is intended. */
  readonly isOfficial: boolean;
}

/**
 * Resolves a model name, `PROVIDER/ID`, to its endpoint. Undefined if the name needs none (simulated models and unknown
 * providers), a message if the address is missing or invalid.
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
  return { kind: 'endpoint', provider, modelId, baseUrl: address, origin, isOfficial: isOfficial };
}

/** Splits `PROVIDER/ID`. The id may contain more slashes. */
export function splitName(name: string): { readonly provider: string; readonly modelId: string } {
  const slash = name.indexOf('/');
  return slash < 0
    ? { provider: name, modelId: '' }
    : { provider: name.slice(0, slash), modelId: name.slice(slash + 1) };
}

/** Removes credentials and parameters from an address that is not a valid URL but may still contain them. */
function redactInvalidAddress(address: string): string {
  const [head = ''] = address.split(/[?#]/, 1);
  // A password may contain a question mark, and then its end is unknown.
  return address.slice(head.length).includes('@')
    ? 'it is not shown, as it may hold a password'
    : head.replace(/^.*@/s, '');
}

/** True if an address contains credentials: `fetch` rejects it, and every message about it would show the password. */
function hasCredentials(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}
