import type { CaseOutcome } from '../../runtime/protocol/evals.ts';
import type { TextHashes } from '../misses/text-hashes.ts';
import { isObject, type Loose, text } from '../panel/trace/read.ts';
import type { SavedPage } from '../runs/saved-pages.ts';
import type { BaselineChoice } from './baseline-choice.ts';

/** The last results of a skill. */
export interface SavedEval extends SavedPage {
  /** The page without links to VS Code. */
  readonly offlinePage: string;
  /** The name of the skill; absent in files of earlier versions. */
  readonly skill?: string;
  readonly cases: readonly CaseOutcome[];
  /** Hashes of the evaluated texts of the skill, by path. */
  readonly texts: TextHashes;
  /** Baseline of the skill; absent for that of the settings. */
  readonly baseline?: BaselineChoice;
}

/** Returns the results in a file; undefined if it has none. */
export function parseSavedEval(fields: Loose): SavedEval | undefined {
  const { cases, texts } = fields;
  if (!Array.isArray(cases) || !isObject(texts) || text(fields, 'offlinePage') === '') return undefined;
  return fields as unknown as SavedEval;
}
