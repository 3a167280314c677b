import { own } from '../../skill/index.ts';
import type { LocalServer } from '../protocol/models.ts';
import { entriesOf } from './list-models.ts';
import type { LocalListing } from './providers/provider.ts';
import { PROVIDERS } from './providers/providers.ts';
import { getJson } from './wire/get-json.ts';

export interface LocalServerOptions {
  /** Timeout per server, in milliseconds; a running one answers in a few. */
  readonly timeoutMs?: number;
  /** Base URLs by provider id; absent: the usual ports. */
  readonly baseUrls?: Readonly<Record<string, string>>;
}

/**
 * Finds model servers such as LM Studio and Ollama on this machine and lists their models, except embedding models.
 * Servers that do not answer in time or reply with anything else are omitted. Never rejects; no key is sent.
 */
export async function findLocalServers(options: LocalServerOptions = {}): Promise<readonly LocalServer[]> {
  const { timeoutMs = 500, baseUrls = {} } = options;
  const found = await Promise.all(
    PROVIDERS.map(({ id, local, baseUrl }) => {
      const at = own(baseUrls, id) ?? baseUrl;
      return local === undefined || at === undefined ? undefined : listServer(id, at, timeoutMs, local);
    }),
  );
  return found.filter((server) => server !== undefined);
}

/** Lists a server's models with its own API, which has more details, or with OpenAI's, which every version has. */
async function listServer(
  provider: string,
  baseUrl: string,
  timeoutMs: number,
  { path, read }: LocalListing,
): Promise<LocalServer | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const own = entriesOf(await getJson(new URL(path, baseUrl).href, signal));
  const entries = own ?? entriesOf(await getJson(`${baseUrl}/models`, signal));
  if (entries === undefined) return undefined;
  const models = entries.map(own === undefined ? idOf(provider) : read).filter((model) => model !== undefined);
  return { provider, baseUrl, models };
}

const idOf =
  (provider: string): LocalListing['read'] =>
  ({ id }) =>
    typeof id === 'string' && !/embed/i.test(id) ? { name: `${provider}/${id}` } : undefined;
