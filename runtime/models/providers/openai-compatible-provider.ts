import type { Provider } from './provider.ts';

/** Any endpoint compatible with OpenAI's chat completions. */
export const openAiCompatible: Provider = {
  id: 'openai-compatible',
  title: 'OpenAI-compatible',
  description: 'any endpoint that implements OpenAI’s chat completions, with `--base-url`',
  needsKey: false,
  keyVariables: [],
  format: 'openai-compatible',
  open: async (options) => (await import('./openai-compatible.ts')).openAiCompatibleModel('openai-compatible', options),
};
