import type { Entry, Provider } from './provider.ts';

export const ollama: Provider = {
  id: 'ollama',
  title: 'Ollama',
  asks: 'Ollama on this machine',
  // The port that it listens on unless it is told otherwise.
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

/** Models for embeddings have the architecture of BERT; the list says it in no other way. */
function isForEmbeddings({ details }: Entry): boolean {
  const { family } = (details ?? {}) as { readonly family?: unknown };
  return typeof family === 'string' && /bert/.test(family);
}
