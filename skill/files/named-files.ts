/** Determines which bundled files a text names, on which the reading of its mentions depends. */

import type { SkillDocument } from '../model/model.ts';
import { hasWords } from '../text/occurrences.ts';
import { basename, dirname, stem } from './paths.ts';

const cached = new WeakMap<SkillDocument, Map<string, boolean>>();

/**
 * Returns true if a document names a file by its path or file name, or by its stem in code or with a hyphen. Cached for
 * all mentions of a skill, since it searches the entire text.
 * @param path path in the skill's folder
 */
export function isNamedIn(path: string, document: SkillDocument): boolean {
  const answers = cached.get(document) ?? new Map<string, boolean>();
  cached.set(document, answers);
  const known = answers.get(path);
  if (known !== undefined) return known;
  const name = stem(path);
  const answer = isGivenIn(path, document) || (/[-_]/.test(name) && hasWords(name, document));
  answers.set(path, answer);
  return answer;
}

/** Returns true if a document has the name of a file with its extension or in code, or a pattern for its path. */
export const isGivenIn = (path: string, document: SkillDocument): boolean =>
  hasWords(basename(path), document) || isInPattern(path, document) || hasWords(`\`${stem(path)}\``, document);

/** Returns true if a path pattern in the text stands for a file: `assets/report_[ja|en].md`. */
function isInPattern(path: string, document: SkillDocument): boolean {
  const head = `${dirname(path)}/${basename(path).slice(0, 6)}`;
  if (!hasWords(head, document)) return false;
  const { text } = document;
  for (let at = text.indexOf(head), count = 0; at >= 0 && count < 20; at = text.indexOf(head, at + 1), count++)
    if (/^[^\s`]{0,80}[[{<*]/.test(text.slice(at, at + 120))) return true;
  return false;
}
