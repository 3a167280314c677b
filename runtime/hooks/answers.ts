import { answerMissed, answerName, answerRequest } from './answer.ts';
import { answerEdit, answerEdits, type CheckSkill } from './edited-skills.ts';
import type { Answerer } from './run-hook.ts';

/** Returns all answers of a hook. */
export const answersWith = (check: CheckSkill): Answerer => ({
  answerRequest,
  answerName,
  answerEdit: (event, paths, record) => answerEdit(event, paths, record, check),
  answerStop: async (event, record, options) =>
    // What was missed first: it explains a wrong result.
    answerMissed(event, record, options) ?? (await answerEdits(event, record, options, check)),
});
