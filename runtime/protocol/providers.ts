// Made by `npm run generate`; do not edit.
import type { ProviderEndpoint } from './provider-endpoint.ts';

/** The endpoints of all providers, for the runtime that calls them and the extension that stores the keys. */
export const PROVIDER_ENDPOINTS: readonly ProviderEndpoint[] = [
  { id: 'anthropic', title: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', needsKey: true },
  { id: 'google', title: 'Google Gemini', baseUrl: 'https://generativelanguage.googleapis.com/v1beta', needsKey: true },
  { id: 'lmstudio', title: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', needsKey: false },
  { id: 'ollama', title: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false },
  { id: 'openai', title: 'OpenAI', baseUrl: 'https://api.openai.com/v1', needsKey: true },
  { id: 'openai-compatible', title: 'OpenAI-compatible', needsKey: false },
];
