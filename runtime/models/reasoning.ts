/** How much a model that can think is to think before it answers; a provider maps it to what its models know. */
export const REASONING_LEVELS = ['none', 'minimal', 'low', 'medium', 'high'] as const;
export type ReasoningLevel = (typeof REASONING_LEVELS)[number];
