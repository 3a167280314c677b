import type { LanguageModelV4 } from '@ai-sdk/provider';

/** How much a model that can think is to think before it answers; a provider maps it to what its models know. */
export const REASONING_LEVELS = ['none', 'minimal', 'low', 'medium', 'high'] as const;
export type ReasoningLevel = (typeof REASONING_LEVELS)[number];

/** What a provider's model is opened with. */
export interface EndpointOptions {
  readonly modelId: string;
  /** An http(s) address; a query in it is sent with every request. */
  readonly baseUrl: string;
  /** Sent only where it is given; nothing is read from the environment. */
  readonly apiKey?: string;
  /** Absent: as the provider has it. */
  readonly reasoning?: ReasoningLevel;
}

export interface Provider {
  /** The part of a model's name before the slash. */
  readonly id: string;
  readonly title: string;
  /** Where its models are asked when no other address is given. */
  readonly baseUrl?: string;
  /** Environment variables that usually hold its key, the first one set counts. They are for its own address alone. */
  readonly keyVariables: readonly string[];
  /** Loads the provider's package, at its first use. */
  readonly open: (options: EndpointOptions) => Promise<LanguageModelV4>;
}

/** The ports that LM Studio and Ollama listen on unless they are told otherwise. */
export const LM_STUDIO_URL = 'http://127.0.0.1:1234/v1';
export const OLLAMA_URL = 'http://127.0.0.1:11434/v1';

const compatible = (id: string, title: string, baseUrl?: string): Provider => ({
  id,
  title,
  ...(baseUrl === undefined ? {} : { baseUrl }),
  keyVariables: [],
  open: async (options) => (await import('./openai-compatible.ts')).openAiCompatibleModel(id, options),
});

/** The providers that ask language models. Their addresses are those of the packages, written down so that none is read from the environment. */
export const PROVIDERS: readonly Provider[] = [
  {
    id: 'anthropic',
    title: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyVariables: ['ANTHROPIC_API_KEY'],
    open: async (options) => (await import('./anthropic.ts')).anthropicModel(options),
  },
  {
    id: 'google',
    title: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    open: async (options) => (await import('./google.ts')).googleModel(options),
  },
  {
    id: 'openai',
    title: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariables: ['OPENAI_API_KEY'],
    open: async (options) => (await import('./openai.ts')).openAiModel(options),
  },
  compatible('openai-compatible', 'OpenAI-compatible'),
  compatible('lmstudio', 'LM Studio', LM_STUDIO_URL),
  compatible('ollama', 'Ollama', OLLAMA_URL),
];
