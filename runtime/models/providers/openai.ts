import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import { withSupportedFiles } from '../wire/file-parts.ts';
import { createFetch, splitQuery } from '../wire/request.ts';
import { withDefaults } from '../wire/request-transform.ts';
import type { EndpointOptions } from './endpoint-options.ts';

const FILES = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/;

/** Creates a model of OpenAI's Responses API. */
export function openAiModel({ modelId, baseUrl, apiKey }: EndpointOptions): LanguageModelV4 {
  const { baseURL, query } = splitQuery(baseUrl);
  const provider = createOpenAI({
    baseURL,
    // If undefined, the package would read the environment, whose key is not meant for every address.
    apiKey: apiKey ?? '',
    fetch: createFetch(defined({ query, omitHeader: apiKey === undefined ? 'authorization' : undefined })),
  });
  // Nothing is stored by OpenAI: the journal has the conversation, and reasoning is returned encrypted instead.
  const stateless = withDefaults(provider.languageModel(modelId), { openai: { store: false } });
  return withSupportedFiles(stateless, (mediaType) => FILES.test(mediaType));
}
