import { answersWith } from '../runtime/hooks/answers.ts';
import { checkSkill } from './hook-check.ts';

/** The answers that `hook-entry.ts` unpacks when there is something to say, with the check that only the command line knows. */
export const answers = answersWith(checkSkill);
