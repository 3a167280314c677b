import type { NetworkSettings } from '../protocol/network.ts';
import { BAD_PROXY, isUnknownAuthority } from './advice.ts';
import { trustSystem } from './certificates.ts';
import { isLoopback } from './loopback.ts';
import { type NetworkPlan, planOf, secretsOfPlan } from './plan.ts';

/** Node's own, which asks directly. */
const direct = globalThis.fetch;

let secrets: readonly string[] = [];

/** Names, passwords and tokens of the proxy, to be kept out of whatever is written. */
export function networkSecrets(): readonly string[] {
  return secrets;
}

/**
 * Lets all requests of this process (`fetch`: models, lists of models, MCP over HTTP) leave as the settings and the
 * environment say. Nothing is loaded before the first request that needs it; without a proxy, and where the system's
 * authorities are not to count, Node's own `fetch` stays.
 */
export function useNetwork(settings: NetworkSettings = {}, environment = process.env): void {
  const plan = planOf(settings, environment);
  secrets = secretsOfPlan(plan);
  globalThis.fetch = plan.http === '' && plan.https === '' && !plan.system ? direct : planned(plan);
}

function planned(plan: NetworkPlan): typeof fetch {
  let opened = opening(plan);
  let trusted = false;
  let authorities: readonly string[] | undefined;
  return async (input, init) => {
    const attempt = async () => {
      const here = authorities === undefined && isLocal(input);
      return (here ? direct : await opened())(input, init);
    };
    try {
      return await attempt();
    } catch (error) {
      // Asked for when needed: reading the system's authorities takes longer than most connections.
      if (!plan.system || !isUnknownAuthority(error) || !isText(init?.body)) throw error;
      if (!trusted) {
        trusted = true;
        authorities = trustSystem();
        opened = opening(plan, authorities);
      }
      return attempt();
    }
  };
}

/** `fetch` as the plan has it, loaded once; it is loaded again where that failed. */
function opening(plan: NetworkPlan, authorities?: readonly string[]): () => Promise<typeof fetch> {
  if (plan.http === '' && plan.https === '' && authorities === undefined) return () => Promise.resolve(direct);
  let loading: Promise<typeof fetch> | undefined;
  return async () => {
    try {
      loading ??= import('./proxied.ts').then(({ proxiedFetch }) => proxiedFetch(plan, authorities));
      return await loading;
    } catch (error) {
      loading = undefined;
      throw new TypeError('fetch failed', { cause: badProxy(error) });
    }
  };
}

/** As Node's own errors, with a code. */
function badProxy(cause: unknown): Error {
  return Object.assign(new Error('The address of the proxy cannot be used', { cause }), { code: BAD_PROXY });
}

/** A body that can be sent twice. */
function isText(body: unknown): boolean {
  return body === undefined || body === null || typeof body === 'string';
}

/** The computer itself is never asked through a proxy. */
function isLocal(input: Parameters<typeof fetch>[0]): boolean {
  const address = typeof input === 'object' && 'url' in input ? input.url : String(input);
  return isLoopback(address);
}
