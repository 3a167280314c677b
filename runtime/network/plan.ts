import { secretsIn } from '../journal/redact.ts';
import type { NetworkSettings } from '../protocol/network.ts';

/** How requests leave this process. */
export interface NetworkPlan {
  /** Address of the proxy for addresses of `http:` and of `https:`; empty: none. */
  readonly http: string;
  readonly https: string;
  readonly authorization?: string;
  /** Hosts that are asked directly, as in NO_PROXY. */
  readonly noProxy: string;
  /** False where certificates behind the proxy are not looked at. */
  readonly verify: boolean;
  /** Where a certificate is not accepted, the authorities that the system knows count, too. */
  readonly system: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What VS Code's settings say, and where they say nothing the environment: HTTPS_PROXY, HTTP_PROXY (also for `https:` where
 * it stands alone) and NO_PROXY, small letters first, as curl and Node read them; NODE_USE_SYSTEM_CA also for a Node that
 * does not know it. NODE_EXTRA_CA_CERTS is Node's own business.
 */
export function planOf(settings: NetworkSettings, environment: Environment): NetworkPlan {
  const { direct, proxy, authorization, noProxy, strictSsl = true, systemCertificates } = settings;
  const read = (name: string): string => (environment[name.toLowerCase()] ?? environment[name])?.trim() ?? '';
  const system = systemCertificates ?? environment.NODE_USE_SYSTEM_CA === '1';
  const set = proxy?.trim() ?? '';
  const http = direct ? '' : addressOf(set === '' ? read('HTTP_PROXY') : set);
  const https = direct ? '' : addressOf(set === '' ? read('HTTPS_PROXY') : set);
  return {
    http,
    https: https === '' ? http : https,
    ...(authorization === undefined ? {} : { authorization }),
    noProxy: exceptions(noProxy === undefined || noProxy.length === 0 ? read('NO_PROXY') : noProxy.join(',')),
    verify: strictSsl,
    system,
  };
}

/** What must not be written anywhere. */
export function secretsOfPlan({ http, https, authorization = '' }: NetworkPlan): readonly string[] {
  const [, token = ''] = /^\S+\s+(\S+)$/.exec(authorization) ?? [];
  return [...new Set([...passwordIn(http), ...passwordIn(https), authorization, token])].filter(Boolean);
}

/** undici takes `*` for all hosts only where it stands alone. */
function exceptions(list: string): string {
  return list.split(/[,\s]+/).includes('*') ? '*' : list;
}

/** The name beside it is often an ordinary word. */
function passwordIn(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  url.username = '';
  return secretsIn(url.href);
}

/** A proxy is often written without its scheme. */
function addressOf(written: string): string {
  return written === '' || written.includes('://') ? written : `http://${written}`;
}
