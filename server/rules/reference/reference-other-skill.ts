import { defined, join, relative } from '../../../skill/index.ts';
import { didYouMean } from '../rule/message.ts';
import type { Problem, Rule } from '../rule/rule.ts';
import { list, replacements } from '../rule/writing.ts';

/** Reports paths that only another skill has, or that the skill named in the sentence lacks. */
export const referenceOtherSkill: Rule = {
  code: 'reference.other-skill',
  title: 'A path that only another skill has, or that the named skill lacks',
  severity: 'warning',
  *check({ analysis, document, skill }): Iterable<Problem> {
    for (const { reference, resolution, judge } of analysis.references) {
      const { range, target } = reference;
      if (resolution.kind === 'other-skill') {
        const paths = resolution.skills.map(({ root }) => relative(skill.root, join(root, resolution.path)));
        const names = [...new Set(resolution.skills.map(({ name }) => name))];
        yield defined({
          judge,
          range,
          target,
          suggestions: paths,
          message: `Only the ${names.length === 1 ? 'skill' : 'skills'} ${list(names, 'and')} ${names.length === 1 ? 'has' : 'have'} \`${target}\`. Write ${list(paths.slice(0, 1))}, name the skill as well, or copy the file.`,
          fixes: replacements(paths, reference, document, skill.root),
        });
      } else if (resolution.kind === 'other-skill-lacks') {
        const { name, suggestions } = resolution;
        yield defined({
          judge,
          range,
          target,
          suggestions,
          message:
            suggestions.length > 0
              ? didYouMean(`The skill \`${name}\` has no \`${target}\`.`, suggestions)
              : `The skill \`${name}\` has no \`${target}\`. Remove the path, or refer to the skill itself.`,
          fixes: suggestions.map((file, index) => ({
            kind: 'edit',
            title: `Change to ${file}`,
            preferred: index === 0,
            edits: [{ range, text: file }],
          })),
        });
      }
    }
  },
};
