/** Makes an eval case of a run, for the extension. */
import { appendCase } from '../../skill/index.ts';
import { suggestCase, usedSkills } from '../evals/from-run/suggest-case.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import type {
  MakeCaseParams,
  MakeCaseResult,
  SuggestCaseParams,
  SuggestCaseResult,
  UsedSkills,
} from '../protocol/make-case.ts';
import { keepHeapSmall } from '../small-heap.ts';

/** Suggests a case for the extension. */
export function suggestForEditor(
  params: SuggestCaseParams,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<SuggestCaseResult> {
  keepHeapSmall();
  return suggestCase(params, { secrets: [...secrets, ...secretsOfEnvironment(process.env)], signal });
}

/** Returns the names of the skills that a run used, for the extension. */
export function usedSkillsForEditor(file: string): Promise<UsedSkills> {
  keepHeapSmall();
  return usedSkills(file);
}

/** Returns the edit that appends a case to a text. */
export function appendForEditor({ text, skill, ...one }: MakeCaseParams): MakeCaseResult {
  const result = appendCase(text, skill, one);
  if (result.kind === 'failed') return result;
  const { range, text: inserted } = result.edit;
  return { kind: 'appended', edit: { ...range, text: inserted }, added: result.added };
}
