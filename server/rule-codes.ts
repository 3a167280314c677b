// Made by `npm run generate`; do not edit.

/** The codes of all rules, for whoever needs no more of them: the rules themselves take long to load. */
export const RULE_CODES: readonly string[] = [
  'content.hidden',
  'frontmatter.description',
  'frontmatter.field',
  'frontmatter.missing',
  'frontmatter.name',
  'frontmatter.syntax',
  'frontmatter.unknown',
  'reference.anchor',
  'reference.bare',
  'reference.case',
  'reference.escapes',
  'reference.guessable',
  'reference.missing',
  'reference.other-skill',
  'reference.outside-skill',
  'reference.scope',
  'reference.too-deep',
  'reference.unreachable',
  'reference.unreferenced',
  'script.unsupported',
  'skill.duplicate',
  'skill.too-long',
  'tools.unknown',
];
