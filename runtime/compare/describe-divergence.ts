import type { DivergenceReason } from '../protocol/compare.ts';
import type { Divergence } from './divergence.ts';

/** Returns the reason of a divergence as a sentence. It contains `subject`, which may be untrusted. */
export function describeDivergence({ reason, subject = '' }: Pick<Divergence, 'reason' | 'subject'>): string {
  return SENTENCES[reason](subject);
}

const SENTENCES: Readonly<Record<DivergenceReason, (subject: string) => string>> = {
  prompt: () => 'the prompts differ.',
  model: (subject) => `the models differ (${subject}).`,
  settings: (subject) => `the settings differ (${subject}).`,
  instructions: () => 'the instructions differ.',
  tools: (subject) => `the tools differ (${subject}).`,
  skill: (subject) => `the text of a skill differs (${subject}).`,
  result: (subject) => `${subject} returned a different result.`,
  user: () => 'the user stopped, answered or edited differently.',
  sampling: () => 'the model received the same input and responded differently.',
  unknown: () => 'the reason is unknown, because the prompt or the requests of one or both are not recorded.',
};
