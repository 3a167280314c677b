import type { Provider } from './provider.ts';

/** Google's Gemini API. */
export const google: Provider = {
  id: 'google',
  title: 'Google Gemini',
  description: 'Google’s Gemini API',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  needsKey: true,
  keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  format: 'google',
  listing: {
    sizeParameter: 'pageSize',
    headers: (key): Record<string, string> => (key === undefined ? {} : { 'x-goog-api-key': key }),
  },
  open: async (options) => (await import('./google.ts')).googleModel(options),
};
