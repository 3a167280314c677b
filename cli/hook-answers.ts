/** The answers that `hook-entry.ts` unpacks at a miss. */
export { answerName, answerRequest, answerStop } from '../runtime/hooks/answer.ts';
