import { choicesOf, RUN_OPTIONS } from '../../protocol/run-options.ts';

/** The effort of a reasoning model before it answers, by level. Providers map the level to the options of their models. */
export const REASONING_LEVELS = choicesOf(RUN_OPTIONS.reasoning);
export type ReasoningLevel = (typeof REASONING_LEVELS)[number];
