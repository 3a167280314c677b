/** Where language models are asked, for the runtime that asks them and the extension that keeps the keys. */

export interface ProviderPlace {
  /** The part of a model's name before the slash. */
  readonly id: string;
  readonly title: string;
  /** Where its models are asked when no other address is given. */
  readonly baseUrl?: string;
  /** It answers nobody without a key. */
  readonly needsKey: boolean;
}

/** The addresses are those of the providers' packages, written down so that none is read from the environment. */
export const PROVIDER_PLACES = [
  { id: 'anthropic', title: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', needsKey: true },
  {
    id: 'google',
    title: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
  },
  { id: 'openai', title: 'OpenAI', baseUrl: 'https://api.openai.com/v1', needsKey: true },
  { id: 'openai-compatible', title: 'OpenAI-compatible', needsKey: false },
  // The ports that they listen on unless they are told otherwise.
  { id: 'lmstudio', title: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', needsKey: false },
  { id: 'ollama', title: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false },
] as const satisfies readonly ProviderPlace[];
