import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { withDefaults } from './defaults.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import { withKnownFiles } from './file-parts.ts';
import { addressOf, requester } from './request.ts';

const FILES = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/;

/** OpenAI's Responses API. */
export function openAiModel({ modelId, baseUrl, apiKey }: EndpointOptions): LanguageModelV4 {
  const { baseURL, query } = addressOf(baseUrl);
  const provider = createOpenAI({
    baseURL,
    // Without one the package would look into the environment, whose key is not for every address.
    apiKey: apiKey ?? '',
    fetch: requester({ query, ...(apiKey === undefined ? { without: 'authorization' } : {}) }),
  });
  // Nothing is kept on OpenAI's side: the conversation is the journal's, and reasoning comes back encrypted instead.
  const stateless = withDefaults(provider.languageModel(modelId), { openai: { store: false } });
  return withKnownFiles(stateless, (mediaType) => FILES.test(mediaType));
}
