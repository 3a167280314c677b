import { defined } from '../../skill/index.ts';
import { redactorOf } from '../journal/redact.ts';
import type { KnownModel, ListModelsResult } from '../protocol/models.ts';
import type { Endpoint } from './endpoint/endpoint.ts';
import { missingKeyMessage } from './keys/key-advice.ts';
import { keyProblem } from './keys/keys.ts';
import type { Entry, Listing } from './providers/provider.ts';
import { getJson, type JsonResult } from './wire/get-json.ts';
import { splitQuery } from './wire/request.ts';

/**
 * Lists the models of an endpoint through its provider's API. Also checks the key at no cost: an invalid one is refused.
 * The endpoint's `modelId` is ignored.
 */
export async function listModels(endpoint: Endpoint, apiKey?: string, timeoutMs = 10_000): Promise<ListModelsResult> {
  const problem = apiKey === undefined ? undefined : keyProblem(apiKey, endpoint.origin);
  if (problem !== undefined) return { kind: 'failed', refused: true, message: problem };
  const listed = await requestModels(endpoint, apiKey, timeoutMs);
  if (listed.kind === 'models' || apiKey === undefined) return listed;
  // Some servers repeat a refused key in their reply.
  return { ...listed, message: redactorOf([apiKey]).text(listed.message) };
}

async function requestModels(
  endpoint: Endpoint,
  apiKey: string | undefined,
  timeoutMs: number,
): Promise<ListModelsResult> {
  const { provider, baseUrl, origin } = endpoint;
  const { baseURL, query } = splitQuery(baseUrl);
  const { sizeParameter, headers } = provider.listing ?? OPENAI_LISTING;
  if (sizeParameter !== undefined) query.set(sizeParameter, '1000');
  const url = `${baseURL}/models${query.size === 0 ? '' : `?${query}`}`;
  const got = await getJson(url, AbortSignal.timeout(timeoutMs), headers(apiKey));
  const entries = entriesOf(got);
  if (entries !== undefined) {
    const models = entries.map((entry) => modelOf(provider.id, entry)).filter((model) => model !== undefined);
    return { kind: 'models', models };
  }
  if (got.kind === 'json') return failed(`${origin} did not reply with a list of models.`);
  // Google answers an unknown key with 400.
  if (got.status === 401 || got.status === 403 || (got.status === 400 && /api.key/i.test(got.message)))
    return { kind: 'failed', refused: true, message: refusal(origin, got.message, apiKey) };
  return failed(`${origin} returned no list of models: ${got.message}`);
}

function refusal(origin: string, reply: string, apiKey: string | undefined): string {
  return apiKey === undefined ? missingKeyMessage(origin, reply) : `${origin} refused the key: ${reply}`;
}

const OPENAI_LISTING: Listing = {
  headers: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
};

/** Returns the entries of a list: `data` for OpenAI and Anthropic, `models` for Google and Ollama. */
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
  const { id, name, display_name, displayName, supportedGenerationMethods, supported_parameters: parameters } = entry;
  const modelId = typeof id === 'string' ? id : typeof name === 'string' ? name.replace(/^models\//, '') : undefined;
  if (modelId === undefined) return undefined;
  // Google also lists models for images, speech and embeddings.
  if (Array.isArray(supportedGenerationMethods) && !supportedGenerationMethods.includes('generateContent'))
    return undefined;
  // If there is an `id`, `name` is the display name.
  const title = display_name ?? displayName ?? (typeof id === 'string' ? name : undefined);
  // The field names of Google, Anthropic, OpenRouter and vLLM.
  const contextWindow = entry.inputTokenLimit ?? entry.max_input_tokens ?? entry.context_length ?? entry.max_model_len;
  const maxOutput = entry.outputTokenLimit ?? entry.max_tokens ?? topProvider(entry).max_completion_tokens;
  return defined({
    name: `${provider}/${modelId}`,
    title: typeof title === 'string' ? title : undefined,
    contextWindow: isLimit(contextWindow) ? contextWindow : undefined,
    maxOutput: isLimit(maxOutput) ? maxOutput : undefined,
    tools: Array.isArray(parameters) ? parameters.includes('tools') : undefined,
  });
}

function topProvider({ top_provider: top }: Entry): Entry {
  return typeof top === 'object' && top !== null ? (top as Entry) : {};
}

/** True for a known limit: endpoints report 0 or null for an unknown one. */
function isLimit(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function failed(message: string): ListModelsResult {
  return { kind: 'failed', refused: false, message };
}
