import type { KnownModel, LocalServer } from '../protocol/models.ts';
import { getJson } from './get-json.ts';
import { type Entry, entriesOf } from './list.ts';
import { LM_STUDIO_URL, OLLAMA_URL } from './providers.ts';

export interface LocalOptions {
  /** Milliseconds for each server; one that is there answers in a few. */
  readonly timeoutMs?: number;
  /** Their base URLs; absent: the usual ports. */
  readonly lmstudio?: string;
  readonly ollama?: string;
}

/**
 * LM Studio and Ollama where they listen on this machine, with their models, those for embeddings left out. A server that
 * is not there, does not answer in time, or answers something else is left out. Never rejects; no key is sent.
 */
export async function findLocalServers(options: LocalOptions = {}): Promise<readonly LocalServer[]> {
  const { timeoutMs = 500, lmstudio = LM_STUDIO_URL, ollama = OLLAMA_URL } = options;
  const found = await Promise.all([
    listed('lmstudio', lmstudio, '/api/v0/models', timeoutMs, lmStudioModel),
    listed('ollama', ollama, '/api/tags', timeoutMs, ollamaModel),
  ]);
  return found.filter((server) => server !== undefined);
}

type Read = (entry: Entry) => KnownModel | undefined;

/** The server's own list says more than OpenAI's, which every version has. */
async function listed(
  provider: LocalServer['provider'],
  baseUrl: string,
  path: string,
  timeoutMs: number,
  read: Read,
): Promise<LocalServer | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const own = entriesOf(await getJson(new URL(path, baseUrl).href, signal));
  const entries = own ?? entriesOf(await getJson(`${baseUrl}/models`, signal));
  if (entries === undefined) return undefined;
  const models = entries.map(own === undefined ? idOf(provider) : read).filter((model) => model !== undefined);
  return { provider, baseUrl, models };
}

function lmStudioModel({ id, type, max_context_length: most, capabilities }: Entry): KnownModel | undefined {
  if (typeof id !== 'string' || type === 'embeddings') return undefined;
  return {
    name: `lmstudio/${id}`,
    ...(typeof most === 'number' ? { contextWindow: most } : {}),
    ...(Array.isArray(capabilities) ? { tools: capabilities.includes('tool_use') } : {}),
  };
}

/** Models for embeddings have the architecture of BERT; Ollama's list does not say it otherwise. */
function ollamaModel({ name, details }: Entry): KnownModel | undefined {
  if (typeof name !== 'string') return undefined;
  const { family } = (details ?? {}) as { readonly family?: unknown };
  return typeof family === 'string' && /bert/.test(family) ? undefined : { name: `ollama/${name}` };
}

const idOf =
  (provider: LocalServer['provider']): Read =>
  ({ id }) =>
    typeof id === 'string' && !/embed/i.test(id) ? { name: `${provider}/${id}` } : undefined;
