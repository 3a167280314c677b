import { redactorOf } from '../journal/redact.ts';
import type { KnownModel, ListModelsResult } from '../protocol/models.ts';
import type { Endpoint } from './endpoint.ts';
import { getJson, type JsonResult } from './get-json.ts';
import { keyMissing } from './key-advice.ts';
import { keyProblem } from './keys.ts';
import type { Entry, Listing } from './provider.ts';
import { addressOf } from './request.ts';

/**
 * The models that an endpoint offers, asked in its provider's own way: a key that works gets an answer, one that does not
 * is refused, and nothing is spent on it. `modelId` of the endpoint is of no matter.
 */
export async function listModels(endpoint: Endpoint, apiKey?: string, timeoutMs = 10_000): Promise<ListModelsResult> {
  const problem = apiKey === undefined ? undefined : keyProblem(apiKey, endpoint.origin);
  if (problem !== undefined) return { kind: 'failed', refused: true, message: problem };
  const listed = await asked(endpoint, apiKey, timeoutMs);
  if (listed.kind === 'models' || apiKey === undefined) return listed;
  // Some servers tell a refused key back.
  return { ...listed, message: redactorOf([apiKey]).text(listed.message) };
}

async function asked(endpoint: Endpoint, apiKey: string | undefined, timeoutMs: number): Promise<ListModelsResult> {
  const { provider, baseUrl, origin } = endpoint;
  const { baseURL, query } = addressOf(baseUrl);
  const { size, headers } = provider.listing ?? CHAT;
  if (size !== undefined) query.set(size, '1000');
  const url = `${baseURL}/models${query.size === 0 ? '' : `?${query}`}`;
  const got = await getJson(url, AbortSignal.timeout(timeoutMs), headers(apiKey));
  const entries = entriesOf(got);
  if (entries !== undefined) {
    const models = entries.map((entry) => modelOf(provider.id, entry)).filter((model) => model !== undefined);
    return { kind: 'models', models };
  }
  if (got.kind === 'json') return failed(`${origin} answered something else than a list of models.`);
  // Google says 400 of a key that it does not know.
  if (got.status === 401 || got.status === 403 || (got.status === 400 && /api.key/i.test(got.message)))
    return { kind: 'failed', refused: true, message: refusal(origin, got.message, apiKey) };
  return failed(`${origin} gave no list of models: ${got.message}`);
}

function refusal(origin: string, said: string, apiKey: string | undefined): string {
  return apiKey === undefined ? keyMissing(origin, said) : `${origin} refused the key: ${said}`;
}

const CHAT: Listing = {
  headers: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
};

/** The entries of a list: `data` of OpenAI's and Anthropic's, `models` of Google's and Ollama's. */
export function entriesOf(got: JsonResult): readonly Entry[] | undefined {
  if (got.kind === 'failed' || typeof got.value !== 'object' || got.value === null) return undefined;
  const { data, models } = got.value as { readonly data?: unknown; readonly models?: unknown };
  const list = data ?? models;
  return Array.isArray(list) ? list.filter(isEntry) : undefined;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null;
}

function modelOf(provider: string, entry: Entry): KnownModel | undefined {
  const { id, name, display_name, displayName, supportedGenerationMethods, supported_parameters: takes } = entry;
  const written = typeof id === 'string' ? id : typeof name === 'string' ? name.replace(/^models\//, '') : undefined;
  if (written === undefined) return undefined;
  // Google lists what makes pictures, speech and embeddings, too.
  if (Array.isArray(supportedGenerationMethods) && !supportedGenerationMethods.includes('generateContent'))
    return undefined;
  // Who has an id has its name for people.
  const title = display_name ?? displayName ?? (typeof id === 'string' ? name : undefined);
  // As Google, Anthropic and OpenRouter say it, vLLM in its own word.
  const contextWindow = entry.inputTokenLimit ?? entry.max_input_tokens ?? entry.context_length ?? entry.max_model_len;
  const maxOutput = entry.outputTokenLimit ?? entry.max_tokens ?? topProvider(entry).max_completion_tokens;
  return {
    name: `${provider}/${written}`,
    ...(typeof title === 'string' ? { title } : {}),
    ...(isLimit(contextWindow) ? { contextWindow } : {}),
    ...(isLimit(maxOutput) ? { maxOutput } : {}),
    ...(Array.isArray(takes) ? { tools: takes.includes('tools') } : {}),
  };
}

function topProvider({ top_provider: top }: Entry): Entry {
  return typeof top === 'object' && top !== null ? (top as Entry) : {};
}

/** Endpoints write 0 or null where they do not know. */
function isLimit(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function failed(message: string): ListModelsResult {
  return { kind: 'failed', refused: false, message };
}
