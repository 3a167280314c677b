import type { Range } from '../../skill/index.ts';
import type { RuleInput } from './rule.ts';

/** For what has no place of its own: the skill's name in the frontmatter, else the first heading, else the beginning. */
export function placeOfSkill({ document }: RuleInput): Range {
  // Headings are read when nothing else tells: they cost a document of which parts are read more than all before.
  const { frontmatter, bodyStart } = document;
  const name = frontmatter.kind === 'valid' ? frontmatter.fields.find(({ key }) => key === 'name') : undefined;
  return name?.valueRange ?? document.headings[0]?.range ?? { start: bodyStart, end: bodyStart };
}
