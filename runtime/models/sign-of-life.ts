import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

/**
 * A part that says nothing and keeps a call from being given up all the same: while VS Code asks for consent, which takes
 * as long as the person does. Told by what it is, not by what it holds: no provider can send it.
 */
export const SIGN_OF_LIFE: LanguageModelV4StreamPart = { type: 'response-metadata' };
