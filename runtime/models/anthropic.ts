import { createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { withDefaults } from './defaults.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import { withKnownFiles } from './file-parts.ts';
import { addressOf, requester } from './request.ts';

const FILES = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf|text\/plain)$/;

/** Anthropic's Messages API. */
export function anthropicModel({ modelId, baseUrl, apiKey }: EndpointOptions): LanguageModelV4 {
  const { baseURL, query } = addressOf(baseUrl);
  const provider = createAnthropic({
    baseURL,
    // Without one the package would look into the environment, whose key is not for every address.
    apiKey: apiKey ?? '',
    fetch: requester({ query, ...(apiKey === undefined ? { without: 'x-api-key' } : {}) }),
  });
  // An agent sends its whole conversation with every step; a cache that reads it costs a tenth.
  const cached = withDefaults(provider.languageModel(modelId), {
    anthropic: { cacheControl: { type: 'ephemeral' } },
  });
  return withKnownFiles(cached, (mediaType) => FILES.test(mediaType));
}
