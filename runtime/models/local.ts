import type { LocalServer } from '../protocol/models.ts';
import { getJson } from './get-json.ts';
import { entriesOf } from './list.ts';
import type { LocalListing } from './provider.ts';
import { PROVIDERS } from './providers.ts';

export interface LocalOptions {
  /** Milliseconds for each server; one that is there answers in a few. */
  readonly timeoutMs?: number;
  /** Base URLs by the provider's id; absent: the usual ports. */
  readonly baseUrls?: Readonly<Record<string, string>>;
}

/**
 * LM Studio, Ollama and the like where they listen on this machine, with their models, those for embeddings left out. A
 * server that is not there, does not answer in time, or answers something else is left out. Never rejects; no key is sent.
 */
export async function findLocalServers(options: LocalOptions = {}): Promise<readonly LocalServer[]> {
  const { timeoutMs = 500, baseUrls = {} } = options;
  const found = await Promise.all(
    PROVIDERS.map(({ id, local, baseUrl }) => {
      const at = baseUrls[id] ?? baseUrl;
      return local === undefined || at === undefined ? undefined : listed(id, at, timeoutMs, local);
    }),
  );
  return found.filter((server) => server !== undefined);
}

/** The server's own list says more than OpenAI's, which every version has. */
async function listed(
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
