/** The exit codes of `skillwright run` and `resume`, a contract. */
import { MODEL_LIMITS } from '../loop/model-call/limits.ts';
import { EXIT_CODES } from '../protocol/exit-codes.ts';
import { formatCount } from '../text/count.ts';

export { EXIT_CODES };

export const INVALID_USAGE = 2;

/** Returns the exit codes for `--help`; `invalidCases` lists additional cases of invalid usage. */
export function exitHelp(invalidCases = ''): string {
  const limit = formatCount(MODEL_LIMITS.maxCharacters, 'character');
  return [
    '\nExit codes:',
    '    0 final: the model answered',
    `    2 invalid usage${invalidCases}`,
    '    3 guard: ended by a guard or by a limit of tokens or money',
    '    4 max_llm_calls: the limit of model calls was reached',
    `    5 model_error: the model failed, or an answer is above its limit (${limit})`,
    '    6 paused: waiting for an answer',
    '  130 cancelled: stopped by the user',
  ].join('\n');
}
