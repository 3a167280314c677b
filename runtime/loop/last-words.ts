/** What a loop says itself, where it ends and the model has no word of its own for it. */
import type { CapReached } from './budget.ts';

/** What the runtime says where a guard ended the run and the model has no last word. */
export const CLOSING_SENTENCE =
  'The run was stopped by a guard: the model kept asking for something that is not there. See the guard events for what it asked for and which words of the skill led it there.';

/** The same for a called agent or a skill as a tool that has used up its own model calls. */
export const CAP_SENTENCE = 'It was stopped at its limit of model calls before it had an answer.';

/** What the model is told in the closing round, which has no tools. */
export const CLOSING_INSTRUCTION =
  'No tools are available any more. Answer the user now, in words, with what is known. Say what could not be found or done.';

/** A limit of the run that is reached. */
export function limitReached({ rule, count, threshold }: CapReached): string {
  if (rule === 'max_llm_calls') return `The limit of ${threshold} model calls is reached.`;
  if (rule === 'max_cost') return `The limit of $${threshold} is reached: $${count.toFixed(4)} were spent.`;
  return `The limit of ${threshold} tokens is reached: ${count} were spent.`;
}

/** An answer without text and without calls, by its finish reason. */
export function nothingSaid(finish: string): string {
  if (finish === 'length')
    return "The model reached its output limit before it said anything; raise the provider's limit.";
  if (finish === 'content-filter') return "The provider's content filter held the model's answer back.";
  return `The model answered nothing: no text and no tool call (finish reason ${finish}).`;
}

/** An answer that stops in the middle, by its finish reason; undefined where it is whole. */
export function cutOff(finish: string): string | undefined {
  if (finish === 'length') return "The answer was cut off at the model's output limit.";
  return finish === 'content-filter' ? "The answer was cut off by the provider's content filter." : undefined;
}
