import type { LanguageModelV4 } from '@ai-sdk/provider';
import { PROVIDER_PLACES, type ProviderPlace } from '../protocol/providers.ts';

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

export interface Provider extends ProviderPlace {
  /** Environment variables that usually hold its key, the first one set counts. They are for its own address alone. */
  readonly keyVariables: readonly string[];
  /** Loads the provider's package, at its first use. */
  readonly open: (options: EndpointOptions) => Promise<LanguageModelV4>;
}

const [ANTHROPIC, GOOGLE, OPENAI, COMPATIBLE, LM_STUDIO, OLLAMA] = PROVIDER_PLACES;

export const LM_STUDIO_URL = LM_STUDIO.baseUrl;
export const OLLAMA_URL = OLLAMA.baseUrl;

const compatible = (place: ProviderPlace): Provider => ({
  ...place,
  keyVariables: [],
  open: async (options) => (await import('./openai-compatible.ts')).openAiCompatibleModel(place.id, options),
});

/** The providers that ask language models. */
export const PROVIDERS: readonly Provider[] = [
  {
    ...ANTHROPIC,
    keyVariables: ['ANTHROPIC_API_KEY'],
    open: async (options) => (await import('./anthropic.ts')).anthropicModel(options),
  },
  {
    ...GOOGLE,
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    open: async (options) => (await import('./google.ts')).googleModel(options),
  },
  {
    ...OPENAI,
    keyVariables: ['OPENAI_API_KEY'],
    open: async (options) => (await import('./openai.ts')).openAiModel(options),
  },
  compatible(COMPATIBLE),
  compatible(LM_STUDIO),
  compatible(OLLAMA),
];
