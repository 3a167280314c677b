import type { NetworkSettings } from '../protocol/network.ts';
import { INVALID_PROXY, isUnknownAuthority } from './advice.ts';
import { isLoopback } from './loopback.ts';
import { type NetworkPlan, resolveNetworkPlan, secretsOfPlan } from './plan.ts';

/** Node's own `fetch`, which connects directly. */
const direct = globalThis.fetch;

let secrets: readonly string[] = [];

/** Returns the proxy's names, passwords and tokens, for redaction. */
export function networkSecrets(): readonly string[] {
  return secrets;
}

/**
 * Configures all requests of this process (`fetch`: models, lists of models, MCP over HTTP) by the settings and the
 * environment. Nothing is loaded before the first request that needs it. Without a proxy and system authorities, Node's
 * own `fetch` stays in place.
 */
export function useNetwork(settings: NetworkSettings = {}, environment = process.env): void {
  const plan = resolveNetworkPlan(settings, environment);
  secrets = secretsOfPlan(plan);
  globalThis.fetch = plan.http === '' && plan.https === '' && !plan.systemAuthorities ? direct : createFetch(plan);
}

function createFetch(plan: NetworkPlan): typeof fetch {
  let load = lazyFetch(plan);
  let trusting: Promise<void> | undefined;
  let authorities: readonly string[] | undefined;
  return async (input, init) => {
    const attempt = async () => {
      const isDirect = authorities === undefined && isLocal(input);
      return (isDirect ? direct : await load())(input, init);
    };
    try {
      return await attempt();
    } catch (error) {
      // Only on demand: reading the system's authorities takes longer than most connections.
      if (!plan.systemAuthorities || !isUnknownAuthority(error) || !isText(init?.body)) throw error;
      // Loaded late, because it loads TLS. One promise, as several requests may fail at the same time.
      trusting ??= import('./certificates.ts').then(({ trustSystemAuthorities }) => {
        authorities = trustSystemAuthorities();
        load = lazyFetch(plan, authorities);
      });
      await trusting;
      return attempt();
    }
  };
}

/** Returns a lazy `fetch` for the plan, loaded once, and again after a failure. */
function lazyFetch(plan: NetworkPlan, authorities?: readonly string[]): () => Promise<typeof fetch> {
  if (plan.http === '' && plan.https === '' && authorities === undefined) return () => Promise.resolve(direct);
  let loading: Promise<typeof fetch> | undefined;
  return async () => {
    try {
      loading ??= import('./proxied-fetch.ts').then(({ proxiedFetch }) => proxiedFetch(plan, authorities));
      return await loading;
    } catch (error) {
      loading = undefined;
      throw new TypeError('fetch failed', { cause: invalidProxyError(error) });
    }
  };
}

/** Creates an error with a code, like Node's own. */
function invalidProxyError(cause: unknown): Error {
  return Object.assign(new Error('The proxy address is invalid', { cause }), { code: INVALID_PROXY });
}

/** True for a body that can be sent twice. */
function isText(body: unknown): boolean {
  return body === undefined || body === null || typeof body === 'string';
}

/** True for this computer's own addresses, which never use a proxy. */
function isLocal(input: Parameters<typeof fetch>[0]): boolean {
  const address = typeof input === 'object' && 'url' in input ? input.url : String(input);
  return isLoopback(address);
}
