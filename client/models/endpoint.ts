/** Model endpoints: their addresses, and the origins that keys are bound to. Independent of `vscode`. */
import type { ProviderEndpoint } from '../../runtime/protocol/provider-endpoint.ts';
import { PROVIDER_ENDPOINTS } from '../../runtime/protocol/providers.ts';
import type { ModelChoice } from '../dialogs/memory.ts';

/** An endpoint that serves models. */
export interface Endpoint {
  readonly provider: ProviderEndpoint;
  readonly baseUrl: string;
  /** Scheme, host and port. A key is sent only to the origin that it was entered for. */
  readonly origin: string;
  /** True for the provider's own address, false for another server with the same API. */
  readonly isOfficial: boolean;
}

/** Query parameters that contain secrets. Addresses are displayed and stored, so they must not contain any. */
const SECRET_PARAMETER = /(?:^|[-_.])(?:api)?(?:key|token|secret|password|signature|sig|code)$/i;

/** Validates the address of an endpoint. Returns a message that says what to do, or undefined if it is valid. */
export function addressProblem(text: string): string | undefined {
  if (!URL.canParse(text) || !/^https?:/i.test(text))
    return 'Enter an http or https address, for example http://127.0.0.1:1234/v1';
  const { username, password, searchParams } = new URL(text);
  if (username !== '' || password !== '')
    return 'Remove the user name and password from the address, and set an API key instead';
  const secret = [...searchParams.keys()].find((name) => SECRET_PARAMETER.test(name));
  return secret === undefined
    ? undefined
    : `Remove '${secret}' from the address, which is not kept secret, and set an API key instead`;
}

/** Returns the endpoint of a model. Undefined if the model has none (simulated models and those of VS Code) or it is unknown. */
export function endpointOf({ id, baseUrl }: ModelChoice): Endpoint | undefined {
  return endpointAt(id.split('/', 1)[0] ?? '', baseUrl);
}

/** Returns the endpoint of a provider, at `baseUrl` or at the provider's own address. */
export function endpointAt(providerId: string, baseUrl?: string): Endpoint | undefined {
  const provider = PROVIDER_ENDPOINTS.find(({ id }) => id === providerId);
  if (provider === undefined) return undefined;
  const { baseUrl: ownUrl } = provider;
  const address = baseUrl ?? ownUrl;
  if (address === undefined || addressProblem(address) !== undefined) return undefined;
  const { origin } = new URL(address);
  return {
    provider,
    baseUrl: address,
    origin,
    isOfficial: ownUrl !== undefined && new URL(ownUrl).origin === origin,
  };
}

/** Returns true if requests to this origin are encrypted or stay on this machine. */
export function isPrivate(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
