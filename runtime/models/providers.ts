// Made by `npm run generate`; do not edit.
import { anthropic } from './anthropic-provider.ts';
import { google } from './google-provider.ts';
import { lmStudio } from './lmstudio-provider.ts';
import { ollama } from './ollama-provider.ts';
import { openAiCompatible } from './openai-compatible-provider.ts';
import { openai } from './openai-provider.ts';
import type { Provider } from './provider.ts';

/** The providers that ask language models. */
export const PROVIDERS: readonly Provider[] = [anthropic, google, lmStudio, ollama, openai, openAiCompatible];
