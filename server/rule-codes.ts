// Made by `npm run generate`; do not edit.

/** The codes of all rules, for modules that need nothing else: loading the rules themselves is slow. */
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
  'reference.client',
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
