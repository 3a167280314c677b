import { EnvHttpProxyAgent, fetch as request } from 'undici';
import type { NetworkPlan } from './plan.ts';

/** Never through a proxy. */
const HERE = 'localhost,127.0.0.1,[::1]';

/**
 * `fetch` through the plan's proxies. One of undici's own, as Node's takes no dispatcher of another version for sure. An
 * address of `https:` is asked through a tunnel, so that the proxy sees neither keys nor prompts.
 * @throws where a proxy's address cannot be read
 */
export function proxiedFetch(plan: NetworkPlan, authorities?: readonly string[]): typeof fetch {
  const { http, https, noProxy, verify, authorization } = plan;
  const ca = authorities === undefined ? {} : { ca: [...authorities] };
  // To the proxy, and behind it; what is asked directly is always verified.
  const tls = { ...ca, rejectUnauthorized: verify };
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: http,
    httpsProxy: https,
    noProxy: noProxy === '*' ? noProxy : `${noProxy},${HERE}`,
    connect: ca,
    proxyTls: tls,
    requestTls: tls,
    // Proxies often let a tunnel through to port 443 only.
    proxyTunnel: false,
    ...(authorization === undefined ? {} : { token: authorization }),
  });
  const proxied = (input: string | URL, init: object = {}) => request(input, { ...init, dispatcher });
  // The same interface, declared twice.
  return proxied as unknown as typeof fetch;
}
