import { createGoogle } from '@ai-sdk/google';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import { withSupportedFiles } from '../wire/file-parts.ts';
import { createFetch, splitQuery } from '../wire/request.ts';
import { withDefaults } from '../wire/request-transform.ts';
import type { EndpointOptions } from './endpoint-options.ts';

const FILES = /^(?:image\/(?:png|jpeg|webp|heic|heif)|audio\/.*|video\/.*|application\/pdf|text\/.*)$/;

/** Creates a model of Google's Gemini API. */
export function googleModel({ modelId, baseUrl, apiKey, reasoning }: EndpointOptions): LanguageModelV4 {
  const { baseURL, query } = splitQuery(baseUrl);
  const provider = createGoogle({
    baseURL,
    // If undefined, the package would read the environment, whose key is not meant for every address.
    apiKey: apiKey ?? '',
    fetch: createFetch(defined({ query, omitHeader: apiKey === undefined ? 'x-goog-api-key' : undefined })),
  });
  const model = provider.languageModel(modelId);
  // Models that cannot think reject requests for thoughts, so thoughts are requested only if thinking is configured.
  const thinks = reasoning !== undefined && reasoning !== 'none';
  return withSupportedFiles(
    thinks ? withDefaults(model, { google: { thinkingConfig: { includeThoughts: true } } }) : model,
    (mediaType) => FILES.test(mediaType),
  );
}
