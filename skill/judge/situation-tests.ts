/** Tests that clues of different tables share. */
import { SPEC_FOLDERS } from '../references/target.ts';
import type { Clue } from './clue.ts';
import type { Situation } from './situation.ts';

export const MARKDOWN = /\.(?:md|mdx|markdown)$/i;

/** Whether a folder is one of those that the specification names. */
export const isSpecFolder = (folder: string): boolean => SPEC_FOLDERS.has(folder);

/** Speaks of references that are written in one of these forms. */
export const hasForm =
  (...forms: readonly Situation['reference']['form'][]): Clue['speaks'] =>
  ({ reference }) =>
    forms.includes(reference.form);

/** The document's path as seen from the skill's folder; empty where it lies outside. */
export const pathInSkill = ({ document, skill }: Situation): string =>
  document.path.startsWith(`${skill.root}/`) ? document.path.slice(skill.root.length + 1) : '';
