import { defined, within } from '../../../skill/index.ts';
import type { Problem, Rule } from '../rule/rule.ts';
import { pathEdits } from '../rule/writing.ts';

/** Reports paths that exist only in a different letter case. */
export const referenceCase: Rule = {
  code: 'reference.case',
  title: 'A path that exists only in a different letter case',
  severity: 'error',
  *check({ document, skill, analysis }): Iterable<Problem> {
    for (const { reference, resolution, judge } of analysis.references) {
      if (resolution.kind !== 'case') continue;
      const { actual } = resolution;
      yield defined({
        judge,
        range: reference.range,
        target: reference.target,
        suggestions: [within(skill.root, resolution.path) || actual],
        message: `\`${reference.target}\` exists only as \`${actual}\`, so it fails in most clients and on Linux. Change its letter case.`,
        fixes: [
          {
            kind: 'edit',
            title: `Change to ${actual}`,
            preferred: true,
            safe: true,
            edits: pathEdits(actual, reference, document),
          },
        ],
      });
    }
  },
};
