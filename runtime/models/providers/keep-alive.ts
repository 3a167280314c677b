import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

/**
 * An empty part that keeps a call from timing out while VS Code waits for the user's consent. Compared by identity, so no
 * provider can send it.
 */
export const KEEP_ALIVE: LanguageModelV4StreamPart = { type: 'response-metadata' };
