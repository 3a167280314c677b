import { defined } from '../../../skill/index.ts';
import type { ParsedCall } from '../history/parsed-call.ts';
import type { CallView } from '../interfaces/hooks.ts';
import type { CallOptions } from './call-options.ts';

/**
 * Returns a call as hooks see it.
 * @param ask asks the user for a guard
 */
export function callView(
  { id, tool, args }: ParsedCall,
  { step, state }: Pick<CallOptions, 'step' | 'state'>,
  ask: CallView['ask'],
): CallView {
  return defined({
    id,
    tool,
    args: args.kind === 'object' ? args.value : {},
    broken: args.kind === 'broken' ? args.raw : undefined,
    step,
    state,
    ask,
  });
}
