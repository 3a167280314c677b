import type { Rule } from './rule.ts';

/** A path that leads out of the repository or workspace. */
export const referenceEscapes: Rule = {
  code: 'reference.escapes',
  title: 'A path that leads out of the repository or workspace',
  severity: 'warning',
  *check({ analysis }) {
    for (const { reference, resolution, judge } of analysis.references) {
      if (resolution.kind !== 'escapes') continue;
      yield {
        ...(judge ? { judge } : {}),
        range: reference.range,
        target: reference.target,
        suggestions: [],
        message: `Bring the file into the skill: \`${reference.target}\` leads out of the repository, where no client loads it.`,
      };
    }
  },
};
