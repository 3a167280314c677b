/** Addresses of endpoints, and the origin that a key is bound to. Knows no `vscode`. */
import type { ProviderPlace } from '../../runtime/protocol/provider-place.ts';
import { PROVIDER_PLACES } from '../../runtime/protocol/providers.ts';
import type { ModelChoice } from '../dialogues/memory.ts';

/** Where a model is asked. */
export interface Place {
  readonly provider: ProviderPlace;
  readonly baseUrl: string;
  /** Scheme, host and port: a key goes to the one that it was entered for, and nowhere else. */
  readonly origin: string;
  /** The provider's own address, not another that speaks its format. */
  readonly own: boolean;
}

/** Parameters of an address that are secrets: addresses are shown and remembered, keys are not. */
const SECRET_PARAMETER = /(?:^|[-_.])(?:api)?(?:key|token|secret|password|signature|sig|code)$/i;

/** What is wrong with the address of an endpoint, and what to do; undefined where nothing is. */
export function addressProblem(text: string): string | undefined {
  if (!URL.canParse(text) || !/^https?:/i.test(text)) return 'An http or https address, e.g. http://127.0.0.1:1234/v1';
  const { username, password, searchParams } = new URL(text);
  if (username !== '' || password !== '') return 'Without a name and a password: set a key apart';
  const secret = [...searchParams.keys()].find((name) => SECRET_PARAMETER.test(name));
  return secret === undefined ? undefined : `Without '${secret}': set a key apart, addresses are not kept secret`;
}

/** Where the model of this name is asked; undefined where no endpoint is (simulated, the editor's), or none that is known. */
export function placeOf({ id, baseUrl }: ModelChoice): Place | undefined {
  return placeAt(id.split('/', 1)[0] ?? '', baseUrl);
}

/** Where this provider is asked, at this address or at its own. */
export function placeAt(providerId: string, baseUrl?: string): Place | undefined {
  const provider = PROVIDER_PLACES.find(({ id }) => id === providerId);
  if (provider === undefined) return undefined;
  const { baseUrl: ownUrl } = provider;
  const address = baseUrl ?? ownUrl;
  if (address === undefined || addressProblem(address) !== undefined) return undefined;
  const { origin } = new URL(address);
  return {
    provider,
    baseUrl: address,
    origin,
    own: ownUrl !== undefined && new URL(ownUrl).origin === origin,
  };
}

/** Whether what is sent to this origin stays on the machine, or is encrypted on its way. */
export function isPrivate(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
