/** Conditions shared by clues of different tables. */
import { SPEC_FOLDERS } from '../references/target.ts';
import type { DocumentSituation, Situation } from './situation.ts';

export const MARKDOWN = /\.(?:md|mdx|markdown)$/i;

/** Returns true if a folder is one of those in the specification. */
export const isSpecFolder = (folder: string): boolean => SPEC_FOLDERS.has(folder);

/** Matches references that are written in one of these forms. */
export const hasForm =
  (...forms: readonly Situation['reference']['form'][]) =>
  ({ reference }: Situation): boolean =>
    forms.includes(reference.form);

/** Returns the document's path relative to the skill's folder; empty if it is outside. */
export const pathInSkill = ({ document, skill }: DocumentSituation): string =>
  document.path.startsWith(`${skill.root}/`) ? document.path.slice(skill.root.length + 1) : '';
