/** The address of a queue, with a password that comes from the environment. */
import type { RedisOptions } from 'bullmq';
import { defined } from '../../../skill/index.ts';

/** The environment variable with the password of the queue. */
export const PASSWORD_VARIABLE = 'SKILLWRIGHT_QUEUE_PASSWORD';

/** The address of a queue. */
export interface QueueAddress {
  readonly options: RedisOptions & { readonly retryStrategy: (attempt: number) => number };
  /** The address without its password, for messages. */
  readonly shown: string;
}

/** Milliseconds of the longest pause between two attempts to connect. */
const MAX_PAUSE_MS = 2_000;

/**
 * Parses `redis://[USER@]HOST[:PORT][/DATABASE]`, or `rediss://` for TLS, or returns an error message. A password in it is refused
 * and not repeated. TLS uses the certificate authorities of Node (`NODE_EXTRA_CA_CERTS` adds one).
 * @param environment provides the password
 */
export function parseQueueUrl(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): QueueAddress | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isKnown = url?.protocol === 'redis:' || url?.protocol === 'rediss:';
  if (url === undefined || !isKnown || url.hostname === '')
    return 'Write --queue redis://HOST:PORT, or rediss://HOST:PORT for TLS.';
  const database = /^\/?(\d{0,4})$/.exec(url.pathname)?.[1];
  if (database === undefined)
    return 'Write a number after the last slash of --queue: the path is the database of Redis.';
  if (url.password !== '')
    return `Set ${PASSWORD_VARIABLE} instead of a password in --queue: everyone on this machine can read arguments.`;
  const username = decode(url.username);
  if (username === undefined) return 'Encode the user name in --queue as in any URL: % becomes %25.';
  const password = environment[PASSWORD_VARIABLE] ?? '';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'rediss:';
  return {
    options: defined({
      host,
      port: url.port === '' ? 6379 : Number(url.port),
      db: Number(database),
      username: username || undefined,
      password: password || undefined,
      tls: isTls ? (isAddress(host) ? {} : { servername: host }) : undefined,
      connectTimeout: 10_000,
      socketTimeout: 30_000,
      keepAlive: 10_000,
      maxRetriesPerRequest: null,
      retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 10), MAX_PAUSE_MS),
      // During a failover the old server may become a replica before the address leads to the new one.
      reconnectOnError: ({ message }: Error) => (message.includes('READONLY') ? 2 : false),
    }),
    shown: `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`,
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** True for an IP address, which TLS does not accept as a server name. */
const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host);
