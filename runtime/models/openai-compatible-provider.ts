import type { Provider } from './provider.ts';

export const openAiCompatible: Provider = {
  id: 'openai-compatible',
  title: 'OpenAI-compatible',
  asks: 'any endpoint that speaks OpenAI’s chat completions, with `--base-url`',
  needsKey: false,
  keyVariables: [],
  format: 'openai-compatible',
  open: async (options) => (await import('./openai-compatible.ts')).openAiCompatibleModel('openai-compatible', options),
};
