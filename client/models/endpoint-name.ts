/** Names of the user's endpoints. Independent of `vscode`. */

import { PROVIDER_ENDPOINTS } from '../../runtime/protocol/providers.ts';
import { own } from '../../runtime/text/objects.ts';

/** The endpoints in the user's settings: base URLs by name. */
export type EndpointUrls = Readonly<Record<string, string>>;

/** Names that an endpoint cannot have, because its models are called `NAME/ID`. */
const RESERVED_NAMES: readonly string[] = [...PROVIDER_ENDPOINTS.map(({ id }) => id), 'vscode', 'simulated', 'seeded'];
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,39}$/u;

/** Validates a name for the endpoint at this address. Returns an error message, or undefined if it is valid or empty. */
export function endpointNameProblem(name: string, address: string, endpoints: EndpointUrls): string | undefined {
  if (name === '') return undefined;
  if (!NAME.test(name))
    return 'Use at most 40 letters, digits, dots, hyphens and underscores. Models are called NAME/ID.';
  if (RESERVED_NAMES.includes(name)) return `Choose another name. '${name}' is a provider.`;
  const other = own(endpoints, name);
  return other === undefined || other === address
    ? undefined
    : `Choose another name. '${name}' is already used for ${other}.`;
}

/** Suggests an unused name for the endpoint at this address, such as `local-8080` or `openrouter`. */
export function suggestName(address: string, endpoints: EndpointUrls): string {
  const { hostname, port } = new URL(address);
  const isNumber = /^[\d.]+$|^\[/.test(hostname);
  const labels = hostname.split('.');
  const host =
    hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
      ? `local${port === '' ? '' : `-${port}`}`
      : isNumber
        ? 'endpoint'
        : (labels.at(-2) ?? labels[0] ?? 'endpoint');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? host : `${host}-${number}`;
    if (!RESERVED_NAMES.includes(name) && own(endpoints, name) === undefined) return name;
  }
}

/** Returns the name of the endpoint at this address in the settings. */
export function endpointNameOf(address: string | undefined, endpoints: EndpointUrls): string | undefined {
  return Object.keys(endpoints).find((name) => own(endpoints, name) === address);
}
