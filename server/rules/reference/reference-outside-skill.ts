import type { Problem, Rule } from '../rule/rule.ts';

/**
 * Reports paths with `../` to existing files that are not installed with the skill, once per target. Paths from the
 * repository root are ignored: they name the project's files, and the skill is meant for that project.
 */
export const referenceOutsideSkill: Rule = {
  code: 'reference.outside-skill',
  title: "A path that exists, but outside the skill's folder",
  severity: 'information',
  *check({ analysis }): Iterable<Problem> {
    const reported = new Set<string>();
    for (const { reference, resolution } of analysis.references) {
      if (resolution.kind !== 'found' || resolution.where !== 'outside-skill') continue;
      if (!reference.path.startsWith('../') || reported.has(resolution.path)) continue;
      reported.add(resolution.path);
      yield {
        range: reference.range,
        target: reference.target,
        suggestions: [],
        message: `\`${reference.target}\` is outside the skill's folder, and missing once the skill is installed elsewhere. Copy it into the skill.`,
      };
    }
  },
};
