import { defined } from '../../../skill/index.ts';
import { didYouMean } from '../rule/message.ts';
import type { Problem, Rule } from '../rule/rule.ts';
import { replacements } from '../rule/writing.ts';

/** Reports paths that point outside the repository or workspace. */
export const referenceEscapes: Rule = {
  code: 'reference.escapes',
  title: 'A path that points outside the repository or workspace',
  severity: 'warning',
  *check({ document, skill, analysis }): Iterable<Problem> {
    for (const { reference, resolution, judge } of analysis.references) {
      if (resolution.kind !== 'escapes') continue;
      const { suggestions } = resolution;
      const problem = `\`${reference.target}\` points outside the repository, where no client loads files.`;
      yield defined({
        judge,
        range: reference.range,
        target: reference.target,
        suggestions,
        message: suggestions.length > 0 ? didYouMean(problem, suggestions) : `${problem} Use a path inside the skill.`,
        fixes: replacements(suggestions, reference, document, skill.root),
      });
    }
  },
};
