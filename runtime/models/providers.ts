import type { LanguageModelV4 } from '@ai-sdk/provider';
import { PROVIDER_PLACES, type ProviderPlace } from '../protocol/providers.ts';
import type { EndpointOptions } from './endpoint-options.ts';

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
