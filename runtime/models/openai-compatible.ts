import type { LanguageModelV4 } from '@ai-sdk/provider';

export interface EndpointOptions {
  readonly modelId: string;
  readonly baseUrl: string;
  /** Sent only where it is given; nothing is read from the environment. */
  readonly apiKey?: string;
}

/** Any endpoint that speaks OpenAI's chat completions. The provider is loaded only here, at its first use. */
export async function openAiCompatibleModel(options: EndpointOptions): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: options.baseUrl.replace(/\/+$/, ''),
    includeUsage: true,
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
  });
  return provider.languageModel(options.modelId);
}
