import { defined } from '../../../skill/index.ts';
import type { Provider } from './provider.ts';

/** Anthropic's API. */
export const anthropic: Provider = {
  id: 'anthropic',
  title: 'Anthropic',
  description: 'Anthropic’s Messages API',
  baseUrl: 'https://api.anthropic.com/v1',
  needsKey: true,
  keyVariables: ['ANTHROPIC_API_KEY'],
  format: 'anthropic',
  listing: {
    sizeParameter: 'limit',
    headers: (key) => defined({ 'anthropic-version': '2023-06-01', 'x-api-key': key }),
  },
  open: async (options) => (await import('./anthropic.ts')).anthropicModel(options),
};
