import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defined } from '../../../skill/index.ts';
import { withEarlyError } from '../wire/early-error-status.ts';
import { withSupportedFiles } from '../wire/file-parts.ts';
import { createFetch, splitQuery } from '../wire/request.ts';
import { withFilesAfterResults } from '../wire/result-files.ts';
import { withSanitizedChunks } from '../wire/sanitize-stream.ts';
import { chatUsage } from './chat-usage.ts';
import type { EndpointOptions } from './endpoint-options.ts';

/** Media types that chat completions accept. The provider's package throws on some others, and endpoints reject the rest. */
const FILES = /^(?:image\/(?:png|jpeg|gif|webp)|audio\/(?:wav|mpeg)|application\/pdf|text\/.*)$/;

/** Creates a model of any endpoint that implements OpenAI's chat completions. */
export function openAiCompatibleModel(name: string, options: EndpointOptions): LanguageModelV4 {
  const { modelId, baseUrl, apiKey } = options;
  const { baseURL, query } = splitQuery(baseUrl);
  const request = createFetch({ query });
  const provider = createOpenAICompatible(
    defined({
      name,
      baseURL,
      includeUsage: true,
      convertUsage: chatUsage,
      fetch: async (...args) => withSanitizedChunks(await withEarlyError(await request(...args))),
      apiKey,
    }),
  );
  return withFilesAfterResults(
    withSupportedFiles(provider.languageModel(modelId), (mediaType) => FILES.test(mediaType)),
  );
}
