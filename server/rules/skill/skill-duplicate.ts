import { basename, clientsSearching, dirname, relative, within } from '../../../skill/index.ts';
import { fitMessage, listSome } from '../rule/message.ts';
import type { Problem, Rule, RuleInput } from '../rule/rule.ts';
import { isTemplate } from '../rule/ruling-clients.ts';
import { fieldsOf } from './skill-list-too-long.ts';
import { rangeOfSkill } from './skill-range.ts';

/** Reports skills with the same name in one collection: a client offers only one of them, and which one is undefined. */
export const skillDuplicate: Rule = {
  code: 'skill.duplicate',
  title: 'Another skill in the same collection has the same name, or in a client’s folder the same description',
  severity: 'warning',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const { skill, document, bundled } = input;
    yield* sameDescription(input);
    if (document.frontmatter.kind !== 'valid' || typeof document.frontmatter.data.name !== 'string') return;
    const collection = collectionOf(skill.root);
    const others = bundled
      .namesakes()
      .filter(
        ({ root, name }) => name === skill.name && collectionOf(root) === collection && !isInside(root, skill.root),
      );
    if (others.length === 0) return;
    const paths = others.map(({ root }) => relative(collection, root));
    yield {
      range: rangeOfSkill(input),
      target: skill.name,
      suggestions: [],
      message: fitMessage(
        paths,
        (shown) =>
          `${listSome(paths.length, shown)} ${paths.length === 1 ? 'is' : 'are'} also named \`${skill.name}\`, and a client offers an arbitrary one. Rename one of the skills.`,
      ),
    };
  },
};

/** Reports skills with the same description in a folder of a client: a model chooses by nothing else. */
function* sameDescription(input: RuleInput): Iterable<Problem> {
  const { skill, document, bundled } = input;
  const { frontmatter } = document;
  const folder = dirname(skill.root);
  if (frontmatter.kind !== 'valid' || isTemplate(input) || !/\/skills?$/.test(folder)) return;
  if (clientsSearching(folder).length === 0) return;
  const field = frontmatter.fields.find(({ key }) => key === 'description');
  const own = comparable(frontmatter.data);
  if (field === undefined || own === undefined) return;
  const others = [...fieldsOf(bundled.siblings())].flatMap(([root, data]) =>
    root !== skill.root && comparable(data) === own && data.name !== skill.name ? [basename(root)] : [],
  );
  if (others.length === 0) return;
  yield {
    range: field.valueRange,
    aspect: 'description',
    suggestions: [],
    message: fitMessage(
      others,
      (shown) =>
        `${listSome(others.length, shown)} ${others.length === 1 ? 'has' : 'have'} the same description, and a model sees no difference. Say what only this skill does.`,
    ),
  };
}

/** Returns a description for comparing; undefined for a skill that a model does not see, or without one. */
function comparable(data: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof data.description !== 'string' || (data['disable-model-invocation'] ?? false) !== false) return undefined;
  const text = data.description.trim().replace(/\s+/g, ' ').toLowerCase();
  return text === '' ? undefined : text;
}

/** Maximum distance to `skills`: below it are catalogs of other people's collections, which no client reads as one. */
const MAX_DEPTH = 2;

/**
 * Returns the collection of a skill: the closest parent folder called `skills`, else its immediate parent. Copies for
 * several clients (`.claude/skills`, `.github/skills`) or packages belong to separate collections.
 */
function collectionOf(root: string): string {
  let folder = dirname(root);
  for (let depth = 1; depth <= MAX_DEPTH && folder !== dirname(folder); depth++, folder = dirname(folder))
    if (folder.endsWith('/skills')) return folder;
  return dirname(root);
}

/** Returns true if one skill contains the other: the inner one is an example or a test. */
const isInside = (one: string, other: string): boolean =>
  within(one, other) !== undefined || within(other, one) !== undefined;
