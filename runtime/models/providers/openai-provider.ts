import type { Provider } from './provider.ts';

/** OpenAI's API. */
export const openai: Provider = {
  id: 'openai',
  title: 'OpenAI',
  description: 'OpenAI’s Responses API',
  baseUrl: 'https://api.openai.com/v1',
  needsKey: true,
  keyVariables: ['OPENAI_API_KEY'],
  format: 'openai',
  open: async (options) => (await import('./openai.ts')).openAiModel(options),
};
