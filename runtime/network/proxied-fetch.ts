import { EnvHttpProxyAgent, fetch as request } from 'undici';
import { defined } from '../../skill/index.ts';
import type { NetworkPlan } from './plan.ts';

/** Hosts that never use a proxy. */
const LOOPBACK_HOSTS = 'localhost,127.0.0.1,[::1]';

/**
 * Creates a `fetch` that uses the plan's proxies. It is undici's, because Node's may not accept a dispatcher of another
 * version. `https:` addresses are reached through a tunnel, so the proxy sees neither keys nor prompts.
 * @throws if a proxy's address is invalid
 */
export function proxiedFetch(plan: NetworkPlan, authorities?: readonly string[]): typeof fetch {
  const { http, https, noProxy, verifyCertificates: verify, authorization } = plan;
  const ca = authorities === undefined ? {} : { ca: [...authorities] };
  // For connections to the proxy and behind it. Direct connections are always verified.
  const tls = { ...ca, rejectUnauthorized: verify };
  const dispatcher = new EnvHttpProxyAgent(
    defined({
      httpProxy: http,
      httpsProxy: https,
      noProxy: noProxy === '*' ? noProxy : `${noProxy},${LOOPBACK_HOSTS}`,
      connect: ca,
      proxyTls: tls,
      requestTls: tls,
      // Proxies often allow tunnels to port 443 only.
      proxyTunnel: false,
      token: authorization,
    }),
  );
  const proxied = (input: string | URL, init: object = {}) => request(input, { ...init, dispatcher });
  // The same interface, declared in two places.
  return proxied as unknown as typeof fetch;
}
