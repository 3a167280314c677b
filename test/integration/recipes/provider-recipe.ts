import type { Steps } from './scratch.ts';

/** A provider created by the recipe in `runtime/README.md`: its descriptor, and its format for the tests. */
export const PROVIDER: Steps = {
  'runtime/models/providers/acme-provider.ts': `import type { Provider } from './provider.ts';

/** Acme's API. */
export const acme: Provider = {
  id: 'acme',
  title: 'Acme',
  description: 'Acme’s API',
  baseUrl: 'https://api.acme.example/v1',
  needsKey: true,
  keyVariables: ['ACME_API_KEY'],
  format: 'acme',
  open: async (options) => (await import('./openai-compatible.ts')).openAiCompatibleModel('acme', options),
};
`,
  'test/integration/models/acme.ts': `import type { Format } from './format.ts';
import { openaiCompatible } from './openai-compatible.ts';

/** Acme’s API: chat completions. */
export const acme: Format = { ...openaiCompatible, provider: 'acme' };
`,
};
