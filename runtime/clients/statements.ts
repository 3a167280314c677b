import type { CatalogueStatement } from '../../skill/index.ts';

/**
 * The statements of a client's prompt about skills, in our own words. A model acts on the statement, not on its wording,
 * and no vendor's prompt is copied.
 */
export const STATEMENTS: { readonly [statement in CatalogueStatement]: (loadWith: string) => string } = {
  'load-first': (loadWith) =>
    `If the task matches the description of a skill, ${loadWith} before anything else, and follow it.`,
  'read-whole': () => 'Read a SKILL.md to its end.',
  'paths-relative-to-skill': () =>
    'A relative path in a skill is relative to the folder of its SKILL.md: put that folder in front of it.',
  'load-as-needed': () => 'Load the other files of a skill only when you need them.',
};
