import { createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import { withSupportedFiles } from '../wire/file-parts.ts';
import { createFetch, splitQuery } from '../wire/request.ts';
import { withDefaults } from '../wire/request-transform.ts';
import type { EndpointOptions } from './endpoint-options.ts';

const FILES = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf|text\/plain)$/;

/** Creates a model of Anthropic's Messages API. */
export function anthropicModel({ modelId, baseUrl, apiKey }: EndpointOptions): LanguageModelV4 {
  const { baseURL, query } = splitQuery(baseUrl);
  const provider = createAnthropic({
    baseURL,
    // If undefined, the package would read the environment, whose key is not meant for every address.
    apiKey: apiKey ?? '',
    fetch: createFetch(defined({ query, omitHeader: apiKey === undefined ? 'x-api-key' : undefined })),
  });
  // An agent sends its entire conversation with every step; cached input costs a tenth.
  const cached = withDefaults(provider.languageModel(modelId), {
    anthropic: { cacheControl: { type: 'ephemeral' } },
  });
  return withSupportedFiles(cached, (mediaType) => FILES.test(mediaType));
}
