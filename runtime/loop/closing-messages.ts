/** The texts that the loop itself contributes when it ends. */
import { formatCount, formatNumber } from '../text/count.ts';
import type { CapReached } from './budget.ts';

/** The answer of a run that a guard ended, if the model gave none. */
export const CLOSING_SENTENCE =
  'A guard stopped the run because the model made no progress. The guard events show what it requested, and which words of the skill led it there.';

/** The same for a called agent or a skill as a tool that used up its model calls. */
export const CAP_SENTENCE = 'It was stopped at its limit of model calls before it had an answer.';

/** The instruction of the closing round, which has no tools. */
export const CLOSING_INSTRUCTION =
  'No tools are available any more. Answer the user now, in words, with what is known. Say what could not be found or done.';

/** The error message for a limit that was reached. */
export function limitReached({ rule, count, threshold }: CapReached): string {
  if (rule === 'max_llm_calls') return `The run reached its limit of ${formatCount(threshold, 'model call')}.`;
  if (rule === 'max_cost') return `The run reached its cost limit of $${threshold}: it spent $${count.toFixed(4)}.`;
  return `The run reached its limit of ${formatCount(threshold, 'token')}: it used ${formatNumber(count)}.`;
}

/** The error message for a response without text or tool calls, by its finish reason. */
export function emptyResponse(finish: string): string {
  if (finish === 'length')
    return "Raise the provider's output limit: the model reached it before it produced any text or tool call.";
  if (finish === 'content-filter') return "The provider's content filter withheld the model's response.";
  return `The model's response was empty: no text and no tool call (finish reason ${finish}).`;
}

/**
 * The error message for a response with a call that is written as text.
 * @param tool the name of the called tool, '' if it is none of those that the model could call
 */
export function callInText(tool: string): string {
  const called = tool === '' ? 'a tool call' : `a call of ${tool}`;
  return `Check that the endpoint supports tool calls for this model (vLLM: --enable-auto-tool-choice and --tool-call-parser; llama.cpp: --jinja; LM Studio and Ollama: a model with tool use), or choose another model: it wrote ${called} as text, so that no tool ran.`;
}

/** The note about a response that was truncated, by its finish reason; undefined if it is complete. */
export function truncatedResponse(finish: string): string | undefined {
  if (finish === 'length') return "The response was truncated at the model's output limit.";
  return finish === 'content-filter' ? "The response was truncated by the provider's content filter." : undefined;
}
