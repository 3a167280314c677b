import type { Rule } from './rule.ts';

/**
 * A path that climbs out of the skill's folder to a file that is there and does not come along with the skill; once a
 * target. A path from the repository's root is left alone: it names the project's own file, and a skill that does so is
 * meant for that project.
 */
export const referenceOutsideSkill: Rule = {
  code: 'reference.outside-skill',
  title: "A path that exists, but outside the skill's folder",
  severity: 'information',
  *check({ analysis }) {
    const said = new Set<string>();
    for (const { reference, resolution } of analysis.references) {
      if (resolution.kind !== 'found' || resolution.where !== 'outside-skill') continue;
      if (!reference.path.startsWith('../') || said.has(resolution.path)) continue;
      said.add(resolution.path);
      yield {
        range: reference.range,
        target: reference.target,
        suggestions: [],
        message: `\`${reference.target}\` lies outside the skill's folder. It is lost when the skill is installed elsewhere, and then a model misses it.`,
      };
    }
  },
};
