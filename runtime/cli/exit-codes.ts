import { MODEL_LIMITS } from '../loop/limits.ts';
import type { RunReason } from '../protocol/events.ts';

/** How `skillwright run` and `resume` exit; a contract. 2 is wrong use. */
export const EXIT_CODES: Readonly<Record<RunReason, number>> = {
  final: 0,
  guard: 3,
  max_llm_calls: 4,
  model_error: 5,
  paused: 6,
  cancelled: 130,
};

export const WRONG_USE = 2;

/** The same for `--help`; `wrong` says what else is wrong use. */
export function exitHelp(wrong = ''): string {
  const most = MODEL_LIMITS.maxCharacters.toLocaleString('en-US');
  return [
    '\nExit:',
    '    0 final',
    `    2 wrong use${wrong}`,
    '    3 guard: also at a limit of tokens or money',
    '    4 max_llm_calls',
    `    5 model_error: the model failed, or an answer is above its limit (${most} characters)`,
    '    6 paused',
    '  130 cancelled',
  ].join('\n');
}
