import type { Entry, Provider } from './provider.ts';

/** Ollama on this machine. */
export const ollama: Provider = {
  id: 'ollama',
  title: 'Ollama',
  description: 'Ollama on this machine',
  // The default port.
  baseUrl: 'http://127.0.0.1:11434/v1',
  needsKey: false,
  keyVariables: [],
  format: 'openai-compatible',
  local: {
    path: '/api/tags',
    read: (entry) =>
      typeof entry.name !== 'string' || isForEmbeddings(entry) ? undefined : { name: `ollama/${entry.name}` },
  },
  open: async (options) => (await import('./openai-compatible.ts')).openAiCompatibleModel('ollama', options),
};

/** True for embedding models. Their architecture, BERT, is their only distinction in the list. */
function isForEmbeddings({ details }: Entry): boolean {
  const { family } = (details ?? {}) as { readonly family?: unknown };
  return typeof family === 'string' && /bert/.test(family);
}
