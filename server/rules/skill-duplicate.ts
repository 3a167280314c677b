import { dirname, relative, within } from '../../skill/index.ts';
import { placeOfSkill } from './place.ts';
import type { Rule } from './rule.ts';
import { list } from './writing.ts';

/** Two skills of one name that a client finds side by side: it offers one of them, and nobody knows which. */
export const skillDuplicate: Rule = {
  code: 'skill.duplicate',
  title: 'Another skill beside this one has the same name',
  severity: 'warning',
  manifestOnly: true,
  *check(input) {
    const { skill, document, bundled } = input;
    if (document.frontmatter.kind !== 'valid' || typeof document.frontmatter.data.name !== 'string') return;
    const home = homeOf(skill.root);
    const others = bundled
      .namesakes()
      .filter(({ root, name }) => name === skill.name && homeOf(root) === home && !isInside(root, skill.root));
    if (others.length === 0) return;
    const paths = others.map(({ root }) => relative(home, root));
    yield {
      range: placeOfSkill(input),
      target: skill.name,
      suggestions: [],
      message: `${list(paths, 'and')} ${others.length === 1 ? 'has' : 'have'} the name \`${skill.name}\`, too. A client that reads both offers one of them to the model, and which is chance. Give one another name, or take it out.`,
    };
  },
};

/** Deeper below it lie catalogues of other people's collections, which no client reads as one. */
const MAX_DEPTH = 2;

/**
 * The collection that a skill is in: the nearest folder above that is called `skills`, else the folder that it lies in.
 * Copies for several clients (`.claude/skills`, `.github/skills`) or packages are in collections of their own.
 */
function homeOf(root: string): string {
  let folder = dirname(root);
  for (let depth = 1; depth <= MAX_DEPTH && folder !== dirname(folder); depth++, folder = dirname(folder))
    if (folder.endsWith('/skills')) return folder;
  return dirname(root);
}

/** One inside the other is a sample or a test of it. */
const isInside = (one: string, other: string): boolean =>
  within(one, other) !== undefined || within(other, one) !== undefined;
