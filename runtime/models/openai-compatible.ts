import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { chatUsage } from './chat-usage.ts';
import { withEarlyError } from './early-error.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import { withKnownFiles } from './file-parts.ts';
import { addressOf, requester } from './request.ts';
import { withFilesBehindResults } from './result-files.ts';
import { withSoundChunks } from './sound-answer.ts';

/** What goes through chat completions; the provider throws on some others, and endpoints refuse the rest. */
const FILES = /^(?:image\/(?:png|jpeg|gif|webp)|audio\/(?:wav|mpeg)|application\/pdf|text\/.*)$/;

/** Any endpoint that speaks OpenAI's chat completions. */
export function openAiCompatibleModel(name: string, options: EndpointOptions): LanguageModelV4 {
  const { modelId, baseUrl, apiKey } = options;
  const { baseURL, query } = addressOf(baseUrl);
  const request = requester({ query });
  const provider = createOpenAICompatible({
    name,
    baseURL,
    includeUsage: true,
    convertUsage: chatUsage,
    fetch: async (...args) => withSoundChunks(await withEarlyError(await request(...args))),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return withFilesBehindResults(withKnownFiles(provider.languageModel(modelId), (mediaType) => FILES.test(mediaType)));
}
