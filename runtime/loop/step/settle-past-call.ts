import type { PastCall } from '../history/parsed-call.ts';
import type { Tool } from '../interfaces/tools.ts';
import type { Prompter } from '../prompts/prompter.ts';
import { asksFirst } from './tool-execution.ts';
import { EXECUTION_CANCELLED, type ExecutionOutcome, INTERRUPTED, PAUSED, REJECTED } from './tool-results.ts';

/**
 * Decides what becomes of a call that an earlier process left without a result. If its tool may have been running, the result
 * is INTERRUPTED, unless the tool is repeatable. Otherwise the user is asked again what has no answer yet, and a refusal is
 * the result. Undefined if the tool may run now.
 */
export async function settlePastCall(
  { questions, started }: PastCall,
  prompter: Prompter,
  tool: Tool | undefined,
  signal: AbortSignal,
): Promise<ExecutionOutcome | undefined> {
  if (tool !== undefined && tool.repeatable !== true && hadStarted(tool, started)) return INTERRUPTED;
  if (questions.length === 0) return undefined;
  const settled = await prompter.settle();
  if (settled === 'pending') return signal.aborted ? EXECUTION_CANCELLED : PAUSED;
  return settled === 'deny' ? REJECTED : undefined;
}

/** True if the tool was running when the earlier process ended. */
function hadStarted(tool: Tool, started: PastCall['started']): boolean {
  return started === 'yes' || (started === 'unless-it-asks' && !asksFirst(tool));
}
