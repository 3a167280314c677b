// Made by `npm run generate`; do not edit.
import { anthropic } from './anthropic.ts';
import type { Format } from './format.ts';
import { google } from './google.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible.ts';

/** Every API format that one of the providers speaks. */
export const FORMATS: readonly Format[] = [anthropic, google, openai, openaiCompatible];
