/** Names of the user's own endpoints. Knows no `vscode`. */
import { PROVIDER_PLACES } from '../../runtime/protocol/providers.ts';

/** Endpoints of the user's settings: base URLs by name. */
export type Endpoints = Readonly<Record<string, string>>;

/** A model is `NAME/ID`: such a name would mean something else. */
const TAKEN: readonly string[] = [...PROVIDER_PLACES.map(({ id }) => id), 'vscode', 'simulated', 'seeded'];
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,39}$/u;

/** What is wrong with a name for the endpoint at this address; undefined where nothing is. An empty one is none. */
export function endpointNameProblem(name: string, address: string, endpoints: Endpoints): string | undefined {
  if (name === '') return undefined;
  if (!NAME.test(name))
    return 'Letters, digits, dots, hyphens and underscores only, at most 40: models are called NAME/ID.';
  if (TAKEN.includes(name)) return `Choose another name: '${name}' is a provider's.`;
  const other = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
  return other === undefined || other === address ? undefined : `Choose another name: '${name}' is ${other}.`;
}

/** A name for the endpoint at this address that is free: `local-8080`, `openrouter`. */
export function suggestedName(address: string, endpoints: Endpoints): string {
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
    if (!TAKEN.includes(name) && !Object.hasOwn(endpoints, name)) return name;
  }
}

/** The name that the settings give to the endpoint at this address. */
export function endpointNameOf(address: string | undefined, endpoints: Endpoints): string | undefined {
  return Object.keys(endpoints).find((name) => endpoints[name] === address);
}
