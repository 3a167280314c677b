import type { StressedSkill, StressedWords } from '../../runtime/protocol/stress.ts';
import { isObject, type Loose } from '../panel/trace/read.ts';
import type { SavedPage } from '../runs/saved-pages.ts';

/** A stress test and its page. */
export interface SavedTest extends SavedPage {
  readonly skill: StressedSkill;
  /** The words of the page, if it compares clients. */
  readonly words?: readonly StressedWords[];
  /** Hashes of the tested texts of the skill, by path. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Returns the stress test in a file; undefined if it has none. */
export function parseSavedTest(fields: Loose): SavedTest | undefined {
  const { skill, texts } = fields;
  if (!isObject(skill) || !Array.isArray(skill.causes) || !isObject(texts)) return undefined;
  return fields as unknown as SavedTest;
}
