/** How long a reasoning model thinks before it answers. Providers map the level to the options of their models. */
export const REASONING_LEVELS = ['none', 'minimal', 'low', 'medium', 'high'] as const;
export type ReasoningLevel = (typeof REASONING_LEVELS)[number];
