import type { Steps } from './scratch.ts';

/** A provider created by the recipe in `runtime/README.md`: its descriptor, and its format for the tests. */
export const PROVIDER: Steps = {
  'runtime/models/wombat-provider.ts': `import type { Provider } from './provider.ts';

export const wombat: Provider = {
  id: 'wombat',
  title: 'Wombat',
  asks: 'Wombat’s API',
  baseUrl: 'https://api.wombat.example/v1',
  needsKey: true,
  keyVariables: ['WOMBAT_API_KEY'],
  format: 'wombat',
  open: async (options) => (await import('./openai-compatible.ts')).openAiCompatibleModel('wombat', options),
};
`,
  'test/integration/models/wombat.ts': `import type { Format } from './format.ts';
import { openaiCompatible } from './openai-compatible.ts';

/** Wombat’s API: chat completions. */
export const wombat: Format = { ...openaiCompatible, provider: 'wombat' };
`,
};
