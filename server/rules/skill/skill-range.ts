import type { Range } from '../../../skill/index.ts';
import type { RuleInput } from '../rule/rule.ts';

/** Returns the range for a finding about the entire skill: the name in the frontmatter, else the first heading, else the start of the body. */
export function rangeOfSkill({ document }: RuleInput): Range {
  // Read headings last: on a partially read document they cost more than everything before.
  const { frontmatter, bodyStart } = document;
  const name = frontmatter.kind === 'valid' ? frontmatter.fields.find(({ key }) => key === 'name') : undefined;
  return name?.valueRange ?? document.headings[0]?.range ?? { start: bodyStart, end: bodyStart };
}
