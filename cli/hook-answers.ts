/** The answers that `hook-entry.ts` unpacks at a miss. */
export { answerRequest, answerStop } from '../runtime/hooks/answer.ts';
