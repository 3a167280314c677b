import { createGoogle } from '@ai-sdk/google';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { withDefaults } from './defaults.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import { withKnownFiles } from './file-parts.ts';
import { addressOf, requester } from './request.ts';

const FILES = /^(?:image\/(?:png|jpeg|webp|heic|heif)|audio\/.*|video\/.*|application\/pdf|text\/.*)$/;

/** Google's Gemini API. */
export function googleModel({ modelId, baseUrl, apiKey, reasoning }: EndpointOptions): LanguageModelV4 {
  const { baseURL, query } = addressOf(baseUrl);
  const provider = createGoogle({
    baseURL,
    // Without one the package would look into the environment, whose key is not for every address.
    apiKey: apiKey ?? '',
    fetch: requester({ query, ...(apiKey === undefined ? { without: 'x-goog-api-key' } : {}) }),
  });
  const model = provider.languageModel(modelId);
  // Models that do not think refuse to be asked for their thoughts, so only where somebody wants them to think.
  const thinks = reasoning !== undefined && reasoning !== 'none';
  return withKnownFiles(
    thinks ? withDefaults(model, { google: { thinkingConfig: { includeThoughts: true } } }) : model,
    (mediaType) => FILES.test(mediaType),
  );
}
