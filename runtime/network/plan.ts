import { defined, own } from '../../skill/index.ts';
import { secretsInUrl } from '../journal/redact.ts';
import type { NetworkSettings } from '../protocol/network.ts';

/** The network configuration of this process. */
export interface NetworkPlan {
  /** Proxy address for `http:` and `https:` addresses; empty if there is none. */
  readonly http: string;
  readonly https: string;
  readonly authorization?: string;
  /** Hosts that are accessed directly, in the format of NO_PROXY. */
  readonly noProxy: string;
  /** False if certificates behind the proxy are not verified. */
  readonly verifyCertificates: boolean;
  /** True to trust the system's authorities, too, if a certificate is rejected. */
  readonly systemAuthorities: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Combines VS Code's settings with the environment, which applies if a setting is empty: HTTPS_PROXY, HTTP_PROXY (also for
 * `https:` if it is the only one) and NO_PROXY, lowercase first, as in curl and Node. NODE_USE_SYSTEM_CA is also supported
 * for versions of Node that do not know it. NODE_EXTRA_CA_CERTS is handled by Node.
 */
export function resolveNetworkPlan(settings: NetworkSettings, environment: Environment): NetworkPlan {
  const { direct, proxy, authorization, noProxy, strictSsl = true, systemCertificates } = settings;
  const read = (name: string): string => (own(environment, name.toLowerCase()) ?? own(environment, name))?.trim() ?? '';
  const systemAuthorities = systemCertificates ?? environment.NODE_USE_SYSTEM_CA === '1';
  const proxySetting = proxy?.trim() ?? '';
  const http = direct ? '' : withScheme(proxySetting === '' ? read('HTTP_PROXY') : proxySetting);
  const https = direct ? '' : withScheme(proxySetting === '' ? read('HTTPS_PROXY') : proxySetting);
  return defined({
    http,
    https: https === '' ? http : https,
    authorization,
    noProxy: normalizeNoProxy(noProxy === undefined || noProxy.length === 0 ? read('NO_PROXY') : noProxy.join(',')),
    verifyCertificates: strictSsl,
    systemAuthorities,
  });
}

/** Returns the secrets of a plan, for redaction. */
export function secretsOfPlan({ http, https, authorization = '' }: NetworkPlan): readonly string[] {
  const [, token = ''] = /^\S+\s+(\S+)$/.exec(authorization) ?? [];
  return [...new Set([...passwordIn(http), ...passwordIn(https), authorization, token])].filter(Boolean);
}

/** Replaces a list that contains `*`: undici matches all hosts only if `*` is the entire list. */
function normalizeNoProxy(list: string): string {
  return list.split(/[,\s]+/).includes('*') ? '*' : list;
}

/** Returns an address's password, but not its user name, which is often an ordinary word. */
function passwordIn(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  url.username = '';
  return secretsInUrl(url.href);
}

/** Adds the scheme, which is often omitted for a proxy. */
function withScheme(address: string): string {
  return address === '' || address.includes('://') ? address : `http://${address}`;
}
