import type { Redis } from 'ioredis';
import { messageOf } from '../../errors.ts';
import { loadQueuePackages, type QueuePackages } from './packages.ts';
import { PASSWORD_VARIABLE, parseQueueUrl, type QueueAddress } from './queue-url.ts';

/** A queue that answers. */
export interface QueueConnection {
  readonly kind: 'connected';
  readonly packages: QueuePackages;
  readonly address: QueueAddress;
  readonly client: Redis;
  /** Things to change on the server. */
  readonly notes: readonly string[];
}

/** Milliseconds to wait for the first reply. */
const FIRST_REPLY_MS = 15_000;
/** The first version with all commands that are used here and by BullMQ. */
const OLDEST = [6, 2] as const;

/**
 * Connects to a queue. If it cannot be reached now, returns an error message; a connection that is lost later is established
 * again as long as it takes.
 */
export async function connectQueue(
  url: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<QueueConnection | { readonly kind: 'failed'; readonly message: string }> {
  const address = parseQueueUrl(url, environment);
  if (typeof address === 'string') return { kind: 'failed', message: address };
  const packages = loadQueuePackages();
  if (typeof packages === 'string') return { kind: 'failed', message: packages };
  let isConnected = false;
  let lastError: Error | undefined;
  const { retryStrategy } = address.options;
  const client = new packages.Redis({
    ...address.options,
    lazyConnect: true,
    retryStrategy: (attempt) => (isConnected ? retryStrategy(attempt) : null),
  });
  // Without a listener, ioredis prints every lost connection.
  client.on('error', (error) => {
    lastError = error;
  });
  const timeout = new AbortController();
  try {
    const info = await Promise.race([
      client.connect().then(() => client.call('INFO')),
      expire(FIRST_REPLY_MS, timeout.signal),
    ]);
    isConnected = true;
    const server = readServer(String(info));
    if (server.problem === undefined) return { kind: 'connected', packages, address, client, notes: server.notes };
    client.disconnect();
    return { kind: 'failed', message: server.problem };
  } catch (error) {
    client.disconnect();
    return { kind: 'failed', message: adviceFor(lastError ?? error, address) };
  } finally {
    timeout.abort();
  }
}

function expire(milliseconds: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error('no reply')), milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

function adviceFor(error: unknown, { shown }: QueueAddress): string {
  const text = messageOf(error);
  if (/NOAUTH|WRONGPASS|invalid password|ERR AUTH/i.test(text))
    return `Set ${PASSWORD_VARIABLE} to the password: ${shown} refused the connection.`;
  if (/wrong version number|packet length too long/i.test(text))
    return `Write redis:// instead of rediss://, or turn on TLS: ${shown} does not answer with TLS.`;
  if (/certificate|altnames/i.test(text))
    return `Set NODE_EXTRA_CA_CERTS to its certificate authority, or correct the host: ${shown} has no valid certificate (${text}).`;
  return `Start Redis, or correct --queue: ${shown} cannot be reached (${text}).`;
}

/** Reads what `INFO` says about the server. */
function readServer(info: string): { readonly problem?: string; readonly notes: readonly string[] } {
  const fieldOf = (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const version = fieldOf('redis_version') ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (version !== '' && (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])))
    return { problem: `Use Redis ${OLDEST.join('.')} or newer: the queue has ${version}.`, notes: [] };
  const policy = fieldOf('maxmemory_policy');
  return {
    notes: [
      ...(policy === undefined || policy === 'noeviction'
        ? []
        : [`Set maxmemory-policy to noeviction: with ${policy}, a full Redis drops trials.`]),
      ...(fieldOf('aof_enabled') === '0'
        ? ['Set appendonly to yes: a restart of this Redis repeats trials that were not fetched yet.']
        : []),
    ],
  };
}
