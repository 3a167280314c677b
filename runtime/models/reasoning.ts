/** The effort of a reasoning model before it answers, by level. Providers map the level to the options of their models. */
export const REASONING_LEVELS = ['none', 'minimal', 'low', 'medium', 'high'] as const;
export type ReasoningLevel = (typeof REASONING_LEVELS)[number];
