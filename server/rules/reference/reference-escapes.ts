import { defined } from '../../../skill/index.ts';
import type { Problem, Rule } from '../rule/rule.ts';

/** Reports paths that point outside the repository or workspace. */
export const referenceEscapes: Rule = {
  code: 'reference.escapes',
  title: 'A path that points outside the repository or workspace',
  severity: 'warning',
  *check({ analysis }): Iterable<Problem> {
    for (const { reference, resolution, judge } of analysis.references) {
      if (resolution.kind !== 'escapes') continue;
      yield defined({
        judge,
        range: reference.range,
        target: reference.target,
        suggestions: [],
        message: `\`${reference.target}\` points outside the repository, where no client loads files. Use a path inside the skill.`,
      });
    }
  },
};
