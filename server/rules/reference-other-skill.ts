import { join, relative } from '../../skill/index.ts';
import type { Rule } from './rule.ts';
import { list, replacements } from './writing.ts';

/** A path that only another skill has, or that the other skill which is named lacks. */
export const referenceOtherSkill: Rule = {
  code: 'reference.other-skill',
  title: 'A path that only another skill has, or that the named skill lacks',
  severity: 'warning',
  *check({ analysis, document, skill }) {
    for (const { reference, resolution, judge } of analysis.references) {
      const { range, target } = reference;
      if (resolution.kind === 'other-skill') {
        const paths = resolution.skills.map(({ root }) => relative(skill.root, join(root, resolution.path)));
        const names = list([...new Set(resolution.skills.map((place) => place.name))]);
        yield {
          ...(judge ? { judge } : {}),
          range,
          target,
          suggestions: paths,
          message: `This skill has no \`${target}\`; ${names} has. A model asks this skill for it, and misses. Bring the file along, write ${list(paths.slice(0, 1))}, or name the other skill in the same sentence.`,
          fixes: replacements(paths, reference, document, skill.root),
        };
      } else if (resolution.kind === 'other-skill-lacks') {
        const { name, suggestions } = resolution;
        yield {
          ...(judge ? { judge } : {}),
          range,
          target,
          suggestions,
          message: `The skill \`${name}\` has no \`${target}\`. A model that loads it from there misses. ${
            suggestions.length > 0 ? `It has ${list(suggestions)}.` : 'Take the path out, or ask for the skill itself.'
          }`,
          fixes: suggestions.map((file, index) => ({
            kind: 'edit',
            title: `Change to ${file}`,
            preferred: index === 0,
            edits: [{ range, text: file }],
          })),
        };
      }
    }
  },
};
