import type { Provider } from './provider.ts';
import { PROVIDERS } from './providers.ts';

/** Where a model is asked. */
export interface Endpoint {
  readonly kind: 'endpoint';
  readonly provider: Provider;
  readonly modelId: string;
  readonly baseUrl: string;
  readonly origin: string;
  /** It is the provider's own address: the key in its usual variable is meant for it. */
  readonly own: boolean;
}

/**
 * The endpoint of a model by its name, `PROVIDER/ID`; undefined where no endpoint is asked (simulated models, and names
 * of no provider), and a message where the address is missing or wrong.
 */
export function endpointOf(name: string, baseUrl?: string): Endpoint | string | undefined {
  const { provider: id, modelId } = splitName(name);
  const provider = PROVIDERS.find((one) => one.id === id);
  if (provider === undefined) return undefined;
  if (modelId === '') return `Name the model: ${id}/ID.`;
  const address = baseUrl ?? provider.baseUrl;
  if (address === undefined) return `${name} needs the address of its endpoint: --base-url URL.`;
  if (holdsPassword(address))
    return 'The address of an endpoint must not hold a name or a password: give the key apart, --api-key-env.';
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return `Not an http(s) address: ${withoutParameters(address)}`;
  const { origin } = new URL(address);
  const own = provider.baseUrl !== undefined && new URL(provider.baseUrl).origin === origin;
  return { kind: 'endpoint', provider, modelId, baseUrl: address, origin, own };
}

/** `PROVIDER/ID`; an id may hold further slashes. */
export function splitName(name: string): { readonly provider: string; readonly modelId: string } {
  const slash = name.indexOf('/');
  return slash < 0
    ? { provider: name, modelId: '' }
    : { provider: name.slice(0, slash), modelId: name.slice(slash + 1) };
}

/** An address that cannot be read may hold a password or a key all the same. */
function withoutParameters(address: string): string {
  const [head = ''] = address.split(/[?#]/, 1);
  // A password may hold a question mark: then nobody can tell where it ends.
  return address.slice(head.length).includes('@')
    ? 'it is not shown, as it may hold a password'
    : head.replace(/^.*@/s, '');
}

/** No request can be made to such an address, and every message about it would show the password. */
function holdsPassword(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}
