import { defined } from '../../../skill/index.ts';
import type { Provider } from './provider.ts';

/** LM Studio on this machine. */
export const lmStudio: Provider = {
  id: 'lmstudio',
  title: 'LM Studio',
  description: 'LM Studio on this machine',
  // The default port.
  baseUrl: 'http://127.0.0.1:1234/v1',
  needsKey: false,
  keyVariables: [],
  format: 'openai-compatible',
  local: {
    path: '/api/v0/models',
    read: ({ id, type, max_context_length: contextWindow, capabilities }) =>
      typeof id !== 'string' || type === 'embeddings'
        ? undefined
        : defined({
            name: `lmstudio/${id}`,
            contextWindow: typeof contextWindow === 'number' ? contextWindow : undefined,
            tools: Array.isArray(capabilities) ? capabilities.includes('tool_use') : undefined,
          }),
  },
  open: async (options) => (await import('./openai-compatible.ts')).openAiCompatibleModel('lmstudio', options),
};
