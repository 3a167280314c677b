/** The texts of skills that runs received, by which the run before an edit is found. */
import { mapList } from '../journal/spilled-list.ts';
import { requestReader } from '../requests/recorded-requests.ts';
import { withPayloads } from '../run/restore.ts';
import type { RunToCompare } from './compared-side.ts';
import { LIST_OF_SKILLS, partsOf, skillTextOf } from './divergence.ts';
import { resultText } from './result-text.ts';
import { stepsOf, withoutCopies } from './steps.ts';

type Run = Extract<RunToCompare, { readonly kind: 'run' }>;

/** The texts of skills that a run received, by the call that requested them. */
export type SkillTexts = ReadonlyMap<string, string>;

/** Returns the texts of skills that the model of a run received: the list of skills, skills, and files of skills. */
export function skillTextsOf({ events: journal, folder }: Run): SkillTexts {
  const texts = new Map<string, string>();
  // One request is enough: the list of skills does not change during a run.
  for (const event of journal) {
    if (event.type !== 'llm_request') continue;
    const read = requestReader(folder)(event);
    if (read.kind === 'found') texts.set(LIST_OF_SKILLS, partsOf(read.content).catalogue);
    break;
  }
  for (const { call, result, cause } of stepsOf(mapList(journal, (event) => withPayloads(event, folder)))) {
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
