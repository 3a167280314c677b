import { recordedRequests } from '../requests/recorded-requests.ts';
import { withPayloads } from '../run/restore.ts';
import type { RunToCompare } from './compare-runs.ts';
import { LIST_OF_SKILLS, partsOf, skillTextOf } from './divergence.ts';
import { resultText } from './result-text.ts';
import { stepsOf, withoutCopies } from './steps.ts';

type Run = Extract<RunToCompare, { readonly kind: 'run' }>;

/** The texts of skills that a run received, by the call that requested them. */
export type SkillTexts = ReadonlyMap<string, string>;

/** Returns the texts of skills that the model of a run received: the list of skills, skills, and files of skills. */
export function skillTextsOf({ events: journal, folder }: Run): SkillTexts {
  const texts = new Map<string, string>();
  const first = journal.find((event) => event.type === 'llm_request');
  // One request is enough: the list of skills does not change during a run.
  const requests = first === undefined ? [] : recordedRequests([first], folder);
  const content = requests[0]?.content;
  if (content !== undefined) texts.set(LIST_OF_SKILLS, partsOf(content).catalogue);
  for (const { call, result, cause } of stepsOf(journal.map((event) => withPayloads(event, folder)))) {
    if (call === undefined || result === undefined || cause === undefined || texts.has(cause)) continue;
    if (skillTextOf(call, result) === undefined) continue;
    const isMissing = result.error_code !== undefined || result.miss !== undefined;
    texts.set(cause, isMissing ? '' : withoutCopies(resultText(result)));
  }
  return texts;
}

/** Returns true if both runs received a text of a skill and the texts differ. A text that only one received proves nothing. */
export function areSkillTextsDifferent(a: SkillTexts, b: SkillTexts): boolean {
  return [...a].some(([cause, text]) => b.has(cause) && b.get(cause) !== text);
}
