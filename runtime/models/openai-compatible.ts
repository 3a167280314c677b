import type { LanguageModelV4 } from '@ai-sdk/provider';
import { withKnownFiles } from './file-parts.ts';

export interface EndpointOptions {
  readonly modelId: string;
  /** An http(s) address; a query in it is sent with every request. */
  readonly baseUrl: string;
  /** Sent only where it is given; nothing is read from the environment. */
  readonly apiKey?: string;
}

/** What goes through chat completions; the provider throws on some others, and endpoints refuse the rest. */
const FILES = /^(?:image\/(?:png|jpeg|gif|webp)|audio\/(?:wav|mpeg)|application\/pdf|text\/.*)$/;

/** Any endpoint that speaks OpenAI's chat completions. The provider is loaded only here, at its first use. */
export async function openAiCompatibleModel(options: EndpointOptions): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const { origin, pathname, searchParams } = new URL(options.baseUrl);
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: (origin + pathname).replace(/\/+$/, ''),
    includeUsage: true,
    ...(searchParams.size === 0 ? {} : { queryParams: Object.fromEntries(searchParams) }),
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
  });
  return withKnownFiles(provider.languageModel(options.modelId), (mediaType) => FILES.test(mediaType));
}
