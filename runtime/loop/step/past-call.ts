import type { PastCall } from '../history/parsed-call.ts';
import type { Tool } from '../interfaces/tools.ts';
import type { Prompter } from '../prompts/prompter.ts';
import { asksFirst } from './tool-execution.ts';
import { EXECUTION_CANCELLED, type ExecutionOutcome, INTERRUPTED, PAUSED, REJECTED } from './tool-results.ts';

/**
 * Settles a call that an earlier process left: open questions are asked again, and a refusal becomes the result of the call.
 * Undefined if its tool may run.
 */
export async function settlePast(
  { questions, started }: PastCall,
  prompter: Prompter,
  tool: Tool | undefined,
  signal: AbortSignal,
): Promise<ExecutionOutcome | undefined> {
  const asks = tool !== undefined && asksFirst(tool);
  const interrupted = started === 'yes' || (started === 'unless-it-asks' && !asks);
  if (interrupted && tool !== undefined && tool.repeatable !== true) return INTERRUPTED;
  if (questions.length === 0) return undefined;
  const settled = await prompter.settle();
  if (settled === 'pending') return signal.aborted ? EXECUTION_CANCELLED : PAUSED;
  return settled === 'deny' ? REJECTED : undefined;
}
